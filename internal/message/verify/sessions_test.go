package verify

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/check"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/script"
	"github.com/wiregen/wiregen/wirert/session"
)

// A played is a script with its protocol.
type played struct {
	script.Script
	protocol *model.Protocol
}

// least is the least number of sessions of a rule.
const least = 10

func scripts(t *testing.T) []*played {
	t.Helper()
	list, err := script.Read("../../../testdata/sessions")
	if err != nil {
		t.Fatal(err)
	}
	var all []*played
	for _, x := range list {
		s := &played{Script: x}
		var r diag.Report
		if s.protocol = check.Check(syntax.Parse(source.NewFile(s.Name, s.Spec), &r), &r); !r.OK() {
			t.Fatalf("%s: %v", s.Name, r.All()[0])
		}
		all = append(all, s)
	}
	return all
}

// play returns the messages of a session with what a machine with these rules says of
// them. If rules is nil, they are those of the protocol.
func (s *played) play(t *testing.T, text string, rules *session.Rules) string {
	t.Helper()
	var out strings.Builder
	v, err := New(s.protocol, Options{}, func(Fault) {})
	if err != nil {
		t.Fatal(err)
	}
	if rules != nil {
		v.session = session.New(rules)
	}
	say := func(mark byte, f session.Fault, number int) {
		element := f.Act
		if element == "" {
			element = "-"
		}
		fmt.Fprintf(&out, "%c %s %s %d\n", mark, f.Rule, element, number)
	}
	v.watch = func(got session.Verdict) {
		for _, f := range got.Faults {
			say('!', f, f.Other)
		}
		for _, f := range got.Advice {
			say('~', f, f.Other)
		}
		switch got.Is {
		case session.NewRequest, session.Notification, session.Answer:
		default:
			fmt.Fprintf(&out, "= %s\n", got.Is)
		}
	}
	messages, err := script.Messages(text)
	if err != nil {
		t.Fatalf("%s: %v", s.Name, err)
	}
	for _, m := range messages {
		out.WriteString(m.Line)
		v.line++
		v.time = m.Time
		switch m.Side {
		case s.protocol.Roles[0]:
			v.side = session.First
		case s.protocol.Roles[1]:
			v.side = session.Second
		case "":
			v.side = session.Either
		default:
			t.Fatalf("%s: no side of the protocol: %q", s.Name, m.Line)
		}
		value, fault := v.reader.Parse([]byte(m.Text))
		if fault != nil {
			t.Fatalf("%s: %s: %v", s.Name, m.Text, fault)
		}
		if err := v.reader.ReadValue("Message", value).Err; (err != nil) != strings.Contains(m.Text, "bad") {
			t.Errorf("%s: %s: %v", s.Name, m.Text, err)
		}
		v.message(value, "")
	}
	for _, f := range v.session.Finish() {
		say('.', f, f.Message)
	}
	return out.String()
}

// TestSessions plays the sessions of each rule, which has good ones and bad ones.
func TestSessions(t *testing.T) {
	for _, s := range scripts(t) {
		if n := len(s.Sessions); n < least {
			t.Errorf("%s has %d sessions, fewer than %d", s.Name, n, least)
		}
		good, bad := 0, 0
		for _, f := range s.Sessions {
			want := string(f.Data)
			if strings.Contains("\n"+want, "\n! ") || strings.Contains(want, "\n. ") {
				bad++
			} else {
				good++
			}
			if d := cmp.Diff(strings.Split(want, "\n"), strings.Split(s.play(t, want, nil), "\n")); d != "" {
				t.Errorf("%s/%s: -want +got:\n%s", s.Name, f.Name, d)
			}
		}
		if good < 3 || bad < 3 {
			t.Errorf("%s has %d good and %d bad sessions", s.Name, good, bad)
		}
	}
}

// TestSessionsNeedTheirRules removes one rule at a time: a session of that script
// differs then.
func TestSessionsNeedTheirRules(t *testing.T) {
	for _, s := range scripts(t) {
		for name, without := range s.lesser() {
			differs := false
			for _, f := range s.Sessions {
				differs = differs || s.play(t, string(f.Data), without) != string(f.Data)
			}
			if !differs {
				t.Errorf("%s: no session needs %s", s.Name, name)
			}
		}
	}
}

// TestGateRows looks at the defaults in the rows of gates: a host of the machine that
// does not fill in defaults needs them.
func TestGateRows(t *testing.T) {
	all := scripts(t)
	i := slices.IndexFunc(all, func(s *played) bool { return s.Name == "gate" })
	v, err := New(all[i].protocol, Options{}, func(Fault) {})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, g := range v.rows.Session().Gates {
		if g.Default {
			got = append(got, g.Name)
		}
	}
	if d := cmp.Diff([]string{"client.tell", "client.hover.more.deep"}, got); d != "" {
		t.Error(d)
	}
}

// lesser are the rules of the protocol, without one of them.
func (s *played) lesser() map[string]*session.Rules {
	// Those of a machine are not changed any more.
	fresh := func() *session.Rules { return lower.New(s.protocol).Session() }
	out := map[string]*session.Rules{}
	for i, a := range fresh().Acts {
		for j := range a.Rules {
			r := fresh()
			rules := &r.Acts[i].Rules
			*rules = append((*rules)[:j], (*rules)[j+1:]...)
			out[fmt.Sprintf("rule %d of %s", j+1, a.Name)] = r
		}
		if a.Gate != "" {
			r := fresh()
			r.Acts[i].Gate = ""
			out["the gate of "+a.Name] = r
		}
		if len(a.Errors) > 0 && s.Name == "errors" {
			r := fresh()
			r.Acts[i].Errors = nil
			out["the errors of "+a.Name] = r
		}
	}
	if h := fresh().Handshake; h != nil && h.First {
		r := fresh()
		r.Handshake.First = false
		out["first"] = r
	}
	if s.Name == "rate" {
		r := fresh()
		r.Rate.PerMinute = 0
		out["the rate"] = r
	}
	return out
}
