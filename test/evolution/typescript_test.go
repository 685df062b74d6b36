package evolution

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/test/tier"
	"github.com/wiregen/wiregen/test/tsusers"
)

var tsEdits = flag.Int("evolution.ts", tier.Count(20, 200), "how many random edits are held against the TypeScript compiler")

// TestTypeScriptUsers holds what changes do to users of the TypeScript declarations against
// the TypeScript compiler: the examples of the rules, random edits, and
// other names of all types.
func TestTypeScriptUsers(t *testing.T) {
	var pairs []tsusers.Pair
	for _, c := range examples(t) {
		pairs = append(pairs, tsusers.Pair{Name: c.name, Old: c.old.proto, Today: c.today.proto})
	}
	for _, c := range changes(t, *tsEdits, *editSeed, *editName, *editBase) {
		pairs = append(pairs, tsusers.Pair{Name: fmt.Sprintf("seed %d, %s", c.seed, c.name), Old: c.old.proto, Today: c.today.proto})
	}
	// Once not predicted: arms of a union that are those of a new one now, undeclared members of an arm, an arm without members.
	for _, c := range slices.Concat(changes(t, 1, 61234110, "", ""), changes(t, 1, 61234129, "", ""), changes(t, 1, 71234151, "", ""), changes(t, 1, 271100004, "", "")) {
		pairs = append(pairs, tsusers.Pair{Name: fmt.Sprintf("seed %d, %s", c.seed, c.name), Old: c.old.proto, Today: c.today.proto})
	}
	for _, s := range bases(t) {
		if today := s.withTypesRenamed(); today != nil {
			pairs = append(pairs, tsusers.Pair{Name: s.name + " with other names", Old: s.proto, Today: today.proto, Renamed: true})
		}
	}
	tsusers.Agree(t, pairs)
}

// TestTypeScriptHelpers holds what changes do to functions, and to what connections send and handle,
// against the TypeScript compiler. Once, only types and constants were compared.
func TestTypeScriptHelpers(t *testing.T) {
	var pairs []tsusers.Pair
	add := func(name, old, today string) {
		a, b := checked(name, old, nil), checked(name, today, nil)
		if a == nil || b == nil {
			t.Fatal(name, "is refused")
		}
		pairs = append(pairs, tsusers.Pair{Name: name, Old: a.proto, Today: b.proto}, tsusers.Pair{Name: name + ", back", Old: b.proto, Today: a.proto})
	}
	for name, edit := range map[string]*strings.Replacer{
		"data of an error":                      strings.NewReplacer(`{code: -32000}`, `{code: -32000, data: {seconds: int}}`),
		"no framing":                            strings.NewReplacer("dialect: {}", "dialect: {framing: {kind: none}}"),
		"a method like an event":                strings.NewReplacer("  stop:", "  Log: {from: client, params: {a: int}, result: empty}\n  stop:"),
		"a notification like an event":          strings.NewReplacer("  stop:", "  Log: {from: agent, notify: {a: int}}\n  stop:"),
		"a method of the other side":            strings.NewReplacer("stop: {from: client", "stop: {from: agent"),
		"a union with another tag":              strings.NewReplacer("types:\n", "types:\n  Other: {union: {tag: kind}, variants: {a: {fields: {}}}}\n"),
		"a union with a name as its tag":        strings.NewReplacer("types:\n", "types:\n  Other: {union: external, variants: {a: {fields: {}}}}\n"),
		"a further member of messages":          strings.NewReplacer("dialect: {}", "dialect: {members: {token: string}}"),
		"a handshake":                           strings.NewReplacer("  hello: {from: client, params: {version: string}", "  hello: {from: client, params: {version: string}", "# negotiation", "negotiation: {method: hello, offer: params.version, chosen: result.version}"),
		"a method that has no params any more":  strings.NewReplacer("run: {from: client, params: {step: Step}", "run: {from: client"),
		"a method that is a notification":       strings.NewReplacer("stop: {from: client, result: empty}", "stop: {from: client, notify: empty}"),
		"the method that carries requests gone": strings.NewReplacer("  request: {from: agent, params: Request, result: by_variant}\n", "", "requests:\n  Ask: {fields: {text: string}, result: {ok: bool}}\n", ""),
	} {
		add(name, helperSpec, edit.Replace(helperSpec))
	}
	for _, c := range changes(t, *tsEdits, *editSeed, *editName, *editBase) {
		pairs = append(pairs, tsusers.Pair{Name: fmt.Sprintf("seed %d, %s", c.seed, c.name), Old: c.old.proto, Today: c.today.proto})
	}
	tsusers.AgreeHelpers(t, pairs)
}

const helperSpec = `wiregen: 1
protocol: {name: helpers, version: "1"}
dialect: {}
# negotiation
types:
  Step: {fields: {x: int}}
  Part: {union: {tag: type}, variants: {a: {fields: {x: int}}}}
errors:
  BUSY: {code: -32000}
envelope: {name: Envelope, tag: type, content: payload}
events:
  Log: {fields: {text: string}}
requests:
  Ask: {fields: {text: string}, result: {ok: bool}}
methods:
  hello: {from: client, params: {version: string}, result: {version: string}}
  run: {from: client, params: {step: Step}, result: {step: Step}, errors: [BUSY]}
  stop: {from: client, result: empty}
  event: {from: agent, notify: Event}
  request: {from: agent, params: Request, result: by_variant}
`
