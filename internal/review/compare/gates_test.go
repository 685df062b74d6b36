package compare_test

import (
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/review/compare"
	"github.com/wiregen/wiregen/internal/source"
)

// gatedSpec has every kind of element. SENDER is the role that writes them all, but for the handshake.
const gatedSpec = `
wiregen: 1
protocol: {name: demo, version: "VERSION", versions: ["VERSIONS"]}
roles: [client, agent]
dialect: {members: {"trace?": {type: string}}}
types:
  Can: {fields: {one: bool = false, two: bool = false}}
  All:
    fields:
      "field?": {type: string}
      "value?": {type: Value}
      "tagged?": {type: Tagged}
      "content?": {type: Content}
      "named?": {type: Named}
      "kind?": {type: Kind}
      "key?": {type: Key}
      "ordered?": {type: Ordered}
      "pair?": {type: Pair}
      "text?": {type: Text}
      "list?": {type: "Texts"}
      "inner?": {type: Inner}
  Value: {enum: {red: {doc: It is red.}, green: {doc: It is green.}}}
  Tagged: {union: {tag: type}, variants: {a: {name: TaggedA, fields: {"x?": {type: string}}}, b: {name: TaggedB, fields: {"x?": {type: int}}}}}
  Content: {union: {tag: type, content: body}, variants: {a: {name: ContentA, fields: {x: {type: string}}}, b: string}}
  Named: {union: external, variants: {a: {name: NamedA, fields: {x: {type: string}}}, b: string}}
  Kind: {union: {match: kind}, variants: {a: string, b: {name: KindB, fields: {x: {type: string}}}}}
  Key: {union: {match: key}, variants: {a: {name: KeyA, fields: {a: {type: string}}}, b: {name: KeyB, fields: {b: string}}}}
  Ordered: {union: {match: ordered}, variants: {a: {name: OrderedA, fields: {a: {type: string}}}, b: string}}
  Pair: {type: "[string, int]"}
  Text: {type: string}
  Texts: {type: "Text[]"}
  Inner: {fields: {"x?": {type: string}}}
envelope: {name: Env, tag: type, content: payload}
events:
  Event1: {fields: {x: {type: int}}}
requests:
  Request1: {result: {"answer?": {type: string}}, fields: {x: {type: int}}}
errors:
  BUSY: {code: -32000, data: {"until?": {type: string}}}
methods:
  hello: {from: client, params: {can: {type: Can, default: {}}, will: {type: Can, default: {}}}, result: empty}
  tell: {from: SENDER, notify: All}
  ask: {from: SENDER, params: {"what?": {type: string}}, result: empty, errors: [BUSY]}
  answer: {from: OTHER, params: empty, result: {"why?": {type: string}}, errors: [BUSY]}
  event: {from: SENDER, notify: Event}
  request: {from: SENDER, params: Request, result: by_variant}
capabilities:
  client: {type: Can, at: params.can}
  agent: {type: Can, at: params.will}
negotiation: {method: hello}
`

// A gatedPlace is a place of gatedSpec that may have a gate.
type gatedPlace struct {
	path string
	with func(gate, version string) *model.Protocol
}

