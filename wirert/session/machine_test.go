package session_test

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

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
			{Name: "tell", FormerNames: []string{"Told"}, From: session.Second},
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
	if got := m.Observe(session.Message{Side: session.Second, ID: "1", Time: 2, Result: at(`{}`)}); got.Is != session.Answer {
		t.Errorf("the answer is %s", got.Is)
	}
}

// TestLinear has sessions of many messages that share an id, or come after the end, or are open
// at once: four times as many may not take much more than four times as long. Each request that
// was refused was once compared with all others of its id, and each answer to one.
func TestLinear(t *testing.T) {
	rules := &session.Rules{
		Roles: [2]string{"client", "agent"},
		Acts: []session.Act{
			{Name: "ask", Request: true, From: session.First},
			{Name: "once", From: session.Second, Rules: []session.Rule{{Is: session.NotDuring, Acts: []string{"ask"}}}},
			{Name: "bye", From: session.First, Rules: []session.Rule{{Is: session.Ends}}},
		},
	}
	for name, run := range map[string]func(m *session.Machine, n int){
		"refused requests of one id, then their answers": func(m *session.Machine, n int) {
			for range n {
				m.Observe(session.Message{Side: session.First, ID: "1", Method: "ask", Refused: true})
			}
			for range n {
				m.Observe(session.Message{Side: session.Second, ID: "1", Error: &session.ErrorIdentity{Code: -32600}})
			}
		},
		"refused requests of one id, of which the first is answered last": func(m *session.Machine, n int) {
			for range n {
				m.Observe(session.Message{Side: session.First, ID: "1", Method: "ask", Refused: true})
			}
			for range n {
				m.Observe(session.Message{Side: session.Second, ID: "1", Error: &session.ErrorIdentity{Code: -32600},
					Answers: func(c *session.Call) bool { return c.Number != 1 }})
			}
		},
		"requests of one id after the end, then their answers": func(m *session.Machine, n int) {
			m.Observe(session.Message{Side: session.First, Method: "bye"})
			for range n {
				m.Observe(session.Message{Side: session.First, ID: "1", Method: "ask"})
			}
			for range n {
				m.Observe(session.Message{Side: session.Second, ID: "1", Result: at(`{}`)})
			}
		},
		"many open requests, of which the older are answered": func(m *session.Machine, n int) {
			for i := range n {
				m.Observe(session.Message{Side: session.First, ID: strconv.Itoa(i), Method: "ask"})
			}
			for i := range n / 6 {
				m.Observe(session.Message{Side: session.Second, ID: strconv.Itoa(i), Result: at(`{}`)})
				m.Observe(session.Message{Side: session.Second, Method: "once"})
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			took := func(n int) time.Duration {
				start := time.Now()
				run(session.New(rules), n)
				return time.Since(start)
			}
			const attempts = 12 // a busy machine may slow any of them down
			short, long := time.Hour, time.Hour
			for attempt := range attempts {
				short, long = min(short, took(10_000)), min(long, took(40_000))
				times := float64(long) / float64(short)
				if times < 8 {
					break
				}
				if attempt == attempts-1 {
					t.Errorf("four times as many messages take %.1f times as long (%v, %v)", times, short, long)
				}
			}
		})
	}
}

// TestManyWithOneID has many refused requests of one id, and answers about which each is
// asked: of how many is limited.
func TestManyWithOneID(t *testing.T) {
	m := session.New(&session.Rules{Roles: [2]string{"client", "agent"}, Acts: []session.Act{{Name: "ask", Request: true}}})
	for range 1000 {
		m.Observe(session.Message{Side: session.Either, ID: "1", Method: "ask", Refused: true})
	}
	asked := 0
	got := m.Observe(session.Message{Side: session.Either, ID: "1", Result: at(`{}`), Answers: func(c *session.Call) bool {
		asked++
		return c.Number == 3
	}})
	if asked != 16 || got.Call == nil || got.Call.Number != 3 {
		t.Errorf("%d calls are asked about, and %v is answered, want 16 and the third", asked, got.Call)
	}
}
