// Package script reads testdata/sessions, for tests.
package script

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/tools/txtar"
)

// A Script has the sessions of one rule. The first file is the spec, and each other one
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
type Script struct {
	Name     string
	Spec     []byte
	Sessions []txtar.File
}

// Read reads the scripts of a folder.
func Read(dir string) ([]Script, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("there are no sessions in %s: %v", dir, err)
	}
	var all []Script
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			return nil, err
		}
		if len(a.Files) == 0 || a.Files[0].Name != "spec.yaml" {
			return nil, fmt.Errorf("%s does not begin with spec.yaml", file)
		}
		all = append(all, Script{strings.TrimSuffix(filepath.Base(file), ".txtar"), a.Files[0].Data, a.Files[1:]})
	}
	return all, nil
}

// A Message is one of a session.
type Message struct {
	Line string // with its line break
	Side string // "" if it is unknown
	Time int64
	Text string
}

// Messages are those of a session, without what is said of them.
func Messages(session string) ([]Message, error) {
	var out []Message
	for line := range strings.Lines(session) {
		if strings.ContainsRune("!~=.", rune(line[0])) {
			continue
		}
		m := Message{Line: line}
		rest := strings.TrimSpace(line)
		if at, after, ok := strings.Cut(rest, " "); ok && at[0] == '@' {
			var err error
			if m.Time, err = strconv.ParseInt(at[1:], 10, 64); err != nil {
				return nil, fmt.Errorf("%q: %w", line, err)
			}
			rest = after
		}
		m.Side, m.Text, _ = strings.Cut(rest, " ")
		if m.Text == "" {
			return nil, fmt.Errorf("%q has no message", line)
		}
		if m.Side == "?" {
			m.Side = ""
		}
		out = append(out, m)
	}
	return out, nil
}
