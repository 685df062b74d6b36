package nats_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wiregen/wiregen/ext/nats"
	"github.com/wiregen/wiregen/wirert/journal"
)

// writeNumbers writes messages that are numbered from 1, until ctx ends. It returns the
// number of the last one that was acknowledged.
func writeNumbers(ctx context.Context, tr *nats.Transport, acknowledged *atomic.Int64) error {
	for n := int64(1); ctx.Err() == nil; {
		var batch [][]byte
		for range 1 + rand.IntN(5) {
			batch = append(batch, fmt.Appendf(nil, `{"n":%d}`, n))
			n++
		}
		if err := tr.Write(batch); err != nil {
			return err
		}
		acknowledged.Store(n - 1)
	}
	return nil
}

func number(text []byte) (int64, error) {
	var m struct{ N int64 }
	err := json.Unmarshal(text, &m)
	return m.N, err
}

// readNumbers reads such messages, and returns the error after the last one, or nil after one that
// is not the next, which it reports.
func readNumbers(t *testing.T, tr *nats.Transport, last *atomic.Int64) error {
	for {
		m, err := tr.Read()
		if err != nil {
			return err
		}
		n, err := number(m)
		if want := last.Load() + 1; n != want || err != nil {
			t.Errorf("got %s, want %d", m, want)
			return nil
		}
		handled, about := tr.Taken()
		if d := about.(nats.Delivery); d.Redelivered || d.Sequence != uint64(n) {
			t.Errorf("the message %d is %+v", n, d)
		}
		if handled(); n%5 == 0 { // handled a second time
			handled()
		}
		last.Store(n)
	}
}

// countRecords checks that the records of the journal are numbered from 1, and returns how many
// there are.
func countRecords(ctx context.Context, t *testing.T, bus *nats.Bus) (n int64) {
	r, err := nats.ReadJournal(ctx, bus, "kills", &format, nil)
	if err != nil {
		t.Fatal(err)
	}
	for e, err := range r.Records() {
		if n++; err != nil || int64(e.N) != n {
			t.Fatalf("the record %d is %v, %v", n, e, err)
		}
	}
	return n
}

type entry struct{ N int }

func lineOf[T any]() journal.Line[T] {
	return journal.Line[T]{
		Decode: func(data []byte) (v T, err error) { return v, json.Unmarshal(data, &v) },
		Append: func(dst []byte, v T) []byte {
			text, _ := json.Marshal(v)
			return append(dst, text...)
		},
	}
}

type head struct{ Version string }

var format = journal.Format[head, entry]{Header: lineOf[head](), Record: lineOf[entry](), Version: []string{"Version"}}

// progress waits until something has grown by so much, or ctx ends.
func progress(ctx context.Context, by int64, counts ...*atomic.Int64) {
	var from []int64
	for _, c := range counts {
		from = append(from, c.Load())
	}
	for i, c := range counts {
		for c.Load() < from[i]+by && ctx.Err() == nil {
			time.Sleep(time.Millisecond)
		}
	}
}

// TestKills kills the server with SIGKILL while messages are written and read, and records
// appended: nothing acknowledged is lost, nothing comes twice or in another order.
func TestKills(t *testing.T) {
	noLeaks(t, func() {
		c := newCluster(t)
		bus, stop := ownBus(t, c)
		defer stop()
		ctx := within(t)
		left, err := bus.Session(ctx, "kills", "client", "server", nil)
		if err != nil {
			t.Fatal(err)
		}
		right, err := bus.Session(ctx, "kills", "server", "client", nil)
		if err != nil {
			t.Fatal(err)
		}
		w, err := nats.OpenJournal(ctx, bus, "kills", head{"1"}, &format)
		if err != nil {
			t.Fatal(err)
		}
		var written, read, appended atomic.Int64
		writing, end := context.WithCancel(ctx)
		var writers, readers sync.WaitGroup
		writers.Go(func() {
			if err := writeNumbers(writing, left, &written); err != nil {
				t.Error(err)
			}
		})
		writers.Go(func() {
			for n := 1; writing.Err() == nil; n++ {
				if err := w.Append(ctx, entry{n}); err != nil {
					t.Error(err)
					return
				}
				appended.Store(int64(n))
			}
		})
		readers.Go(func() {
			switch err := readNumbers(t, right, &read); {
			case err == nil:
				end()
			case ctx.Err() == nil && writing.Err() == nil:
				t.Error(err)
			}
		})
		for range *kills {
			progress(writing, 20, &written, &read, &appended)
			time.Sleep(rand.N(50 * time.Millisecond))
			c.restart()
		}
		progress(writing, 20, &written, &read, &appended)
		end()
		writers.Wait()
		for read.Load() < written.Load() && ctx.Err() == nil && !t.Failed() {
			time.Sleep(time.Millisecond)
		}
		if read.Load() != written.Load() {
			t.Errorf("%d messages were acknowledged, %d read", written.Load(), read.Load())
		}
		_ = left.Close()
		_ = right.Close()
		readers.Wait()

		if n := countRecords(ctx, t, bus); n != appended.Load() {
			t.Errorf("%d records were acknowledged, %d read", appended.Load(), n)
		}
		t.Logf("%d kills, %d messages, %d records", *kills, read.Load(), appended.Load())
		c.now.kill()
	})
}

