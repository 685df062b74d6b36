package nats_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	natsgo "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/wiregen/wiregen/examples/chess/gen/chess"
	"github.com/wiregen/wiregen/ext/nats"
	"github.com/wiregen/wiregen/wirert/journal"
	"github.com/wiregen/wiregen/wirert/rpc"
)

// game counts the moves that it handles.
type game struct {
	chess.UnimplementedServerHandler
	moves atomic.Int64
	again atomic.Int64 // of them, those that may have been handled before
	begun chan bool
	hang  bool
}

func (g *game) Join(context.Context, *chess.JoinParams) (*chess.JoinResult, error) {
	return &chess.JoinResult{Color: chess.ColorWhite}, nil
}

func (g *game) Move(ctx context.Context, p *chess.MoveParams) (*chess.MoveResult, error) {
	g.moves.Add(1)
	if nats.Redelivered(ctx) {
		g.again.Add(1)
	}
	if g.hang {
		g.begun <- true
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return &chess.MoveResult{}, chess.ServerFrom(ctx).Moved(ctx, &chess.MovedParams{Color: chess.ColorBlack, From: p.From, To: p.To})
}

type player struct {
	chess.UnimplementedClientHandler
	moved atomic.Int64
}

func (p *player) Moved(context.Context, *chess.MovedParams) { p.moved.Add(1) }

var e2e4 = &chess.MoveParams{From: "e2", To: "e4"}

// reports has everything reported fail the test.
func reports(t *testing.T) *rpc.Options {
	return &rpc.Options{Report: func(i rpc.Incident) { t.Errorf("incident: %v", i.Err) }}
}

// TestConnection has both ends of a generated package over a server that is killed.
func TestConnection(t *testing.T) {
	c := newCluster(t)
	noLeaks(t, func() {
		bus, stop := ownBus(t, c)
		defer stop()
		g, p := &game{}, &player{}
		s := chess.NewServer(session(t, bus, "server", "client", nil), g, reports(t))
		client := chess.NewClient(session(t, bus, "client", "server", nil), p, reports(t))
		if seat, err := client.Join(within(t), &chess.JoinParams{Name: "Ada"}); err != nil || seat.Color != chess.ColorWhite {
			t.Fatal(seat, err)
		}
		const callers, each = 4, 50
		var done atomic.Int64
		var all sync.WaitGroup
		for range callers {
			all.Go(func() {
				for range each {
					if _, err := client.Move(within(t), e2e4); err != nil {
						t.Error(err)
						return
					}
					done.Add(1)
				}
			})
		}
		for range 2 {
			progress(within(t), 20, &done)
			c.restart()
		}
		all.Wait()
		if g.moves.Load() != callers*each || p.moved.Load() != callers*each || g.again.Load() != 0 {
			t.Errorf("%d moves were handled, %d again, and %d seen", g.moves.Load(), g.again.Load(), p.moved.Load())
		}
		if err := client.Close(); err != nil {
			t.Error(err)
		}
		if err := s.Wait(within(t)); err != nil || !errors.Is(s.Err(), io.EOF) {
			t.Errorf("the server ends with %v, %v", err, s.Err())
		}
		_ = s.Close()
	})
}

func session(t *testing.T, b *nats.Bus, role, peer string, o *nats.Options) *nats.Transport {
	t.Helper()
	tr, err := b.Session(within(t), "game-1", role, peer, o)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// TestResume has a server end while it handles a request, and another one answer that.
func TestResume(t *testing.T) {
	c := newCluster(t)
	bus, _ := c.bus()
	p := &player{}
	client := chess.NewClient(session(t, bus, "client", "server", nil), p, reports(t))
	first := &game{hang: true, begun: make(chan bool, 10)}
	resume := &nats.Options{Resume: true}
	s := chess.NewServer(session(t, bus, "server", "client", resume), first, &rpc.Options{Report: func(rpc.Incident) {}})
	if _, err := client.Join(within(t), &chess.JoinParams{Name: "Ada"}); err != nil {
		t.Fatal(err)
	}
	answered := make(chan error, 1)
	go func() {
		_, err := client.Move(within(t), e2e4)
		answered <- err
	}()
	<-first.begun
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	second := &game{}
	s = chess.NewServer(session(t, bus, "server", "client", resume), second, reports(t))
	if err := <-answered; err != nil || second.moves.Load() != 1 || second.again.Load() != 1 {
		t.Errorf("%v; %d moves were handled, %d of them again", err, second.moves.Load(), second.again.Load())
	}
	if _, err := client.Move(within(t), e2e4); err != nil || second.again.Load() != 1 || p.moved.Load() != 2 {
		t.Errorf("%v; %d were marked, %d seen", err, second.again.Load(), p.moved.Load())
	}
	_ = errors.Join(client.Close(), s.Close())
}

func read(t *testing.T, tr *nats.Transport) (text string, d nats.Delivery) {
	t.Helper()
	m, err := tr.Read()
	if err != nil {
		t.Fatal(err)
	}
	handled, about := tr.Taken()
	handled()
	return string(m), about.(nats.Delivery)
}

func write(t *testing.T, tr *nats.Transport, messages ...string) {
	t.Helper()
	var list [][]byte
	for _, m := range messages {
		list = append(list, []byte(m))
	}
	if err := tr.Write(list); err != nil {
		t.Fatal(err)
	}
}

// TestPositions restarts the receiver at each message of several that were stored as one,
// with some of them handled out of order.
func TestPositions(t *testing.T) {
	c := newCluster(t)
	bus, _ := c.bus()
	left := open(t, bus, "positions", "client", "server", nil)
	write(t, left, "1", "2", "3", "4")
	write(t, left, "5")
	resume := &nats.Options{Resume: true}
	right := open(t, bus, "positions", "server", "client", resume)
	var handled []func()
	for n := 1; n <= 5; n++ {
		if m, err := right.Read(); err != nil || string(m) != fmt.Sprint(n) {
			t.Fatalf("%s, %v", m, err)
		}
		done, _ := right.Taken()
		handled = append(handled, done)
	}
	for _, n := range []int{2, 5, 1} { // 3 and 4 are not
		handled[n-1]()
	}
	_ = right.Close()
	write(t, left, "6")
	right = open(t, bus, "positions", "server", "client", resume)
	for n := 3; n <= 6; n++ {
		if m, d := read(t, right); m != fmt.Sprint(n) || d.Redelivered != (n <= 5) || d.Sequence != uint64(n) {
			t.Errorf("got %s, %+v, want %d", m, d, n)
		}
	}
	if err := right.Flush(within(t)); err != nil {
		t.Error(err)
	}
	// The end of the session comes after what is left of it.
	write(t, left, "7")
	_ = left.Close()
	_ = right.Close()
	right = open(t, bus, "positions", "server", "client", resume)
	if m, d := read(t, right); m != "7" || d.Redelivered {
		t.Errorf("got %s, %+v", m, d)
	}
	if _, err := right.Read(); err != io.EOF {
		t.Error(err)
	}
	_ = right.Close()
	// A session that has ended goes on with those that come after.
	left = open(t, bus, "positions", "client", "server", nil)
	write(t, left, "8")
	right = open(t, bus, "positions", "server", "client", resume)
	if m, d := read(t, right); m != "8" || d.Redelivered || d.Sequence != 1 {
		t.Errorf("got %s, %+v", m, d)
	}
}

// TestTaken has a second process take a role: the first one ends.
func TestTaken(t *testing.T) {
	c := newCluster(t)
	bus, _ := c.bus()
	first := open(t, bus, "taken", "client", "server", nil)
	other, _ := c.bus()
	second := open(t, other, "taken", "client", "server", nil)
	write(t, first, "late") // the second one has not written yet
	write(t, second, "2")
	write(t, second, "3")
	if err := first.Write([][]byte{[]byte("4")}); !errors.Is(err, nats.ErrTaken) {
		t.Error(err)
	}
	if err := first.Close(); err != nil {
		t.Error(err)
	}
	right := open(t, bus, "taken", "server", "client", nil)
	for _, want := range []string{"late", "2", "3"} {
		if m, _ := read(t, right); m != want {
			t.Errorf("got %s, want %s", m, want)
		}
	}
	third := open(t, other, "taken", "server", "client", nil)
	if err := right.Flush(within(t)); err == nil {
		t.Error("a process that has lost its role acknowledges")
	} else if _, err := right.Read(); !errors.Is(err, nats.ErrTaken) {
		t.Error(err)
	}
	_ = third
}

// TestGap removes messages from the stream: who reads learns it.
func TestGap(t *testing.T) {
	c := newCluster(t)
	bus, js := c.bus()
	stream, err := js.Stream(within(t), "test-sessions")
	if err != nil {
		t.Fatal(err)
	}
	remove := func(subject string, n int) {
		t.Helper()
		var sequence uint64
		for range n {
			m, err := stream.GetMsg(within(t), sequence+1, jetstream.WithGetMsgSubject(subject))
			if err != nil {
				t.Fatal(err)
			}
			sequence = m.Sequence
		}
		if err := stream.DeleteMsg(within(t), sequence); err != nil {
			t.Fatal(err)
		}
	}
	for name, which := range map[string]int{"first": 1, "middle": 2, "last-of-a-publisher": 3} {
		left := open(t, bus, name, "client", "server", &nats.Options{Resume: true})
		for _, m := range []string{"1", "2", "3"} {
			write(t, left, m)
		}
		_ = left.Close()
		left = open(t, bus, name, "client", "server", nil)
		write(t, left, "4")
		remove("test.session."+name+".to-server", which)
		right := open(t, bus, name, "server", "client", nil)
		for n := 1; n < which; n++ {
			if m, _ := read(t, right); m != fmt.Sprint(n) {
				t.Errorf("got %s", m)
			}
		}
		if m, err := right.Read(); !errors.Is(err, nats.ErrGap) {
			t.Errorf("%s: %s, %v", name, m, err)
		}
	}
}

// TestRefused has messages that are too large, for the reader and for the server, and ones
// that others have written.
func TestRefused(t *testing.T) {
	c := newCluster(t)
	bus, js := c.bus()
	left := open(t, bus, "refused", "client", "server", nil)
	right := open(t, bus, "refused", "server", "client", &nats.Options{MaxBytes: 10})
	write(t, left, "0123456789", "01234567890", "")
	if m, _ := read(t, right); m != "0123456789" {
		t.Error(m)
	}
	if _, err := right.Read(); !errors.Is(err, rpc.ErrTooLarge) || errors.Is(err, rpc.ErrDisconnected) {
		t.Error(err)
	}
	if m, _ := read(t, right); m != "" {
		t.Error(m)
	}
	if err := left.Write([][]byte{make([]byte, 2<<20)}); !errors.Is(err, natsgo.ErrMaxPayload) {
		t.Error(err)
	}
	if _, err := js.Publish(within(t), "test.session.refused.to-server", []byte("{}")); err != nil {
		t.Fatal(err)
	}
	if _, err := right.Read(); !errors.Is(err, rpc.ErrFraming) {
		t.Error(err)
	}
	for _, name := range []string{"", "a.b", "*", "a b", ">"} {
		if _, err := bus.Session(within(t), name, "a", "b", nil); err == nil {
			t.Errorf("%q is the name of a session", name)
		}
	}
}

// TestClose closes transports that wait, while the server is away.
func TestClose(t *testing.T) {
	c := newCluster(t)
	bus, _ := c.bus()
	left := open(t, bus, "close", "client", "server", &nats.Options{CloseWait: time.Millisecond})
	write(t, left, "1")
	c.now.kill()
	ended := make(chan error, 2)
	go func() {
		_, err := left.Read()
		ended <- err
	}()
	go func() { ended <- left.Write([][]byte{[]byte("2")}) }()
	time.Sleep(10 * time.Millisecond)
	_ = left.Close()
	for range 2 {
		if err := <-ended; !errors.Is(err, net.ErrClosed) {
			t.Error(err)
		}
	}
	c.start()
}

// TestJournal writes and reads journals.
func TestJournal(t *testing.T) {
	c := newCluster(t)
	bus, _ := c.bus()
	ctx := within(t)
	if _, err := nats.ReadJournal(ctx, bus, "j", &format, nil); !errors.Is(err, journal.ErrNoHeader) {
		t.Error(err)
	}
	var writers []*nats.JournalWriter[entry]
	for i := range 3 { // several journals in one stream
		w, err := nats.OpenJournal(ctx, bus, "j"+strings.Repeat("j", i), head{"1.5"}, &format)
		if err != nil {
			t.Fatal(err)
		}
		writers = append(writers, w)
	}
	const count = 50
	for n := 1; n <= count; n++ {
		for i, w := range writers {
			if i <= n%3 {
				if err := w.Append(ctx, entry{n}); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	for _, from := range []uint64{0, 1, 2, 25, count, count + 1} {
		r, err := nats.ReadJournal(ctx, bus, "j", &format, &nats.JournalOptions{From: from})
		if err != nil || r.Version() != "1.5" || r.Header().Version != "1.5" {
			t.Fatal(r, err)
		}
		want := max(int(from), 1)
		for e, err := range r.Records() {
			if err != nil || e.N != want || r.Number() != uint64(want) {
				t.Fatalf("got %v, %v, want %d", e, err, want)
			}
			want++
		}
		if want != count+1 {
			t.Errorf("from %d: %d records", from, want-1)
		}
	}
	if _, err := nats.ReadJournal(ctx, bus, "j", &format, &nats.JournalOptions{From: count + 2}); err == nil {
		t.Error("a record is read that does not exist")
	}
	// Another process continues it, and is followed; the first one has lost it.
	w, err := nats.OpenJournal(ctx, bus, "j", head{"2"}, &format)
	if err != nil || w.Version() != "1.5" {
		t.Fatal(w, err)
	}
	follow, stop := context.WithCancel(ctx)
	defer stop()
	r, err := nats.ReadJournal(follow, bus, "j", &format, &nats.JournalOptions{From: count + 1, Follow: true})
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		if err := w.Append(ctx, entry{count + 1}); err != nil {
			t.Error(err)
		}
	}()
	for e, err := range r.Records() {
		if e.N == count+1 {
			stop()
		} else if !errors.Is(err, context.Canceled) {
			t.Errorf("%v, %v", e, err)
		}
	}
	if err := writers[0].Append(ctx, entry{0}); !errors.Is(err, nats.ErrTaken) {
		t.Error(err)
	}
	if err := writers[0].Append(ctx, entry{0}); !errors.Is(err, nats.ErrFailed) {
		t.Error(err)
	}
}

// TestJournalFaults reads a journal of which records cannot be read, or are missing.
func TestJournalFaults(t *testing.T) {
	c := newCluster(t)
	bus, js := c.bus()
	ctx := within(t)
	bad := format
	bad.Record.Append = func(dst []byte, e entry) []byte {
		if e.N == 2 {
			return append(dst, "no JSON"...)
		}
		return format.Record.Append(dst, e)
	}
	w, err := nats.OpenJournal(ctx, bus, "bad", head{"1"}, &bad)
	if err != nil {
		t.Fatal(err)
	}
	for n := 1; n <= 4; n++ {
		if err := w.Append(ctx, entry{n}); err != nil {
			t.Fatal(err)
		}
	}
	stream, err := js.Stream(ctx, "test-journals")
	if err != nil {
		t.Fatal(err)
	}
	if err := stream.DeleteMsg(ctx, 4); err != nil { // the third record
		t.Fatal(err)
	}
	r, err := nats.ReadJournal(ctx, bus, "bad", &format, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for e, err := range r.Records() {
		var fault *nats.RecordError
		switch {
		case errors.As(err, &fault):
			got = append(got, fmt.Sprint("fault ", fault.Number))
		case errors.Is(err, nats.ErrGap):
			got = append(got, "gap")
		default:
			got = append(got, fmt.Sprint(e.N, err))
		}
	}
	if text := strings.Join(got, ", "); text != "1 <nil>, fault 2, gap" {
		t.Error(text)
	}
}

// TestCloseAway closes a session while the server is away: the other end is told when the server
// is back. It never was.
func TestCloseAway(t *testing.T) {
	c := newCluster(t)
	for name, write := range map[string]bool{"quiet": false, "unwritten": true} {
		one, _ := c.bus()
		two, _ := c.bus()
		a := open(t, one, name, "client", "server", &nats.Options{CloseWait: 100 * time.Millisecond})
		b := open(t, two, name, "server", "client", nil)
		if err := a.Write([][]byte{[]byte("first")}); err != nil {
			t.Fatal(err)
		}
		if got, err := b.Read(); err != nil || string(got) != "first" {
			t.Fatalf("%q, %v", got, err)
		}
		c.now.kill()
		written := make(chan error, 1)
		if write {
			go func() { written <- a.Write([][]byte{[]byte("second")}) }()
		} else {
			written <- net.ErrClosed
		}
		if err := a.Close(); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: Close while the server is away: %v", name, err)
		}
		if err := <-written; !errors.Is(err, net.ErrClosed) {
			t.Errorf("%s: Write: %v", name, err)
		}
		c.start()
		got, err := b.Read()
		if err == nil && write && string(got) == "second" { // it may have reached the server
			got, err = b.Read()
		}
		if err != io.EOF {
			t.Errorf("%s: the other end reads %q, %v", name, got, err)
		}
	}
}

// TestCloseAwayTaken closes a session while the server is away, and takes its role again: the
// other end is told before the messages of the later process, or not at all.
func TestCloseAwayTaken(t *testing.T) {
	c := newCluster(t)
	one, _ := c.bus()
	two, _ := c.bus()
	a := open(t, one, "s", "client", "server", &nats.Options{CloseWait: 100 * time.Millisecond})
	b := open(t, two, "s", "server", "client", nil)
	c.now.kill()
	if err := a.Close(); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	taken := make(chan *nats.Transport, 1)
	go func() { taken <- open(t, one, "s", "client", "server", nil) }()
	c.start()
	again := <-taken
	for _, text := range []string{"again", "more"} {
		if err := again.Write([][]byte{[]byte(text)}); err != nil {
			t.Fatal(err)
		}
		got, err := b.Read()
		if err == io.EOF && text == "again" {
			return
		}
		if err != nil || string(got) != text {
			t.Errorf("%q, %v", got, err)
		}
	}
}
