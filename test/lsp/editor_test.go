// Package lsp tests the language server as a process over pipes, driven by generated TypeScript
// ends. What the answers say is tested in internal/editor.
package lsp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/wiregen/wiregen/internal/lsp/wire"
	"github.com/wiregen/wiregen/test/node"
)

// The program of the server, and a folder with the ends of the editor.
var program, ends string

func TestMain(m *testing.M) {
	flag.Parse()
	dir, err := os.MkdirTemp("", "lsp")
	if err != nil {
		panic(err)
	}
	program, ends = filepath.Join(dir, "wiregen"), filepath.Join(dir, "ends")
	code := 1
	if err := prepare(); err != nil {
		os.Stderr.WriteString(err.Error() + "\n")
	} else {
		code = m.Run()
	}
	os.RemoveAll(dir)
	os.Exit(code)
}

// prepare builds the server and generates the ends.
func prepare() error {
	if out, err := exec.Command("go", "build", "-o", program, "../../cmd/wiregen").CombinedOutput(); err != nil {
		os.Stderr.Write(out)
		return err
	}
	spec, err := os.ReadFile("../../internal/lsp/wire/lsp.yaml")
	if err != nil {
		return err
	}
	if err := os.Mkdir(ends, 0o777); err != nil {
		return err
	}
	for name, text := range map[string]string{"lsp.yaml": string(spec), "wiregen.yaml": "spec: lsp.yaml\nts: {dir: ts}\n"} {
		if err := os.WriteFile(filepath.Join(ends, name), []byte(text), 0o666); err != nil {
			return err
		}
	}
	cmd := exec.Command(program, "generate")
	cmd.Dir = ends
	if out, err := cmd.CombinedOutput(); err != nil {
		os.Stderr.Write(out)
		return err
	}
	client, err := os.ReadFile("testdata/client.mjs")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(ends, "client.mjs"), client, 0o666)
}

// A step is what the editor does next.
type step struct {
	Do      string `json:"do"`
	Method  string `json:"method,omitempty"`
	Params  any    `json:"params,omitempty"`
	URI     string `json:"uri,omitempty"`
	Version int    `json:"version,omitempty"`
}

// An answer is what the editor says of a step.
type answer struct {
	Result json.RawMessage `json:"result"`
	Error  string          `json:"error"`
}

// A session is a list of steps with an editor.
type session struct {
	steps []step
	what  []func(answer) // is called with the answer of each
}

func (s *session) add(x step, what func(answer)) {
	s.steps, s.what = append(s.steps, x), append(s.what, what)
}

// ok does a step that succeeds, whatever it returns.
func (s *session) ok(t *testing.T, x step) {
	s.add(x, func(a answer) {
		if a.Error != "" {
			t.Errorf("%s %s: %s", x.Do, x.Method, a.Error)
		}
	})
}

type object = map[string]any

// start begins a session in a folder, with settings.
func (s *session) start(t *testing.T, root string, settings object) {
	s.ok(t, step{Do: "start", Params: object{
		"processId": os.Getpid(), "rootUri": uri(root), "initializationOptions": settings,
		"workspaceFolders": []object{{"uri": uri(root), "name": "test"}},
		"capabilities": object{
			"workspace": object{"workspaceEdit": object{"documentChanges": true}, "codeLens": object{}, "inlayHint": object{}},
			"textDocument": object{
				"completion": object{"completionItem": object{"snippetSupport": true}}, "publishDiagnostics": object{"versionSupport": true},
				"hover": object{}, "rename": object{"prepareSupport": true}, "codeAction": object{},
			},
		},
	}})
}

// stop ends a session as an editor does: the server exits with 0.
func (s *session) stop(t *testing.T) {
	s.add(step{Do: "stop"}, func(a answer) {
		if a.Error != "" || string(a.Result) != "0" {
			t.Errorf("the server ends with %s %s", a.Result, a.Error)
		}
	})
}

// run has the session, and returns what the server prints on standard error.
func (s *session) run(t *testing.T) string {
	t.Helper()
	node.Modules(t) // which says where there is no node
	steps, err := json.Marshal(s.steps)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "steps.json")
	if err := os.WriteFile(name, steps, 0o666); err != nil {
		t.Fatal(err)
	}
	server, err := json.Marshal([]string{program, "lsp"})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", filepath.Join(ends, "client.mjs"), string(server), name)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	in := bufio.NewScanner(bytes.NewReader(out))
	in.Buffer(nil, 64<<20)
	i := 0
	for ; in.Scan() && i < len(s.what); i++ {
		var a answer
		if err := json.Unmarshal(in.Bytes(), &a); err != nil {
			t.Fatal(err)
		}
		s.what[i](a)
	}
	if i != len(s.what) {
		t.Errorf("%d of %d steps were done", i, len(s.what))
	}
	if text := stderr.String(); strings.Contains(text, "bug in wiregen") || strings.Contains(text, "panic") {
		t.Errorf("the server says:\n%s", text)
	}
	return stderr.String()
}

func uri(file string) string {
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(file)}).String()
}

// at is the place of an offset, in units of UTF-16.
func at(text string, offset int) wire.Position {
	line := strings.Count(text[:offset], "\n")
	begin := strings.LastIndexByte(text[:offset], '\n') + 1
	return wire.Position{Line: wire.Uinteger(line), Character: wire.Uinteger(len(utf16.Encode([]rune(text[begin:offset]))))}
}
