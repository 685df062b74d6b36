package evolution

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/pygen"
	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/parallel"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/review/compare"
	"github.com/wiregen/wiregen/internal/review/surface"
	nodejs "github.com/wiregen/wiregen/test/node"
	"github.com/wiregen/wiregen/test/python"
	"github.com/wiregen/wiregen/test/tier"
)

var pyEdits = flag.Int("evolution.py", 200, "how many random edits are held against pyright")

// A pyUse is a function of a program that uses a declaration of the old version.
type pyUse struct {
	file         string
	first, last  int
	name, member string
	kind         string   // make, give, read, set, name, constant, value, whole, cases, call, codec; same for the number of those that were left out
	names        []string // of other declarations that it needs
	fault        string   // what pyright says of it
}

func (u *pyUse) UnmarshalJSON(text []byte) error {
	return json.Unmarshal(text, &[]any{&u.file, &u.first, &u.last, &u.name, &u.member, &u.kind, &u.names})
}

// least is the mildest effect that a change has which lets a use fail.
func (u *pyUse) least() backend.Effect {
	switch u.kind {
	case "whole", "cases":
		return backend.Misses
	case "value":
		return backend.Differs
	}
	return backend.Fails
}

// TestPythonUsers holds what changes do to users of the Python packages against pyright: programs that
// use each name, attribute, parameter, constant, function and union of the old version are checked
// with the new one.
func TestPythonUsers(t *testing.T) {
	tier.AtNight(t, "TestPythonChanges in test/e2e")
	all := slices.Concat(examples(t), releases(t), changes(t, *pyEdits, *editSeed, *editName, *editBase))
	counts := map[string]int{}
	for batch := range slices.Chunk(all, 50) { // of which pyright needs 2 GB
		usePython(t, batch, counts)
	}
	t.Log(counts)
	if counts["uses that fail"] < counts["pairs"]/2 || counts["uses without a difference"] < 20*counts["pairs"] {
		t.Errorf("too few uses: %v", counts)
	}
}

// usePython compares some changes with one process of pyright.
func usePython(t *testing.T, all []*change, counts map[string]int) {
	t.Helper()
	dir := t.TempDir()
	writePython(t, dir, "_runtime", checked("nothing", "wiregen: 1\nprotocol: {name: nothing, version: \"1\"}\n", nil).proto)
	said := make([][]backend.Change, len(all))
	done := make([]bool, len(all))
	before := make([]int, len(all)) // the change whose old version is the same
	parallel.Do(len(all), func(i int) {
		c := all[i]
		before[i] = slices.IndexFunc(all, func(x *change) bool { return x.old == c.old })
		old, today, ok := surfacesOf(t, c, "py")
		if before[i] == i && !writePython(t, dir, fmt.Sprintf("p%do", i), c.old.proto) || !ok {
			return
		}
		done[i] = writePython(t, dir, fmt.Sprintf("p%dn", i), c.today.proto)
		said[i] = surface.Changes(compare.Compare(c.old.proto, c.today.proto), old, today)
	})
	var questions strings.Builder
	for i := range all {
		if before[i] == i {
			fmt.Fprintf(&questions, "p%[1]do p%[1]do o%[1]d.py\n", i)
		}
		if done[i] {
			fmt.Fprintf(&questions, "p%do p%dn n%d.py\n", before[i], i, i)
		}
	}
	uses := pythonUses(t, dir, questions.String())
	for i, c := range all {
		if !done[i] {
			counts["pairs whose names clash"]++
			continue
		}
		counts["pairs"]++
		for _, u := range uses[fmt.Sprintf("o%d.py", i)] {
			if u.fault != "" {
				t.Errorf("%s (seed %d): the old version: %s of %s.%s: %s", c.name, c.seed, u.kind, u.name, u.member, u.fault)
			}
		}
		j := &pyJudge{said: said[i], uses: uses[fmt.Sprintf("n%d.py", i)], counts: counts}
		for _, text := range j.milder() {
			t.Errorf("%s (seed %d): only pyright says: %s%s", c.name, c.seed, text, c.lines())
		}
		for _, text := range j.harsher() {
			t.Errorf("%s (seed %d): pyright does not say: %s%s", c.name, c.seed, text, c.lines())
		}
	}
}

// A pyJudge holds what is said of a change against the uses of what it changes.
type pyJudge struct {
	said   []backend.Change
	uses   []*pyUse
	counts map[string]int
}

