package schemagen_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/wiregen/wiregen/internal/codegen/schemagen"
	whole "github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/test/node"
)

// editorWait is how long an answer of the language server may take.
const editorWait = 60 * time.Second

// mistaken is a spec with a mistake on each line with # ERROR, which is followed by a
// part of the message that an editor must show there.
const mistaken = `# yaml-language-server: $schema=wiregen.schema.json
wiregen: 1
protocol:
  name: demo
  version: "1.0"
  titel: Demo # ERROR Property titel is not allowed
dialect:
  jsonrpc: {read: sometimes} # ERROR Value is not accepted
types:
  Mood:
    enum: [calm, tense]
    opne: true # ERROR Property opne is not allowed
  Point:
    fields:
      x: int
      y: {type: int, minimum: 0} # ERROR Property minimum is not allowed
methods:
  move:
    from: client
    notify: 1 # ERROR Value is not accepted
    params: {to: Point}
errors:
  lost: {code: seven} # ERROR Incorrect type
`

// TestEditor drives the language server that editors use on YAML with the
// schema of the spec language: errors at their lines, completion, hover.
func TestEditor(t *testing.T) {
	dir := t.TempDir()
	schema := whole.Targets().LanguageSchema()
	write(t, filepath.Join(dir, schemagen.LanguageFile), string(schema))
	e := openEditor(t, dir)
	t.Run("errors", func(t *testing.T) { e.errors(t) })
	t.Run("no errors", func(t *testing.T) {
		spec, err := os.ReadFile("../../../spec/wire.yaml")
		if err != nil {
			t.Fatal(err)
		}
		text := "# yaml-language-server: $schema=wiregen.schema.json\n" + string(spec)
		if found := e.open(t, "wire.yaml", text); len(found) > 0 {
			t.Errorf("the editor finds fault with a good spec: %+v", found)
		}
	})
	t.Run("completion", func(t *testing.T) { e.completion(t) })
	t.Run("hover", func(t *testing.T) { e.hover(t) })
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// errors checks that each line that is marked has one finding, and others none.
func (e *editor) errors(t *testing.T) {
	found := map[int][]string{}
	for _, d := range e.open(t, "mistaken.yaml", mistaken) {
		found[d.Range.Start.Line] = append(found[d.Range.Start.Line], d.Message)
	}
	for i, line := range strings.Split(mistaken, "\n") {
		_, want, wrong := strings.Cut(line, "# ERROR ")
		got := found[i]
		switch {
		case wrong && !slices.ContainsFunc(got, func(m string) bool { return strings.Contains(m, want) }):
			t.Errorf("line %d: the editor shows %q, want %q", i+1, got, want)
		case !wrong && len(got) > 0:
			t.Errorf("line %d: the editor shows %q", i+1, got)
		}
	}
}

// completion checks the keys and words that are proposed at the cursor, which is
// at the bar of each text.
func (e *editor) completion(t *testing.T) {
	head := "# yaml-language-server: $schema=wiregen.schema.json\nwiregen: 1\n"
	for i, c := range []struct{ text, want string }{
		{head + "|", "types methods events requests errors dialect negotiation"},
		{head + "types:\n  Mood:\n    |", "enum fields union type doc open"},
		{head + "types:\n  Part:\n    union:\n      |", "tag content"},
		{head + "dialect:\n  jsonrpc:\n    read: |", "required optional any ignored"},
		{head + "types:\n  Mood:\n    type: string\n    |", "min_length pattern enforced"},
	} {
		before, _, _ := strings.Cut(c.text, "|")
		name := fmt.Sprintf("completion%d.yaml", i)
		e.open(t, name, strings.Replace(c.text, "|", "", 1))
		var list struct{ Items []struct{ Label string } }
		e.ask(t, "textDocument/completion", e.at(name, before), &list)
		var labels []string
		for _, item := range list.Items {
			labels = append(labels, item.Label)
		}
		for _, want := range strings.Fields(c.want) {
			if !slices.Contains(labels, want) {
				t.Errorf("%q: the editor offers %q, not %s", before[len(head):], labels, want)
			}
		}
	}
}

// hover checks what is shown for the key that the text ends with.
func (e *editor) hover(t *testing.T) {
	text := "# yaml-language-server: $schema=wiregen.schema.json\nwiregen: 1\ntypes:\n  Mood:\n    enum: [calm]\n    open: true\n"
	e.open(t, "hover.yaml", text)
	for key, want := range map[string]string{"types": "by name", "    open": "undeclared"} {
		before := text[:strings.Index(text, key+":")+len(key)-1]
		var answer struct{ Contents json.RawMessage }
		e.ask(t, "textDocument/hover", e.at("hover.yaml", before), &answer)
		if !strings.Contains(string(answer.Contents), want) {
			t.Errorf("over %q the editor shows %s, which does not contain %q", strings.TrimSpace(key), answer.Contents, want)
		}
	}
}

// An editor is a client of the language server.
type editor struct {
	dir      string
	to       io.Writer
	incoming chan lspMessage
	found    map[string][]finding // what was published, by address
	last     int
}

type lspMessage struct {
	ID     json.RawMessage `json:"id,omitempty"`
	Method string          `json:"method,omitempty"`
	Params json.RawMessage `json:"params,omitempty"`
	Result json.RawMessage `json:"result,omitempty"`
	Error  json.RawMessage `json:"error,omitempty"`
}

type position struct{ Line, Character int }

type finding struct {
	Message string
	Range   struct{ Start, End position }
}

// openEditor starts the server on the files of a folder.
func openEditor(t *testing.T, dir string) *editor {
	t.Helper()
	bin := filepath.Join(node.Modules(t), "yaml-language-server", "bin", "yaml-language-server")
	cmd := exec.Command("node", bin, "--stdio")
	cmd.Stderr = os.Stderr
	to, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	from, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	e := &editor{dir: dir, to: to, incoming: make(chan lspMessage, 64), found: map[string][]finding{}}
	go e.listen(from)
	root := e.address("")
	e.ask(t, "initialize", map[string]any{
		"processId": os.Getpid(), "rootUri": root,
		"workspaceFolders": []any{map[string]any{"uri": root, "name": "specs"}},
		"capabilities": map[string]any{
			"textDocument": map[string]any{
				"publishDiagnostics": map[string]any{},
				"completion":         map[string]any{"completionItem": map[string]any{"snippetSupport": true}},
				"hover":              map[string]any{"contentFormat": []string{"markdown"}},
			},
			"workspace": map[string]any{"configuration": true, "workspaceFolders": true},
		},
	}, nil)
	e.send(t, "", "initialized", map[string]any{})
	return e
}

func (e *editor) address(name string) string {
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(filepath.Join(e.dir, name))}).String()
}