// gatedPlaces are all places of a spec that check accepts a gate in.
func gatedPlaces(t *testing.T, text string) []gatedPlace {
	t.Helper()
	compiled := func(text string) *model.Protocol {
		p, r := compile.Check(source.NewFile("spec.yaml", []byte(text)), nil)
		if !r.OK() {
			return nil
		}
		return p
	}
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatal(err)
	}
	if _, r := compile.Check(source.NewFile("spec.yaml", []byte(strings.NewReplacer("VERSIONS", "1", "VERSION", "1").Replace(text))), nil); !r.OK() {
		t.Fatal(r.All()[0].Message)
	}
	var out []gatedPlace
	var visit func(n *yaml.Node, path string)
	visit = func(n *yaml.Node, path string) {
		if n.Kind == yaml.MappingNode && path != "" {
			with := func(gate, version string) *model.Protocol {
				own := n.Content
				if gate != "" {
					n.Content = append([]*yaml.Node{{Kind: yaml.ScalarNode, Value: "gate"}, {Kind: yaml.ScalarNode, Value: gate}}, own...)
				}
				edited, err := yaml.Marshal(&doc)
				n.Content = own
				if err != nil {
					t.Fatal(err)
				}
				return compiled(strings.NewReplacer("VERSIONS", version, "VERSION", version).Replace(string(edited)))
			}
			if p := with("client.one", "1"); p != nil && len(p.Gates) > 0 {
				out = append(out, gatedPlace{path, with})
			}
		}
		for i := 0; n.Kind == yaml.MappingNode && i < len(n.Content); i += 2 {
			visit(n.Content[i+1], path+"."+n.Content[i].Value)
		}
	}
	visit(doc.Content[0], "")
	return out
}

// TestGates adds, removes and changes a gate of every element of a spec that may have one, sent by either side. It was found
// only for methods, events and requests.
func TestGates(t *testing.T) {
	seen := map[string]bool{}
	for _, sender := range []string{"client", "agent"} {
		other := map[string]string{"client": "agent", "agent": "client"}[sender]
		for _, place := range gatedPlaces(t, strings.NewReplacer("SENDER", sender, "OTHER", other).Replace(gatedSpec)) {
			seen[place.path] = true
			for _, edit := range []struct {
				was, is, rule string
				level         compare.Level
			}{
				{"", "client.one", "gate-added", compare.Loss},
				{"client.one", "", "gate-removed", compare.Danger},
				{"client.one", "client.two", "gate-changed", compare.Danger},
			} {
				r := compare.Compare(place.with(edit.was, "1"), place.with(edit.is, "2"))
				by := sender
				switch {
				case strings.HasPrefix(place.path, ".errors"), strings.Contains(place.path, ".result"):
					by = other
				}
				if strings.HasPrefix(place.path, ".methods.answer") { // the other side sends it
					by = map[string]string{sender: other, other: sender}[by]
				}
				levels := map[compare.Audience]compare.Level{}
				switch { // who gets it
				case strings.HasPrefix(place.path, ".envelope"), strings.HasPrefix(place.path, ".capabilities"): // no message has it
				case sentByBoth(place.path):
					levels[compare.OldClient], levels[compare.NewClient] = edit.level, edit.level
				case by == "client" || sentByClient(place.path):
					levels[compare.NewClient] = edit.level
				default:
					levels[compare.OldClient] = edit.level
				}
				checkGate(t, sender+place.path, r, edit.rule, levels)
			}
		}
	}
	for _, kind := range gateKinds {
		if !seen[kind] {
			t.Errorf("no gate is tried in %s", kind)
		}
	}
	t.Logf("%d places", len(seen))
}

// gateKinds are the places of gatedSpec of each kind of element.
var gateKinds = []string{
	".dialect.members.trace?", ".types.All", ".types.All.fields.field?", ".types.Value", ".types.Value.enum.red", ".types.Tagged", ".types.Tagged.variants.a",
	".types.Tagged.variants.a.fields.x?", ".types.Content.variants.a", ".types.Named.variants.a",
	".types.Kind.variants.b", ".types.Key.variants.a", ".types.Ordered.variants.a", ".types.Pair",
	".types.Text", ".types.Texts", ".types.Inner", ".events.Event1", ".events.Event1.fields.x", ".requests.Request1", ".requests.Request1.fields.x",
	".requests.Request1.result.answer?", ".errors.BUSY", ".errors.BUSY.data.until?", ".methods.tell", ".methods.ask", ".methods.ask.params.what?",
	".methods.answer", ".methods.answer.result.why?",
}

// sentByClient are the places of the handshake, which the client sends.
func sentByClient(path string) bool {
	return strings.HasPrefix(path, ".types.Can") || strings.HasPrefix(path, ".methods.hello")
}

