//go:build unix

package cli_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/check"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/message/framing"
	"github.com/wiregen/wiregen/internal/message/sessions"
	"github.com/wiregen/wiregen/internal/message/verify"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/tier"
)

const (
	wireSpec = "../../../spec/wire.yaml"
	klpSpec  = "../../../examples/klp/klp.yaml"
	dapSpec  = "../../../examples/dap/dap.yaml"
)

// A proxied is a proxy that runs, with its ends.
type proxied struct {
	*exec.Cmd
	in     io.WriteCloser
	out    io.ReadCloser
	stderr *bytes.Buffer
}

// startProxy starts a proxy with these arguments.
func startProxy(t *testing.T, args ...string) *proxied {
	t.Helper()
	p := &proxied{Cmd: exec.Command("wiregen", append([]string{"proxy"}, args...)...), stderr: &bytes.Buffer{}}
	p.Stderr = p.stderr
	var err error
	if p.in, err = p.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if p.out, err = p.StdoutPipe(); err != nil {
		t.Fatal(err)
	}
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	stop := time.AfterFunc(time.Minute, func() { _ = p.Process.Kill() })
	t.Cleanup(func() { stop.Stop(); _ = p.Process.Kill() })
	return p
}

// ends waits for the end of a proxy, which must have an exit code.
func (p *proxied) ends(t *testing.T, code int) {
	t.Helper()
	_ = p.Wait()
	if got := p.ProcessState.ExitCode(); got != code {
		t.Errorf("the exit code is %d, want %d: %v\n%s", got, code, p.ProcessState, p.stderr)
	}
}

// TestProxyBytes exchanges random bytes in both directions, which no framing fits.
func TestProxyBytes(t *testing.T) {
	tier.Slow(t)
	const size = 5 << 20
	for i, spec := range []string{wireSpec, klpSpec, dapSpec} {
		t.Run(filepath.Base(spec), func(t *testing.T) {
			dir := t.TempDir()
			seen, record := filepath.Join(dir, "seen"), filepath.Join(dir, "record")
			seed := uint64(10 * i)
			p := startProxy(t, spec, "--report", filepath.Join(dir, "report"), "--record", record, "--", "wiregen-peer", "random", strconv.FormatUint(seed, 10), strconv.Itoa(size), seen)
			got, err := exchange(p.in, p.out, seed+1, size)
			if err != nil {
				t.Fatalf("%v\n%s", err, p.stderr)
			}
			p.ends(t, 0)
			if want := sumOf(randomBytes(seed, size)); got != want {
				t.Errorf("from the command: %s, want %s", got, want)
			}
			if got, want := read(t, seen), sumOf(randomBytes(seed+1, size)); got != want {
				t.Errorf("to the command: %s, want %s", got, want)
			}
			if read(t, filepath.Join(dir, "report")) == "" {
				t.Error("nothing is reported of random bytes")
			}
			if out, err := exec.Command("wiregen", "verify", spec, record).CombinedOutput(); err == nil || !bytes.Contains(out, []byte(" with faults")) {
				t.Errorf("verify of the recording: %v\n%s", err, out)
			}
		})
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestProxyMemory passes on a message without an end.
func TestProxyMemory(t *testing.T) {
	tier.Slow(t)
	const size = 500 << 20
	p := startProxy(t, wireSpec, "--", "cat")
	go func() {
		part := bytes.Repeat([]byte("x"), 1<<20)
		for range size >> 20 {
			_, _ = p.in.Write(part)
		}
		_ = p.in.Close()
	}()
	n, err := io.Copy(io.Discard, p.out)
	if n != size || err != nil {
		t.Errorf("%d bytes of %d, %v", n, size, err)
	}
	p.ends(t, 0)
	if used := p.ProcessState.SysUsage().(*syscall.Rusage).Maxrss; used > 400<<10 {
		t.Errorf("%d KiB were used", used)
	}
	if got := p.stderr.String(); strings.Count(got, "the stream ends within a message, after 524288000 bytes") != 2 {
		t.Error(got)
	}
}

// TestProxyPrompt sends single bytes, each of which must come back at once.
func TestProxyPrompt(t *testing.T) {
	p := startProxy(t, wireSpec, "--", "cat")
	for _, b := range []byte(`{"jsonrpc":"2.0"`) {
		if _, err := p.in.Write([]byte{b}); err != nil {
			t.Fatal(err)
		}
		got := make([]byte, 1)
		if _, err := io.ReadFull(p.out, got); err != nil || got[0] != b {
			t.Fatalf("%q, %v", got, err)
		}
	}
	_ = p.in.Close()
	if rest, err := io.ReadAll(p.out); len(rest) > 0 || err != nil {
		t.Errorf("%q, %v", rest, err)
	}
	p.ends(t, 0)
}

// TestProxyEnds closes one direction after the other.
func TestProxyEnds(t *testing.T) {
	tier.Slow(t)
	t.Run("the command closes its output", func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "got")
		p := startProxy(t, wireSpec, "--", "sh", "-c", `echo first; exec 1>&-; cat > "$0"; exit 5`, file)
		if got, err := io.ReadAll(p.out); string(got) != "first\n" || err != nil {
			t.Errorf("%q, %v", got, err)
		}
		_, _ = io.WriteString(p.in, "second\n")
		_ = p.in.Close()
		p.ends(t, 5)
		if got := read(t, file); got != "second\n" {
			t.Errorf("%q", got)
		}
	})
	t.Run("the command closes its input", func(t *testing.T) {
		p := startProxy(t, wireSpec, "--", "sh", "-c", `exec 0<&-; echo closed; sleep 1; echo end`)
		got := make([]byte, 7)
		_, _ = io.ReadFull(p.out, got)
		var err error
		for range 100 {
			if _, err = io.WriteString(p.in, "x\n"); err != nil {
				break
			}
			time.Sleep(5 * time.Millisecond)
		}
		if !errors.Is(err, syscall.EPIPE) {
			t.Errorf("writing to a closed input: %v", err)
		}
		if got, _ := io.ReadAll(p.out); string(got) != "end\n" {
			t.Errorf("%q", got)
		}
		p.ends(t, 0)
	})
	t.Run("nobody reads the output", func(t *testing.T) {
		p := startProxy(t, wireSpec, "--", "yes")
		_ = p.out.Close()
		p.ends(t, 128+int(syscall.SIGPIPE))
	})
	t.Run("a process is left behind", func(t *testing.T) {
		p := startProxy(t, wireSpec, "--", "sh", "-c", `(sleep 0.5; echo late; exec sleep 100) 2>&- & exit 3`)
		if got, _ := io.ReadAll(p.out); string(got) != "late\n" {
			t.Errorf("%q", got)
		}
		p.ends(t, 3)
	})
	t.Run("the standard error", func(t *testing.T) {
		p := startProxy(t, wireSpec, "--report", filepath.Join(t.TempDir(), "report"), "--", "sh", "-c", "echo said >&2")
		_, _ = io.ReadAll(p.out)
		p.ends(t, 0)
		if got := p.stderr.String(); got != "said\n" {
			t.Errorf("%q", got)
		}
	})
}

