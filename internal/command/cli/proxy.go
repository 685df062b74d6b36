package cli

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/wiregen/wiregen/internal/command/output"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/message/proxy"
	"github.com/wiregen/wiregen/internal/message/verify"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/wirert/session"
)

// The times that a proxy waits at its end: for output of processes that its child has left
// behind, since the last of it, and for the check of what has come.
const (
	quiet   = 2 * time.Second
	checked = 30 * time.Second
)

const proxyHelp = `proxy starts COMMAND and connects it to its own standard input, output and error: put
it where COMMAND was. It passes on every byte unchanged and at once, even those of
invalid messages. It also passes on the end of the input of either side, signals, and
the exit code of COMMAND, which is 128 plus the signal number if a signal killed it.

COMMAND has the second role of the spec, or that of --role. Faults are reported on
standard error, or in the file --report, as soon as they are found: frames and
messages that cannot be read, and broken session rules. Each report is a line with the
number of the message, the role that sent it, and the words of verify. Messages of
both sides are counted together. --record writes them to a file that verify reads; the
number of a message is that of its line. The file has everything that is sent,
including secrets; an existing one is overwritten. If it cannot be written, the exit
code is 2. With --fail the exit code is 1 if anything was reported.

Messages are checked in parallel; passing on never waits for the checks. If messages
arrive faster than they can be checked, some are passed on unchecked and are missing
in the recording. This is reported, and from then on session rules are not checked.

In the foreground of a terminal, an interrupt reaches COMMAND and proxy from the
terminal, and proxy does not pass it on. After COMMAND has ended, proxy passes on the
output of processes that it left behind, until none comes for 2 seconds.`

// newProxy makes the command that runs between two peers.
func newProxy(env *environment) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "proxy SPEC -- COMMAND [ARG...]",
		Short: "Run between two peers and report what breaks the spec",
		Long:  proxyHelp,
		Args: func(cmd *cobra.Command, args []string) error {
			if cmd.ArgsLenAtDash() != 1 || len(args) < 2 {
				return errors.New("expected a spec, and a command after --: wiregen proxy SPEC -- COMMAND [ARG...]")
			}
			return nil
		},
		ValidArgsFunction: completeSpec,
	}
	f := &proxyFlags{format: formatFlag(cmd, "text", "json")}
	cmd.Flags().StringVar(&f.role, "role", "", "the role of COMMAND; by default the second")
	cmd.Flags().StringVar(&f.report, "report", "", "write findings to this file, not to standard error")
	cmd.Flags().StringVar(&f.record, "record", "", "write the messages to this file, as verify reads them")
	cmd.Flags().BoolVar(&f.strict, "strict", false, "report undeclared content, and values that readers skip, as faults")
	cmd.Flags().BoolVar(&f.fail, "fail", false, "exit with 1 if there is a finding")
	cmd.RunE = func(_ *cobra.Command, args []string) error { return env.proxy(f, args) }
	return cmd
}

type proxyFlags struct {
	format               *format
	role, report, record string
	strict, fail         bool
}

// proxy starts the command in args after the spec, and stands between it and the standard
// input and output.
func (env *environment) proxy(flags *proxyFlags, args []string) error {
	if args[0] == "-" {
		return errors.New("the spec cannot be the standard input, which is that of COMMAND")
	}
	j, p, err := env.load(args[:1])
	if err != nil {
		return err
	}
	side, err := roleOf(p, "role", flags.role, session.Second)
	if err != nil {
		return err
	}
	out := &proxyWriter{w: env.stderr, json: flags.format.value == "json"}
	opt := proxy.Options{Strict: flags.strict, Report: out.finding, Crash: func(value any) { bug(env.stderr, value) }}
	if flags.report != "" {
		f, err := output.CreateFile(flags.report, 0o666, j.read()...)
		if err != nil {
			return err
		}
		defer f.Close()
		out.w = f
	}
	var recording *recorder // nil if there is none
	if flags.record != "" {
		f, err := output.CreateFile(flags.record, 0o600, append(j.read(), flags.report)...)
		if err != nil {
			return err
		}
		defer f.Close()
		recording = &recorder{Writer: bufio.NewWriter(f), stderr: env.stderr}
		opt.Record, opt.Idle = recording.line, recording.flush
	}
	c, err := proxy.New(p, opt)
	if err != nil {
		return err
	}
	out.role = c.Role
	exit, err := standBetween(c, side, exec.Command(args[1], args[2:]...))
	if err != nil {
		return err
	}
	faults, ok := c.Close(checked)
	switch {
	case !ok:
		fmt.Fprintf(env.stderr, "wiregen: the last messages were not checked: that would have taken too long\n")
	case out.err != nil:
		return out.err
	case recording != nil && recording.failed: // the check has ended, and with it the recording
		return errUnrecorded
	}
	if flags.fail && faults > 0 {
		return errFault
	}
	return exit
}