// sentByBoth are the places of what either side sends.
func sentByBoth(path string) bool {
	return strings.HasPrefix(path, ".dialect") || strings.HasPrefix(path, ".errors")
}

func checkGate(t *testing.T, place string, r *compare.Report, rule string, levels map[compare.Audience]compare.Level) {
	t.Helper()
	found := 0
	for _, f := range r.Findings {
		if f.Rule.ID != rule {
			continue
		}
		found++
		for _, a := range []compare.Audience{compare.OldClient, compare.NewClient} {
			if f.Verdicts[a].Level != levels[a] {
				t.Errorf("%s: %s of %s is %s for %s, want %s", place, rule, f.Element, f.Verdicts[a].Level, a, levels[a])
			}
		}
	}
	if found != 1 {
		t.Errorf("%s: %d findings of %s:%s", place, found, rule, lines(r))
	}
}

// TestGatedElements has elements of the new version that are sent only to peers which agreed to a gate that the old version
// does not have: a gate on an alternative, on a type, or on a field that was there was ignored.
func TestGatedElements(t *testing.T) {
	const spec = `types:
  Can: {fields: {other: bool = false}}
  Plain: {fields: {kind: string}}
  Text: {union: {match: kind}, variants: {plain: string, count: int}}
  Order: {union: {match: ordered}, variants: {plain: {name: OrderA, fields: {a: string}}, count: int}}
  Note: {fields: {message: Text, "order?": Order, "title?": string, "word?": Word, "body?": string}}
  Word: {enum: [a, b]}
methods:
  hello: {from: client, params: {can: Can}, result: empty}
  tell: {from: agent, notify: Note}
capabilities: {client: {type: Can, at: params.can}}
negotiation: {method: hello}
`
	for _, c := range []struct{ name, was, is, finding string }{
		{"what a method has", `"title?": string, "word?": Word, "body?": string}}|tell: {`, `"title?": int, "word?": Word, "body?": string}}|tell: {GATE`, "type-changed of Note.title"},
		{"an alternative", "count: int}}\n  Order", "count: int, m: {GATE name: M, fields: {x: string}}}}\n  Order", "alternative-added of Text"},
		{"an enum value", "[a, b]", "{a: {}, b: {}, c: {GATE doc: x}}", "enum-value-added of Word.c"},
		{"a field that is another type", `"title?": string`, `"title?": {GATE type: int}`, "type-changed of Note.title"},
		{"a field that may be null", `"title?": string`, `"title?": {GATE type: string | null, patch: true}`, "nullable of Note.title"},
		{"a type that is an alternative", `"body?": string`, `"body?": string | Rich`, "type-changed of Note.body"},
		{"a variant by order", "count: int}}\n  Note", "count: int, m: {GATE name: M, fields: {x: string}}}}\n  Note", "union-order of Order"},
	} {
		for _, gated := range []bool{true, false} {
			gate := ""
			if gated {
				gate = "gate: client.rich,"
			}
			edits := []string{"other: bool = false", "other: bool = false, rich: bool = false", "  Plain:", "  Rich: {" + gate + " fields: {x: string}}\n  Plain:"}
			was, is := strings.Split(c.was, "|tell"), strings.Split(strings.ReplaceAll(c.is, "GATE", gate), "|tell")
			edits = append(edits, was[0], is[0])
			if len(was) > 1 {
				edits = append(edits, "tell"+was[1], "tell"+is[1])
			}
			today := strings.NewReplacer(edits...).Replace(spec)
			r := compare.Compare(protocol(t, spec), protocol(t, today))
			found := false
			for _, f := range r.Findings {
				if f.Rule.ID+" of "+f.Element == c.finding {
					v := f.Verdicts[compare.OldClient]
					if found = true; (v.Level == compare.OK && v.Gate == "client.rich") != gated {
						t.Errorf("%s, gated %t: %s, gate %q", c.name, gated, v.Level, v.Gate)
					}
				}
			}
			if !found {
				t.Errorf("%s: no %s in%s", c.name, c.finding, lines(r))
			}
		}
	}
}

