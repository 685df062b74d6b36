package cli_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/wiregen/wiregen/internal/command/cli"
	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/test/toytarget"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"wiregen-peer":   peer,
		"wiregen-reader": reader,
		"wiregen":        func() { os.Exit(cli.Main(os.Args[1:], os.Stdout, os.Stderr)) },
		"wiregen-toy": func() { // a compiler with one target more
			targets := append(compile.Targets(), toytarget.New())
			os.Exit(cli.Run(targets, os.Args[1:], os.Stdout, os.Stderr))
		},
	})
}

// TestScript runs the scripts of testdata/script, each in its own folder.
// Beside the commands of testscript they may use:
//
//	exits CODE COMMAND...   the command ends with that exit code
//	glob PATTERN...         each pattern matches a file (with !, none)
//	crlf FILE...            line ends become CRLF
//	edit FILE OLD NEW       the first OLD in the file becomes NEW
//	fill FILE KIND N        a large file: zeros, comment, nested, flow, aliases
//	same DIR DIR            both folders hold the same files with the same bytes
//
// $SPEC is the spec of the project.
func TestScript(t *testing.T) {
	spec, err := filepath.Abs(filepath.Join("..", "..", "..", "spec", "wire.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("..", "..", "..", "testdata", "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "glob": glob, "crlf": crlf, "edit": edit, "fill": fill, "same": same,
		},
		Condition: func(cond string) (bool, error) {
			if cond == "root" {
				return os.Geteuid() == 0, nil
			}
			return false, errors.New("unknown condition " + cond)
		},
		Setup: func(env *testscript.Env) error {
			env.Setenv("NO_COLOR", "")
			env.Setenv("SPEC", spec)
			return nil
		},
	})
}

func exits(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

func glob(ts *testscript.TestScript, neg bool, args []string) {
	for _, pattern := range args {
		found, err := filepath.Glob(ts.MkAbs(pattern))
		ts.Check(err)
		if (len(found) == 0) != neg {
			ts.Fatalf("%s: %q", pattern, found)
		}
	}
}

func crlf(ts *testscript.TestScript, _ bool, args []string) {
	for _, name := range args {
		text := strings.ReplaceAll(ts.ReadFile(name), "\r\n", "\n")
		ts.Check(os.WriteFile(ts.MkAbs(name), []byte(strings.ReplaceAll(text, "\n", "\r\n")), 0o666))
	}
}

func edit(ts *testscript.TestScript, _ bool, args []string) {
	text := ts.ReadFile(args[0])
	if !strings.Contains(text, args[1]) {
		ts.Fatalf("%s does not contain %q", args[0], args[1])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Replace(text, args[1], args[2], 1)), 0o666))
}

func fill(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[2])
	ts.Check(err)
	var b bytes.Buffer
	switch args[1] {
	case "zeros":
		b.Write(make([]byte, n))
	case "comment":
		b.WriteString("#" + strings.Repeat("x", n))
	case "nested":
		for i := range n {
			b.WriteString(strings.Repeat(" ", i) + "a:\n")
		}
	case "flow":
		b.WriteString("wiregen: " + strings.Repeat("[", n) + strings.Repeat("]", n) + "\n")
	case "aliases":
		b.WriteString("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n")
		for i := 1; i < n; i++ {
			before := strings.Repeat("*a"+strconv.Itoa(i-1)+", ", 9) + "*a" + strconv.Itoa(i-1)
			b.WriteString("a" + strconv.Itoa(i) + ": &a" + strconv.Itoa(i) + " [" + before + "]\n")
		}
	default:
		ts.Fatalf("fill: no kind %q", args[1])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), b.Bytes(), 0o666))
}

func same(ts *testscript.TestScript, _ bool, args []string) {
	a, b := tree(ts, args[0]), tree(ts, args[1])
	if len(a) == 0 {
		ts.Fatalf("%s is empty", args[0])
	}
	for name, text := range a {
		if other, ok := b[name]; !ok || other != text {
			ts.Fatalf("%s differs between %s and %s", name, args[0], args[1])
		}
	}
	if len(a) != len(b) {
		ts.Fatalf("%s has %d files, %s has %d", args[0], len(a), args[1], len(b))
	}
}

func tree(ts *testscript.TestScript, dir string) map[string]string {
	out := map[string]string{}
	root := ts.MkAbs(dir)
	ts.Check(filepath.WalkDir(root, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		rel, _ := filepath.Rel(root, name)
		out[rel] = string(text)
		return err
	}))
	return out
}