// at returns the place behind a text in a file that begins with it.
func (e *editor) at(name, before string) map[string]any {
	lines := strings.Split(before, "\n")
	return map[string]any{
		"textDocument": map[string]any{"uri": e.address(name)},
		"position":     map[string]any{"line": len(lines) - 1, "character": len(lines[len(lines)-1])},
	}
}

// open shows a file to the server and waits for what it finds in it.
func (e *editor) open(t *testing.T, name, text string) []finding {
	t.Helper()
	write(t, filepath.Join(e.dir, name), text)
	uri := e.address(name)
	delete(e.found, uri)
	e.send(t, "", "textDocument/didOpen", map[string]any{
		"textDocument": map[string]any{"uri": uri, "languageId": "yaml", "version": 1, "text": text},
	})
	e.until(t, func(lspMessage) bool { _, ok := e.found[uri]; return ok })
	return e.found[uri]
}

// ask sends a request and reads its answer.
func (e *editor) ask(t *testing.T, method string, params, result any) {
	t.Helper()
	e.last++
	id := strconv.Itoa(e.last)
	e.send(t, id, method, params)
	m := e.until(t, func(m lspMessage) bool { return m.Method == "" && string(m.ID) == id })
	if m.Error != nil {
		t.Fatalf("%s: %s", method, m.Error)
	}
	if result == nil || string(m.Result) == "null" {
		return
	}
	if err := json.Unmarshal(m.Result, result); err != nil {
		t.Fatalf("%s: %v: %s", method, err, m.Result)
	}
}

// until reads messages until one satisfies done, and answers the requests of the server
// before it.
func (e *editor) until(t *testing.T, done func(lspMessage) bool) lspMessage {
	t.Helper()
	timeout := time.After(editorWait)
	for {
		select {
		case m, ok := <-e.incoming:
			if !ok {
				t.Fatal("the language server has gone")
			}
			e.take(t, m)
			if done(m) {
				return m
			}
		case <-timeout:
			t.Fatal("the language server does not answer")
		}
	}
}

func (e *editor) take(t *testing.T, m lspMessage) {
	t.Helper()
	switch {
	case m.Method == "textDocument/publishDiagnostics":
		var p struct {
			URI         string
			Diagnostics []finding
		}
		if err := json.Unmarshal(m.Params, &p); err != nil {
			t.Fatal(err)
		}
		e.found[p.URI] = p.Diagnostics
	case m.Method == "workspace/configuration":
		var p struct{ Items []any }
		if err := json.Unmarshal(m.Params, &p); err != nil {
			t.Fatal(err)
		}
		settings := make([]any, len(p.Items))
		for i := range settings {
			settings[i] = map[string]any{"validate": true, "completion": true, "hover": true, "schemaStore": map[string]any{"enable": false}}
		}
		e.frame(t, map[string]any{"jsonrpc": "2.0", "id": m.ID, "result": settings})
	case m.Method != "" && m.ID != nil:
		e.frame(t, map[string]any{"jsonrpc": "2.0", "id": m.ID, "result": nil})
	}
}

func (e *editor) send(t *testing.T, id, method string, params any) {
	t.Helper()
	m := map[string]any{"jsonrpc": "2.0", "method": method, "params": params}
	if id != "" {
		m["id"] = json.RawMessage(id)
	}
	e.frame(t, m)
}

func (e *editor) frame(t *testing.T, m any) {
	t.Helper()
	data, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := fmt.Fprintf(e.to, "Content-Length: %d\r\n\r\n%s", len(data), data); err != nil {
		t.Fatal(err)
	}
}

// listen reads messages until the server ends.
func (e *editor) listen(from io.Reader) {
	defer close(e.incoming)
	r := bufio.NewReader(from)
	for {
		m, err := readFrame(r)
		if err != nil {
			return
		}
		e.incoming <- m
	}
}

func readFrame(r *bufio.Reader) (m lspMessage, err error) {
	size := -1
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return m, err
		}
		line = strings.TrimSpace(line)
		if line == "" {
			break
		}
		if n, ok := strings.CutPrefix(line, "Content-Length: "); ok {
			if size, err = strconv.Atoi(n); err != nil {
				return m, err
			}
		}
	}
	if size < 0 {
		return m, errors.New("a message without a length")
	}
	data := make([]byte, size)
	if _, err := io.ReadFull(r, data); err != nil {
		return m, err
	}
	return m, json.Unmarshal(data, &m)
}
