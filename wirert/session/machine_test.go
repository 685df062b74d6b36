package session_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/wirert/session"
)

// at looks up members of a JSON text, in which no default is filled in.
func at(text string) func(path ...string) []byte {
	return func(path ...string) []byte {
		raw := json.RawMessage(text)
		for _, name := range path {
			var members map[string]json.RawMessage
			if json.Unmarshal(raw, &members) != nil || members[name] == nil {
				return nil
			}
			raw = members[name]
		}
		return raw
	}
}

// TestGateDefault asks what may be sent after a handshake with some capabilities: the
// default of one is that of a member of an object which is there.
func TestGateDefault(t *testing.T) {
	rules := &session.Rules{
		Roles: [2]string{"client", "agent"},
		Acts: []session.Act{
			{Name: "hello", From: session.First, Request: true},
			{Name: "ask", From: session.Second, Gate: "client.ask"},
			{Name: "deep", From: session.Second, Gate: "client.push.deep"},
			{Name: "top", From: session.Second, Gate: "client.top"},
		},
		Gates: []session.Gate{
			{Name: "client.ask", Path: []string{"can", "ask"}, Default: true},
			{Name: "client.push.deep", Path: []string{"can", "push", "deep"}, Default: true},
			{Name: "client.top", Path: []string{"top"}, Default: true},
		},
		Handshake: &session.Handshake{Method: "hello"},
	}
	for params, want := range map[string]string{
		`{}`:                              "top",
		`{"can":null,"top":false}`:        "",
		`{"can":{}}`:                      "ask top",
		`{"can":{"ask":false},"top":0}`:   "top",
		`{"can":{"ask":null}}`:            "top",
		`{"can":{"ask":true,"push":{}}}`:  "ask deep top",
		`{"can":{"push":true}}`:           "ask top",
		`{"can":{"push":{"deep":false}}}`: "ask top",
	} {
		m := session.New(rules)
		m.Observe(session.Message{Side: session.First, ID: "1", Method: "hello", Params: at(params)})
		m.Observe(session.Message{Side: session.Second, ID: "1", Result: at(`{}`)})
		if got := strings.Join(m.MaySend(session.Second), " "); got != want {
			t.Errorf("after %s may be sent: %q, want %q", params, got, want)
		}
		if slices.Contains(m.MaySend(session.First), "ask") {
			t.Errorf("after %s the client may ask", params)
		}
	}
}

// TestRulesNameTodaysActs: a rule that named an event once found the method which had
// that name before.
func TestRulesNameTodaysActs(t *testing.T) {
	m := session.New(&session.Rules{
		Roles: [2]string{"client", "agent"},
		Tag:   "type",
		Acts: []session.Act{
			{Name: "tell", Was: []string{"Told"}, From: session.Second},
			{Name: "event", From: session.Second, Events: true},
			{Name: "go", From: session.First, Rules: []session.Rule{{Is: session.After, Acts: []string{"Told"}}}},
			{Name: "Told", Kind: session.Event, From: session.Second},
		},
	})
	m.Observe(session.Message{Side: session.Second, Method: "tell"})
	if slices.Contains(m.MaySend(session.First), "go") {
		t.Error("a message of the method counts as the event")
	}
	m.Observe(session.Message{Side: session.Second, Method: "event", Params: at(`{"type":"Told"}`)})
	if !slices.Contains(m.MaySend(session.First), "go") {
		t.Error("the event does not count")
	}
}

// TestLongTimeout: a timeout of more milliseconds than 64 bits hold once passed at once.
func TestLongTimeout(t *testing.T) {
	m := session.New(&session.Rules{
		Roles: [2]string{"client", "agent"},
		Acts:  []session.Act{{Name: "wait", Request: true, Rules: []session.Rule{{Is: session.Timeout, Path: []string{"seconds"}}}}},
	})
	m.Observe(session.Message{Side: session.First, ID: "1", Method: "wait", Time: 1, Params: at(`{"seconds":1e300}`)})
	if got := m.Observe(session.Message{Side: session.Second, ID: "1", Time: 2, Result: at(`{}`)}); got.Is != session.Answered {
		t.Errorf("the answer is %s", got.Is)
	}
}
