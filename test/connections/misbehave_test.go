package connections

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/wiregen/wiregen/internal/command/cli"
)

// TestMisbehaving has a peer break each rule of a session. The end, a process in Go or in
// TypeScript, answers and reports what testdata/rules says, and goes on.
func TestMisbehaving(t *testing.T) {
	dir := t.TempDir()
	spec, err := filepath.Abs("testdata/rules/rules.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if code := cli.Main([]string{"generate", "--target", "go,ts", "--out", dir, spec}, &out, &out); code != 0 {
		t.Fatalf("%s", out.String())
	}
	drivers := map[string][]string{"go": {buildDriver(t, dir)}, "ts": {"node", "testdata/rules/driver.mjs", filepath.Join(dir, "ts")}}
	for lang, driver := range drivers {
		for _, side := range []string{"agent", "client"} {
			text, err := os.ReadFile(filepath.Join("testdata", "rules", side+".txt"))
			if err != nil {
				t.Fatal(err)
			}
			for _, block := range strings.Split(string(text), "\n\n")[1:] {
				name, steps, _ := strings.Cut(strings.TrimSpace(block), "\n")
				name, calls, _ := strings.Cut(name, " | ")
				t.Run(lang+"/"+side+"/"+name, func(t *testing.T) {
					t.Parallel()
					args := append(append(append([]string{}, driver[1:]...), side), strings.Fields(calls)...)
					p := &bad{t: t, bound: map[string]any{}}
					p.start(exec.Command(driver[0], args...))
					p.play(side == "agent" && !strings.HasPrefix(name, "before"), strings.Split(steps, "\n"))
				})
			}
		}
	}
}

