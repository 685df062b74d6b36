package hooks_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

const (
	oldSpec = `wiregen: 1
protocol: {name: demo, version: "1.0"}
types:
  Note: {fields: {size: int}}
methods:
  note: {from: client, notify: Note}
`
	config = "spec: wire.yaml\nschema: {dir: gen}\n"
)

// A repository is a git repository with a spec, and a built wiregen on the path.
type repository struct {
	t   *testing.T
	dir string
	env []string
}

func newRepository(t *testing.T) *repository {
	t.Helper()
	for _, tool := range []string{"git", "bash"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
	bin := t.TempDir()
	if out, err := exec.Command("go", "build", "-o", bin, "../../cmd/wiregen").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	r := &repository{t: t, dir: t.TempDir()}
	r.env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "WIREGEN_CACHE=off", "GIT_CONFIG_NOSYSTEM=1", "HOME="+t.TempDir(),
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com")
	r.write("wire.yaml", oldSpec)
	r.write("wiregen.yaml", config)
	r.must("git init -q && wiregen fmt -w wire.yaml && wiregen generate && git add . && git commit -q -m one")
	return r
}

func (r *repository) write(name, text string) {
	r.t.Helper()
	if err := os.WriteFile(filepath.Join(r.dir, name), []byte(text), 0o666); err != nil {
		r.t.Fatal(err)
	}
}

// run runs a command line, and returns its exit code and output.
func (r *repository) run(line string, env ...string) (code int, out string) {
	r.t.Helper()
	cmd := exec.Command("bash", "-c", line)
	cmd.Dir, cmd.Env = r.dir, append(r.env, env...)
	text, err := cmd.CombinedOutput()
	if _, exited := err.(*exec.ExitError); err != nil && !exited {
		r.t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(text)
}

func (r *repository) must(line string) {
	r.t.Helper()
	if code, out := r.run(line); code != 0 {
		r.t.Fatalf("%s: exit code %d\n%s", line, code, out)
	}
}

// change edits the spec.
func (r *repository) change(old, new string) {
	r.t.Helper()
	text, err := os.ReadFile(filepath.Join(r.dir, "wire.yaml"))
	if err != nil {
		r.t.Fatal(err)
	}
	if !strings.Contains(string(text), old) {
		r.t.Fatalf("the spec does not contain %q:\n%s", old, text)
	}
	r.write("wire.yaml", strings.Replace(string(text), old, new, 1))
}

func read(t *testing.T, name string, into any) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(text, into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return string(text)
}

// TestReviewScript runs what the action runs, as the service does: with files for its
// summary and its outputs.
func TestReviewScript(t *testing.T) {
	r := newRepository(t)
	script, err := filepath.Abs("../../tools/review/review.sh")
	if err != nil {
		t.Fatal(err)
	}
	review := func(env ...string) (code int, out, summary, outputs string) {
		temp := t.TempDir()
		env = append(env, "RUNNER_TEMP="+temp, "GITHUB_STEP_SUMMARY="+filepath.Join(temp, "summary"), "GITHUB_OUTPUT="+filepath.Join(temp, "outputs"))
		code, out = r.run(script, env...)
		read := func(name string) string {
			text, _ := os.ReadFile(filepath.Join(temp, name)) // there may be none
			return string(text)
		}
		return code, out, read("summary"), read("outputs")
	}

	r.change("size: int", "size: float")
	code, out, summary, outputs := review()
	if code != 1 || !strings.HasPrefix(out, "::error file=wire.yaml,line=") || !strings.HasPrefix(summary, "### demo 1.0: 1 break") || !strings.HasPrefix(outputs, "result=failed\ncomment=") {
		t.Errorf("a change that breaks: exit code %d\n%s\n%s\n%s", code, out, summary, outputs)
	}
	if code, _, _, outputs := review("FAIL_ON=none", "SPEC=wire.yaml", "AGAINST=git:HEAD"); code != 0 || !strings.HasPrefix(outputs, "result=passed\n") {
		t.Errorf("a change that may break: exit code %d\n%s", code, outputs)
	}
	if code, out, summary, outputs := review("AGAINST=git:main-that-is-not"); code != 2 || summary+outputs != "" {
		t.Errorf("nothing to compare with: exit code %d\n%s\n%s\n%s", code, out, summary, outputs)
	}
}

// TestAction checks that the action and its workflow fit the script and each other.
func TestAction(t *testing.T) {
	var action struct {
		Inputs  map[string]struct{ Description, Default string }
		Outputs map[string]struct{ Value string }
		Runs    struct {
			Steps []struct {
				ID, Run, Shell string
				Env            map[string]string
			}
		}
	}
	text := read(t, "../../action.yml", &action)
	for _, m := range regexp.MustCompile(`inputs\.([a-z-]+)`).FindAllStringSubmatch(text, -1) {
		if _, ok := action.Inputs[m[1]]; !ok {
			t.Errorf("the action uses the input %q, which it does not have", m[1])
		}
	}
	var scripts []string // of the steps with outputs
	for _, step := range action.Runs.Steps {
		if strings.Contains(step.Run, "${{") {
			t.Errorf("an expression is part of a program: %s", step.Run)
		}
		path, ok := strings.CutPrefix(strings.Trim(step.Run, `"`), "$ACTION/")
		info, err := os.Stat(filepath.Join("../..", path))
		if !ok || err != nil || info.Mode()&0o111 == 0 {
			t.Fatalf("the action runs %q, which is not a program of this repository: %v", step.Run, err)
		}
		script, err := os.ReadFile(filepath.Join("../..", path))
		if err != nil {
			t.Fatal(err)
		}
		if step.ID != "" {
			scripts = append(scripts, string(script))
		}
		for name := range step.Env {
			if name != "ACTION" && !strings.Contains(string(script), "${"+name+":-") {
				t.Errorf("%s does not use %s", path, name)
			}
		}
	}
	for name := range action.Outputs {
		for _, script := range scripts {
			if !strings.Contains(script, name+"=%s") {
				t.Errorf("a script does not write the output %s:\n%s", name, script)
			}
		}
	}
	var workflow struct {
		Jobs map[string]struct {
			Steps []struct {
				ID, Uses string
				With     map[string]string
			}
		}
	}
	used := read(t, "../../.github/workflows/review.yml", &workflow)
	for _, job := range workflow.Jobs {
		for _, step := range job.Steps {
			if step.Uses != "" && step.Uses != "./" && !regexp.MustCompile(`@[0-9a-f]{40}$`).MatchString(step.Uses) {
				t.Errorf("%s is not pinned by the hash of a commit", step.Uses)
			}
			for name := range step.With {
				if _, ok := action.Inputs[name]; step.Uses == "./" && !ok {
					t.Errorf("the workflow sets the input %q, which the action does not have", name)
				}
			}
		}
	}
	for _, m := range regexp.MustCompile(`steps\.review\.outputs\.([a-z-]+)`).FindAllStringSubmatch(used, -1) {
		if _, ok := action.Outputs[m[1]]; !ok {
			t.Errorf("the workflow uses the output %q, which the action does not have", m[1])
		}
	}
}

// TestActionRuns runs every step of the action in a repository that uses it, as the service
// does, on a change that tries to choose what is reviewed and by which version. The version
// was the newest one, whatever go.mod said.
func TestActionRuns(t *testing.T) {
	var action struct {
		Runs struct {
			Steps []struct{ ID, Run string }
		}
	}
	read(t, "../../action.yml", &action)
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	real, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ before, after, version, want string }{
		"the base's go.mod":     {"module x\n\nrequire github.com/wiregen/wiregen v1.2.3 // indirect\n", "module x\n\nrequire github.com/wiregen/wiregen v0.0.1\n", "", "install github.com/wiregen/wiregen/cmd/wiregen@v1.2.3"},
		"a block of go.mod":     {"module x\n\nrequire (\n\tgithub.com/wiregen/wiregen v1.2.4\n)\n", "module x\n", "", "install github.com/wiregen/wiregen/cmd/wiregen@v1.2.4"},
		"the input":             {"module x\n\nrequire github.com/wiregen/wiregen v1.2.3\n", "module x\n", "v1.2.5", "install github.com/wiregen/wiregen/cmd/wiregen@v1.2.5"},
		"no go.mod: the action": {"", "", "", "-C " + root + " build -o"},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRepository(t)
			temp := t.TempDir()
			// A go that notes what it installs, and builds nothing: wiregen is on the path.
			tools := t.TempDir()
			fake := "#!/bin/sh\ncase \"$1\" in install|-C) echo \"$@\" >>" + temp + "/installed;; *) exec " + real + " \"$@\";; esac\n"
			if err := os.WriteFile(filepath.Join(tools, "go"), []byte(fake), 0o777); err != nil {
				t.Fatal(err)
			}
			if c.before != "" {
				r.write("go.mod", c.before)
				r.must("git add . && git commit -q -m two")
				r.write("go.mod", c.after)
			}
			r.must("mkdir released && cp wire.yaml released/1.0.yaml")
			r.write("wiregen.yaml", "spec: released/1.0.yaml\n")
			r.change("size: int", "size: float")
			env := []string{
				"ACTION=" + root, "VERSION=" + c.version, "AGAINST=git:HEAD", "SPEC=", "FAIL_ON=break", "RUNNER_TEMP=" + temp,
				"GITHUB_PATH=" + temp + "/path", "GITHUB_STEP_SUMMARY=" + temp + "/summary", "GITHUB_OUTPUT=" + temp + "/outputs",
			}
			code, out := 0, ""
			for _, step := range action.Runs.Steps {
				if step.ID == "drift" {
					continue // it is for another mode
				}
				code, out = r.run("PATH="+tools+":$PATH\n"+step.Run, env...)
			}
			if code != 1 || !strings.Contains(out, "Note.size") || !strings.Contains(out, "[spec-moved]") && !strings.Contains(out, "spec-moved") {
				t.Errorf("exit code %d\n%s", code, out)
			}
			installed, _ := os.ReadFile(temp + "/installed")
			if !strings.Contains(string(installed), c.want) {
				t.Errorf("it installs %q, not %q", installed, c.want)
			}
			if outputs, _ := os.ReadFile(temp + "/outputs"); !strings.HasPrefix(string(outputs), "result=failed\ncomment="+temp) {
				t.Errorf("the outputs are %q", outputs)
			}
		})
	}
}

