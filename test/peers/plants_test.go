//go:build linux

package peers

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/wiregen/wiregen/test/overlay"
	"github.com/wiregen/wiregen/test/tier"
)

var allPlants = flag.Bool("peers.plants", false, "plant all faults, as in the nightly tier")

// rules are the rules of connections that the scripts protect.
var rules = map[int]string{
	1:  "every wait has an end, and every end is seen",
	2:  "everything that waits to be written counts",
	3:  "a slow reader is not an absent one",
	4:  "a handler that waits for the peer gives up its slot",
	5:  "Shutdown drains, and so does the end of the input",
	6:  "a message that ends the session ends the connection",
	7:  "a child is its group",
	8:  "serving standard output never kills",
	9:  "what is forgotten is forgotten",
	10: "what users put around calls",
}

// A plant is a fault such as an author could make. The scripts must catch it.
type plant struct {
	rule     int
	fault    string
	file     string   // below the root of the module
	old, now string   // old is once in the file
	scripts  []string // of which one must fail
	test     string   // instead of scripts: a test and its package, "TestX ./folder"
	daily    bool     // make test plants it, too
}

// TestPlantsFit checks that every plant can still be planted, and names scripts that there are.
func TestPlantsFit(t *testing.T) {
	names := map[string]bool{}
	for _, s := range scripts(t) {
		names[s.name] = true
	}
	for lang, list := range plants {
		count := map[int]int{}
		for _, p := range list {
			count[p.rule]++
			if _, err := p.planted(); err != nil {
				t.Errorf("%s, rule %d, %s: %v", lang, p.rule, p.fault, err)
			}
			if len(p.scripts) == 0 && p.test == "" {
				t.Errorf("%s, rule %d, %s: nothing catches it", lang, p.rule, p.fault)
			}
			for _, name := range p.scripts {
				if !names[name] {
					t.Errorf("%s, rule %d, %s: there is no script %q", lang, p.rule, p.fault, name)
				}
			}
		}
		for rule, words := range rules {
			if count[rule] < 2 {
				t.Errorf("%s: rule %d, %s, has less than two plants", lang, rule, words)
			}
		}
	}
}

// planted returns the text of the file with the fault.
func (p *plant) planted() (string, error) {
	text, err := os.ReadFile(filepath.Join("..", "..", p.file))
	if err != nil {
		return "", err
	}
	if n := strings.Count(string(text), p.old); n != 1 {
		return "", fmt.Errorf("%s has the text %d times: %s", p.file, n, p.old)
	}
	return strings.Replace(string(text), p.old, p.now, 1), nil
}

// plantsAtOnce is how many plants are tried at once. They mostly wait for what does not come.
const plantsAtOnce = 4

// TestPlants plants faults in the runtimes: at least one of the scripts of each fails, which does
// not without the fault. In make test it plants one for each language; TestScripts, which plays
// the same scripts, protects the runtimes there.
func TestPlants(t *testing.T) {
	prepare(t)
	all := scripts(t)
	work := make(chan func())
	var wait sync.WaitGroup
	for range plantsAtOnce {
		wait.Go(func() {
			for f := range work {
				f()
			}
		})
	}
	for _, lang := range languages {
		list := plants[lang]
		for i := range list {
			p := &list[i]
			if !p.daily && !*allPlants && !tier.Nightly() {
				continue
			}
			work <- func() {
				t.Run(fmt.Sprintf("%s/%d/%s", lang, p.rule, p.fault), func(t *testing.T) {
					if p.test != "" {
						p.caughtByTest(t)
					} else {
						p.caughtByScripts(t, lang, all)
					}
				})
			}
		}
	}
	close(work)
	wait.Wait()
}

// caughtByScripts plays the scripts against a driver with the fault until one fails.
func (p *plant) caughtByScripts(t *testing.T, lang string, all []*script) {
	d := p.driver(t, lang)
	var todo []*run
	for _, s := range all {
		if slices.Contains(p.scripts, s.name) && slices.Contains(s.langs, lang) {
			todo = append(todo, s.runs(lang)...)
		}
	}
	var (
		mu     sync.Mutex
		caught string // guarded by mu
		wait   sync.WaitGroup
	)
	isCaught := func() bool {
		mu.Lock()
		defer mu.Unlock()
		return caught != ""
	}
	work := make(chan *run)
	for range *atOnce {
		wait.Go(func() {
			for r := range work {
				if isCaught() {
					continue
				}
				s := *r.script
				s.driver = d
				text := (&run{&s, r.lang, r.over, r.end}).failure(t)
				if text == "" || isCaught() {
					continue
				}
				if also := r.failure(t); also != "" {
					t.Logf("%s/%s fails without the fault, too: %s", r.name, r, also)
					continue
				}
				mu.Lock()
				caught = fmt.Sprintf("%s/%s\n%s", r.name, r, text)
				mu.Unlock()
			}
		})
	}
	for _, r := range todo {
		work <- r
	}
	close(work)
	wait.Wait()
	if caught == "" {
		t.Fatalf("no script fails with the fault in %s", p.file)
	}
	t.Logf("caught by %.1000s", caught)
}

