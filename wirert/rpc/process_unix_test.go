//go:build unix

package rpc

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	signals "os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/wiregen/wiregen/wirert/codec"
)

func init() {
	children["terminate"] = func([]string) int {
		c := make(chan os.Signal, 1)
		signals.Notify(c, syscall.SIGTERM)
		fmt.Println("ready")
		fmt.Fprint(os.Stderr, <-c)
		return 0
	}
	// It starts a process in a group of its own, which keeps the files, says its id, and exits.
	children["leave"] = func(args []string) int {
		cmd := shell("read x; " + args[0])
		in, err := cmd.StdinPipe()
		if err != nil {
			return 98
		}
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		cmd.Stdout, cmd.Stderr, cmd.ExtraFiles = os.Stdout, os.Stderr, []*os.File{os.NewFile(3, "")}
		if err := cmd.Start(); err != nil {
			return 99
		}
		fmt.Println(cmd.Process.Pid)
		_ = in.Close()
		return 4
	}
	// It starts a child that writes to standard error, which is its own.
	children["forward"] = func([]string) int {
		_, _ = os.Stdin.Read(make([]byte, 1))
		p, err := Start(context.Background(), shell("for i in 1 2 3 4; do echo words >&2; done; exit 5"))
		if err != nil {
			return 1
		}
		_ = p.Wait()
		return p.ProcessState().ExitCode()
	}
}

func shell(script string) *exec.Cmd { return exec.Command("sh", "-c", script) }

// begin starts a process. The channel gets an error when it and all that it has started are
// gone, or have closed the file descriptor 3.
func begin(t *testing.T, cmd *exec.Cmd, times processTimes) (p *Process, gone <-chan error) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	cmd.ExtraFiles = []*os.File{w}
	if p, err = start(t.Context(), cmd, times); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	return p, async(func() error {
		defer r.Close()
		_, err := r.Read(make([]byte, 1))
		return err
	})
}

// overProcess returns the lines that p writes.
func overProcess(p io.ReadWriteCloser) *ByteStream {
	return streamOf(codec.Framing{Kind: codec.Lines, MaxBytes: 100}, false, p)
}

// TestProcessCloseKillsTheRest has a child that exits at the end of its input and leaves
// another process behind, which stayed.
func TestProcessCloseKillsTheRest(t *testing.T) {
	p, gone := begin(t, shell("sleep 10000 >/dev/null 2>&1 & read x"), defaultTimes)
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	await(t, "the end of the group", gone)
	if !p.ProcessState().Exited() {
		t.Error(p.ProcessState())
	}
}

// TestProcessCloseTerminates has a child that goes on after the end of its input. It was
// killed, and could do nothing before.
func TestProcessCloseTerminates(t *testing.T) {
	cmd := child("terminate")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	p, gone := begin(t, cmd, processTimes{input: time.Millisecond, terminate: patience, held: patience})
	readLine(p)
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	await(t, "the end", gone)
	if err := p.Wait(); err != nil || errs.String() != "terminated" {
		t.Errorf("%v, %q", err, errs.String())
	}
}

// TestProcessCloseKills has a child that ignores everything, and another one behind it.
func TestProcessCloseKills(t *testing.T) {
	p, gone := begin(t, shell("trap '' TERM INT HUP; (while :; do sleep 1000; done) & echo; while :; do sleep 1000; done"),
		processTimes{input: time.Millisecond, terminate: time.Millisecond, held: patience})
	readLine(p)
	_ = p.Close() // it has only a millisecond to be gone
	await(t, "the end of the group", gone)
	await(t, "the exit", p.exited)
	if got := p.ProcessState().String(); got != "signal: killed" {
		t.Error(got)
	}
}

// TestProcessCloseReads has a child that writes more than a pipe holds before it exits. Nobody
// read it, so that it was killed.
func TestProcessCloseReads(t *testing.T) {
	p, _ := begin(t, shell("cat >/dev/null; i=0; while [ $i -lt 20000 ]; do echo 0123456789; i=$((i+1)); done"),
		processTimes{input: patience, terminate: patience, held: time.Second})
	if err := p.Close(); err != nil || !p.ProcessState().Success() {
		t.Errorf("%v, %v", err, p.ProcessState())
	}
}

