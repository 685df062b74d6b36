package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// before is the commit whose wiregen verify is measured beside that of today.
const before = "90843a3"

// A corpus is a recording.
type corpus struct {
	name, file string
	large      bool // tools have results
	bytes      int64
	lines      int
}

// verify measures wiregen verify beside jq and an earlier wiregen.
func verify(args []string) error {
	flags := flag.NewFlagSet("verify", flag.ContinueOnError)
	root := flags.String("root", "..", "the root of the repository")
	program := flags.String("wiregen", "", "the wiregen to measure (default: built from -root)")
	size := flags.Int("size", 100, "megabytes of each recording")
	rounds := flags.Int("rounds", 7, "how often each contender runs")
	page := flags.String("page", "", "the page that gets the table, between its marks")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 || *rounds < 1 || *size < 1 {
		return errors.New("verify takes flags only, and at least one round and megabyte")
	}
	jq, err := exec.LookPath("jq")
	if err != nil {
		return errors.New("jq is needed: apt-get install jq")
	}
	b, err := newBench(*root, *program)
	if err != nil {
		return err
	}
	defer b.close()
	earlier, old, err := b.earlier(before)
	if err != nil {
		return err
	}
	spec := filepath.Join(b.root, "spec", "wire.yaml")
	readers := []reader{
		{"wiregen verify", []string{b.wiregen, "verify", spec}},
		{"wiregen verify at " + before, []string{earlier, "verify", old}},
		{"jq -c .", []string{jq, "-c", "."}},
	}
	return b.verify(readers, *size, *rounds, *page)
}

// earlier is the wiregen of a commit, with its spec, built in a work tree that goes again.
func (b *bench) earlier(commit string) (program, spec string, err error) {
	tree := filepath.Join(b.work, "earlier")
	program, spec = filepath.Join(b.work, "wiregen-earlier"), filepath.Join(b.work, "earlier.yaml")
	if err := output(b.root, "git", "worktree", "add", "--detach", tree, commit); err != nil {
		return "", "", err
	}
	err = output(tree, "go", "build", "-o", program, "./cmd/wiregen")
	if err == nil {
		err = os.Rename(filepath.Join(tree, "spec", "wire.yaml"), spec)
	}
	return program, spec, errors.Join(err, output(b.root, "git", "worktree", "remove", "--force", tree))
}

// A reader is a contender: a program that reads recordings.
type reader struct {
	name string
	args []string // before the name of the recording
}

// verify runs all contenders in turn.
func (b *bench) verify(readers []reader, size, rounds int, page string) error {
	version, err := exec.Command("jq", "--version").Output()
	if err != nil {
		return err
	}
	var said bytes.Buffer
	fmt.Fprintf(&said, "%s, %s/%s, %d CPUs; %s. %d runs of each in turn.\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), strings.TrimSpace(string(version)), rounds)
	for _, c := range []corpus{{name: "mixed", large: true}, {name: "small lines"}} {
		c.file = filepath.Join(b.work, strings.ReplaceAll(c.name, " ", "-")+".jsonl")
		if err := b.record(c.file, size*1e6, c.large); err != nil {
			return err
		}
		if err := c.inspect(readers[0].args); err != nil {
			return err
		}
		took, err := c.race(readers, rounds)
		if err != nil {
			return err
		}
		c.report(&said, readers, took)
		if err := os.Remove(c.file); err != nil {
			return err
		}
	}
	if page == "" {
		_, err = os.Stdout.Write(said.Bytes())
		return err
	}
	return between(page, "bench:verify", said.String())
}

// inspect counts the lines of a recording, in which verify must find no fault.
func (c *corpus) inspect(verify []string) error {
	out, err := exec.Command(verify[0], append(verify[1:len(verify):len(verify)], c.file)...).Output()
	if err != nil || !bytes.Contains(out, []byte(", no fault")) {
		return fmt.Errorf("%s: %w\n%.2000s", c.name, err, out)
	}
	text, err := os.ReadFile(c.file)
	c.bytes, c.lines = int64(len(text)), bytes.Count(text, []byte("\n"))
	return err
}

// race runs all readers in turn. What they print goes nowhere.
func (c *corpus) race(readers []reader, rounds int) ([][]usage, error) {
	took := make([][]usage, len(readers))
	for range rounds {
		for i, r := range readers {
			args := append([]string{"sh", "-c", `exec "$@" >/dev/null`, "sh"}, append(r.args[:len(r.args):len(r.args)], c.file)...)
			used, err := measure(command{args: args}, 10*time.Minute)
			if err != nil {
				return nil, err
			}
			if used.TimedOut {
				return nil, fmt.Errorf("%s takes longer than 10 minutes", r.name)
			}
			took[i] = append(took[i], used)
		}
	}
	return took, nil
}

func (c *corpus) report(w io.Writer, readers []reader, took [][]usage) {
	fmt.Fprintf(w, "\n%s: %s lines, %s, %d bytes a line on average:\n\n", title(c.name), thousands(int64(c.lines)), size(c.bytes), c.bytes/int64(c.lines))
	rows := []row{{"", "CPU, min / median", "MB/s", "× of the first", "memory"}}
	first := spreadOf(took[0], cpu).least
	for i, r := range readers {
		s := spreadOf(took[i], cpu)
		rows = append(rows, row{"`" + r.name + "`", s.cell(), thousands(int64(float64(c.bytes) / 1e6 / s.least.Seconds())), ratio(s.least, first), peak(took[i])})
	}
	table(w, rows...)
}

// between replaces what a page has between the marks of a name.
func between(page, name, text string) error {
	old, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	begin, end := "<!-- "+name+" -->\n", "<!-- /"+name+" -->"
	head, rest, ok := strings.Cut(string(old), begin)
	_, tail, closed := strings.Cut(rest, end)
	if !ok || !closed {
		return fmt.Errorf("%s has no %s%s", page, begin, end)
	}
	return os.WriteFile(page, []byte(head+begin+text+end+tail), 0o666)
}
