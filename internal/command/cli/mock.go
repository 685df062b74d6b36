package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/message/framing"
	"github.com/wiregen/wiregen/internal/message/mock"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/wirert/session"
)

// newMock makes the command that speaks a protocol.
func newMock(env *environment) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "mock SPEC",
		Short: "Simulate a peer, with values from the examples of the spec",
		Long: `mock simulates a peer on standard input and output, with the framing of the spec. It
answers each request with an example of the spec, of the method or of the types, or
else with small plausible values. Ids that a result shares with its request are the
same, and in the handshake mock agrees on a version and features that both sides have.
While a request is in flight, mock sends events, progress, and now and then a request
of its own, as far as the session rules allow. A request that breaks a rule is answered
with the error of the rule, an unreadable one as the dialect says, and one of which
the rules refuse every result with the internal error; all are reported on standard
error. A batch is answered with one array. A cancelled request is answered at once.

mock has the second role, or that of --role; with the first role it begins. With
--listen it accepts any number of connections: --listen localhost:4000, --listen
unix:PATH. With --busy it sends more, even without requests. It waits for the time of
--pace before each message except answers to faulty ones, and ten times as long before
a message that no request caused; with --pace 0 it answers each request before it
reads on. The same seed gives the same messages, if mock gets the same ones at the
same points.`,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: completeSpec,
	}
	flags := cmd.Flags()
	role := flags.String("role", "", "the role of mock; by default the second")
	seed := flags.Uint64("seed", 1, "seed of the random choices")
	busy := flags.Bool("busy", false, "send more, even without requests")
	pace := flags.Duration("pace", 20*time.Millisecond, "how long to wait before each message")
	listen := flags.String("listen", "", "accept connections at this address, or at unix:PATH")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if args[0] == "-" {
			return errors.New("the spec cannot be the standard input, which is that of the other peer")
		}
		_, p, err := env.load(args)
		if err != nil {
			return err
		}
		side, err := roleOf(p, "role", *role, session.Second)
		if err != nil {
			return err
		}
		var mu sync.Mutex
		say := func(before, text string) {
			mu.Lock()
			defer mu.Unlock()
			fmt.Fprintf(env.stderr, "%s: %s\n", before, diag.Harmless(text))
		}
		report := func(text string) { say("from "+p.Roles[session.Second-side], text) }
		m, err := mock.New(p, mock.Options{
			Side: side, Seed: *seed, Busy: *busy,
			Report: report,
			Unable: func(text string) { say("answered with an error", text) },
		})
		if err != nil {
			return err
		}
		s := &mockServer{mock: m, pace: *pace, idles: *busy || side == session.First, report: report}
		if *listen != "" {
			return s.listen(cmd.Context(), *listen, env.stderr)
		}
		return s.serve(0, false, os.Stdin, env.stdout)
	}
	return cmd
}

// A mockServer speaks a protocol on streams.
type mockServer struct {
	mock  *mock.Mock
	pace  time.Duration
	idles bool // it sends something while nothing is asked

	report func(text string) // of a violation by the other side
}

// listen serves the connections at an address, until an interrupt.
func (s *mockServer) listen(ctx context.Context, address string, stderr io.Writer) error {
	if ctx == nil {
		ctx = context.Background()
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	network := "tcp"
	if path, ok := strings.CutPrefix(address, "unix:"); ok {
		network, address = "unix", path
	}
	l, err := net.Listen(network, address)
	if err != nil {
		return err
	}
	context.AfterFunc(ctx, func() { _ = l.Close() })
	fmt.Fprintf(stderr, "listening on %s\n", diag.Harmless(l.Addr().String()))
	for number := uint64(0); ; number++ {
		conn, err := l.Accept()
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil:
			return err
		}
		go func() {
			defer conn.Close()
			_ = s.serve(number, true, conn, conn) // that the other peer has gone is not a fault of this one
		}()
	}
}

// serve speaks in the session with a number until the end of r. What was asked until then
// is still answered. Over a socket, a first message that is not JSON ends the session.
func (s *mockServer) serve(number uint64, socket bool, r io.Reader, w io.Writer) error {
	f := s.mock.Framing()
	frames := make(chan framing.Frame)
	over := make(chan struct{})
	defer close(over)
	go readFrames(f, r, frames, over)
	live := s.mock.Session(number)
	send := func(messages []string) error {
		var out []byte
		for _, m := range messages {
			out = framing.Append(out, &f, []byte(m))
		}
		if len(out) == 0 {
			return nil
		}
		_, err := w.Write(out)
		return err
	}
	now := func() int64 { return time.Now().UnixMilli() }
	ended := false
	for !ended || live.Busy() {
		var wait <-chan time.Time
		switch {
		case live.Busy():
			wait = time.After(s.pace)
		case s.idles:
			wait = time.After(max(10*s.pace, 10*time.Millisecond))
		}
		in := frames
		if ended {
			in = nil
		}
		var err error
		select {
		case frame, ok := <-in:
			if ended = !ok; ok && socket && live.Foreign(frame) {
				s.report("the first message is not JSON: the session has ended")
				return nil
			} else if ok {
				err = send(live.Receive(frame, now()))
			}
			for s.pace == 0 && live.Busy() && err == nil {
				err = send(live.Step(now()))
			}
		case <-wait:
			if live.Busy() {
				err = send(live.Step(now()))
			} else {
				err = send(live.Idle(now()))
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// readFrames passes on the frames of a stream until its end, or until over is closed.
func readFrames(f lower.Framing, r io.Reader, frames chan<- framing.Frame, over <-chan struct{}) {
	defer close(frames)
	split := framing.NewSplitter(f, f.MaxBytes, func(x framing.Frame) {
		if x.Text != nil {
			x.Text = append([]byte{}, x.Text...)
		}
		select {
		case frames <- x:
		case <-over:
		}
	})
	_, err := io.Copy(split, r)
	if err == nil {
		split.Close()
	}
}