// TestVerdictNarrowedSender has a notification that one side no longer sends, which is ignored like any other that nobody
// declares: it was a break, because the peer does not answer it.
func TestVerdictNarrowedSender(t *testing.T) {
	const spec = "methods: {note: {from: both, notify: {n: int}}, ask: {from: both, result: empty}}"
	testVerdicts(t, []verdictCase{
		{"a notification", spec, "note: {from: both", "note: {from: client", "method-direction of note", "ok loss ok", "unknown notification"},
		{"a request", spec, "ask: {from: both", "ask: {from: client", "method-direction of ask", "ok break ok", "does not answer"},
	})
}

// TestVerdictNewRequests has requests that a version adds. Whoever connects chooses whom to ask; the agent waits for
// clients that do not know its request, which was a loss.
func TestVerdictNewRequests(t *testing.T) {
	const spec = `types: {Can: {fields: {a: bool = false}}}
methods: {hello: {from: client, params: {can: Can}, result: empty}}
capabilities: {client: {type: Can, at: params.can}}`
	testVerdicts(t, []verdictCase{
		{"of the client", spec, "methods: {", "methods: {ask: {from: client, result: empty}, ", "method-added of ask", "ok loss ok", "METHOD_NOT_FOUND"},
		{"of the agent", spec, "methods: {", "methods: {ask: {from: agent, result: empty}, ", "method-added of ask", "break ok ok", "the agent waits for an answer that clients"},
		{"of both", spec, "methods: {", "methods: {ask: {from: both, result: empty}, ", "method-added of ask", "break loss ok", "waits"},
		{"of the agent, with a gate that old clients may open", spec, "methods: {", "methods: {ask: {from: agent, gate: client.a, result: empty}, ", "method-added of ask", "break ok ok", ""},
		{"of the agent, with a new gate", spec, "a: bool = false}}}\nmethods: {", "a: bool = false, b: bool = false}}}\nmethods: {ask: {from: agent, gate: client.b, result: empty}, ", "method-added of ask", "ok ok ok", ""},
		{"a notification of the agent", spec, "methods: {", "methods: {ask: {from: agent, notify: {x: int}}, ", "method-added of ask", "loss ok ok", ""},
	})
	// The roles have the names that the spec gives them: a server was called an agent.
	named := "roles: [browser, server]\n" + strings.ReplaceAll(spec, "client", "browser")
	testVerdicts(t, []verdictCase{
		{"of the server", named, "methods: {", "methods: {ask: {from: server, result: empty}, ", "method-added of ask", "break ok ok", "the server waits for an answer that browsers"},
	})
}

// TestVerdictFilledDefaults has defaults that mean the same once their members are filled in: a member that both leave to its
// own default was a danger.
func TestVerdictFilledDefaults(t *testing.T) {
	const spec = "types: {Can: {fields: {fs: bool = false}}}\nmethods: {hello: {from: client, params: {can: {type: Can, default: {fs: false}}}, result: empty}}"
	for is, want := range map[string]bool{
		"fs: bool = false, t: bool = false}}}|{fs: false, t: false}": false,
		"fs: bool = false}}}|{}":                                     false,
		"fs: bool = false, t: bool = false}}}|{fs: false, t: true}":  true,
		"fs: bool = false}}}|{fs: true}":                             true,
		"fs: bool = true}}}|{}":                                      true,
	} {
		fields, value, _ := strings.Cut(is, "|")
		today := strings.NewReplacer("fs: bool = false}}}", fields, "default: {fs: false}", "default: "+value).Replace(spec)
		r := compare.Compare(protocol(t, spec), protocol(t, today))
		if got := strings.Contains(lines(r), "field-default of HelloParams.can"); got != want {
			t.Errorf("%s: another default: %t, want %t:%s", is, got, want, lines(r))
		}
	}
}
