//go:build linux

package peers

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A script is what a peer does and what must be seen: a block of a file in testdata/scripts,
// whose README.md says how to read it.
type script struct {
	name, place string
	states      []string // the transitions that it shows: names of docs/connections.md
	over        []string // the transports that can show it
	ends        []string // client, server: which end the driver is
	langs       []string // go, ts, py
	spec        string   // plain, headed, hand
	start       []string // more members of the command start, as JSON
	steps       []step
	driver      *driver // that plays it; nil: that of the language
}

type step struct {
	line string
	n    int // of the line in its file
}

// transports are those of a script that does not say any. Those of bytes carry any bytes.
var (
	transports = []string{"child", "stdio", "tcp", "unix", "ws", "pair", "nats"}
	groups     = map[string][]string{
		"all":     transports,
		"bytes":   {"child", "stdio", "tcp", "unix"},
		"sockets": {"tcp", "unix"},
		"pipes":   {"child", "stdio"},
	}
)

// scripts reads all scripts.
func scripts(t *testing.T) []*script {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", "scripts", "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	var all []*script
	names := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range parse(t, filepath.Base(file), string(text)) {
			if names[s.name] != "" {
				t.Errorf("%s: there is a script %q in %s", s.place, s.name, names[s.name])
			}
			names[s.name] = s.place
			all = append(all, s)
		}
	}
	return all
}

// parse reads the scripts of a file. Each begins with a line "# NAME"; lines of its head have
// a word and a colon and are not indented, as its steps are.
func parse(t *testing.T, file, text string) (all []*script) {
	t.Helper()
	var s *script
	for i, line := range strings.Split(text, "\n") {
		place := fmt.Sprintf("%s:%d", file, i+1)
		head, value, _ := strings.Cut(line, ": ")
		words := strings.Fields(value)
		switch name, isName := strings.CutPrefix(line, "# "); {
		case isName:
			s = &script{name: name, place: place, over: transports, langs: languages, spec: "plain"}
			all = append(all, s)
		case s == nil || strings.TrimSpace(line) == "" || strings.HasPrefix(line, "//"):
		case strings.HasPrefix(line, "  "):
			if text := strings.TrimSpace(line); !strings.HasPrefix(text, "//") {
				s.steps = append(s.steps, step{text, i + 1})
			}
		case head == "state":
			s.states = words
		case head == "over":
			s.over = nil
			for _, word := range words {
				if group := groups[word]; group != nil {
					s.over = append(s.over, group...)
				} else {
					s.over = append(s.over, word)
				}
			}
		case head == "end":
			s.ends = words
		case head == "for":
			s.langs = words
		case head == "spec":
			s.spec = words[0]
		case head == "options":
			s.start = append(s.start, `"options":{`+value+`}`)
		case head == "start":
			s.start = append(s.start, value)
		default:
			t.Fatalf("%s: what is %q?", place, line)
		}
	}
	for _, s := range all {
		if len(s.steps) == 0 {
			t.Errorf("%s: the script has no steps", s.place)
		}
	}
	return all
}

// A run is a script over one transport, in one language.
type run struct {
	*script
	lang, over, end string
}

func (r *run) String() string { return r.lang + "/" + r.over + "/" + r.end }

// runs returns the runs of a script in a language. A child is started by a client, the standard
// input and output is served; over the others the driver is the end that the script says, or a
// server where it listens in one of them and a client in the other.
func (s *script) runs(lang string) (out []*run) {
	for _, over := range s.over {
		end := map[string]string{"child": "client", "stdio": "server", "unix": "client", "nats": "client"}[over]
		if over == "ws" && lang == "ts" {
			end = "client" // Node has no server of WebSockets
		}
		if end == "" {
			end = "server"
		}
		if lang == "py" && over == "ws" {
			continue // Python's standard library has no WebSockets
		}
		if len(s.ends) > 0 && !slices.Contains(s.ends, end) {
			if over == "child" || over == "stdio" || over == "ws" && lang == "ts" {
				continue
			}
			end = s.ends[0]
		}
		if over != "nats" || lang == "go" {
			out = append(out, &run{s, lang, over, end})
		}
	}
	return out
}

// counted divides a step such as ">x100 {…}" into its word, the number and the rest.
func counted(line string) (word string, n int, rest string) {
	word, rest, _ = strings.Cut(line, " ")
	name, times, ok := strings.Cut(word, "x")
	if k, err := strconv.Atoi(times); ok && err == nil {
		return name, k, rest
	}
	return word, 1, rest
}
