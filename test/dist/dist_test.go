package dist_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/wiregen/wiregen/test/python"
	"github.com/wiregen/wiregen/test/tier"
)

var temp string

func TestMain(m *testing.M) {
	code := func() int {
		var err error
		if temp, err = os.MkdirTemp("", "wiregen-dist-test-"); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(temp)
		return m.Run()
	}()
	os.Exit(code)
}

// maker is the program that make dist runs.
var maker = sync.OnceValues(func() (string, error) {
	name := filepath.Join(temp, "maker")
	out, err := exec.Command("go", "-C", "../../tools", "build", "-o", name, "./dist").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return name, nil
})

// tag is the version of the release that the tests make.
const tag = "v1.2.3-rc.4"

// made is a folder with the release for this platform.
var made = sync.OnceValues(func() (string, error) {
	dir := filepath.Join(temp, "release")
	return dir, makeDist("../..", dir, "host")
})

// makeDist runs make dist in a folder of sources.
func makeDist(root, dir, platforms string, env ...string) error {
	cmd := exec.Command("make", "-s", "-C", root, "dist", "PLATFORMS="+platforms, "DIST="+dir, "RELEASE="+tag)
	cmd.Env = append(os.Environ(), append(env, "MAKEFLAGS=", "MFLAGS=")...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("make dist: %w\n%s", err, out)
	}
	return nil
}

// release returns the folder of the release, with the names of three of its files.
func release(t *testing.T) (dir, main, platform, wheel string) {
	t.Helper()
	tier.Slow(t)
	if runtime.GOOS == "windows" {
		t.Skip("the tests make links to programs")
	}
	dir, err := made()
	if err != nil {
		t.Fatal(err)
	}
	one := func(pattern string) string {
		names, _ := filepath.Glob(filepath.Join(dir, pattern))
		if len(names) != 1 {
			t.Fatalf("the release has %d files %s", len(names), pattern)
		}
		return names[0]
	}
	return dir, filepath.Join(dir, "wiregen-npm-1.2.3-rc.4.tgz"), one("wiregen-npm-*-*-*.tgz"), one("*.whl")
}

// A place is an empty folder, and a path that has the named programs and no Go.
type place struct {
	t   *testing.T
	dir string
	env []string
}

func newPlace(t *testing.T, programs map[string]string) *place {
	t.Helper()
	p := &place{t: t, dir: t.TempDir()}
	bin := t.TempDir()
	for name, program := range programs {
		if program == "" {
			var err error
			if program, err = exec.LookPath(name); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Symlink(program, filepath.Join(bin, name)); err != nil {
			t.Fatal(err)
		}
	}
	p.env = []string{"PATH=" + bin, "HOME=" + t.TempDir(), "TMPDIR=" + t.TempDir(), "WIREGEN_CACHE=off", "NO_UPDATE_NOTIFIER=1", "PIP_CONFIG_FILE=" + os.DevNull}
	return p
}

// run runs a program of the path, or one in the folder, and returns its output.
func (p *place) run(program string, args ...string) (string, error) {
	p.t.Helper()
	path := strings.TrimPrefix(p.env[0], "PATH=")
	name := filepath.Join(path, program)
	if strings.Contains(program, "/") {
		name = filepath.Join(p.dir, program)
	}
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = p.dir, p.env
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func (p *place) must(program string, args ...string) string {
	p.t.Helper()
	out, err := p.run(program, args...)
	if err != nil {
		p.t.Fatalf("%s %s: %v\n%s", program, strings.Join(args, " "), err, out)
	}
	return out
}

func (p *place) write(name, text string) {
	p.t.Helper()
	if err := os.WriteFile(filepath.Join(p.dir, name), []byte(text), 0o666); err != nil {
		p.t.Fatal(err)
	}
}

// has checks that a file below gen contains a text.
func (p *place) has(name, text string) {
	p.t.Helper()
	data, err := os.ReadFile(filepath.Join(p.dir, name))
	if err != nil || !bytes.Contains(data, []byte(text)) {
		p.t.Errorf("%s does not contain %q: %v", name, text, err)
	}
}

const spec = `wiregen: 1
protocol: {name: demo, version: "1.0"}
types:
  Note: {doc: A note., fields: {size: {type: int, doc: Its size.}}}
methods:
  note: {doc: Sends a note., from: client, notify: Note}
`

var node = map[string]string{"node": "", "npm": "", "npx": "", "sh": ""}

// TestInstall installs the packages of npm and of Python into an empty folder without Go, and
// without a network, and generates with them.
func TestInstall(t *testing.T) {
	_, main, platform, wheel := release(t)
	t.Run("npm", func(t *testing.T) {
		t.Parallel()
		p := newPlace(t, node)
		p.write("package.json", `{"private": true}`)
		p.must("npm", "install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts", main, platform)
		if out := p.must("npx", "--no-install", "wiregen", "--version"); !strings.HasPrefix(out, "wiregen "+tag+" (go") {
			t.Errorf("the version is %q", out)
		}
		p.write("wire.yaml", spec)
		p.must("npx", "--no-install", "wiregen", "generate", "--target", "ts", "wire.yaml")
		p.has("gen/ts/types.d.ts", "interface Note")
		if out := p.must("npx", "--no-install", "wiregen", "init", "new"); !strings.Contains(out, "next:\n  cd new\n  npx wiregen generate\n") {
			t.Errorf("init says\n%s", out)
		}
		if out, err := p.run("npx", "--no-install", "wiregen", "check", "none.yaml"); err == nil || err.Error() != "exit status 2" {
			t.Errorf("check of no file: %v\n%s", err, out)
		}
	})
	t.Run("pip", func(t *testing.T) {
		t.Parallel()
		out, err := exec.Command(python.Program(t), "-c", "import sys; print(sys.executable)").Output()
		if err != nil {
			t.Fatal(err)
		}
		p := newPlace(t, map[string]string{})
		cmd := exec.Command(strings.TrimSpace(string(out)), "-m", "venv", filepath.Join(p.dir, "venv"))
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		p.must("venv/bin/pip", "install", "--no-index", "--disable-pip-version-check", wheel)
		p.must("venv/bin/pip", "check")
		if out := p.must("venv/bin/pip", "show", "wiregen"); !strings.Contains(out, "Version: 1.2.3rc4\n") {
			t.Errorf("pip says\n%s", out)
		}
		p.write("wire.yaml", spec)
		p.must("venv/bin/wiregen", "generate", "--target", "py", "wire.yaml")
		if out := p.must("venv/bin/wiregen", "init", "new"); !strings.Contains(out, "next:\n  cd new\n  wiregen generate\n") {
			t.Errorf("init says\n%s", out)
		}
		p.has("gen/py/demo/types.py", "class Note")
	})
}

// TestChecksums compares the checksums with those of another program.
func TestChecksums(t *testing.T) {
	dir, _, _, _ := release(t)
	cmd := exec.Command("sha256sum", "--check", "--strict", "SHA256SUMS")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil || strings.Count(string(out), ": OK\n") != 4 {
		t.Errorf("%v\n%s", err, out)
	}
}
