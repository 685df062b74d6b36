package lsp

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/tier"
)

var (
	edits = flag.Int("lsp.edits", tier.Count(60, 5000), "how many random edits of each spec")
	seed  = flag.Uint64("lsp.seed", 1, "what they follow from")
)

// typed is a random edit: what is in its place, and what it becomes.
func typed(random *rand.Rand, text string) (from, to int, with string) {
	runes := []rune(text)
	place := func(i int) int { return len(string(runes[:i])) }
	at := random.IntN(len(runes) + 1)
	end := at
	switch random.IntN(6) {
	case 0:
		end = min(len(runes), at+random.IntN(40))
	case 1:
		end = min(len(runes), at+1)
	}
	pieces := []string{"", "a", ": ", "{", "}", "\n", "  ", "|", "[", "]", `"`, "types:\n", "  X: {fields: {a: int}}\n", " was: [a]\n", "é", "𝒳", "#", "- ", "&", "?", text[place(at):place(end)]}
	return place(at), place(end), pieces[random.IntN(len(pieces))]
}

// TestEdits edits specs at random. After each edit the diagnostics are those of check.
func TestEdits(t *testing.T) {
	for _, p := range projects(t) {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			dir := p.write(t)
			random := rand.New(rand.NewPCG(*seed, uint64(len(p.name))))
			names := make([]string, 0, len(p.files))
			texts := map[string]string{}
			for name, text := range p.files {
				names, texts[name] = append(names, name), text
			}
			slices.Sort(names)
			s := &session{}
			s.start(t, dir, object{"diagnostics": object{"delay": 0}, "lint": object{"enabled": false}})
			version := map[string]int{}
			for _, name := range names {
				version[name] = 1
				open(s, t, filepath.Join(dir, name), texts[name])
			}
			for range *edits {
				name := names[random.IntN(len(names))]
				text := texts[name]
				head := 0
				if name == "spec.yaml" {
					head = strings.Index(text, "\n") + 1 // without its first line it is no spec, and the server is silent
				}
				from, to, with := typed(random, text[head:])
				from, to = from+head, to+head
				if random.IntN(8) == 0 {
					from, to, with = 0, len(text), p.files[name] // so that it is not all faults
				}
				texts[name] = text[:from] + with + text[to:]
				version[name]++
				file := filepath.Join(dir, name)
				s.ok(t, step{Do: "notify", Method: "textDocument/didChange", Params: object{
					"textDocument":   object{"uri": uri(file), "version": version[name]},
					"contentChanges": []object{{"range": object{"start": at(text, from), "end": at(text, to)}, "text": with}},
				}})
				want := found(texts, name)
				after := texts[name]
				s.add(step{Do: "diagnostics", URI: uri(file), Version: version[name]}, func(a answer) {
					if got := shown(t, a); a.Error != "" || !slices.Equal(got, want) {
						t.Errorf("%s version %d: the editor shows\n%s\nand check says\n%s\n%s\n%.2000s", name, version[name], strings.Join(got, "\n"), strings.Join(want, "\n"), a.Error, after)
					}
				})
				if len(names) > 1 {
					all := map[string][]string{}
					for _, name := range names {
						all[name] = found(texts, name)
					}
					s.add(step{Do: "settled", Version: 20}, func(a answer) {
						var shows map[string]json.RawMessage
						if err := json.Unmarshal(a.Result, &shows); err != nil {
							t.Fatalf("%v: %s", err, a.Error)
						}
						for _, other := range names {
							if got := shown(t, answer{Result: shows[uri(filepath.Join(dir, other))]}); !slices.Equal(got, all[other]) {
								t.Errorf("%s, after an edit of %s: the editor shows\n%s\nand check says\n%s", other, name, strings.Join(got, "\n"), strings.Join(all[other], "\n"))
							}
						}
					})
				}
			}
			s.stop(t)
			s.run(t)
		})
	}
}

// found is what check says of a file of a spec.
func found(texts map[string]string, name string) []string {
	folder := fstest.MapFS{}
	for name, text := range texts {
		folder[name] = &fstest.MapFile{Data: []byte(text)}
	}
	spec := source.NewFile("spec.yaml", []byte(texts["spec.yaml"]))
	p, r := compile.Check(spec, folder)
	if r.OK() {
		var outputs []compile.Output
		for _, b := range compile.Targets().Unasked() {
			outputs = append(outputs, compile.Output{Backend: b, Dir: path.Join("gen", b.Target().Dir)})
		}
		if _, err := compile.Plan(p, outputs, r); err != nil {
			return []string{err.Error()}
		}
	}
	var out []string
	for _, d := range r.All() {
		of := "spec.yaml"
		if d.Span.File != nil {
			of = d.Span.File.Name
		}
		if of != name {
			continue
		}
		where := at("", 0)
		if d.Span.File != nil {
			where = at(texts[name], d.Span.Start)
		}
		out = append(out, fmt.Sprintf("%d:%d %s %s", where.Line, where.Character, d.Code.ID, d.Message))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// shown is what the editor shows, in the same words: the help is behind the first line.
func shown(t *testing.T, a answer) []string {
	var list []struct {
		Range   struct{ Start struct{ Line, Character int } }
		Code    string
		Message string
	}
	if err := json.Unmarshal(a.Result, &list); err != nil && a.Error == "" {
		t.Fatal(err)
	}
	var out []string
	for _, d := range list {
		message, _, _ := strings.Cut(d.Message, "\n")
		out = append(out, fmt.Sprintf("%d:%d %s %s", d.Range.Start.Line, d.Range.Start.Character, d.Code, message))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// TestMemory edits a spec many times: a server that has seen many edits needs as much memory as one
// that has seen some.
func TestMemory(t *testing.T) {
	tier.AtNight(t, "TestEdits")
	p := projects(t)[2]
	dir := p.write(t)
	file, text := filepath.Join(dir, "types.yaml"), p.files["types.yaml"]
	s := &session{}
	s.start(t, dir, object{"diagnostics": object{"delay": 0}})
	open(s, t, file, text)
	var memory []int
	edit := func(n int) {
		for range n {
			s.steps = append(s.steps, step{Do: "notify", Method: "textDocument/didChange", Params: object{
				"textDocument": object{"uri": uri(file), "version": len(s.steps) + 2}, "contentChanges": []object{{"text": text + strings.Repeat("#", len(s.steps)%7)}},
			}})
			s.what = append(s.what, func(answer) {})
			s.steps = append(s.steps, step{Do: "diagnostics", URI: uri(file), Version: len(s.steps) + 1})
			s.what = append(s.what, func(a answer) {
				if a.Error != "" {
					t.Error(a.Error)
				}
			})
		}
		s.add(step{Do: "memory"}, func(a answer) {
			var m struct{ RSS, Threads int }
			if err := json.Unmarshal(a.Result, &m); err != nil {
				t.Errorf("%v: %s", err, a.Error)
			}
			memory = append(memory, m.RSS)
			t.Logf("after %d edits more: %d kB, %d threads", n, m.RSS, m.Threads)
		})
	}
	edit(1000)
	edit(9000)
	s.stop(t)
	s.run(t)
	if len(memory) == 2 && memory[1]*10 > memory[0]*12 {
		t.Errorf("%d kB after 1,000 edits, %d kB after 10,000", memory[0], memory[1])
	}
}
