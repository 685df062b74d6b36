package codec

import (
	"testing"

	"github.com/wiregen/wiregen/wirert/session"
)

// TestObserveText gives a session a message of each side, as sent by each: FromClient was taken
// for the second side, and FromAgent for either.
func TestObserveText(t *testing.T) {
	calls := []Call{
		{Method: "ask", From: FromClient, Params: NoParams},
		{Method: "tell", From: FromAgent, Params: NoParams, Notify: true},
		{Method: "both", From: FromBoth, Params: NoParams, Notify: true},
	}
	table := &Table{Types: []Type{{Name: "Message", Form: Messages, Calls: calls}}}
	table.prepared.Do(table.prepare)
	rules := &session.Rules{Roles: [2]string{"client", "agent"}, Calls: func() []session.Act { return Acts(calls) }}
	for _, c := range []struct {
		text string
		from From
		ok   bool
	}{
		{`{"jsonrpc":"2.0","id":1,"method":"ask"}`, FromClient, true},
		{`{"jsonrpc":"2.0","id":1,"method":"ask"}`, FromAgent, false},
		{`{"jsonrpc":"2.0","method":"tell"}`, FromAgent, true},
		{`{"jsonrpc":"2.0","method":"tell"}`, FromClient, false},
		{`{"jsonrpc":"2.0","method":"tell"}`, FromBoth, true},
		{`{"jsonrpc":"2.0","method":"both"}`, FromClient, true},
		{`{"jsonrpc":"2.0","method":"both"}`, FromAgent, true},
	} {
		v := NewSession(table, rules).ObserveText(c.from, []byte(c.text), 0, false)
		if (len(v.Faults) == 0) != c.ok {
			t.Errorf("%s from %d: %+v", c.text, c.from, v)
		}
	}
}
