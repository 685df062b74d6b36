package merges

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/wiregen/wiregen/internal/codegen/gogen"
	"github.com/wiregen/wiregen/internal/codegen/pygen"
	"github.com/wiregen/wiregen/internal/codegen/schemagen"
	"github.com/wiregen/wiregen/internal/codegen/tsgen"
	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/command/output"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/tier"
)

const specName = "spec/wire.yaml"

// TestMerges makes a branch for each edit of a spec, and merges pairs of
// them, in the nightly tier every one. Wherever git merges the spec, it must merge what is generated as well,
// to what is made of the merged spec. Before, no pair did: the list of files held
// the sum of each, and one new event gave every type other vectors.
func TestMerges(t *testing.T) {
	text, err := os.ReadFile("../../" + specName)
	if err != nil {
		t.Fatal(err)
	}
	r := newRepository(t)
	base := r.commit(tree(t, string(text)), "")
	branches := make([]string, len(edits))
	for i, e := range edits {
		text := e.on(t, string(text))
		files := tree(t, text)
		if files == nil {
			_, report := compile.Check(source.NewFile(specName, []byte(text)), fstest.MapFS{})
			t.Fatalf("%s: %s", e.name, findings(report))
		}
		branches[i] = r.commit(files, base)
	}
	clean, specs, pairs := 0, 0, 0
	part := tier.Count(4, 1) // make test merges each edit with every fourth of the others
	for i := range edits {
		for j := range i {
			if (i+j)%part != 0 {
				continue
			}
			pairs++
			merged, conflicts := r.merge(branches[j], branches[i])
			what := edits[j].name + " + " + edits[i].name
			if slices.Contains(conflicts, specName) {
				continue
			}
			specs++
			if len(conflicts) > 0 {
				t.Errorf("%s: git cannot merge %s", what, strings.Join(conflicts, ", "))
				continue
			}
			got := r.files(merged)
			want := tree(t, got[specName])
			if want == nil {
				continue // the two changes contradict each other
			}
			clean++
			for _, name := range slices.Sorted(maps.Keys(want)) {
				if got[name] != want[name] {
					t.Errorf("%s: %s is merged to something else", what, name)
				}
			}
		}
	}
	t.Logf("%d edits; git merges the spec for %d of %d pairs, of which %d are sound, with all that is made of them", len(edits), specs, pairs, clean)
	if 190*specs < 150*pairs { // 150 of all 190
		t.Errorf("git merges only %d pairs of edits of the spec", specs)
	}
}

// TestANewEvent checks that a further event changes only its own vectors, and that Python only
// gets further lines. Before, its rows were numbered, and all later ones got other numbers.
func TestANewEvent(t *testing.T) {
	text, err := os.ReadFile("../../" + specName)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(edits, func(e edit) bool { return e.name == "a new event" })
	before, after := tree(t, string(text)), tree(t, edits[i].on(t, string(text)))
	for _, name := range []string{"gen/go/wire/testdata/vectors.jsonl", "gen/ts/vectors.jsonl", "gen/py/kimi_wire/vectors.jsonl"} {
		old := map[string]bool{}
		for line := range strings.Lines(before[name]) {
			old[line] = true
		}
		for line := range strings.Lines(after[name]) {
			if !old[line] && !strings.Contains(line, "ModelSwitched") {
				t.Errorf("%s: a new line is not about the new event: %.200s", name, line)
			}
			delete(old, line)
		}
		for line := range old {
			t.Errorf("%s: a line is gone: %.200s", name, line)
		}
	}
	modules := 0
	for name, text := range before {
		if !strings.HasSuffix(name, ".py") {
			continue
		}
		modules++
		rest := slices.Collect(strings.Lines(after[name]))
		for line := range strings.Lines(text) {
			i := slices.Index(rest, line)
			if i < 0 {
				t.Errorf("%s: a line is gone or elsewhere: %s", name, line)
				break
			}
			rest = rest[i+1:]
		}
	}
	if modules < 20 {
		t.Errorf("there are only %d modules of Python", modules)
	}
}

