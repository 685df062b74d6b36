package connections

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/pygen"
	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/python"
)

// pythonOf generates the Python of a version, and returns its folder.
func pythonOf(t *testing.T, spec string) string {
	t.Helper()
	text, err := os.ReadFile(spec)
	if err != nil {
		t.Fatal(err)
	}
	p, r := compile.Check(source.NewFile(spec, text), nil)
	if p == nil {
		t.Fatal(r)
	}
	plan, err := pygen.Backend{}.Plan(p, backend.Common{}, r)
	if err != nil {
		t.Fatal(err, r)
	}
	files, err := plan.Emit()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestVersionsOfPython has clients of 1.10 and 1.1 in Python talk to agents of the other version
// in Go and in Python, and clients in Go to agents in Python: nothing stalls, and what the other
// does not know is refused.
func TestVersionsOfPython(t *testing.T) {
	t.Parallel()
	old, newest := pythonOf(t, "../../spec/released/1.1.yaml"), pythonOf(t, "../../spec/wire.yaml")
	oldInGo := buildOldPeer(t)
	script, err := filepath.Abs("testdata/versions.py")
	if err != nil {
		t.Fatal(err)
	}
	peer := func(folder, version string) []string {
		return append(python.Command(t, "", "-W", "error", script).Args, folder, version)
	}
	const (
		ofNew = "1.1 1.1\nTurnBegin\nprompt finished\nsteer since\nset_plan_mode since\nreplay since\ncancel INVALID_STATE\n"
		ofOld = "1.1 1.10\nTurnBegin\nStepBegin\nUnknownEvent\nprompt finished\ncancel INVALID_STATE\n"
		inGo  = "1.1 1.10\n*wire11.TurnBegin\n*wire11.StepBegin\n*wire11.UnknownEvent\n&{finished <nil>} <nil>\n"
	)
	for name, test := range map[string]struct {
		command []string
		want    string
	}{
		"new client, old agent in Go":     {append(peer(newest, "1.10"), oldInGo), ofNew},
		"new client, old agent in Python": {append(peer(newest, "1.10"), peer(old, "1.1")...), ofNew},
		"old client, new agent in Go":     {append(peer(old, "1.1"), "env", peerMode+"=new", os.Args[0]), ofOld},
		"old client, new agent in Python": {append(peer(old, "1.1"), peer(newest, "1.10")...), ofOld},
		"old client in Go, new agent":     {[]string{oldInGo, started(t, peer(newest, "1.10"))}, inGo},
	} {
		t.Run(name, func(t *testing.T) {
			cmd := exec.CommandContext(soon(t), test.command[0], test.command[1:]...)
			out, err := cmd.CombinedOutput()
			if got := strings.ReplaceAll(string(out), "\r", ""); err != nil || !strings.HasPrefix(got, test.want) || strings.Contains(got, "incident") {
				t.Errorf("%v\n%s\nwant\n%s", err, out, test.want)
			}
		})
	}
}

// started returns a program without arguments that runs a command.
func started(t *testing.T, command []string) string {
	t.Helper()
	for i, word := range command {
		command[i] = "'" + word + "'"
	}
	name := filepath.Join(t.TempDir(), "agent")
	if err := os.WriteFile(name, []byte("#!/bin/sh\nexec "+strings.Join(command, " ")+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return name
}
