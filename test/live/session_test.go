package live

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wiregen/wiregen/wirert/rpc"
)

// A peer is a program that is not of this project.
type peer struct {
	name string // with its version
	spec string
	// start returns how a peer is started for one session, whose files go to dir. If it
	// listens on a socket, start has started it, and returns the address.
	start func(t *testing.T, dir string) (command *exec.Cmd, network, address string)
	// known are faults of the peer, or of a client that is to make them: a text that each
	// finding has. One that does not come is a failure as well.
	known []string
	// sometimes are further ones, which need not come.
	sometimes []string
	// silent is one that writes to its standard error only what is a fault.
	silent bool
}

// A link is how a client reaches a peer: through a command, or through a stream.
type link struct {
	cmd    *exec.Cmd
	stream io.ReadWriteCloser
	report func(rpc.Incident)
}

// limit bounds a session, which otherwise ends by itself.
const limit = 3 * time.Minute

// sessions has two sessions with a peer, of which one goes through wiregen proxy: no byte
// of it may be lost, and nothing may be reported that the peer lists does not know.
func (p *peer) sessions(t *testing.T, client string, session func(ctx context.Context, t *testing.T, l link)) {
	r := row{peer: p.name, client: client}
	t.Run(client, func(t *testing.T) {
		dir := t.TempDir()
		p.run(t, filepath.Join(dir, "direct"), false, session)
		r.directTo, r.direct = size(t, dir, "direct", "in"), size(t, dir, "direct", "out")
	})
	t.Run(client+" through the proxy", func(t *testing.T) {
		dir := t.TempDir()
		p.run(t, dir, true, session)
		for _, name := range []string{"in", "out"} {
			same(t, filepath.Join(dir, "front", name), filepath.Join(dir, "back", name))
		}
		r.bytesTo, r.bytes = size(t, dir, "back", "in"), size(t, dir, "back", "out")
		found := readLines(t, filepath.Join(dir, "report"))
		p.judge(t, "the proxy", found)
		r.known = len(found)
		p.judge(t, "verify", verified(t, p.spec, filepath.Join(dir, "record.jsonl")))
		r.messagesTo, r.messages = messages(t, filepath.Join(dir, "record.jsonl"))
	})
	if !t.Failed() {
		summary.rows = append(summary.rows, r)
	}
}

func (p *peer) run(t *testing.T, dir string, proxied bool, session func(ctx context.Context, t *testing.T, l link)) {
	ctx, stop := context.WithTimeout(t.Context(), limit)
	defer stop()
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	cmd, network, address := p.start(t, dir)
	incidents := &incidents{}
	l := link{report: incidents.add}
	switch {
	case network != "" && !proxied:
		stream, err := newTapped(network, address, dir)
		if err != nil {
			t.Fatal(err)
		}
		l.stream = stream
	case network != "":
		cmd = exec.Command(os.Args[0], mode, "dial", network, address)
		fallthrough
	default:
		if cmd.Path == "" {
			t.Fatal("there is not a command")
		}
		command := append([]string{cmd.Path}, cmd.Args[1:]...)
		if proxied {
			command = append(self("tap", filepath.Join(dir, "back")), command...)
			command = append([]string{
				absolute(t, "..", "..", ".build", "wiregen"), "proxy", "--record", filepath.Join(dir, "record.jsonl"),
				"--report", filepath.Join(dir, "report"), p.spec, "--",
			}, command...)
			command = append(self("tap", filepath.Join(dir, "front")), command...)
		} else {
			command = append(self("tap", dir), command...)
		}
		l.cmd = exec.Command(command[0], command[1:]...)
		l.cmd.Dir, l.cmd.Env, l.cmd.Stderr = cmd.Dir, cmd.Env, errorLog{t, p.silent}
	}
	session(ctx, t, l)
	p.judge(t, "the client", incidents.all())
}

