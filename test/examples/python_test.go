package examples

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/test/python"
	"github.com/wiregen/wiregen/test/tier"
)

// pythonExample is the path of a program of the examples in Python, for which the generated packages are
// found. What it leaves open, and what its tasks raise, are errors.
func pythonExample(t *testing.T, name string) string {
	t.Helper()
	python.Program(t)
	packages, err := filepath.Abs("../../gen/py")
	if err != nil {
		t.Fatal(err)
	}
	for key, value := range map[string]string{"PYTHONPATH": packages, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONDEVMODE": "1", "PYTHONWARNINGS": "error"} {
		t.Setenv(key, value)
	}
	program, err := filepath.Abs("../../examples/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return program
}

// TestPythonAgent has the agent in Python driven by the clients in Go.
func TestPythonAgent(t *testing.T) {
	agent := pythonExample(t, "agent/python/agent.py")
	dir := built(t, "./examples/agent/agent", "./examples/agent/client", "./examples/agent/oneshot")
	playSessions(t, dir, agent)
}

// TestPythonClients has the clients in Python, and one in JavaScript, drive agents in Go and Python.
func TestPythonClients(t *testing.T) {
	agents := map[string]string{"Python": pythonExample(t, "agent/python/agent.py"), "Go": filepath.Join(built(t, "./examples/agent/agent"), "agent")}
	clients := map[string]string{"asyncio": pythonExample(t, "agent/python/oneshot.py"), "threads": pythonExample(t, "agent/python/threads.py")}
	javaScript, err := filepath.Abs("testdata/oneshot.mjs")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for of, agent := range agents {
		journal := filepath.Join(t.TempDir(), "session.jsonl")
		want := "There are: a file\nfinished"
		for name, client := range clients {
			if got := output(t, dir, "", client, "list", agent, journal); got != want {
				t.Errorf("%s, an agent in %s: %s", name, of, got)
			}
		}
		if got := output(t, dir, "", "node", javaScript, "list", agent, journal); got != want {
			t.Errorf("JavaScript, an agent in %s: %s", of, got)
		}
	}
}

// TestFastAPI posts to the service of examples/fastapi: what the protocol refuses is refused, with the path.
func TestFastAPI(t *testing.T) {
	tier.AtNight(t, "TestPythonClients, for the package itself,")
	example := pythonExample(t, "fastapi")
	t.Setenv("PYTHONPATH", os.Getenv("PYTHONPATH")+string(os.PathListSeparator)+example)
	t.Setenv("PYTHONWARNINGS", "") // those of FastAPI are its own
	t.Setenv("PYTHONDEVMODE", "")
	post, err := filepath.Abs("testdata/post.py")
	if err != nil {
		t.Fatal(err)
	}
	if out, err := python.Tool(t, ".", "python", "-c", "import fastapi").CombinedOutput(); err != nil {
		t.Skipf("FastAPI is not installed: %s", out)
	}
	cmd := python.Tool(t, ".", "python", post)
	cmd.Stdin = strings.NewReader(`/events {"session": "a", "event": {"type": "TurnBegin", "payload": {"user_input": "hello"}}}
/events {"session": "a", "event": {"type": "Sung", "payload": {"song": 1}}}
/events {"session": "a", "event": {"type": "TurnBegin", "payload": {"user_input": 5}}}
/turns {"user_input": "hello", "more": 1}
/turns {}
`)
	out, err := cmd.CombinedOutput()
	const want = `200 {"session": "a", "text": "the user says hello", "known": true}
200 {"session": "a", "text": "a newer agent sends Sung", "known": false}
422 Value error, payload.user_input: expected a string or an array, found a number
200 {"type": "TurnBegin", "payload": {"user_input": "hello"}}
422 Value error, user_input is missing: expected a string or an array
`
	if err != nil || string(out) != want {
		t.Errorf("%v\n%s\nwant\n%s", err, out, want)
	}
}

// TestPythonExampleTypes checks the examples with mypy in strict mode.
func TestPythonExampleTypes(t *testing.T) {
	tier.AtNight(t, "TestPythonAgent")
	t.Setenv("MYPYPATH", filepath.Dir(pythonExample(t, "../gen/py/kimi_wire")))
	dir := filepath.Dir(pythonExample(t, "agent/python/agent.py"))
	args := []string{"--strict", "--python-version", "3.10", "--cache-dir", t.TempDir(), "agent.py", "oneshot.py", "threads.py"}
	if out, err := python.Tool(t, dir, "mypy", args...).CombinedOutput(); err != nil {
		t.Errorf("mypy: %v\n%s", err, out)
	}
}
