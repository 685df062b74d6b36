package verify

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/wiregen/wiregen/internal/protocol/check"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/spec/diag"
	"github.com/wiregen/wiregen/internal/spec/source"
	"github.com/wiregen/wiregen/internal/spec/syntax"
	"github.com/wiregen/wiregen/wirert/session"
)

// A script has the sessions of one rule. The first file is the spec, and each other one
// a session: messages, and after each what the machine says of it.
//
//	@1200 client {"id":1,"method":"run"}   the side, or ? if it is unknown; and when, in milliseconds
//	! RULE ELEMENT OTHER                   a fault; - is no element, 0 no other message
//	~ RULE ELEMENT OTHER                   the same of an advisory rule
//	= late                                 unless it is a plain request, notification or answer
//	. RULE ELEMENT MESSAGE                 at the end, a fault of a request that was never answered
//
// Messages are numbered from 1. One that has "bad" in it cannot be read as a message of
// its method; all others can.
type script struct {
	name     string
	protocol *model.Protocol
	sessions []txtar.File
}

// least is the least number of sessions of a rule.
const least = 10

func scripts(t *testing.T) []*script {
	t.Helper()
	files, err := filepath.Glob("../../../testdata/sessions/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no sessions: %v", err)
	}
	var all []*script
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil || len(a.Files) == 0 || a.Files[0].Name != "spec.yaml" {
			t.Fatalf("%s does not begin with spec.yaml: %v", file, err)
		}
		s := &script{name: strings.TrimSuffix(filepath.Base(file), ".txtar"), sessions: a.Files[1:]}
		var r diag.Report
		if s.protocol = check.Check(syntax.Parse(source.NewFile(s.name, a.Files[0].Data), &r), &r); !r.OK() {
			t.Fatalf("%s: %v", file, r.All()[0])
		}
		all = append(all, s)
	}
	return all
}

// play returns the messages of a session with what a machine with these rules says of
// them. If rules is nil, they are those of the protocol.
func (s *script) play(t *testing.T, text string, rules *session.Rules) string {
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
		case session.Asked, session.Noted, session.Answered:
		default:
			fmt.Fprintf(&out, "= %s\n", got.Is)
		}
	}
	for line := range strings.Lines(text) {
		if strings.ContainsRune("!~=.", rune(line[0])) {
			continue
		}
		out.WriteString(line)
		v.line++
		v.time = 0
		rest := strings.TrimSpace(line)
		if at, after, ok := strings.Cut(rest, " "); ok && at[0] == '@' {
			if v.time, err = strconv.ParseInt(at[1:], 10, 64); err != nil {
				t.Fatalf("%s: %q: %v", s.name, line, err)
			}
			rest = after
		}
		side, message, _ := strings.Cut(rest, " ")
		switch side {
		case s.protocol.Roles[0]:
			v.side = session.First
		case s.protocol.Roles[1]:
			v.side = session.Second
		case "?":
			v.side = session.Either
		default:
			t.Fatalf("%s: no side of the protocol: %q", s.name, line)
		}
		value, fault := v.reader.Parse([]byte(message))
		if fault != nil {
			t.Fatalf("%s: %s: %v", s.name, message, fault)
		}
		if err := v.reader.ReadValue("Message", value).Err; (err != nil) != strings.Contains(message, "bad") {
			t.Errorf("%s: %s: %v", s.name, message, err)
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
		if n := len(s.sessions); n < least {
			t.Errorf("%s has %d sessions, fewer than %d", s.name, n, least)
		}
		good, bad := 0, 0
		for _, f := range s.sessions {
			want := string(f.Data)
			if strings.Contains("\n"+want, "\n! ") || strings.Contains(want, "\n. ") {
				bad++
			} else {
				good++
			}
			if d := cmp.Diff(strings.Split(want, "\n"), strings.Split(s.play(t, want, nil), "\n")); d != "" {
				t.Errorf("%s/%s: -want +got:\n%s", s.name, f.Name, d)
			}
		}
		if good < 3 || bad < 3 {
			t.Errorf("%s has %d good and %d bad sessions", s.name, good, bad)
		}
	}
}

// TestSessionsNeedTheirRules removes one rule at a time: a session of that script
// differs then.
func TestSessionsNeedTheirRules(t *testing.T) {
	for _, s := range scripts(t) {
		for name, without := range s.lesser(t) {
			differs := false
			for _, f := range s.sessions {
				differs = differs || s.play(t, string(f.Data), without) != string(f.Data)
			}
			if !differs {
				t.Errorf("%s: no session needs %s", s.name, name)
			}
		}
	}
}

// lesser are the rules of the protocol, without one of them.
func (s *script) lesser(t *testing.T) map[string]*session.Rules {
	fresh := func() *session.Rules {
		v, err := New(s.protocol, Options{}, func(Fault) {})
		if err != nil {
			t.Fatal(err)
		}
		return v.rows.Session()
	}
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
		if len(a.Errors) > 0 && s.name == "errors" {
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
	if s.name == "rate" {
		r := fresh()
		r.Rate.PerMinute = 0
		out["the rate"] = r
	}
	return out
}