// TestPreCommit runs each hook on a repository in which it has nothing to say, and on one
// that it refuses.
func TestPreCommit(t *testing.T) {
	var hooks []struct {
		ID, Entry, Files string
		PassFilenames    *bool `yaml:"pass_filenames"`
	}
	read(t, "../../.pre-commit-hooks.yaml", &hooks)
	refused := map[string]func(r *repository){
		"wiregen-fmt":      nil, // it formats, and pre-commit fails if a file changed
		"wiregen-check":    func(r *repository) { r.change("size: int", "size: itn") },
		"wiregen-generate": func(r *repository) { r.change("size: int", "size: float") },
		"wiregen-diff":     func(r *repository) { r.change("size: int", "size: float") },
	}
	if len(hooks) != len(refused) {
		t.Errorf("there are %d hooks, and %d are tested", len(hooks), len(refused))
	}
	for _, h := range hooks {
		t.Run(h.ID, func(t *testing.T) {
			r := newRepository(t)
			line := h.Entry
			if h.PassFilenames == nil || *h.PassFilenames {
				line += " wire.yaml"
			}
			if h.Files != "" && !regexp.MustCompile(h.Files).MatchString("spec/wire.yaml") {
				t.Errorf("the hook is not for specs: %s", h.Files)
			}
			if code, out := r.run(line); code != 0 {
				t.Errorf("%s: exit code %d\n%s", line, code, out)
			}
			if code, out := r.run("git diff --exit-code"); code != 0 {
				t.Errorf("it changes what is as it should be:\n%s", out)
			}
			change := refused[h.ID]
			if change == nil {
				r.change("types:\n", "types:   \n")
				r.must(line)
				if code, out := r.run("git diff --exit-code"); code != 0 {
					t.Errorf("it does not format:\n%s", out)
				}
				return
			}
			change(r)
			if code, out := r.run(line); code != 1 {
				t.Errorf("%s: exit code %d\n%s", line, code, out)
			}
		})
	}
}