// milder are the uses that fail, although nothing is said that explains it.
func (j *pyJudge) milder() []string {
	var out []string
	for _, u := range j.uses {
		if u.kind == "same" {
			n, _ := strconv.Atoi(u.names[0])
			j.counts["uses without a difference"] += n
			continue
		}
		j.counts["uses"]++
		if u.fault == "" {
			continue
		}
		j.counts["uses that fail"]++
		if !slices.ContainsFunc(j.said, func(x backend.Change) bool { return x.Effect >= u.least() && explains(x, u) }) {
			out = append(out, fmt.Sprintf("%s of %s.%s: %s", u.kind, u.name, u.member, u.fault))
		}
	}
	return out
}

// explains reports whether a change is one of what a use uses, or of a name that it needs: one that is
// not there any more, or an alias whose types it has.
func explains(x backend.Change, u *pyUse) bool {
	return x.Name == u.name || x.Member == "" && slices.Contains(u.names, x.Name)
}

// harsher are the changes that let code fail, although no use does.
func (j *pyJudge) harsher() []string {
	var out []string
	for _, x := range j.said {
		if x.Effect != backend.Fails && x.Effect != backend.Misses {
			continue
		}
		j.counts["changes that break code"]++
		if !slices.ContainsFunc(j.uses, func(u *pyUse) bool {
			return u.fault != "" && x.Name == u.name && (x.Member == "" || u.member == x.Member || u.member == "" && u.kind == "make")
		}) {
			out = append(out, fmt.Sprintf("%s.%s: %s (%s → %s)", x.Name, x.Member, x.Why, x.Was, x.Is))
		}
	}
	return out
}

// pythonUses writes the programs that are asked for, and returns their uses with what pyright says
// of them.
func pythonUses(t *testing.T, dir, questions string) map[string][]*pyUse {
	t.Helper()
	script, err := filepath.Abs("testdata/users.py")
	if err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	cmd := python.Command(t, dir, script, dir)
	cmd.Stdin, cmd.Stderr = strings.NewReader(questions), &stderr
	text, err := cmd.Output()
	if err != nil {
		t.Fatalf("users.py: %v\n%s", err, stderr.String())
	}
	uses := map[string][]*pyUse{}
	for line := range bytes.Lines(text) {
		var u pyUse
		if err := json.Unmarshal(line, &u); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		uses[u.file] = append(uses[u.file], &u)
	}
	writeText(t, filepath.Join(dir, "pyrightconfig.json"), `{"typeCheckingMode": "standard", "pythonVersion": "3.11", "include": ["*.py"]}`)
	check := exec.Command("node", filepath.Join(nodejs.Modules(t), "pyright", "index.js"), "--outputjson", "-p", ".")
	check.Dir = dir
	text, err = check.Output()
	var report struct {
		GeneralDiagnostics []struct {
			File, Severity, Message string
			Range                   struct{ Start struct{ Line int } }
		}
		Summary struct{ FilesAnalyzed int }
	}
	if json.Unmarshal(text, &report) != nil || report.Summary.FilesAnalyzed < len(uses) {
		t.Fatalf("pyright: %v, %d files\n%.2000s", err, report.Summary.FilesAnalyzed, text)
	}
	for _, d := range report.GeneralDiagnostics {
		if d.Severity != "error" {
			continue
		}
		line := d.Range.Start.Line + 1
		at := slices.IndexFunc(uses[filepath.Base(d.File)], func(u *pyUse) bool { return u.first <= line && line <= u.last })
		if at < 0 { // an import
			t.Errorf("pyright: %s:%d: %s", d.File, line, d.Message)
			continue
		}
		u := uses[filepath.Base(d.File)][at]
		u.fault += strings.Join(strings.Fields(d.Message), " ") + "; "
	}
	return uses
}

// writePython writes what a type checker sees of the package of a protocol, but for the runtime, which
// all packages share: that of a package with its name. It returns false if names clash.
func writePython(t *testing.T, dir, name string, p *model.Protocol) bool {
	t.Helper()
	r := &diag.Report{}
	batches, err := compile.Targets().Generate(p, []compile.Output{{Backend: pygen.Backend{Package: strings.Trim(name, "_")}, Dir: dir}}, r)
	if err != nil {
		t.Error(err)
	}
	if err != nil || !r.OK() {
		return false
	}
	for _, f := range batches[0].Files {
		_, file, ok := strings.Cut(f.Name, "/")
		switch runtime := strings.HasPrefix(file, "_runtime/"); {
		case !ok || file == "_codec.py" || file == "_rows.py" || runtime != (name == "_runtime"):
		case runtime:
			writeText(t, filepath.Join(dir, file), string(f.Data))
		default:
			writeText(t, filepath.Join(dir, f.Name), strings.ReplaceAll(string(f.Data), "from ._runtime", "from _runtime"))
		}
	}
	return true
}

func writeText(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Error(err)
	}
}