// judge compares what was found with what is known.
func (p *peer) judge(t *testing.T, who string, found []string) {
	t.Helper()
	missing := map[string]bool{}
	for _, known := range p.known {
		missing[known] = true
	}
next:
	for _, line := range found {
		if slices.ContainsFunc(p.sometimes, func(known string) bool { return strings.Contains(line, known) }) {
			continue
		}
		for _, known := range p.known {
			if strings.Contains(line, known) {
				delete(missing, known)
				continue next
			}
		}
		t.Errorf("%s says: %s", who, line)
	}
	for known := range missing {
		t.Errorf("%s does not say: %s", who, known)
	}
}

// incidents are what a connection reports.
type incidents struct {
	mu    sync.Mutex
	lines []string
}

func (i *incidents) add(in rpc.Incident) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.lines = append(i.lines, in.Err.Error()+": "+string(in.Message))
}

func (i *incidents) all() []string {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.lines
}

// errorLog logs the standard error of a peer, which may have to be empty.
type errorLog struct {
	t      *testing.T
	silent bool
}

func (l errorLog) Write(p []byte) (int, error) {
	l.t.Logf("stderr: %s", bytes.TrimRight(p, "\n"))
	if l.silent {
		l.t.Error("it writes to its standard error")
	}
	return len(p), nil
}

// verified are the faults that wiregen verify finds in a recording.
func verified(t *testing.T, spec, name string) (faults []string) {
	t.Helper()
	cmd := exec.Command(absolute(t, "..", "..", ".build", "wiregen"), "verify", "--format", "json", spec, name)
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		t.Fatalf("%v: %s", err, out)
	}
	for line := range bytes.Lines(out) {
		var fault struct{ Path, Message string }
		if json.Unmarshal(line, &fault) == nil && fault.Message != "" {
			faults = append(faults, fault.Path+" "+fault.Message)
		}
	}
	if (len(faults) > 0) != (err != nil) {
		t.Errorf("verify: %v, and says %s", err, out)
	}
	return faults
}

// messages counts those of the client and those of its peer in a recording.
func messages(t *testing.T, name string) (first, second int) {
	t.Helper()
	for _, line := range readLines(t, name) {
		var m struct{ Dir string }
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			t.Fatal(err)
		}
		if m.Dir == "client" {
			first++
		} else {
			second++
		}
	}
	return first, second
}

func readLines(t *testing.T, name string) (out []string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		out = append(out, strings.TrimSuffix(line, "\n"))
	}
	return out
}

func size(t *testing.T, parts ...string) int64 {
	t.Helper()
	info, err := os.Stat(filepath.Join(parts...))
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}

// same reports two files that differ.
func same(t *testing.T, a, b string) {
	t.Helper()
	one, err := os.ReadFile(a)
	two, err2 := os.ReadFile(b)
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(one, two) {
		t.Errorf("%s has %d bytes, %s %d, and they differ", a, len(one), b, len(two))
	}
	if len(one) == 0 {
		t.Errorf("%s is empty", a)
	}
}

// connected connects the end of a generated package over a link.
func connected[C, O any](
	ctx context.Context, t *testing.T, l link, options O,
	start func(context.Context, *exec.Cmd, O) (C, error), connect func(context.Context, io.ReadWriteCloser, O) (C, error),
) (c C) {
	t.Helper()
	var err error
	if l.stream != nil {
		c, err = connect(ctx, l.stream, options)
	} else {
		c, err = start(ctx, l.cmd, options)
	}
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func closed(t *testing.T, c io.Closer) {
	t.Helper()
	if err := c.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
}

// must is the result of a call that succeeds.
func must[T any](value T, err error) func(t *testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

// await is what comes next on a channel.
func await[T any](ctx context.Context, t *testing.T, c <-chan T) (value T) {
	t.Helper()
	select {
	case value = <-c:
	case <-ctx.Done():
		t.Fatalf("waited for a %T: %v", value, ctx.Err())
	}
	return value
}
