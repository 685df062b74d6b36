package lsp

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/test/tier"
)

// TestNeovim drives the server with Neovim's own client: a fault is shown and repaired, a type
// completed, its declaration found, and the type renamed.
func TestNeovim(t *testing.T) {
	tier.AtNight(t, "TestFeatures")
	nvim, err := exec.LookPath("nvim")
	if err != nil {
		t.Skip("nvim is not installed: Debian has it in the package neovim")
	}
	file := filepath.Join(t.TempDir(), "spec.yaml")
	const spec = `wiregen: 1
protocol: {name: demo, version: "1"}
types:
  Task:
    fields: {id: string}
methods:
  first: {from: client, params: empty, result: Tusk}
  list: {from: client, params: empty, result: {all: "Task[]"}}
`
	if err := os.WriteFile(file, []byte(spec), 0o666); err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	cmd := exec.Command(nvim, "--headless", "-u", "NONE", "-i", "NONE", "-n", "-l", "testdata/neovim.lua")
	if out, err := exec.Command(nvim, "--version").Output(); err == nil && (strings.HasPrefix(string(out), "NVIM v0.7") || strings.HasPrefix(string(out), "NVIM v0.8")) {
		cmd = exec.Command(nvim, "--headless", "-u", "NONE", "-i", "NONE", "-n", "-S", "testdata/neovim.lua") // it has no -l
	}
	cmd.Env = append(os.Environ(), "SERVER="+program, "FILE="+file, "HOME="+home, "XDG_STATE_HOME="+home, "XDG_CACHE_HOME="+home)
	out, err := cmd.CombinedOutput()
	said := strings.Fields(string(out))
	if want := "started diagnostics repaired completion definition renamed stopped"; err != nil || strings.Join(said, " ") != want {
		t.Errorf("%v: Neovim says\n%s\nwant %s", err, out, want)
	}
}