// driver makes and starts a driver with the fault, of this test only.
func (p *plant) driver(t *testing.T, lang string) *driver {
	t.Helper()
	text, err := p.planted()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	d := &driver{lang: lang, command: slices.Clone(made.command[lang])}
	if lang == "go" {
		d.command = []string{filepath.Join(dir, "driver")}
		cmd := exec.Command("go", "build", "-mod=mod", "-overlay", p.overlay(t, dir, text), "-o", d.command[0], ".")
		cmd.Dir = filepath.Join(made.dir, "go")
		if text, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s", text)
		}
	} else {
		at := filepath.Join(dir, lang)
		if err := os.CopyFS(at, os.DirFS(filepath.Join(made.dir, lang))); err != nil {
			t.Fatal(err)
		}
		for _, name := range specNames {
			to := filepath.Join(at, name, map[string]string{"ts": "runtime", "py": "_runtime"}[lang], filepath.Base(p.file))
			if _, err := os.Stat(to); err != nil {
				t.Fatal(err)
			} else if err := os.WriteFile(to, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		d.command[len(d.command)-1] = at
	}
	cmd, errs := d.start(t)
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		_ = os.Remove(errs) // a crash of it is no fault of the test
	})
	return d
}

// overlay writes an overlay that has text for the file.
func (p *plant) overlay(t *testing.T, dir, text string) string {
	t.Helper()
	name, err := overlay.Write(dir, filepath.Join("..", ".."), map[string][]byte{p.file: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	return name
}

// caughtByTest runs the test in its package with the fault: it fails.
func (p *plant) caughtByTest(t *testing.T) {
	text, err := p.planted()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	name, folder, _ := strings.Cut(p.test, " ")
	binary := filepath.Join(dir, "test")
	root := filepath.Join("..", "..")
	build := exec.Command("go", "test", "-c", "-overlay", p.overlay(t, dir, text), "-o", binary, folder)
	build.Dir = root
	if text, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%s", text)
	}
	test := exec.Command(binary, "-test.run", "^"+name+"$", "-test.v", "-test.timeout", "2m")
	test.Dir = filepath.Join(root, folder)
	out, err := test.CombinedOutput()
	if !strings.Contains(string(out), "=== RUN   "+name) {
		t.Fatalf("there is no %s in %s: %s", name, folder, out)
	}
	if err == nil {
		t.Fatalf("%s in %s passes with the fault in %s", name, folder, p.file)
	}
	t.Logf("caught by %s in %s\n%.3000s", name, folder, out)
}

// failure plays a run, and returns why it fails, or nothing.
func (r *run) failure(t *testing.T) string {
	a := &attempt{TB: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer a.end()
		newPlayer(a, r).play()
	}()
	<-done
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.text
}

// An attempt is the test of a run whose failure is not that of the test around it.
type attempt struct {
	testing.TB // for the unexported method; what the others print is dropped

	mu       sync.Mutex
	text     string   // why it has failed
	cleanups []func() // in the order in which they were added
}

func (a *attempt) end() {
	for {
		a.mu.Lock()
		n := len(a.cleanups)
		if n == 0 {
			a.mu.Unlock()
			return
		}
		last := a.cleanups[n-1]
		a.cleanups = a.cleanups[:n-1]
		a.mu.Unlock()
		last()
	}
}

func (a *attempt) Cleanup(f func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.cleanups = append(a.cleanups, f)
}

func (a *attempt) Errorf(format string, args ...any) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.text += fmt.Sprintf(format, args...) + "\n"
}

func (a *attempt) Fatalf(format string, args ...any) {
	a.Errorf(format, args...)
	runtime.Goexit()
}

func (a *attempt) Error(args ...any) { a.Errorf("%s", fmt.Sprintln(args...)) }
func (a *attempt) Fatal(args ...any) { a.Fatalf("%s", fmt.Sprintln(args...)) }
func (a *attempt) FailNow()          { a.Fatalf("it has failed") }
func (a *attempt) Fail()             { a.Errorf("it has failed") }
func (a *attempt) Log(...any)        {}
func (a *attempt) Logf(string, ...any) {
}

func (a *attempt) Failed() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.text != ""
}
