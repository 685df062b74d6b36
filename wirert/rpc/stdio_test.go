package rpc

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

func init() {
	children["stdio close"] = func(args []string) int {
		s := Stdio()
		wait := async(func() error {
			if args[0] == "write" {
				_, err := s.Write(make([]byte, 8<<20))
				return err
			}
			_, err := s.Read(make([]byte, 1))
			return err
		})
		time.Sleep(50 * time.Millisecond) // most likely it waits; it must end in any case
		if s.Close() != nil || <-wait == nil {
			return 1
		}
		if _, err := s.Read(make([]byte, 1)); err == nil {
			return 2
		}
		if _, err := s.Write(make([]byte, 1)); err == nil {
			return 3
		}
		fmt.Fprintln(os.Stderr, "closed")
		if args[0] == "read" {
			_, _ = os.NewFile(3, "").Read(make([]byte, 1)) // the others are closed
		}
		return 0
	}
	children["stdio write"] = func([]string) int {
		s := Stdio()
		_, _ = s.Read(make([]byte, 1))
		for {
			if _, err := s.Write([]byte("x\n")); err != nil {
				fmt.Fprint(os.Stderr, errors.Is(err, syscall.EPIPE))
				return 7
			}
		}
	}
	children["stdio cat"] = func([]string) int {
		s := Stdio()
		if _, err := io.Copy(s, struct{ io.Reader }{s}); err != nil {
			return 1
		}
		return 0
	}
}

// TestStdioCloseWakesRead closes the stream while its Read waits for a pipe. Read did not
// return, and a server on stdio did not end with its context. After Close the peer sees the
// end, though the process lives.
func TestStdioCloseWakesRead(t *testing.T) {
	cmd := child("stdio close", "read")
	in, _ := cmd.StdinPipe() // stays open
	out, _ := cmd.StdoutPipe()
	errs, _ := cmd.StderrPipe()
	held, hold, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	cmd.ExtraFiles = []*os.File{held}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	defer cmd.Process.Kill()
	if got := await(t, "Close", async(func() string { return readLine(errs) })); got != "closed" {
		t.Errorf("it says %q", got)
	}
	if got := await(t, "the end of the output", async(func() error { _, err := out.Read(make([]byte, 1)); return err })); got != io.EOF {
		t.Error(got)
	}
	_ = hold.Close()
	if err := await(t, "the exit", async(cmd.Wait)); err != nil {
		t.Error(err)
	}
}

// TestStdioCloseWakesWrite closes the stream while its Write waits for a peer that does not
// read.
func TestStdioCloseWakesWrite(t *testing.T) {
	cmd := child("stdio close", "write")
	out, _ := cmd.StdoutPipe() // stays open
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	defer cmd.Process.Kill()
	// Not Wait, which closes out.
	state := await(t, "the exit", async(func() *os.ProcessState { s, _ := cmd.Process.Wait(); return s }))
	if !state.Success() {
		t.Error(state)
	}
}

// TestStdioBrokenPipe has a peer that does not read any more. The signal SIGPIPE killed the
// process.
func TestStdioBrokenPipe(t *testing.T) {
	cmd := child("stdio write")
	in, _ := cmd.StdinPipe()
	out, _ := cmd.StdoutPipe()
	var errs bytes.Buffer
	cmd.Stderr = &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = out.Close()
	_, _ = in.Write([]byte("x"))
	if err := await(t, "the exit", async(cmd.Wait)); cmd.ProcessState.ExitCode() != 7 || errs.String() != "true" {
		t.Errorf("%v, %q", err, errs.String())
	}
}

// TestStdioCopies checks that all bytes pass in both directions.
func TestStdioCopies(t *testing.T) {
	text := strings.Repeat("0123456789abcde\n", 1<<16)
	cmd := child("stdio cat")
	cmd.Stdin = strings.NewReader(text)
	var out bytes.Buffer
	cmd.Stdout = &out
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	if out.String() != text {
		t.Errorf("%d bytes of %d, or others", out.Len(), len(text))
	}
}