// TestProcessOutputHeld has a child that exits while another process of its group holds its
// output. Read waited for that.
func TestProcessOutputHeld(t *testing.T) {
	p, gone := begin(t, shell("echo '{}'; sleep 10000 & exit 3"), defaultTimes)
	s := overProcess(p)
	if m, err := s.Read(); string(m) != "{}" {
		t.Fatalf("%q, %v", m, err)
	}
	err := await(t, "the end of the output", async(func() error { _, err := s.Read(); return err }))
	if e := new(ExitError); !errors.As(err, &e) || e.ExitCode() != 3 || !errors.Is(err, ErrDisconnected) {
		t.Error(err)
	}
	await(t, "the end of the group", gone)
}

// TestProcessOutputHeldOutside is the same with processes that are not in the group: one that
// is silent, and one that writes without end.
func TestProcessOutputHeldOutside(t *testing.T) {
	for _, script := range []string{"sleep 10000", "yes '{}'"} {
		t.Run(script, func(t *testing.T) {
			p, _ := begin(t, child("leave", "exec "+script), processTimes{input: time.Second, terminate: time.Second, held: time.Second})
			var pid int
			if _, err := fmt.Sscan(readLine(p), &pid); err != nil {
				t.Fatal(err)
			}
			defer syscall.Kill(pid, syscall.SIGKILL)
			s := overProcess(p)
			err := await(t, "the end of the output", async(func() error { _, err := all(s); return err }))
			if e := new(ExitError); !errors.As(err, &e) || e.ExitCode() != 4 {
				t.Error(err)
			}
			if err := await(t, "Wait", async(p.Wait)); err == nil {
				t.Error("no error")
			}
			if err := await(t, "Close", async(p.Close)); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestProcessSlowReader reads what a process wrote after it has exited, when others would have
// had to close its output, and one holds it.
func TestProcessSlowReader(t *testing.T) {
	p, written := begin(t, child("leave", "yes '{}' | head -n 10000; echo end >&3; exec sleep 10000"), processTimes{held: 2 * time.Second})
	var pid int
	if _, err := fmt.Sscan(readLine(p), &pid); err != nil {
		t.Fatal(err)
	}
	defer syscall.Kill(pid, syscall.SIGKILL)
	_ = p.Wait()
	if err := await(t, "writing", written); err != nil {
		t.Fatal(err)
	}
	time.Sleep(p.times.held + 10*time.Millisecond)
	if got, err := all(overProcess(p)); len(got) != 10_000 {
		t.Errorf("%d lines, %v", len(got), err)
	}
}

// TestExitError has children that exit by themselves. The error said only that the input had
// ended.
func TestExitError(t *testing.T) {
	for _, x := range []struct{ script, state, kept string }{
		{"echo '{}'", "", ""},
		{"echo '{}'; echo out of paper >&2; exit 3", "exit status 3", "out of paper\n"},
		{"echo '{}'; kill -9 $$", "signal: killed", ""},
	} {
		p, _ := begin(t, shell(x.script), defaultTimes)
		got, err := all(overProcess(p))
		if len(got) != 1 || got[0] != "{}" {
			t.Errorf("%s: %q", x.script, got)
		}
		if x.state == "" {
			if err != io.EOF {
				t.Errorf("%s: %v", x.script, err)
			}
			continue
		}
		e := new(ExitError)
		if !errors.As(err, &e) || string(e.Stderr) != x.kept || !errors.Is(err, ErrDisconnected) {
			t.Errorf("%s: %#v", x.script, err)
		}
		if text := err.Error(); !strings.Contains(text, x.state) || !strings.HasSuffix(text, strings.TrimSpace(x.kept)) {
			t.Errorf("%s: %s", x.script, text)
		}
	}
}

// TestExitErrorWithin has a child that dies within a message: the error says both.
func TestExitErrorWithin(t *testing.T) {
	p, _ := begin(t, shell(`printf '{"id'; exit 3`), defaultTimes)
	_, err := overProcess(p).Read()
	if e := new(ExitError); !errors.As(err, &e) || !errors.Is(err, ErrTruncated) {
		t.Error(err)
	}
}

// TestExitErrorOfWrite has the writer see the exit before the reader does. The error was that
// of the pipe.
func TestExitErrorOfWrite(t *testing.T) {
	p, _ := begin(t, shell("exit 3"), defaultTimes)
	for {
		if _, err := p.Write([]byte("x")); err != nil {
			if e := new(ExitError); !errors.As(err, &e) || e.ExitCode() != 3 {
				t.Error(err)
			}
			return
		}
	}
}

// TestProcessClosesOutput has a child that closes its output and goes on: that is the end, and
// no exit.
func TestProcessClosesOutput(t *testing.T) {
	p, _ := begin(t, shell("exec >&-; cat >/dev/null; exit 3"), processTimes{input: patience, held: 10 * time.Millisecond})
	if _, err := overProcess(p).Read(); err != io.EOF {
		t.Error(err)
	}
	if p.ProcessState() != nil {
		t.Error(p.ProcessState())
	}
}

// TestProcessStderr has a child that writes much to standard error, which nobody set: all of it
// is in that of this process, and the last lines in the error.
func TestProcessStderr(t *testing.T) {
	old := os.Stderr
	defer func() { os.Stderr = old }()
	f, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	os.Stderr = f
	const script = "i=0; while [ $i -lt 20000 ]; do echo line $i >&2; i=$((i+1)); done; exit 3"
	p, _ := begin(t, shell(script), defaultTimes)
	_, err = overProcess(p).Read()
	text, _ := os.ReadFile(f.Name())
	if n := bytes.Count(text, []byte("\n")); n != 20_000 {
		t.Errorf("%d lines were passed on", n)
	}
	e := new(ExitError)
	if !errors.As(err, &e) {
		t.Fatal(err)
	}
	if n := len(e.Stderr); n < maxTail-20 || n > maxTail || !bytes.HasSuffix(text, e.Stderr) || !bytes.HasPrefix(e.Stderr, []byte("line ")) {
		t.Errorf("%d bytes are kept: %.20q", n, e.Stderr)
	}
}

// TestProcessStderrOfTheUser has standard error go where the user says.
func TestProcessStderrOfTheUser(t *testing.T) {
	var own bytes.Buffer
	cmd := shell("echo words >&2; exit 3")
	cmd.Stderr = &own
	p, _ := begin(t, cmd, defaultTimes)
	_, err := overProcess(p).Read()
	if e := new(ExitError); !errors.As(err, &e) || string(e.Stderr) != "words\n" {
		t.Error(err)
	}
	if _ = p.Wait(); own.String() != "words\n" || cmd.Stderr != &own {
		t.Errorf("%q", own.String())
	}

	f, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	cmd = shell("test -f /dev/stderr && echo a file >&2; exit 3")
	cmd.Stderr = f
	p, _ = begin(t, cmd, defaultTimes)
	_, err = overProcess(p).Read()
	if e := new(ExitError); !errors.As(err, &e) || e.Stderr != nil {
		t.Error(err)
	}
	if text, _ := os.ReadFile(f.Name()); string(text) != "a file\n" {
		t.Errorf("%q", text)
	}
}

// A writer that fails.
type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// TestProcessStderrBroken has nobody who takes what is passed on: it is read nevertheless.
func TestProcessStderrBroken(t *testing.T) {
	cmd := shell("i=0; while [ $i -lt 20000 ]; do echo line $i >&2; i=$((i+1)); done; exit 3")
	cmd.Stderr = broken{}
	p, _ := begin(t, cmd, defaultTimes)
	if await(t, "the exit", async(p.Wait)); p.ProcessState().ExitCode() != 3 {
		t.Error(p.ProcessState())
	}
	// The same with the standard error of a process itself: SIGPIPE does not kill it.
	parent := child("forward")
	in, _ := parent.StdinPipe()
	errs, _ := parent.StderrPipe()
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	_ = errs.Close()
	_ = in.Close()
	if err := await(t, "the exit", async(parent.Wait)); parent.ProcessState.ExitCode() != 5 {
		t.Error(err)
	}
}

// TestProcessAttributes starts processes with attributes that the user has set, which are not
// changed.
func TestProcessAttributes(t *testing.T) {
	cmd := shell("read x")
	own := &syscall.SysProcAttr{Setsid: true}
	cmd.SysProcAttr = own
	p, gone := begin(t, cmd, defaultTimes)
	if p.Pid() != cmd.Process.Pid || own.Setpgid {
		t.Error(p.Pid(), own)
	}
	_ = p.Close()
	await(t, "the end", gone)
}

// TestProcessNotFound starts a program that is not there, and leaves no files open.
func TestProcessNotFound(t *testing.T) {
	before := openFiles(t)
	for range 10 {
		if _, err := Start(t.Context(), exec.Command("/no/such/program")); err == nil {
			t.Fatal("it has started")
		}
	}
	if after := openFiles(t); after > before {
		t.Errorf("%d files are open, %d before", after, before)
	}
}

// openFiles returns how many files this process has open.
func openFiles(t *testing.T) int {
	list, err := os.ReadDir("/dev/fd")
	if err != nil {
		t.Skip(err)
	}
	return len(list)
}