// ownBus is a bus whose connection the caller closes.
func ownBus(t *testing.T, c *cluster) (*nats.Bus, func()) {
	t.Helper()
	bus, _, stop, err := connect(within(t), c.url())
	if err != nil {
		t.Fatal(err)
	}
	return bus, stop
}

// receive reads numbers and prints them, and now and then that those before are
// acknowledged, until it is killed.
func receive(url string) error {
	ctx := context.Background()
	bus, _, _, err := connect(ctx, url)
	if err != nil {
		return err
	}
	tr, err := bus.Session(ctx, "receivers", "server", "client", &nats.Options{AckDelay: time.Hour})
	if err != nil {
		return err
	}
	chance := rand.New(rand.NewPCG(uint64(os.Getpid()), 1))
	for {
		m, err := tr.Read()
		if err != nil {
			return err
		}
		n, err := number(m)
		if err != nil {
			return err
		}
		handled, about := tr.Taken()
		fmt.Println("got", n, about.(nats.Delivery).Redelivered)
		handled()
		if chance.IntN(40) == 0 {
			if err := tr.Flush(ctx); err != nil {
				return err
			}
			fmt.Println("acknowledged", n)
		}
	}
}

// TestReceiverKills kills the process that receives: each process gets every message once,
// in order; what was acknowledged does not come again, and what comes again is marked.
func TestReceiverKills(t *testing.T) {
	c := newCluster(t)
	bus, _ := c.bus()
	left := open(t, bus, "receivers", "client", "server", nil)
	ctx, end := context.WithCancel(within(t))
	var written atomic.Int64
	var writer sync.WaitGroup
	writer.Go(func() {
		if err := writeNumbers(ctx, left, &written); err != nil {
			t.Error(err)
		}
	})
	defer writer.Wait()
	defer end()
	var highest, acknowledged, again int64 // what any process has handled, and what was acknowledged
	// A kill may come right after an acknowledgement, so that nothing comes again: then more.
	for k := 0; k < *kills || again == 0 && k < 10**kills; k++ {
		p := start(t, "receiver "+c.url())
		last, count, most := acknowledged, 0, 30+rand.IntN(300)
		for p.lines.Scan() {
			what, rest, _ := strings.Cut(p.lines.Text(), " ")
			text, marked, _ := strings.Cut(rest, " ")
			n, err := strconv.ParseInt(text, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			if what == "acknowledged" {
				acknowledged = n
				continue
			}
			// The first process that comes after an acknowledgement that was not printed.
			if count == 0 && n > last+1 && n <= highest+1 {
				last = n - 1
			}
			if n != last+1 {
				t.Fatalf("after %d comes %d", last, n)
			}
			if n <= highest {
				again++
				if marked != "true" {
					t.Fatalf("%d comes again and is not marked", n)
				}
			}
			last, highest = n, max(highest, n)
			switch count++; {
			case count == most:
				_ = p.cmd.Process.Kill()
			case count == most/2 && k%2 == 1:
				c.restart()
			}
		}
		_ = p.cmd.Wait()
		if count < most {
			t.Fatalf("the process has ended after %d messages", count)
		}
	}
	if again == 0 {
		t.Error("no message came again")
	}
	t.Logf("%d messages, %d of them again", highest, again)
}
