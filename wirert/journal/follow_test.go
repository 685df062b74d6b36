package journal

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// TestFollow follows a journal while it is written, torn, and reopened by another Writer,
// which cuts off what is torn.
func TestFollow(t *testing.T) {
	w, name, err := opened(t, "", &format)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	const all = 600
	got := make(chan error)
	go func() {
		r := NewReader(Follow(ctx, f), &format)
		n := 0
		for record, err := range r.Records() {
			switch {
			case err != nil:
				got <- err
				return
			case record.N != n+1:
				got <- errors.New("a record is missing, or came twice")
				return
			}
			if n++; n == all {
				cancel()
			}
		}
		got <- nil
	}()
	for n := range all {
		if n%100 == 50 {
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			torn, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := torn.WriteString(`{"n":999,"text":"torn`); err != nil {
				t.Fatal(err)
			}
			torn.Close()
			time.Sleep(2 * interval) // the follower sees it
			if w, err = Open(name, header{"3"}, &format); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Append(record{N: n + 1}); err != nil {
			t.Fatal(err)
		}
	}
	if err := <-got; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
}

// A growing file is followed: the content is what a test sets.
type growing struct {
	mu      sync.Mutex // of what follows
	content string
	time    time.Time
	read    int // how often
}

func (g *growing) Stat() (fs.FileInfo, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return info{int64(len(g.content)), g.time}, nil
}

func (g *growing) ReadAt(p []byte, at int64) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.read++
	return strings.NewReader(g.content).ReadAt(p, at)
}

func (g *growing) reads() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.read
}

// put changes the file, and set also its time. The follower sees it.
func (g *growing) put(content string) {
	g.mu.Lock()
	g.content = content
	g.mu.Unlock()
	time.Sleep(2 * interval)
	synctest.Wait()
}

func (g *growing) set(content string) {
	g.mu.Lock()
	g.time = time.Now()
	g.mu.Unlock()
	g.put(content)
}

// A collector has what a follower reads.
type collector struct {
	mu      sync.Mutex // of what follows
	records []record
	end     error
}

func follow(ctx context.Context, g *growing) *collector {
	c := &collector{}
	go func() {
		for got, err := range NewReader(Follow(ctx, g), &format).Records() {
			c.mu.Lock()
			if c.end = err; err == nil {
				c.records = append(c.records, got)
			}
			c.mu.Unlock()
		}
	}()
	return c
}

func (c *collector) read() ([]record, error) {
	synctest.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.records), c.end
}

// has checks that a number of records was read, and no fault.
func (c *collector) has(t *testing.T, want int) {
	t.Helper()
	records, err := c.read()
	numbered(t, records, want)
	if err != nil {
		t.Error(err)
	}
}

// TestFollowTorn replaces a torn line by one of the same length at the same time, which is
// read, and nothing of the torn one.
func TestFollowTorn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &growing{}
		ctx, cancel := context.WithCancel(t.Context())
		c := follow(ctx, g)
		g.set("{\"n\":1}\n")
		g.set("{\"n\":1}\n{\"n\":99")
		g.put("{\"n\":1}\n{\"n\":2}")
		g.set("{\"n\":1}\n{\"n\":2}\n")
		g.set("{\"n\":1}\n{\"n\":2}\n{\"n\":3")
		c.has(t, 2)

		// What is torn for long is not read again and again.
		time.Sleep(time.Minute)
		before := g.reads()
		time.Sleep(interval * 10)
		synctest.Wait()
		if reads := g.reads() - before; reads > 0 {
			t.Errorf("it was read %d times", reads)
		}
		g.set("{\"n\":1}\n{\"n\":2}\n{\"n\":3}\n")
		c.has(t, 3)
		cancel()
		if _, end := c.read(); !errors.Is(end, context.Canceled) {
			t.Errorf("it ended with %v", end)
		}
	})
}

// TestFollowSameSize replaces a torn line by a whole one of the same length, between two
// looks at the file, which has the same time.
func TestFollowSameSize(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &growing{}
		c := follow(t.Context(), g)
		g.set("{\"n\":1}\n{\"n\":99 ")
		g.put("{\"n\":1}\n{\"n\":2}\n")
		c.has(t, 2)
	})
}

func TestFollowShrunk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &growing{}
		c := follow(t.Context(), g)
		g.set("{\"n\":1}\n{\"n\":2}\n")
		g.set("{\"n\":1}\n")
		if _, end := c.read(); !errors.Is(end, ErrShrunk) {
			t.Errorf("it ended with %v", end)
		}
	})
}
