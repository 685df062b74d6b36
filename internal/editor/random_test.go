package editor_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/editor"
	"github.com/wiregen/wiregen/internal/frontend/layout"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/review/compare"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/tier"
)

// A project is a spec of several files, of which spec.yaml is the first.
type project fstest.MapFS

func (p project) options() editor.Options {
	o := complete(source.NewFile("spec.yaml", p["spec.yaml"].Data))
	o.Folder = fstest.MapFS(p)
	return o
}

// edited is the project after edits.
func (p project) edited(s *editor.Snapshot, edits []source.Edit) project {
	out := maps.Clone(p)
	for _, name := range s.Files() {
		out[name] = &fstest.MapFile{Data: s.File(name).Edited(edits)}
	}
	return out
}

func (p project) check(t *testing.T) *model.Protocol {
	t.Helper()
	got, r := compile.Check(source.NewFile("spec.yaml", p["spec.yaml"].Data), fstest.MapFS(p))
	if r.OK() {
		if _, err := compile.Plan(got, outputs(), r); err != nil {
			t.Fatal(err)
		}
	}
	if !r.OK() {
		t.Fatalf("check: %s", told(r.All()))
	}
	return got
}

func projects(t *testing.T) map[string]project {
	t.Helper()
	out := map[string]project{"five files": {
		"spec.yaml":       {Data: []byte("wiregen: 1\nextends: base.yaml\ninclude: [more/extra.yaml]\nadd:\n  Task: {fields: {\"owner?\": Owner}}\n  State: {enum: [stuck]}\n  Step: {variants: {jump: {fields: {to: int}}}}\ntypes:\n  Owner: {fields: {name: string, task?: Task}}\n")},
		"base.yaml":       {Data: []byte("wiregen: 1\nprotocol: {name: base, version: \"2\", versions: [\"1\", \"2\"]}\ninclude: [types.yaml, methods.yaml]\ntypes:\n  Holder: {with: [Task], fields: {steps: \"Step[]\"}}\n")},
		"types.yaml":      {Data: []byte("types:\n  Task: {since: \"2\", fields: {id: string, state: State = open}, examples: [{id: a, state: done}]}\n  State: {enum: [open, done]}\n  Step:\n    union: {tag: kind}\n    variants:\n      walk: {fields: {far: int}}\n      rest: {fields: {}}\n    examples: [{kind: walk, far: 1}]\n")},
		"methods.yaml":    {Data: []byte("errors:\n  Busy: {code: 7}\nmethods:\n  get: {from: client, params: {id: string}, result: Task, errors: [Busy]}\n  put: {from: client, params: {task: Task}, result: GetParams}\n")},
		"more/extra.yaml": {Data: []byte("methods:\n  own: {from: client, params: Owner, result: \"Task | null\", errors: [Busy]}\nsession:\n  own: {after: get, error: Busy}\n")},
	}}
	out["five files"]["spec.yaml"].Data = []byte(strings.Replace(string(out["five files"]["spec.yaml"].Data), "task?: Task", "\"task?\": Task", 1))
	for _, name := range []string{"spec/wire.yaml", "examples/klp/klp.yaml", "testdata/everything.yaml"} {
		text, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			t.Fatal(err)
		}
		out[name] = project{"spec.yaml": {Data: text}}
	}
	return out
}

// fresh is another name than an old one, of the same form.
func fresh(old string, n int) string {
	switch {
	case old != "" && strings.Trim(old, "0123456789") == "":
		return fmt.Sprint(1000 + n)
	case strings.ToUpper(old[:1]) == old[:1]:
		return fmt.Sprintf("Renamed%d", n)
	}
	return fmt.Sprintf("renamed%d", n)
}

// TestRandomRenames: after a rename the spec is valid, has the canonical layout if it had, and
// differs for peers in what was renamed and in nothing else; the way back leads to the same texts.
func TestRandomRenames(t *testing.T) {
	tier.Slow(t)
	for name, p := range projects(t) {
		t.Run(name, func(t *testing.T) {
			s := editor.Load(p.options())
			old := p.check(t)
			symbols := s.Search("")
			random := rand.New(rand.NewPCG(1, 2))
			refused := 0
			count := tier.Count(12, 125)
			for n := range count {
				of := symbols[random.IntN(len(symbols))]
				places := s.References(of.Span.File.Name, of.Span.Start, true)
				at := places[random.IntN(len(places))]
				if strings.Trim(at.Text(), "\"'") != of.Name {
					at = of.Span
				}
				target, err := s.RenameAt(at.File.Name, at.Start)
				if err != nil {
					t.Errorf("%s %s: %v", of.Kind, of.Name, err)
					continue
				}
				modes := []editor.RenameMode{target.Default &^ editor.KeepOld, target.Default}
				if target.Wire != "" && target.Was {
					modes = append(modes, editor.OnWire|editor.KeepOld|editor.InSpec, editor.OnWire)
				}
				if target.Name != "" && target.Name != target.Wire {
					modes = append(modes, editor.InSpec)
				}
				if !renamed(t, p, s, old, at, target, modes[random.IntN(len(modes))], fresh(of.Name, n)) {
					refused++
				}
			}
			if refused > count/5 {
				t.Errorf("%d of %d renames were refused", refused, count)
			}
		})
	}
}

