package compile_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/parallel"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// A fake is a target whose plan a test provides.
type fake struct {
	name string
	plan func(*diag.Report) error
	emit func() ([]backend.File, error)
}

func (f fake) Target() backend.Target { return backend.Target{Name: f.name} }

func (f fake) Configure(*backend.Section) backend.Backend { return f }

func (f fake) Names(any) []string { return nil }

func (f fake) Plan(_ *model.Protocol, _ backend.Common, r *diag.Report) (backend.Plan, error) {
	if f.plan == nil {
		return f, nil
	}
	return f, f.plan(r)
}

func (f fake) Emit() ([]backend.File, error) {
	if f.emit == nil {
		return []backend.File{{Name: f.name, Data: []byte(f.name)}}, nil
	}
	return f.emit()
}

func outputs(fakes ...fake) []compile.Output {
	var out []compile.Output
	for _, f := range fakes {
		out = append(out, compile.Output{Backend: f, Dir: "gen/" + f.name})
	}
	return out
}

func TestOrderIsThatOfTheTargets(t *testing.T) {
	var fakes []fake
	for i := range 50 {
		fakes = append(fakes, fake{name: fmt.Sprint(i)})
	}
	batches, err := compile.Targets().Generate(&model.Protocol{Name: "p"}, outputs(fakes...), &diag.Report{})
	if err != nil {
		t.Fatal(err)
	}
	for i, b := range batches {
		if name := fmt.Sprint(i); b.Target != name || b.Dir != "gen/"+name || b.Protocol != "p" || string(b.Files[0].Data) != name {
			t.Errorf("place %d has %+v", i, b)
		}
	}
}

// The clashes of every target come in one run, and then nothing is made.
func TestAllTargetsPlanBeforeAnyEmits(t *testing.T) {
	code := &diag.Code{ID: "name-taken"}
	f := source.NewFile("wire.yaml", []byte("abc"))
	clash := func(at int) func(*diag.Report) error {
		return func(r *diag.Report) error {
			r.Add(code, source.Span{File: f, Start: at, End: at + 1}, "taken")
			return nil
		}
	}
	never := func() ([]backend.File, error) { panic("made files of a spec with faults") }
	r := &diag.Report{}
	batches, err := compile.Targets().Generate(&model.Protocol{}, outputs(fake{"a", clash(2), never}, fake{"b", nil, never}, fake{"c", clash(0), never}), r)
	if err != nil || batches != nil {
		t.Errorf("%v, %v", batches, err)
	}
	if all := r.All(); len(all) != 2 || all[0].Span.Start != 0 || r.OK() {
		t.Errorf("found %v", all)
	}
}

func TestErrorsOfTargets(t *testing.T) {
	first, second := errors.New("first"), errors.New("second")
	fail := func(err error) func() ([]backend.File, error) {
		return func() ([]backend.File, error) { return nil, err }
	}
	_, err := compile.Targets().Generate(&model.Protocol{}, outputs(fake{name: "a", emit: fail(first)}, fake{name: "b", emit: fail(second)}), &diag.Report{})
	if !errors.Is(err, first) {
		t.Errorf("got %v", err)
	}
}

// A panic beside others reaches the caller, with the place it came from.
func TestPanicOfTarget(t *testing.T) {
	defer func() {
		crash, ok := recover().(*parallel.Crash)
		if !ok || crash.Value != "boom" || !strings.Contains(string(crash.Stack), "TestPanicOfTarget") {
			t.Errorf("recovered %v", crash)
		}
	}()
	boom := func() ([]backend.File, error) { panic("boom") }
	_, _ = compile.Targets().Generate(&model.Protocol{}, outputs(fake{name: "a"}, fake{name: "b", emit: boom}), &diag.Report{})
	t.Error("nothing was thrown")
}

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	big := filepath.Join(dir, "big.yaml")
	f, err := os.Create(big)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(f.Truncate(1<<40), f.Close()); err != nil {
		t.Skip(err)
	}
	for name, words := range map[string]string{
		big:                              "is longer than 16 MiB",
		dir:                              "is a folder",
		filepath.Join(dir, "none"):       "does not exist",
		filepath.Join(dir, "none", "no"): "does not exist",
		os.DevNull:                       "is not a regular file",
	} {
		if _, err := compile.Load(name); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%s: %v, want %q", name, err, words)
		}
	}
}

// The same spec gives the same files, run after run.
func TestSameBytes(t *testing.T) {
	f, err := compile.Load("../../../spec/wire.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var before string
	for range 3 {
		p, r := compile.Check(f, nil)
		if !r.OK() {
			t.Fatal(r.All()[0].Message)
		}
		var asked []compile.Output
		for _, b := range compile.Targets() {
			asked = append(asked, compile.Output{Backend: b, Dir: b.Target().Dir})
		}
		batches, err := compile.Targets().Generate(p, asked, r)
		if err != nil {
			t.Fatal(err)
		}
		now := ""
		for _, b := range batches {
			for _, file := range b.Files {
				now += b.Dir + "/" + file.Name + "\n" + string(file.Data)
			}
		}
		if before != "" && now != before {
			t.Fatal("two runs differ")
		}
		before = now
	}
}
