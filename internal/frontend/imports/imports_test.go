package imports_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/imports"
	"github.com/wiregen/wiregen/internal/frontend/prove"
	"github.com/wiregen/wiregen/internal/protocol/modeljson"
	"github.com/wiregen/wiregen/internal/source"
)

var update = flag.Bool("update", false, "write what the imports give into testdata/import")

// options are those of an import for all targets.
func options() imports.Options {
	return imports.Options{Read: compile.Targets().Tree, Check: compile.Targets().CheckTree}
}

// importAll imports files, with the decisions in them, and compares the spec with the source.
func importAll(files []*source.File, decisions *source.File, faithful bool, n int, limit time.Duration) (*imports.Result, *prove.Proof, *diag.Report) {
	r := &diag.Report{}
	o := options()
	o.Faithful = faithful
	if decisions != nil {
		if o.Decisions = imports.ReadDecisions(decisions, r); o.Decisions == nil {
			return nil, nil, r
		}
	}
	got := imports.Run(files, o, r)
	if got == nil {
		return nil, nil, r
	}
	o.Faithful, o.Free, o.Stale = true, true, &diag.Report{}
	strict := imports.Run(files, o, r)
	if strict == nil {
		return nil, nil, r
	}
	of := func(r *imports.Result) prove.Spec {
		return prove.Spec{Protocol: r.Protocol, Draft: r.Spec, Notes: r.Notes}
	}
	proof, err := prove.Run(got.Documents, of(got), of(strict), prove.Options{Values: n, Seed: 47, Now: time.Now, Limit: limit})
	if err != nil {
		panic(err)
	}
	return got, proof, r
}

// TestGolden imports each source of testdata/import and compares the spec, the notes and the
// questions with what is recorded there.
func TestGolden(t *testing.T) {
	names, _ := filepath.Glob("../../../testdata/import/*.txtar")
	if len(names) == 0 {
		t.Fatal("no sources were found")
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			golden(t, name, a)
		})
	}
}

func golden(t *testing.T, name string, a *txtar.Archive) {
	var files []*source.File
	var decisions *source.File
	want := map[string]string{}
	var kept []txtar.File
	for _, f := range a.Files {
		switch {
		case strings.HasSuffix(f.Name, ".json"):
			files = append(files, source.NewFile(f.Name, f.Data))
		case f.Name == "decide.yaml":
			decisions = source.NewFile(f.Name, f.Data)
		default:
			want[f.Name] = string(f.Data)
			continue
		}
		kept = append(kept, f)
	}
	got, proof, r := importAll(files, decisions, false, 400, time.Minute)
	if got == nil {
		t.Fatal(text(r))
	}
	for _, d := range proof.Different {
		t.Errorf("%s: %s\n\tsource: %s\n\tspec: %s", d.Type, d.Text, d.Source, d.Spec)
	}
	if len(proof.Unproved) > 0 || proof.Accepted == 0 {
		t.Errorf("not compared: %q; %d values accepted", proof.Unproved, proof.Accepted)
	}
	sameModel(t, got)
	made := map[string]string{"spec.yaml": string(got.Text), "said": said(got)}
	for _, file := range []string{"spec.yaml", "said"} {
		if made[file] != want[file] && !*update {
			t.Errorf("%s is now\n%s", file, made[file])
		}
		kept = append(kept, txtar.File{Name: file, Data: []byte(made[file])})
	}
	if *update {
		if err := os.WriteFile(name, txtar.Format(&txtar.Archive{Comment: a.Comment, Files: kept}), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// said are the notes and the questions of an import, one per line.
func said(r *imports.Result) string {
	var b strings.Builder
	for _, n := range r.Notes {
		fmt.Fprintf(&b, "note %s: %s\n", n.Pointer, n.Text)
	}
	for _, q := range r.Questions {
		fmt.Fprintf(&b, "question %s (%s): %s %v\n", q.At, q.Was, q.Why, q.Answers)
	}
	if len(r.Left) > 0 {
		fmt.Fprintf(&b, "left %s\n", strings.Join(r.Left, " "))
	}
	return b.String()
}

// sameModel checks that the YAML of an import means what its nodes mean.
func sameModel(t *testing.T, got *imports.Result) {
	t.Helper()
	again, r := compile.Check(source.NewFile("spec.yaml", got.Text), nil)
	if !r.OK() {
		t.Fatalf("the spec is refused: %s\n%s", text(r), got.Text)
	}
	var a, b bytes.Buffer
	if err := modeljson.WriteComparable(&a, got.Protocol); err != nil {
		t.Fatal(err)
	}
	if err := modeljson.WriteComparable(&b, again); err != nil {
		t.Fatal(err)
	}
	if a.String() != b.String() {
		t.Errorf("the YAML of the spec means something else than its nodes:\n%s", got.Text)
	}
}

func text(r *diag.Report) string {
	var b strings.Builder
	if err := diag.WriteText(&b, r.All(), diag.TextOptions{}); err != nil {
		panic(err)
	}
	return b.String()
}
