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
