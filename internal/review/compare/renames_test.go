package compare_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/review/compare"
	"github.com/wiregen/wiregen/test/mend"
)

// TestRenames has elements with another name that the new spec does not declare. Each was removed and added, without a
// repair; a removed value had one that let its readers take it for another value. The repair of each is made, and what
// the old version writes must then be read as before.
func TestRenames(t *testing.T) {
	const methods = "methods:\n"
	const step = `methods: {put: {from: client, notify: {step: Step}}}
types:
  Step:
    union: {tag: kind}
    variants:
`
	const system = `methods: {put: {from: client, notify: {os: Os}}}
types:
`
	for _, c := range []struct {
		name, old, today string
		want             []string // rule element
		repaired         bool
	}{
		{"request", methods + "  build.cancel: {from: client, params: {id: string}, result: {done: bool}}\n", methods + "  build.halt: {from: client, params: {id: string}, result: {done: bool}}\n", []string{"method-renamed build.halt"}, true},
		{"event", methods + "  log: {from: agent, notify: {line: string}}\n", methods + "  output: {from: agent, notify: {line: string}}\n", []string{"method-renamed output"}, true},
		{"request of another shape", methods + "  cancel: {from: client, params: {id: string}, result: empty}\n", methods + "  halt: {from: client, params: {id: int}, result: empty}\n", []string{"method-added halt", "method-removed cancel"}, false},
		{"request of another side", methods + "  log: {from: agent, notify: {line: string}}\n", methods + "  output: {from: client, notify: {line: string}}\n", []string{"method-added output", "method-removed log"}, false},
		{"nothing in them", methods + "  ping: {from: client, result: empty}\n", methods + "  stop: {from: client, result: empty}\n", []string{"method-added stop", "method-removed ping"}, false},
		{"nothing in them, and close names", methods + "  doPing: {from: client, result: empty}\n", methods + "  ping: {from: client, result: empty}\n", []string{"method-renamed ping"}, true},
		{"two candidates", methods + "  log: {from: agent, notify: {line: string}}\n", methods + "  output: {from: agent, notify: {line: string}}\n  trace: {from: agent, notify: {line: string}}\n", []string{"method-added output", "method-added trace", "method-removed log"}, false},
		{"two candidates, one with a close name", methods + "  log: {from: agent, notify: {line: string}}\n", methods + "  log.line: {from: agent, notify: {line: string}}\n  trace: {from: agent, notify: {line: string}}\n", []string{"method-added trace", "method-renamed log.line"}, true},
		{"two candidates with close names", methods + "  log: {from: agent, notify: {line: string}}\n", methods + "  log.line: {from: agent, notify: {line: string}}\n  log.text: {from: agent, notify: {line: string}}\n", []string{"method-added log.line", "method-added log.text", "method-removed log"}, false},
		{"reserved", methods + "  log: {from: agent, notify: {line: string}}\n", "reserved: [log]\n" + methods + "  output: {from: agent, notify: {line: string}}\n", []string{"method-renamed output"}, false},
		{"variant", step + "      run: {fields: {cmd: string}}\n      stop: {fields: {id: int}}\n", step + "      exec: {fields: {cmd: string}}\n      stop: {fields: {id: int}}\n", []string{"variant-renamed Step.exec"}, true},
		{"variant of another shape", step + "      run: {fields: {cmd: string}}\n      stop: {fields: {id: int}}\n", step + "      exec: {fields: {line: string}}\n      stop: {fields: {id: int}}\n", []string{"variant-added Step.exec", "variant-removed Step.run"}, false},
		{"value in another spelling", system + "  Os: {enum: [linux, cancelled]}\n", system + "  Os: {enum: [linux, canceled]}\n", []string{"enum-value-renamed Os.canceled"}, true},
		{"another value", system + "  Os: {enum: [linux, freebsd]}\n", system + "  Os: {enum: [linux, windows]}\n", []string{"enum-value-added Os.windows", "enum-value-removed Os.freebsd"}, false},
		{"another number", system + "  Os: {enum: [v1, v11]}\n", system + "  Os: {enum: [v1, v1.1]}\n", []string{"enum-value-added Os.v1.1", "enum-value-removed Os.v11"}, false},
	} {
		r := compare.Compare(protocol(t, c.old), protocol(t, c.today))
		var got []string
		for _, f := range r.Findings {
			if strings.HasPrefix(f.Rule.ID, "method-") || strings.HasPrefix(f.Rule.ID, "variant-") || strings.HasPrefix(f.Rule.ID, "enum-value-") {
				got = append(got, f.Rule.ID+" "+f.Element)
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q\nwant %q\n%s", c.name, got, c.want, lines(r))
			continue
		}
		made := 0
		for _, x := range mend.All(r) {
			if x.Fault != "" {
				t.Errorf("%s: the repair %s: %s\n%s", c.name, x.Of.Repair.Text, x.Fault, x.Text)
			}
			if !strings.HasPrefix(x.Of.Repair.Text, "was:") {
				continue
			}
			made++
			repaired := protocol(t, strings.TrimPrefix(x.Text, "wiregen: 1\n"))
			if fault := oldIsRefused(compare.Compare(r.Old, repaired)); fault != "" {
				t.Errorf("%s: with the repair: %s\n%s", c.name, fault, x.Text)
			}
		}
		if (made == 1) != c.repaired || made > 1 {
			t.Errorf("%s: %d repairs with was, want one: %t\n%s", c.name, made, c.repaired, lines(r))
		}
	}
}

// oldIsRefused says what the old version writes and the new one does not read as it was meant; or "".
func oldIsRefused(r *compare.Report) string {
	for _, f := range r.Findings {
		for a, v := range f.Verdicts {
			if v.Witness != nil && v.Witness.OldWrote && v.Level > compare.OK {
				return fmt.Sprintf("%s %s is %s for %s: %s", f.Rule.ID, f.Element, v.Level, compare.Audience(a), v.Why)
			}
		}
	}
	return ""
}