// renamed makes one rename and judges it; it is false if the rename is refused.
func renamed(t *testing.T, p project, s *editor.Snapshot, old *model.Protocol, at source.Span, target editor.RenameTarget, mode editor.RenameMode, to string) bool {
	t.Helper()
	what := fmt.Sprintf("%s %q, mode %d, to %q", target.Symbol.Kind, target.Symbol.Name, mode, to)
	edits, err := s.Rename(at.File.Name, at.Start, to, mode)
	if err != nil {
		t.Logf("%s: refused: %v", what, err)
		return false
	}
	now := p.edited(s, edits)
	is, r := compile.Check(source.NewFile("spec.yaml", now["spec.yaml"].Data), fstest.MapFS(now))
	if r.OK() {
		if _, err := compile.Plan(is, outputs(), r); err != nil {
			t.Fatal(err)
		}
	}
	if !r.OK() {
		t.Fatalf("%s: %s", what, told(r.All()))
	}
	for name := range now {
		was, text := layoutOf(p[name].Data), layoutOf(now[name].Data)
		if was == string(p[name].Data) && text != string(now[name].Data) {
			t.Errorf("%s: %s has another layout than fmt gives it", what, name)
		}
	}
	differs(t, what, compare.Compare(old, is), mode, target, to)
	if strings.HasSuffix(to, "7") {
		generated(t, what, is)
	}
	back := editor.Load(now.options())
	if mode&editor.KeepOld != 0 || mode == editor.InSpec && target.Wire != "" || mode == editor.OnWire {
		return true
	}
	place := moved(back, at, to)
	edits, err = back.Rename(at.File.Name, place, target.Symbol.Name, mode)
	if err != nil {
		t.Errorf("%s: there is no way back: %v", what, err)
		return true
	}
	for name, f := range now.edited(back, edits) {
		if string(f.Data) != string(p[name].Data) {
			t.Errorf("%s: the way back leads to another text of %s", what, name)
		}
	}
	return true
}

// generated checks that a spec has output, and the same one each time: generate --check says nothing
// after generate.
func generated(t *testing.T, what string, p *model.Protocol) {
	t.Helper()
	var first string
	for range 2 {
		batches, err := compile.Targets().Generate(p, outputs(), &diag.Report{})
		if err != nil || len(batches) == 0 {
			t.Fatalf("%s: there is no output: %v", what, err)
		}
		var all strings.Builder
		for _, b := range batches {
			for _, f := range b.Files {
				fmt.Fprintf(&all, "%s/%s\n%s\n", b.Dir, f.Name, f.Data)
			}
		}
		if first != "" && first != all.String() {
			t.Errorf("%s: the output is another one each time", what)
		}
		first = all.String()
	}
}

func layoutOf(text []byte) string {
	return string(layout.Format(source.NewFile("", text), &diag.Report{}))
}

// moved is where a place is after edits of whole lines, where the name is another one: on the same
// line, or a later one.
func moved(is *editor.Snapshot, at source.Span, name string) int {
	f := is.File(at.File.Name)
	_, start := f.Line(at.File.Position(at.Start).Line)
	for offset := start; offset < len(f.Text); offset++ {
		if !strings.HasPrefix(string(f.Text[offset:]), name) {
			continue
		}
		if symbol, span := is.SymbolAt(f.Name, offset); symbol != nil && symbol.Name == name && strings.Trim(span.Text(), "\"'") == name {
			return offset
		}
	}
	return at.Start
}

// differs checks that findings are of what was renamed.
func differs(t *testing.T, what string, got *compare.Report, mode editor.RenameMode, target editor.RenameTarget, to string) {
	t.Helper()
	for _, f := range got.Findings {
		told := strings.Join([]string{f.Element, f.Was, f.Is}, " ")
		if strings.Contains(told, to) || strings.Contains(told, target.Symbol.Name) || target.Name != "" && strings.Contains(told, target.Name) ||
			target.Symbol.Kind == editor.ValueSymbol && strings.Contains(told, target.Symbol.Owner) || // its enum has the keys of a map
			f.Rule.ID == "version-not-bumped" && (mode&editor.OnWire != 0 || target.Symbol.Kind == editor.ValueSymbol || target.Symbol.Kind == editor.ErrorSymbol) { // the message of an error is its name
			continue
		}
		t.Errorf("%s: %s %s: %s → %s", what, f.Rule.ID, f.Element, f.Was, f.Is)
	}
}
