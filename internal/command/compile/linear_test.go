//go:build unix

package compile

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
	"time"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/message/vectors"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/tier"
)

// undeclared is the family whose specs do not compile.
const undeclared = "names that nobody declares"

// families are shapes of specs that grow by n in one way each.
var families = []struct {
	name  string
	write func(b *strings.Builder, n int)
}{
	{"aliases in a chain", func(b *strings.Builder, n int) {
		each(b, n, "  A%d: A%d\n", 0, 1)
		fmt.Fprintf(b, "  A%d: string\n", n)
	}},
	{"aliases in a chain, backwards", func(b *strings.Builder, n int) {
		b.WriteString("  A0: string\n")
		each(b, n, "  A%d: A%d\n", 1, 0)
	}},
	{"lists of aliases", func(b *strings.Builder, n int) {
		each(b, n, "  A%d: A%d[]\n", 0, 1)
		fmt.Fprintf(b, "  A%d: string\n", n)
	}},
	{"mixins in a chain", func(b *strings.Builder, n int) {
		each(b, n, "  S%d: {with: [S%d]}\n", 0, 1)
		fmt.Fprintf(b, "  S%d: {fields: {x: int, y: string}}\n", n)
	}},
	{"mixins in a chain, backwards", func(b *strings.Builder, n int) {
		b.WriteString("  S0: {fields: {x: int, y: string}}\n")
		each(b, n, "  S%d: {with: [S%d]}\n", 1, 0)
	}},
	{"mixins side by side", func(b *strings.Builder, n int) {
		each(b, n, "  S%d: {fields: {f%d: int}}\n", 0, 0)
		b.WriteString("  All: {with: [S0")
		each(b, n-1, ", S%d", 1)
		b.WriteString("]}\n")
	}},
	{"diamonds of mixins", func(b *strings.Builder, n int) {
		b.WriteString("  T: {fields: {x: int}}\n")
		each(b, n, "  L%d: {with: [T], fields: {l%d: int}}\n  R%d: {fields: {r%d: int}}\n  B%d: {with: [L%d, R%d]}\n", 0, 0, 0, 0, 0, 0, 0)
	}},
	{"fields", func(b *strings.Builder, n int) {
		b.WriteString("  A:\n    fields:\n")
		each(b, n, "      f%d: int\n", 0)
	}},
	{"optional fields", func(b *strings.Builder, n int) {
		b.WriteString("  A:\n    fields:\n")
		each(b, n, "      f%d?: string | null\n", 0)
	}},
	{"fields with older names", func(b *strings.Builder, n int) {
		b.WriteString("  A:\n    fields:\n")
		each(b, n, "      f%d: {type: int, was: [g%d]}\n", 0, 0)
	}},
	{"older names of one field", func(b *strings.Builder, n int) {
		b.WriteString("  A:\n    fields:\n      f: {type: int, was: [g")
		each(b, n, ", g%d", 0)
		b.WriteString("]}\n")
	}},
	{"defaults", func(b *strings.Builder, n int) {
		b.WriteString("  A:\n    fields:\n")
		each(b, n, "      f%d: int = %d\n", 0, 0)
	}},
	{"a long default", func(b *strings.Builder, n int) {
		b.WriteString("  A:\n    fields:\n      f: {type: \"int[]\", default: [0")
		each(b, n, ", %d", 0)
		b.WriteString("]}\n")
	}},
	{"defaults within defaults", func(b *strings.Builder, n int) {
		b.WriteString("  A0: {fields: {x: int = 1}}\n")
		each(b, n, "  A%d: {fields: {a: {type: A%d, default: {}}}}\n", 1, 0)
	}},
	{"values of an enum", func(b *strings.Builder, n int) {
		b.WriteString("  A:\n    enum:\n")
		each(b, n, "      v%d: A value.\n", 0)
	}},
	{"older values of an enum", func(b *strings.Builder, n int) {
		b.WriteString("  A:\n    enum:\n")
		each(b, n, "      v%d: {was: [w%d]}\n", 0, 0)
	}},
	{"integers of an enum", func(b *strings.Builder, n int) {
		b.WriteString("  A:\n    enum:\n")
		each(b, n, "      v%d: {value: %d}\n", 0, 0)
	}},
	{"keys of a map", func(b *strings.Builder, n int) {
		b.WriteString("  A: {fields: {m: \"map<K, int>\"}}\n  K:\n    enum:\n")
		each(b, n, "      v%d: A value.\n", 0)
	}},
	{"variants with a tag", func(b *strings.Builder, n int) {
		b.WriteString("  U:\n    union: {tag: t}\n    variants:\n")
		each(b, n, "      v%d: {fields: {f%d: int}}\n", 0, 0)
	}},
	{"variants with content", func(b *strings.Builder, n int) {
		b.WriteString("  U:\n    union: {tag: t, content: c}\n    variants:\n")
		each(b, n, "      v%d: int\n", 0)
	}},
	{"variants by name", func(b *strings.Builder, n int) {
		b.WriteString("  U:\n    union: external\n    variants:\n")
		each(b, n, "      v%d: int\n", 0)
	}},
	{"variants by key", func(b *strings.Builder, n int) {
		b.WriteString("  U:\n    union: {match: key}\n    variants:\n")
		each(b, n, "      v%d: {fields: {f%d: int}}\n", 0, 0)
	}},
	{"unions in one union", func(b *strings.Builder, n int) {
		b.WriteString("  U:\n    union: {tag: t}\n    variants:\n")
		each(b, n, "      v%d: V%d\n", 0, 0)
		each(b, n, "  V%d:\n    union: {tag: s}\n    variants: {a: {name: A%d}, b: {name: B%d}}\n", 0, 0, 0)
	}},
	{"unions by kind", func(b *strings.Builder, n int) {
		b.WriteString("  S: {fields: {x: int}}\n")
		each(b, n, "  U%d: string | S | int[]\n", 0)
	}},
	{"unions that hold the one before", func(b *strings.Builder, n int) {
		b.WriteString("  U0: string | int[]\n")
		each(b, n, "  U%d: int | U%d[]\n", 1, 0)
	}},
	{"unions by order", func(b *strings.Builder, n int) {
		each(b, n, "  U%d: {type: int | float, match: ordered}\n", 0)
	}},
	{"structs in a chain", func(b *strings.Builder, n int) {
		each(b, n, "  S%d: {fields: {s: S%d}}\n", 0, 1)
		fmt.Fprintf(b, "  S%d: {fields: {x: int}}\n", n)
	}},
	{"structs in a ring", func(b *strings.Builder, n int) {
		each(b, n, "  S%d: {fields: {\"s?\": S%d}}\n", 0, 1)
		fmt.Fprintf(b, "  S%d: {fields: {\"s?\": S0}}\n", n)
	}},
	{"structs that hold two of the next", func(b *strings.Builder, n int) {
		each(b, n, "  S%d: {fields: {\"l?\": S%d, \"r?\": S%d}}\n", 0, 1, 1)
		fmt.Fprintf(b, "  S%d: {fields: {x: int}}\n", n)
	}},
	{"structs that hold all others", func(b *strings.Builder, n int) {
		each(b, n, "  S%d: {fields: {\"s?\": All}}\n", 0)
		b.WriteString("  All:\n    fields:\n")
		each(b, n, "      s%d: S%d\n", 0, 0)
	}},
	{"types declared in passing", func(b *strings.Builder, n int) {
		b.WriteString("  A:\n    fields:\n")
		each(b, n, "      f%d: {fields: {x: int}}\n", 0)
	}},
	{"tuples", func(b *strings.Builder, n int) {
		b.WriteString("  T0: \"[int, int]\"\n")
		each(b, n, "  T%d: \"[T%d, int]\"\n", 1, 0)
	}},
	{"items of a tuple", func(b *strings.Builder, n int) {
		b.WriteString("  T: [int")
		each(b, n, ", string")
		b.WriteString("]\n")
	}},
	{"patterns", func(b *strings.Builder, n int) {
		each(b, n, "  P%d: {type: string, pattern: \"^[a-z]{1,8}(?:-[0-9]+)*$\"}\n", 0)
	}},
	{"docs", func(b *strings.Builder, n int) {
		each(b, n, "  A%d: {doc: One more type., fields: {x: {type: int, doc: A number.}}}\n", 0)
	}},
	{"methods", func(b *strings.Builder, n int) {
		b.WriteString("  P: {fields: {x: int}}\nmethods:\n")
		each(b, n, "  m%d: {from: client, params: P, result: empty}\n", 0)
	}},
	{"methods with inline params", func(b *strings.Builder, n int) {
		b.WriteString("  P: {fields: {x: int}}\nmethods:\n")
		each(b, n, "  m%d: {from: client, params: {x: int}, result: {y: int}}\n", 0)
	}},
	{"methods with registrations", func(b *strings.Builder, n int) {
		b.WriteString("  P: {fields: {x: int}}\nmethods:\n")
		each(b, n, "  m%d: {from: client, params: P, result: empty, registration: {options: {x: int}}}\n", 0)
	}},
	{"methods with progress", func(b *strings.Builder, n int) {
		b.WriteString("  P: {fields: {token: int}}\nmethods:\n  progress: {from: agent, notify: {token: int, value: any}}\n")
		each(b, n, "  m%d: {from: client, params: P, result: empty, progress: {method: progress, token: params.token, value: value, payload: \"int[]\"}}\n", 0)
	}},
	{"bodies of variants", func(b *strings.Builder, n int) {
		b.WriteString("  S: {fields: {x: int, y: string}}\n  U:\n    union: {tag: t}\n    variants:\n")
		each(b, n, "      v%d: {body: S}\n", 0)
	}},
	{"extensions", func(b *strings.Builder, n int) {
		b.WriteString("  P: {fields: {x: int}}\nextensions: {methods: [\"m-0*\"")
		each(b, n, ", \"m-%d*\"", 10_000)
		b.WriteString("]}\nmethods:\n")
		each(b, n, "  m-%d: {from: client, params: P, result: empty}\n", 10_000)
	}},
	{"events", func(b *strings.Builder, n int) {
		b.WriteString("  P: {fields: {x: int}}\nenvelope: {name: Envelope, tag: t, content: c}\nevents:\n")
		each(b, n, "  E%d: {fields: {x: int}}\n", 0)
		b.WriteString("methods:\n  event: {from: agent, notify: Event}\n")
	}},
	{"errors", func(b *strings.Builder, n int) {
		b.WriteString("  P: {fields: {x: int}}\nerrors:\n")
		each(b, n, "  E%d: {code: %d}\n", 0, 1)
		b.WriteString("methods:\n  m: {from: client, result: empty, errors: [E0")
		each(b, n-1, ", E%d", 1)
		b.WriteString("]}\n")
	}},
	{undeclared, func(b *strings.Builder, n int) {
		b.WriteString("  A:\n    fields:\n")
		each(b, n, "      f%d: Strin%d\n", 0, 0)
	}},
	{"structs that need one of two of the next", func(b *strings.Builder, n int) {
		each(b, n, "  S%d: {fields: {\"l?\": S%d, \"r?\": S%d}, present: [{at_least_one: [l, r]}]}\n", 0, 1, 1)
		fmt.Fprintf(b, "  S%d: {fields: {x: int}}\n", n)
	}},
	{"unions by order in a chain", func(b *strings.Builder, n int) {
		each(b, n, "  U%d: {type: Long%d | Short%d, match: ordered}\n  Long%d: {fields: {n: U%d, a: int}}\n  Short%d: {fields: {n: U%d}}\n", 0, 0, 0, 0, 1, 0, 1)
		fmt.Fprintf(b, "  U%d: int\n", n)
	}},
	{"unions by name in a chain", func(b *strings.Builder, n int) {
		each(b, n, "  U%d: {union: external, variants: {a: U%d, b: int}}\n", 0, 1)
		fmt.Fprintf(b, "  U%d: int\n", n)
	}},
	{"literals", func(b *strings.Builder, n int) {
		b.WriteString("  A:\n    fields:\n")
		each(b, n, "      f%d: {const: v%d}\n", 0, 0)
	}},
	{"a long doc", func(b *strings.Builder, n int) {
		b.WriteString("  A:\n    fields: {x: int}\n    doc: |\n")
		each(b, n, "      Line %d of a doc that goes on, with `code` and a word or two.\n", 0)
	}},
	{"patches", func(b *strings.Builder, n int) {
		b.WriteString("  A:\n    fields:\n")
		each(b, n, "      f%d?: {type: int | null, patch: true}\n", 0)
	}},
	{"requests with answers", func(b *strings.Builder, n int) {
		b.WriteString("  P: {fields: {x: int}}\nenvelope: {name: Envelope, tag: t, content: c}\nrequests:\n")
		each(b, n, "  R%d: {fields: {x: int}, result: {y: int}}\n", 0)
		b.WriteString("methods:\n  request: {from: agent, params: Request, result: by_variant}\n")
	}},
	{"defaults and examples of objects", func(b *strings.Builder, n int) {
		b.WriteString("  A: {fields: {x: int}}\n")
		each(b, n, "  B%d: {fields: {a: {type: A, default: {x: 1}, examples: [{x: 2}]}}}\n", 0)
	}},
}