// tree returns a spec with all its output; nil if it has errors.
func tree(t *testing.T, text string) map[string]string {
	t.Helper()
	p, r := compile.Check(source.NewFile(specName, []byte(text)), fstest.MapFS{})
	if !r.OK() {
		return nil
	}
	outputs := []compile.Output{
		{Backend: gogen.Backend{Vectors: true}, Dir: "gen/go/wire"}, {Backend: tsgen.Backend{Vectors: true}, Dir: "gen/ts"}, {Backend: schemagen.New(), Dir: "gen/schema"},
		{Backend: pygen.Backend{Vectors: true}, Dir: "gen/py"},
	}
	batches, err := compile.Targets().Generate(p, outputs, r)
	if err != nil || !r.OK() {
		t.Fatalf("%v %v", err, findings(r))
	}
	dir := t.TempDir()
	for i := range batches {
		batches[i].Dir = filepath.Join(dir, batches[i].Dir)
	}
	plan, err := output.NewPlan(batches, output.Cache{})
	if err == nil {
		err = plan.Apply()
	}
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{specName: text}
	err = filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		rel, _ := filepath.Rel(dir, name)
		out[filepath.ToSlash(rel)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func findings(r *diag.Report) string {
	var b strings.Builder
	_ = diag.WriteText(&b, r.All(), diag.TextOptions{}) // to memory
	return b.String()
}

// A repository is one of git, without files on disk.
type repository struct {
	t   *testing.T
	dir string
}

func newRepository(t *testing.T) *repository {
	t.Helper()
	r := &repository{t, t.TempDir()}
	r.git("", "init", "-q", "--bare")
	return r
}

// git runs a command of git, and returns what it prints.
func (r *repository) git(stdin string, args ...string) string {
	r.t.Helper()
	out, err := r.run(stdin, args...)
	if err != nil {
		r.t.Fatalf("git %s: %v", strings.Join(args, " "), err)
	}
	return out
}

func (r *repository) run(stdin string, args ...string) (string, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir = r.dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null", "GIT_DIR="+r.dir,
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.test", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.test")
	cmd.Stdin = strings.NewReader(stdin)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if stderr.Len() > 0 && err != nil {
		err = errors.Join(err, errors.New(stderr.String()))
	}
	return string(out), err
}

// commit makes a commit of files behind another one, through the format that
// git imports from.
func (r *repository) commit(files map[string]string, parent string) string {
	r.t.Helper()
	var b bytes.Buffer
	b.WriteString("commit refs/heads/new\ncommitter a <a@example.test> 0 +0000\ndata 1\nx\n")
	if parent != "" {
		b.WriteString("from " + parent + "\n")
	}
	b.WriteString("deleteall\n")
	for _, name := range slices.Sorted(maps.Keys(files)) {
		b.WriteString("M 100644 inline " + name + "\n")
		data(&b, files[name])
	}
	r.git(b.String(), "fast-import", "--quiet", "--force")
	return strings.TrimSpace(r.git("", "rev-parse", "refs/heads/new"))
}

func data(b *bytes.Buffer, text string) {
	fmt.Fprintf(b, "data %d\n%s\n", len(text), text)
}

// merge returns the tree of two commits merged, and the files that git could not merge.
func (r *repository) merge(a, b string) (tree string, conflicts []string) {
	r.t.Helper()
	out, err := r.run("", "merge-tree", "--write-tree", "--name-only", "--no-messages", a, b)
	var exit *exec.ExitError
	if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) {
		r.t.Fatal(err)
	}
	lines := strings.Fields(out)
	return lines[0], lines[1:]
}

// files returns the files of a tree.
func (r *repository) files(tree string) map[string]string {
	r.t.Helper()
	out := map[string]string{}
	list := strings.Split(strings.TrimRight(r.git("", "ls-tree", "-r", "--format=%(objectname) %(path)", tree), "\n"), "\n")
	var ask strings.Builder
	for _, line := range list {
		ask.WriteString(line[:40] + "\n")
	}
	rest := r.git(ask.String(), "cat-file", "--batch=%(objectsize)")
	for _, line := range list {
		head, tail, _ := strings.Cut(rest, "\n")
		size := 0
		for _, d := range head {
			size = 10*size + int(d-'0')
		}
		out[line[41:]] = tail[:size]
		rest = tail[size+1:]
	}
	return out
}
