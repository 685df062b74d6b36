package rpc

import (
	"testing"
	"time"

	"github.com/wiregen/wiregen/wirert/codec"
	"github.com/wiregen/wiregen/wirert/session"
)

type nothing struct{}

func (nothing) AppendJSON(dst []byte) []byte { return append(dst, "{}"...) }

// TestKeptHasNoExpiry has a call wait for the next connection: the time of the one that has
// ended is over for it. It ended the call, which was sent again nevertheless.
func TestKeptHasNoExpiry(t *testing.T) {
	s := NewSession()
	defer s.Close()
	p := &pending{id: codec.IntID(1), done: make(chan answer, 1), message: nothing{}}
	fired := make(chan bool)
	p.expiry = time.AfterFunc(20*time.Millisecond, func() {
		p.answer(answer{err: ErrSettled})
		close(fired)
	})
	s.keep(map[codec.ID]*pending{p.id: p}, []*session.Call{{Data: p}})
	select {
	case <-fired:
		t.Error("the call has ended")
	case <-time.After(60 * time.Millisecond):
	}
	if unanswered := s.take(); len(unanswered) != 1 || unanswered[0] != p {
		t.Errorf("%d calls wait", len(unanswered))
	}
}