// each writes a line for every number from 0 to below n, with some numbers
// after it.
func each(b *strings.Builder, n int, line string, plus ...int) {
	for i := range n {
		args := make([]any, 0, len(plus))
		for _, p := range plus {
			args = append(args, i+p)
		}
		fmt.Fprintf(b, line, args...)
	}
}

func spec(f func(*strings.Builder, int), n int) string {
	var b strings.Builder
	b.WriteString("wiregen: 1\nprotocol: {name: demo, version: \"1\"}\ntypes:\n")
	f(&b, n)
	return b.String()
}

func cpu() time.Duration {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// growth is how many times as long a phase may take for ten times as much.
const growth = 25

// TestLinear compiles every family at some size and at ten times that, and
// compares the CPU time of each phase. It held: a chain of 1,000 aliases took
// 19 seconds, and vectors of 1,000 fields with older names more than 30.
func TestLinear(t *testing.T) {
	tier.AtNight(t, "TestLarge of internal/frontend/check")
	for _, f := range families {
		measure(t, f.name+": check", 100, func(n int) func() {
			text := []byte(spec(f.write, n))
			return func() { Check(source.NewFile("spec.yaml", text), fstest.MapFS{}) }
		})
		for _, b := range Targets() {
			measure(t, f.name+": "+b.Target().Name, 20, func(n int) func() {
				p, r := checked(t, f.name, f.write, n)
				return func() {
					if p == nil {
						return
					}
					if _, err := Targets().Generate(p, []Output{{Backend: b, Dir: "out"}}, r); err != nil || !r.OK() {
						t.Errorf("%s: %v %v", f.name, err, r.All())
					}
				}
			})
		}
		if withVectors[f.name] {
			measure(t, f.name+": vectors", 100, func(n int) func() {
				p, _ := checked(t, f.name, f.write, n)
				return func() { vectors.Make(p) }
			})
		}
	}
}

// withVectors are the families whose messages are made, too.
var withVectors = map[string]bool{
	"aliases in a chain": true, "mixins side by side": true, "fields": true, "optional fields": true, "fields with older names": true, "structs in a ring": true,
	"values of an enum": true, "variants with a tag": true, "methods": true,
}

func checked(t *testing.T, name string, write func(*strings.Builder, int), n int) (*model.Protocol, *diag.Report) {
	p, r := Check(source.NewFile("spec.yaml", []byte(spec(write, n))), fstest.MapFS{})
	if p == nil && name != undeclared {
		t.Fatalf("%s: %s", name, r.All()[0].Message)
	}
	return p, r
}

// measure compares the time of what make returns for n and for 10 n. A time is
// the least of some, since others work on this machine, too.
func measure(t *testing.T, what string, n int, make func(n int) func()) {
	t.Helper()
	small, large := make(n), make(10*n)
	least := func(do func(), old time.Duration) time.Duration {
		start := cpu()
		do()
		if took := cpu() - start; old == 0 || took < old {
			return took
		}
		return old
	}
	var one, ten time.Duration
	for range 15 { // of a busy machine the speed changes
		// A short time is one of the clock, and of what runs once.
		one, ten = least(small, one), least(large, ten)
		if ten < growth*max(one, time.Millisecond) {
			t.Logf("%s: %v for %d, %v for %d", what, one, n, ten, 10*n)
			return
		}
	}
	t.Errorf("%s: %v for %d, %v for %d", what, one, n, ten, 10*n)
}
