package mock_test

import (
	"slices"
	"strings"
	"testing"
)

// unableHead begins specs in which hello cannot be answered with its result.
const unableHead = `wiregen: 1
protocol: {name: demo, version: "1"}
envelope: {name: Env, tag: type, content: payload}
events:
  Ready: {doc: R., fields: {x: int}}
  Other: {doc: O., fields: {x: int}}
methods:
  hello: {from: client, params: {version: string}, result: {version: string}}
  bye: {from: client, params: {version: string}, result: {version: string}}
  told: {from: agent, notify: {x: int}}
`

// TestUnable asks for results that the rules refuse: the error is that of a handler that
// failed, and the reason is told. It was -32700, "The message is not JSON.", without a word.
func TestUnable(t *testing.T) {
	for _, c := range []struct{ name, rest, want, why string }{
		{"an event that nothing carries", "negotiation: {method: hello, offer: params.version, chosen: result.version}\nsession:\n  Ready: {ordered_before: hello}\n", "1:-32603", `hello: the result of "hello" comes before "Ready"`},
		{"without a handshake", "session:\n  Ready: {ordered_before: hello}\n", "1:-32603", `hello: the result of "hello" comes before "Ready"`},
		{"a notification that must come after another request", "session:\n  told: {ordered_before: hello, after: bye}\n", "1:-32603", `hello: the result of "hello" comes before "told"`},
		{"two, of which one can be sent", "session:\n  told: {ordered_before: hello}\n  Ready: {ordered_before: hello}\n", "1:-32603", `hello: the result of "hello" comes before "Ready"`},
		{"one that can be sent", "session:\n  told: {ordered_before: hello}\n", "1:0", ""},
		{"with an error of the same code", "errors: {FAILED: {code: -32603, doc: It failed.}}\nsession:\n  Ready: {ordered_before: hello}\n", "1:-32603", `hello: the result of "hello" comes before "Ready"`},
	} {
		p := parse(t, "unable.yaml", unableHead+c.rest)
		for _, batch := range []bool{false, true} {
			text, want := `{"jsonrpc":"2.0","id":1,"method":"hello","params":{"version":"1"}}`, c.want
			if batch {
				if p.Dialect.Batch == nil {
					continue
				}
				text, want = "["+text+"]", "["+want+"]"
			}
			sent, unable := talked(t, p, text)
			var got []string
			for _, x := range sent {
				if a := answersIn(t, x); a != "" {
					got = append(got, a)
				}
			}
			if !slices.Equal(got, []string{want}) || strings.Join(unable, "\n") != c.why {
				t.Errorf("%s: %q, want %q; %q", c.name, got, want, unable)
			}
		}
	}
}
