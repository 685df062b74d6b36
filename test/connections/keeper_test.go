package connections

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wiregen/wiregen/gen/go/wire"
	"github.com/wiregen/wiregen/wirert/rpc"
)

// keeper is a transport that keeps what is not handled.
type keeper struct {
	rpc.Transport
	mu      sync.Mutex
	read    int
	handled []int
	written int
	answers map[int]int // what was written when a message was handled
	slow    chan bool   // nil: writing does not wait
}

func (k *keeper) Read() ([]byte, error) {
	m, err := k.Transport.Read()
	k.mu.Lock()
	defer k.mu.Unlock()
	k.read++
	return m, err
}

func (k *keeper) Write(messages [][]byte) error {
	if k.slow != nil {
		<-k.slow
	}
	err := k.Transport.Write(messages)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.written += len(messages)
	return err
}

func (k *keeper) Taken() (func(), any) {
	k.mu.Lock()
	defer k.mu.Unlock()
	n := k.read
	return func() {
		k.mu.Lock()
		defer k.mu.Unlock()
		k.handled = append(k.handled, n)
		k.answers[n] = k.written
	}, n
}

// until waits until these messages were handled, in this order.
func (k *keeper) until(t *testing.T, want ...int) {
	t.Helper()
	ctx := soon(t)
	for {
		got, _ := k.state()
		if slices.Equal(got, want) {
			return
		}
		if ctx.Err() != nil {
			t.Fatalf("handled are %v, want %v", got, want)
		}
		time.Sleep(time.Millisecond)
	}
}

func (k *keeper) state() ([]int, map[int]int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Clone(k.handled), k.answers
}

// TestKeeper tells the transport of each message when it was handled, and its answer
// written.
func TestKeeper(t *testing.T) {
	release := make(chan bool)
	var about sync.Map
	a := &agent{prompted: func(ctx context.Context, text string) (*wire.PromptResult, error) {
		about.Store(text, rpc.About(ctx))
		if text == "wait" {
			select {
			case <-release:
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}
		return finished()
	}}
	left, right := rpc.Pipe()
	k := &keeper{Transport: right, answers: map[int]int{}, slow: make(chan bool)}
	server := wire.NewAgent(k, a, quiet)
	send := func(m string) {
		if err := left.Write([][]byte{[]byte(m)}); err != nil {
			t.Fatal(err)
		}
	}
	prompt := func(id, text string) {
		send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%q,"method":"prompt","params":{"user_input":%q}}`, id, text))
	}
	until := func(want ...int) {
		t.Helper()
		k.until(t, want...)
	}
	answer := func() string {
		k.slow <- true
		m, err := left.Read()
		if err != nil {
			t.Fatal(err)
		}
		return string(m)
	}
	prompt("a", "hi") // 1
	if got, _ := k.state(); len(got) > 0 {
		t.Errorf("%v were handled before the answer was written", got)
	}
	answer()
	until(1)
	prompt("b", "wait") // 2
	send(`no JSON`)     // 3, which is refused
	answer()
	until(1, 3)
	send(`{"jsonrpc":"2.0","method":"made_up"}`) // 4
	until(1, 3, 4)
	release <- true
	answer()
	until(1, 3, 4, 2)
	prompt("c", "wait") // 5, which is not handled
	for {
		if _, ok := about.Load("wait"); ok {
			break
		}
	}
	close(k.slow)
	if err := server.Close(); err != nil {
		t.Error(err)
	}
	got, written := k.state()
	if k.written != 3 {
		t.Errorf("%d messages were written: a handler that was to end has been answered for", k.written)
	}
	if !slices.Equal(got, []int{1, 3, 4, 2}) || written[1] != 1 || written[3] != 2 || written[2] != 3 {
		t.Errorf("handled are %v, when as many were written: %v", got, written)
	}
	if n, _ := about.Load("hi"); n != 1 {
		t.Errorf("about the message: %v", n)
	}
}

// TestKeeperIDs checks that the calls of another connection over such a transport have other
// ids.
func TestKeeperIDs(t *testing.T) {
	used := map[string]bool{}
	for range 2 {
		one, two := rpc.Pipe()
		c := wire.NewClient(&keeper{Transport: one, answers: map[int]int{}}, nil, quiet)
		go func() { _, _ = c.SetPlanMode(context.Background(), &wire.SetPlanModeParams{}) }()
		m, err := two.Read()
		_, id, _ := strings.Cut(string(m), `"id":"`)
		id, _, _ = strings.Cut(id, `"`)
		if used[id] || err != nil {
			t.Errorf("the id of %s was used before, %v", m, err)
		}
		used[id] = true
		_ = errors.Join(c.Close(), two.Close())
	}
}
