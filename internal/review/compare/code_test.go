package compare_test

import (
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/review/compare"
)

// TestCodeOfMethods has edits of methods beside others: what they do to code is said with
// them, and not with another edit or by itself.
func TestCodeOfMethods(t *testing.T) {
	const spec = `methods:
  one: {from: client, params: {x: string, "t?": string, "u?": string}, result: {r: int}, progress: {method: five, token: params.t}}
  two: {from: client, params: {x: string}, result: empty}
  three: {from: client, result: empty}
  four: {from: agent, notify: {t: string}}
  five: {from: agent, notify: {t: string}}
`
	both := func(list ...string) string {
		return strings.NewReplacer(append(list, "two: {from: client, params: {x: string}", "two: {from: client, params: {x: string, y: int}")...).Replace(spec)
	}
	for _, c := range []struct {
		name, today, finding, told string
	}{
		{"a request", both("one: {", "uno: {was: [one], "), "method-renamed of uno", "Client.One"},
		{"a request without params", both("three: {", "tres: {was: [three], "), "method-renamed of tres", "Client.Three"},
		{"a notification", both("four: {", "quattro: {was: [four], "), "method-renamed of quattro", "Agent.Four"},
		{"the token of progress", both("token: params.t", "token: params.u, as: t"), "progress-changed of one progress", "METHODS.one"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := compared(t, protocol(t, spec), protocol(t, c.today))
			said := ""
			for _, f := range r.Findings {
				if f.Rule.ID == "code-changed" {
					t.Errorf("by itself: %s %v", f.Element, f.Code)
				}
				for _, v := range f.Code {
					if f.Rule.ID+" of "+f.Element == c.finding {
						said += v.Why
					} else if f.CodeLevel() > compare.OK && strings.Contains(v.Why, c.told+":") {
						t.Errorf("with %s of %s: %s", f.Rule.ID, f.Element, v.Why)
					}
				}
			}
			if said == "" {
				t.Errorf("nothing of code in %s:%s", c.finding, lines(r))
			}
		})
	}
}

// TestCalledMembersAreFirst: the words about code began with a constant that nobody writes.
func TestCalledMembersAreFirst(t *testing.T) {
	text := func(methods string) string {
		return "protocol: {name: demo, version: \"1\"}\nmethods:\n  keep: {from: client, result: string}\n" + methods
	}
	r := compare.Compare(protocol(t, text("  stop: {from: client, result: string}\n")), protocol(t, text("")))
	var changes []compare.CodeChange
	for _, name := range []string{"MethodStop", "StopMessage", "UnimplementedAgentHandler.Stop", "StopResult", "Client.Stop"} {
		changes = append(changes, compare.CodeChange{Elements: []string{"stop"}, Name: name, Level: compare.Break, Why: "it is gone"})
	}
	r.AddCode(compare.Target{Name: "go", Title: "Go"}, changes)
	for _, f := range r.Findings {
		if f.Element != "stop" {
			continue
		}
		if why, want := f.CodeFor(0).Why, "Client.Stop: it is gone; StopResult: it is gone; MethodStop: it is gone; and 2 more"; why != want {
			t.Errorf("%q, want %q", why, want)
		}
	}
}

// TestCodeOfParts has several edits near each other: what is said of code goes with the one that
// it is about. Once, a member whose own edit is none was told of with an edit of another member, a
// signature with an edit of a type that it names, and a method with a longer one that ends alike.
func TestCodeOfParts(t *testing.T) {
	const old = `types:
  Meta: {fields: {a: string}}
  Tool: {fields: {"meta?": Meta, "run?": string, "same?": object}}
  Params: {fields: {x: string}}
methods:
  run: {from: client, params: Params, result: empty}
  test_run: {from: client, params: Params, result: empty}
  note: {from: both, notify: Params}
`
	for _, c := range []struct {
		name          string
		edits         []string // texts, each with what takes its place
		finding, told string
	}{
		{"a member beside another", []string{`"run?": string, "same?": object`, `"same?": 'map<any>'`, "x: string", "x: int"}, "code-changed of Tool.same", "Tool.Same"},
		{"a direction beside a type", []string{"x: string", "x: int", "note: {from: both,", "note: {from: client,"}, "method-direction of note", "ClientHandler.Note"},
		{"a method like the end of another", []string{"  run: {from: client", "  run: {from: agent", "test_run: {from:", "test: {was: [test_run], from:"}, "method-direction of run", "Client.Run"},
	} {
		t.Run(c.name, func(t *testing.T) {
			today := strings.NewReplacer(c.edits...).Replace(old)
			r := compared(t, protocol(t, old), protocol(t, today))
			found := false
			for _, f := range r.Findings {
				for _, v := range f.Code {
					if strings.Contains(v.Why, c.told+":") {
						found = true
						if got := f.Rule.ID + " of " + f.Element; got != c.finding {
							t.Errorf("with %s: %s", got, v.Why)
						}
					}
				}
			}
			if !found {
				t.Errorf("nothing of %s:%s", c.told, lines(r))
			}
		})
	}
}
