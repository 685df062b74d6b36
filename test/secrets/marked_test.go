package secrets

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/message/verify"
	"github.com/wiregen/wiregen/internal/message/view"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/sample"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/specfuzz"
	"github.com/wiregen/wiregen/test/tier"
)

var (
	specs     = flag.Int("secrets.specs", tier.Count(1, 200), "how many random specs have all their elements marked as sensitive")
	firstSpec = flag.Uint64("secrets.seed", 11, "the seed of the first random spec")
)

// TestMarked marks every element of specs as sensitive: of one with every construct, and of
// random ones. Then every value in params, results and data is a secret.
func TestMarked(t *testing.T) {
	t.Parallel()
	tier.Slow(t)
	t.Run("everything", func(t *testing.T) {
		t.Parallel()
		allOutputs(t, compileFile(t, "../../testdata/everything.yaml"), seed, *count/2)
	})
	for i := range *specs {
		n := *firstSpec + uint64(i)
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			text := specfuzz.New(n, specfuzz.Options{Hostile: 0.1}).YAML()
			p, _ := compile.Check(source.NewFile("spec.yaml", []byte(text)), fstest.MapFS{})
			if p == nil || len(p.Methods) == 0 || !isNamed(p) {
				t.Skip("check refuses the spec, it has no messages, or its names need pins")
			}
			allOutputs(t, p, n, 200)
		})
	}
}

// isNamed reports whether each target has names for all of a protocol.
func isNamed(p *model.Protocol) bool {
	var r diag.Report
	for _, b := range compile.Targets() {
		if _, err := b.Plan(p, backend.Common{Folder: "demo"}, &r); err != nil {
			return false
		}
	}
	return r.OK()
}

// allOutputs looks at all outputs of a protocol with marks on everything.
func allOutputs(t *testing.T, p *model.Protocol, seed uint64, n int) {
	mark(p)
	list := tainted(t, p, seed, n)
	report(t, runGo(t, goProgram(t, emit(t, p, "go"), "", true), list), list)
	report(t, runTypeScript(t, emit(t, p, "ts"), list, "deep"), list)
	report(t, runPython(t, emit(t, p, "py"), list), list)
	report(t, inProcess(t, p, list), list)
}

// mark marks the elements of a protocol.
func mark(p *model.Protocol) {
	fields := func(list []*model.Field) {
		for _, f := range list {
			f.Sensitive = true
		}
	}
	for _, d := range p.Decls {
		d.Info().Sensitive = true
		switch d := d.(type) {
		case *model.Struct:
			fields(d.Fields)
		case *model.Tuple:
			for _, i := range d.Items {
				i.Sensitive = true
			}
		case *model.Union:
			for _, v := range d.Variants {
				v.Sensitive = true
			}
		}
	}
	fields(p.Dialect.AllMembers())
	for _, m := range p.Methods {
		m.Sensitive = true
	}
	for _, e := range p.Errors {
		e.Sensitive = true
	}
}

// tainted returns messages of a protocol with secrets in them.
func tainted(t *testing.T, p *model.Protocol, seed uint64, n int) (list []message) {
	rows := lower.New(p)
	made := sample.Of(rows, seed)
	m := maker{rand.New(rand.NewPCG(seed, 2))}
	names := wordsOf(rows)
	shell := map[string]bool{"params": true, "result": true, "data": true}
	for shape := lower.RequestShape; shape <= lower.ResponseShape; shape++ {
		x := rows.Dialect.NamesOf(shape)
		shell[x.Params], shell[x.Result], shell[x.Data] = true, true, true
		for _, f := range rows.Dialect.MembersOf(shape) {
			shell[f.Name] = true
		}
	}
	for shape := lower.RequestShape; shape <= lower.ResponseShape; shape++ {
		x := rows.Dialect.NamesOf(shape)
		for _, name := range []string{x.ID, x.Method, x.OK, x.Words, x.Error} { // of another shape
			delete(shell, name)
		}
	}
	for range n {
		in := json.NewDecoder(strings.NewReader(made.Message("Message")))
		in.UseNumber()
		var v map[string]any
		if in.Decode(&v) != nil {
			continue
		}
		for _, inner := range []any{v, v["error"]} {
			if o, ok := inner.(map[string]any); ok {
				for key, of := range o {
					if !shell[key] {
						continue
					}
					data, _ := of.(map[string]any)
					kind, named := data["kind"]
					if o[key] = m.taint(of, names); named && rows.Dialect.ErrorIdentity == lower.ByDataKind {
						data["kind"] = kind // the name of an error
					}
				}
			}
		}
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, message{"Message", string(text), false})
	}
	return list
}

// wordsOf are the tags, the keys of tags and the values of enums of a protocol.
func wordsOf(rows *lower.Program) map[string]bool {
	words := map[string]bool{}
	for _, t := range rows.Types {
		if t.Enum != nil {
			for _, v := range t.Enum.Values {
				words[v] = true
			}
		}
		if t.Union != nil {
			words[tagKey(t.Union.Key)] = true
			for _, c := range t.Union.Cases {
				for _, tag := range c.Tags {
					words[tag] = true
				}
			}
		}
	}
	return words
}

// inProcess returns what verify and view say of messages.
func inProcess(t *testing.T, p *model.Protocol, list []message) (all []output) {
	var lines []string
	for _, m := range list {
		lines = append(lines, m.text)
	}
	text := strings.Join(lines, "\n") + "\n"
	for _, strict := range []bool{false, true} {
		v, err := verify.New(p, verify.Options{Strict: strict}, func(f verify.Fault) {
			f.Offset = 0 // whose digits may be those of a secret
			all = append(all, output{-1, fmt.Sprintf("verify, strict %v", strict), fmt.Sprintf("%+v", f)})
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := v.Read(strings.NewReader(text)); err != nil {
			t.Fatal(err)
		}
	}
	var page bytes.Buffer
	if _, err := view.Write(&page, p, view.Options{}, "recording", strings.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	return append(all, output{-1, "view", page.String()})
}