// TestProxySignals sends signals, which the command gets.
func TestProxySignals(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGUSR1} {
		t.Run(s.String(), func(t *testing.T) {
			t.Parallel()
			if signal.Ignored(s) { // as SIGHUP below nohup; a shell that was started so cannot catch it
				t.Skip("the process that runs the tests ignores the signal")
			}
			name := map[syscall.Signal]string{syscall.SIGINT: "INT", syscall.SIGTERM: "TERM", syscall.SIGHUP: "HUP", syscall.SIGUSR1: "USR1"}[s]
			for script, code := range map[string]int{
				"trap 'echo got; exit 9' " + name + "; echo ready; while :; do sleep 0.05; done": 9,
				"echo ready; exec sleep 100": 128 + int(s),
			} {
				p := startProxy(t, wireSpec, "--report", filepath.Join(t.TempDir(), "report"), "--", "sh", "-c", script)
				ready := make([]byte, 6)
				if _, err := io.ReadFull(p.out, ready); err != nil {
					t.Fatal(err)
				}
				time.Sleep(50 * time.Millisecond)
				_ = p.Process.Signal(s)
				rest, _ := io.ReadAll(p.out)
				p.ends(t, code)
				if want := code == 9; (string(rest) == "got\n") != want {
					t.Errorf("%q", rest)
				}
			}
		})
	}
}

func protocolOf(t *testing.T, file string) *model.Protocol {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var r diag.Report
	p := check.Check(syntax.Parse(source.NewFile(file, text), &r), &r)
	if p == nil {
		t.Fatal(r.All()[0].Message)
	}
	return p
}

