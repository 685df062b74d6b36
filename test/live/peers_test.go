package live

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// skipped are the peers that SKIP names. Every other one has to run.
func skipped(t *testing.T, peer string) {
	if slices.Contains(strings.Split(os.Getenv("SKIP"), ","), peer) {
		summary.skipped = append(summary.skipped, peer)
		t.Skip("SKIP names it")
	}
}

// absolute is the path of a file of this package, or of the repository.
func absolute(t *testing.T, parts ...string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join(parts...))
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// place is the folder of a peer, which holds what was fetched.
func place(t *testing.T, name string) string {
	t.Helper()
	dir := absolute(t, "..", "..", ".build", "live", name)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	return dir
}

// fetched runs install unless it has been run for what these locks say. What it left when
// it failed, or for other locks, is removed.
func fetched(t *testing.T, dir string, locks []string, install func()) {
	t.Helper()
	var want []byte
	for _, lock := range locks {
		text, err := os.ReadFile(lock)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, text...)
	}
	stamp := filepath.Join(dir, ".installed")
	if have, err := os.ReadFile(stamp); err == nil && bytes.Equal(have, want) {
		return
	}
	if err := errors.Join(os.RemoveAll(dir), os.MkdirAll(dir, 0o777)); err != nil {
		t.Fatal(err)
	}
	install()
	if err := os.WriteFile(stamp, want, 0o666); err != nil {
		t.Fatal(err)
	}
}

// does runs a command in a folder, and returns what it says.
func does(t *testing.T, dir string, command ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), command[0], command[1:]...)
	cmd.Dir = dir
	var out, fault bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &fault
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s: %v\n%s%s", strings.Join(command, " "), err, out.Bytes(), fault.Bytes())
	}
	return out.String()
}

func copied(t *testing.T, to string, from ...string) {
	t.Helper()
	for _, name := range from {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(to, filepath.Base(name)), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// goPeer builds the one program of a module in the folder peers.
func goPeer(t *testing.T, name string) string {
	t.Helper()
	dir := place(t, "go")
	does(t, absolute(t, "peers", name), "go", "build", "-o", dir+string(filepath.Separator), "tool")
	return filepath.Join(dir, name)
}

// goVersion is the version of a module that the lock of a peer names.
func goVersion(t *testing.T, name, module string) string {
	t.Helper()
	return strings.TrimSpace(strings.TrimPrefix(does(t, absolute(t, "peers", name), "go", "list", "-m", "-f", "{{.Version}}", module), "v"))
}

// npmPeers installs the npm packages, and returns their folder.
func npmPeers(t *testing.T) string {
	t.Helper()
	dir := place(t, "npm")
	locks := []string{"peers/npm/package.json", "peers/npm/package-lock.json"}
	fetched(t, dir, locks, func() {
		copied(t, dir, locks...)
		does(t, dir, "npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts")
	})
	return dir
}

func npmVersion(t *testing.T, dir, name string) string {
	t.Helper()
	return strings.TrimSpace(does(t, dir, "node", "-p", fmt.Sprintf("JSON.parse(fs.readFileSync('node_modules/%s/package.json')).version", name)))
}

// kimiPeer installs kimi-cli, and returns its program. Later versions than the locked one
// have no wire mode, and must not be started.
func kimiPeer(t *testing.T) string {
	t.Helper()
	return pythonPeer(t, "kimi", "peers/kimi/requirements.txt", python, "kimi")
}

// acpPeer installs the Python library of the agent client protocol, and returns a Python that
// has it. It needs no other Python than the generated packages.
func acpPeer(t *testing.T) string {
	t.Helper()
	base := func(t *testing.T) string { return pythonTool(t, "python") }
	return pythonPeer(t, "acp-python", "peers/acp/requirements.txt", base, "python")
}

// pythonPeer installs what a lock names beside a Python, and returns a program of it.
func pythonPeer(t *testing.T, name, lock string, base func(t *testing.T) string, program string) string {
	t.Helper()
	dir := place(t, name)
	fetched(t, dir, []string{lock}, func() {
		does(t, dir, base(t), "-m", "venv", dir)
		does(t, dir, filepath.Join(dir, "bin", "python"), "-m", "pip", "install", "--quiet", "--prefer-binary", "--no-deps", "--require-hashes", "-r", absolute(t, lock))
	})
	return filepath.Join(dir, "bin", program)
}

// python is a Python that kimi-cli and what it needs can all do with: that of PYTHON, or
// one of the path or of pyenv.
func python(t *testing.T) string {
	t.Helper()
	names := []string{"python3", "python3.12", "python3.13"}
	if name := os.Getenv("PYTHON"); name != "" {
		names = []string{name}
	} else if root, err := exec.Command("pyenv", "root").Output(); err == nil {
		installed, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(root)), "versions", "3.1[23].*", "bin", "python3"))
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, installed...)
	}
	// The last is the newest.
	for _, name := range slices.Backward(names) {
		if exec.Command(name, "-c", "import sys, venv; sys.exit(not (3, 12) <= sys.version_info < (3, 14))").Run() == nil {
			return name
		}
	}
	t.Fatalf("kimi-cli needs Python 3.12 or 3.13: there is none in %s. Name one in PYTHON, or leave kimi out with SKIP=kimi", strings.Join(names, ", "))
	return ""
}

// klpPeer builds the peer of peers/klp, and returns its program.
func klpPeer(t *testing.T) string {
	t.Helper()
	dir := place(t, "klp")
	sources := []string{"peers/klp/Cargo.toml", "peers/klp/Cargo.lock", "peers/klp/src/main.rs"}
	program := filepath.Join(dir, "target", "debug", "klp-peer")
	// What was compiled for another main.rs is of use, so nothing is removed.
	if err := os.MkdirAll(filepath.Join(dir, "src"), 0o777); err != nil {
		t.Fatal(err)
	}
	copied(t, dir, sources[0])
	copied(t, filepath.Join(dir, "src"), sources[2])
	lockCargo(t, dir, sources[1])
	does(t, dir, "cargo", "build", "--quiet", "--locked")
	return program
}

// lockCargo writes Cargo.lock. The one of this repository lacks the lines that say where
// packages come from, which are those of cargo on this machine.
func lockCargo(t *testing.T, dir, name string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	lock := filepath.Join(dir, "Cargo.lock")
	if have, err := os.ReadFile(lock); err == nil && bytes.Equal(withoutSources(have), text) {
		return
	}
	if err := os.RemoveAll(lock); err != nil {
		t.Fatal(err)
	}
	does(t, dir, "cargo", "generate-lockfile", "--quiet")
	made, err := os.ReadFile(lock)
	if err != nil {
		t.Fatal(err)
	}
	var source []byte
	for line := range bytes.Lines(made) {
		if bytes.HasPrefix(line, []byte("source = ")) {
			source = line
			break
		}
	}
	text = bytes.ReplaceAll(text, []byte("\nchecksum = "), append(append([]byte("\n"), source...), "checksum = "...))
	if err := os.WriteFile(lock, text, 0o666); err != nil {
		t.Fatal(err)
	}
}

func withoutSources(lock []byte) []byte {
	var out []byte
	for line := range bytes.Lines(lock) {
		if !bytes.HasPrefix(line, []byte("source = ")) {
			out = append(out, line...)
		}
	}
	return out
}