// buildDriver builds the driver in Go with the generated package.
func buildDriver(t *testing.T, dir string) string {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	version := regexp.MustCompile(`(?m)^go .*`).Find(mod)
	driver, err := os.ReadFile("testdata/rules/driver.go")
	if err != nil {
		t.Fatal(err)
	}
	at := filepath.Join(dir, "go")
	for name, text := range map[string]string{
		"go.mod":  fmt.Sprintf("module example.test/rules\n%s\nrequire github.com/wiregen/wiregen v0.0.0\nreplace github.com/wiregen/wiregen => %s\n", version, strconv.Quote(root)),
		"main.go": string(driver),
	} {
		if err := os.WriteFile(filepath.Join(at, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "build", "-mod=mod", "-o", filepath.Join(dir, "driver"), ".")
	cmd.Dir = at
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s", text)
	}
	return filepath.Join(dir, "driver")
}

// bad is a peer that breaks rules.
type bad struct {
	t       *testing.T
	in      io.Writer
	lines   chan string // from the end
	reports chan string
	seen    []string // reports that no step has asked for
	bound   map[string]any
}

func (b *bad) start(cmd *exec.Cmd) {
	in, err := cmd.StdinPipe()
	if err != nil {
		b.t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.t.Fatal(err)
	}
	errs, err := cmd.StderrPipe()
	if err != nil {
		b.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.t.Fatal(err)
	}
	b.in, b.lines, b.reports = in, scanned(out), scanned(errs)
	b.t.Cleanup(func() {
		_ = in.Close()
		ended := time.AfterFunc(10*time.Second, func() {
			b.t.Error("the process does not end")
			_ = cmd.Process.Kill()
		})
		_ = cmd.Wait()
		ended.Stop()
	})
}

func scanned(r io.Reader) chan string {
	out := make(chan string, 1000)
	go func() {
		defer close(out)
		for s := bufio.NewScanner(r); s.Scan(); {
			out <- s.Text()
		}
	}()
	return out
}

// play does the steps of a case.
func (b *bad) play(greets bool, steps []string) {
	b.t.Helper()
	over := false
	if greets {
		b.send(`{"jsonrpc":"2.0","id":"h","method":"hello","params":{}}`)
		b.expect(`{"jsonrpc":"2.0","id":"h","result":"$agreed"}`)
	}
	var expected []string
	for i, step := range steps {
		step, times, _ := strings.Cut(strings.TrimSpace(step), " * ")
		n, err := strconv.Atoi(times)
		if err != nil {
			n = 1
		}
		for k := range n {
			switch word, text, _ := strings.Cut(strings.ReplaceAll(step, "#", strconv.Itoa(k+1)), " "); word {
			case ">":
				b.send(text)
			case "<":
				expected = append(expected, text)
			case "!":
				b.report(text)
			case "wait":
				time.Sleep(100 * time.Millisecond)
			case "over":
				over = true
			case "closed":
				b.expect(expected...)
				expected, over = nil, true
				b.closed()
			default:
				b.t.Fatalf("what is %q?", step)
			}
		}
		if i+1 == len(steps) || !strings.HasPrefix(strings.TrimSpace(steps[i+1]), "<") {
			b.expect(expected...)
			expected = nil
		}
	}
	if !over {
		b.send(`{"jsonrpc":"2.0","id":"alive","method":"ping"}`)
		b.expect(`{"jsonrpc":"2.0","id":"alive","result":{}}`)
	}
}

// closed waits for the end of the output.
func (b *bad) closed() {
	b.t.Helper()
	select {
	case line, ok := <-b.lines:
		if ok {
			b.t.Fatalf("got %q, expected the end", line)
		}
	case <-time.After(10 * time.Second):
		b.t.Fatalf("the output goes on; reports: %q", b.drain())
	}
}

func (b *bad) send(text string) {
	b.t.Helper()
	text = strings.ReplaceAll(text, "LONG", strings.Repeat("long", 2000))
	for name, v := range b.bound {
		value, err := json.Marshal(v)
		if err != nil {
			b.t.Fatal(err)
		}
		text = strings.ReplaceAll(text, name, string(value))
	}
	if _, err := io.WriteString(b.in, text+"\n"); err != nil {
		b.t.Fatal(err)
	}
}

// expect reads messages, in any order. A text that begins with $ is any value, or the one
// that it was before; members of errors that are not expected do not matter.
func (b *bad) expect(texts ...string) {
	b.t.Helper()
	for len(texts) > 0 {
		var got any
		select {
		case line := <-b.lines:
			if err := json.Unmarshal([]byte(line), &got); err != nil {
				b.t.Fatalf("got %q, expected %s; reports: %q", line, texts, b.drain())
			}
		case <-time.After(10 * time.Second):
			b.t.Fatalf("nothing, expected %s; reports: %q", texts, b.drain())
		}
		i := slices.IndexFunc(texts, func(text string) bool {
			var want any
			if err := json.Unmarshal([]byte(text), &want); err != nil {
				b.t.Fatal(err)
			}
			return b.fits(got, want)
		})
		if i < 0 {
			line, _ := json.Marshal(got)
			b.t.Fatalf("got %s, expected %s; reports: %q", line, texts, b.drain())
		}
		texts = slices.Delete(texts, i, i+1)
	}
}

func (b *bad) fits(got, want any) bool {
	name, _ := want.(string)
	if strings.HasPrefix(name, "$") {
		if _, ok := b.bound[name]; !ok {
			b.bound[name] = got
		}
		return reflect.DeepEqual(got, b.bound[name])
	}
	if list, ok := want.([]any); ok {
		return b.fitsAll(got, list)
	}
	m, ok := want.(map[string]any)
	g, is := got.(map[string]any)
	if !ok || !is {
		return reflect.DeepEqual(got, want)
	}
	for key := range g {
		if _, ok := m[key]; !ok && m["code"] == nil {
			return false
		}
	}
	for key, v := range m {
		if !b.fits(g[key], v) {
			return false
		}
	}
	return true
}

// fitsAll reports whether got is a list of what is wanted, in any order.
func (b *bad) fitsAll(got any, want []any) bool {
	left, ok := got.([]any)
	for _, w := range want {
		i := slices.IndexFunc(left, func(g any) bool { return b.fits(g, w) })
		if i < 0 {
			return false
		}
		left = slices.Delete(slices.Clone(left), i, i+1)
	}
	return ok && len(left) == 0
}

// report waits for a report that begins with one of several texts.
func (b *bad) report(text string) {
	b.t.Helper()
	is := func(line string) bool {
		return slices.ContainsFunc(strings.Split(text, " | "), func(x string) bool { return strings.HasPrefix(line, x) })
	}
	for i, line := range b.seen {
		if is(line) {
			b.seen = append(b.seen[:i], b.seen[i+1:]...)
			return
		}
	}
	late := time.After(10 * time.Second)
	for {
		select {
		case line, ok := <-b.reports:
			if !ok {
				b.t.Fatalf("no report %q, but %q", text, b.seen)
			}
			if is(line) {
				return
			}
			b.seen = append(b.seen, line)
		case <-late:
			b.t.Fatalf("no report %q, but %q", text, b.seen)
		}
	}
}

func (b *bad) drain() []string {
	time.Sleep(50 * time.Millisecond)
	for {
		select {
		case line, ok := <-b.reports:
			if ok {
				b.seen = append(b.seen, line)
				continue
			}
		default:
		}
		return b.seen
	}
}