// verified are the faults of a session that happens within a moment.
func verified(t *testing.T, p *model.Protocol, lines []sessions.Line) (out []string) {
	t.Helper()
	v, err := verify.New(p, verify.Options{Live: true}, func(f verify.Fault) {
		words := f.Text()
		if f.Advice {
			words = "advice: " + words
		}
		out = append(out, fmt.Sprintf("message %d from %s: %s", f.Line, p.Roles[f.Side], diag.Harmless(words)))
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range lines {
		v.Message(l.Side(), 1, l.Msg)
	}
	v.Finish()
	return out
}

// TestProxySessions plays sessions between this program and a child, through a proxy: what
// is reported is what verify says of the session, and of the recording.
func TestProxySessions(t *testing.T) {
	numbered := regexp.MustCompile(`\((line|message) \d+\)|^.*?: |^message \d+ from \w+: |advice: `)
	for _, spec := range []string{wireSpec, klpSpec, dapSpec} {
		t.Run(filepath.Base(spec), func(t *testing.T) {
			t.Parallel()
			protocol := protocolOf(t, spec)
			maker := sessions.New(protocol, 7)
			f := lower.New(protocol).Dialect.Framing
			valid, broken := 0, 0
			for n := range uint64(12) {
				lines := maker.Session(n)
				if n%2 == 1 {
					x, ok := maker.Invalid(n)
					if !ok {
						t.Fatal("no session breaks a rule")
					}
					lines = x.Lines
				}
				want := verified(t, protocol, lines)
				if n%2 == 0 && len(want) > 0 {
					continue // it depends on the times of its messages
				}
				dir := t.TempDir()
				file, record := filepath.Join(dir, "turns"), filepath.Join(dir, "record")
				var turns []turn
				for _, l := range lines {
					turns = append(turns, turn{int(l.Side()), framing.Append(nil, &f, l.Msg)})
				}
				text, _ := json.Marshal(turns)
				if err := os.WriteFile(file, text, 0o600); err != nil {
					t.Fatal(err)
				}
				p := startProxy(t, spec, "--fail", "--record", record, "--", "wiregen-peer", "play", file)
				if err := play(file, 0, p.out, p.in); err != nil {
					t.Fatalf("%v\n%s", err, p.stderr)
				}
				_ = p.in.Close()
				_, _ = io.ReadAll(p.out)
				code := 0
				if slices.ContainsFunc(want, func(s string) bool { return !strings.Contains(s, ": advice: ") }) {
					code = 1
					broken++
				} else {
					valid++
				}
				p.ends(t, code)
				got := strings.Split(strings.TrimSuffix(p.stderr.String(), "\n"), "\n")
				if p.stderr.Len() == 0 {
					got = nil
				}
				if !slices.Equal(got, want) {
					t.Fatalf("session %d:\n%s\nwant\n%s\nof\n%s", n, strings.Join(got, "\n"), strings.Join(want, "\n"), text)
				}
				out, err := exec.Command("wiregen", "verify", spec, record).Output()
				if (err == nil) != (code == 0) {
					t.Errorf("session %d: verify of the recording: %v\n%s", n, err, out)
				}
				said := numbered.ReplaceAllString(string(out), "")
				for _, line := range want {
					if words := strings.TrimSpace(numbered.ReplaceAllString(line, "")); !strings.Contains(said, words) && !strings.Contains(string(out), words) {
						t.Errorf("session %d: verify of the recording does not say %q:\n%s", n, words, out)
					}
				}
			}
			if valid < 2 || broken < 2 {
				t.Errorf("%d sessions without a fault, %d with one", valid, broken)
			}
		})
	}
}

// TestProxyRecordFails records to a device that is full: the exit code is 2, with one error. It was
// that of the command, so that nobody noticed.
func TestProxyRecordFails(t *testing.T) {
	const full = "/dev/full"
	if _, err := os.Stat(full); err != nil {
		t.Skip(err)
	}
	for _, c := range []struct {
		name, script, send string
		code, lines        int
	}{
		{"one message", "cat >/dev/null", `{"jsonrpc":"2.0","method":"cancel","id":"1"}` + "\n", 2, 1},
		{"many messages", "cat >/dev/null", strings.Repeat(`{"jsonrpc":"2.0","method":"cancel","id":"1"}`+"\n", 1000), 2, 1},
		{"nothing to record", "true", "", 0, 0},
		{"the command fails, too", "cat >/dev/null; exit 3", `{"jsonrpc":"2.0","method":"cancel","id":"1"}` + "\n", 2, 1},
	} {
		p := startProxy(t, wireSpec, "--report", filepath.Join(t.TempDir(), "report"), "--record", full, "--", "sh", "-c", c.script)
		_, _ = io.WriteString(p.in, c.send)
		_ = p.in.Close()
		_, _ = io.ReadAll(p.out)
		p.ends(t, c.code)
		const words = "wiregen: the recording is not complete: write /dev/full: no space left on device\n"
		if got := p.stderr.String(); got != strings.Repeat(words, c.lines) {
			t.Errorf("%s: %q", c.name, got)
		}
	}
}