// standBetween passes on what this program and a command that has the role of side say, until
// the command has ended. exit says how, as a status.
func standBetween(c *proxy.Checker, side session.Side, cmd *exec.Cmd) (exit, err error) {
	childIn, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	out, childOut, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = childIn, childOut, os.Stderr
	relay := newRelay()
	err = cmd.Start()
	_, _ = childIn.Close(), childOut.Close()
	if err != nil {
		return nil, err
	}
	stop := relay.start(cmd.Process)
	go func() {
		proxy.Copy(in, os.Stdin, c.Stream(session.Second-side))
		_, _ = in.Close(), os.Stdin.Close() // writers to it get an error
	}()
	rest := &childOutput{File: out}
	copied := make(chan struct{})
	go func() {
		proxy.Copy(os.Stdout, rest, c.Stream(side))
		_, _ = out.Close(), os.Stdout.Close()
		close(copied)
	}()
	err = cmd.Wait()
	stop()
	rest.end()
	<-copied
	if state := cmd.ProcessState; state != nil {
		return statusOf(state), nil
	}
	return nil, err
}

// A childOutput is the output of a child and of the processes that it leaves behind.
type childOutput struct {
	*os.File
	ended atomic.Bool
}

// Read waits for as long as the child lives, and then for some time.
func (o *childOutput) Read(p []byte) (int, error) {
	if o.ended.Load() {
		o.limit()
	}
	return o.File.Read(p)
}

// end says that the child has ended.
func (o *childOutput) end() {
	o.ended.Store(true)
	o.limit()
}

// limit limits the time that a read may wait. Where that is not possible the output ends
// with the last process that has it.
func (o *childOutput) limit() { _ = o.SetReadDeadline(time.Now().Add(quiet)) }

// A status is an exit code of another program that is that of this one.
type status int

func (s status) Error() string { return fmt.Sprintf("exit code %d", int(s)) }

// errUnrecorded ends a proxy whose recording is not complete, which was said when that happened.
const errUnrecorded = status(2)

// A recorder writes a recording, as far as it can be written.
type recorder struct {
	*bufio.Writer
	stderr io.Writer
	failed bool
}

func (r *recorder) line(text []byte) {
	_, err := r.Write(text)
	r.check(err)
}

func (r *recorder) flush() { r.check(r.Flush()) }

func (r *recorder) check(err error) {
	if err != nil && !r.failed {
		r.failed = true
		fmt.Fprintf(r.stderr, "wiregen: the recording is not complete: %v\n", err)
	}
}

// A proxyWriter writes findings, and records the first error of writing.
type proxyWriter struct {
	w    io.Writer
	json bool
	role func(proxy.Finding) string
	err  error
}

func (o *proxyWriter) finding(f proxy.Finding) {
	text := o.text(f)
	if o.json {
		line, err := json.Marshal(struct {
			Message int    `json:"message,omitempty"`
			From    string `json:"from,omitempty"`
			Path    string `json:"path,omitempty"`
			Text    string `json:"text"`
			Rule    string `json:"rule,omitempty"`
			Element string `json:"element,omitempty"`
			Other   int    `json:"other,omitempty"`
			Advice  bool   `json:"advice,omitempty"`
			Skipped int    `json:"skipped,omitempty"`
		}{f.Line, o.role(f), f.Path, text, f.Rule, f.Element, f.Other, f.Advice, f.Skipped})
		if err != nil {
			panic(err) // texts and numbers can always be encoded
		}
		text = string(line)
	} else if f.Skipped == 0 {
		if f.Advice {
			text = "advice: " + text
		}
		text = fmt.Sprintf("message %d from %s: %s", f.Line, o.role(f), diag.Harmless(text))
	}
	if _, err := io.WriteString(o.w, text+"\n"); err != nil && o.err == nil {
		o.err = err
	}
}

func (o *proxyWriter) text(f proxy.Finding) string {
	if f.Skipped > 0 {
		return names.Count(f.Skipped, "message") + " passed on without a check; session rules are no longer checked"
	}
	return verify.Fault.Text(f.Fault)
}
