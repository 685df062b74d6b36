package verify

import (
	"slices"

	"github.com/wiregen/wiregen/internal/model"
)

// An openRequest waits for its answer.
type openRequest struct {
	line    int
	method  *model.Method  // nil: the spec does not declare it
	variant *model.Variant // of the union of requests, where the result depends on it
	key     asked
	closed  bool
}

// asked tells requests apart: each side has ids of its own. A recording does not
// say who sent a line, but each method is sent by one side.
type asked struct {
	from model.From
	id   string
}

// openRequests are the requests that wait, by side and id, and in the order in
// which they came.
type openRequests struct {
	byID  map[asked]*openRequest
	queue []*openRequest // closed ones are dropped now and then
}

func newOpenRequests() *openRequests {
	return &openRequests{byID: make(map[asked]*openRequest)}
}

// add opens a request. It returns the one that has the id already, which is
// given up.
func (o *openRequests) add(id string, r openRequest) (first *openRequest) {
	r.key = asked{id: id}
	if r.method != nil {
		r.key.from = r.method.From
	}
	if first = o.byID[r.key]; first != nil {
		first.closed = true
	}
	o.byID[r.key] = &r
	o.queue = append(o.queue, &r)
	if len(o.queue) > 2*len(o.byID)+100 {
		o.queue = slices.DeleteFunc(o.queue, func(r *openRequest) bool { return r.closed })
	}
	return first
}

// close is the request with that id, which waits no longer; or nil. Where both
// sides wait with one id, it is that of who asked first.
func (o *openRequests) close(id string) *openRequest {
	var oldest *openRequest
	for _, from := range []model.From{model.FromClient, model.FromAgent, model.FromBoth} {
		if r := o.byID[asked{from, id}]; r != nil && (oldest == nil || r.line < oldest.line) {
			oldest = r
		}
	}
	if oldest != nil {
		o.drop(oldest)
	}
	return oldest
}

func (o *openRequests) drop(r *openRequest) {
	r.closed = true
	delete(o.byID, r.key)
}

// overflow gives up the oldest request when too many wait.
func (o *openRequests) overflow() *openRequest {
	if len(o.byID) <= maxOpen {
		return nil
	}
	for i, r := range o.queue {
		if !r.closed {
			o.queue = o.queue[i+1:]
			o.drop(r)
			return r
		}
	}
	return nil
}

// rest are the requests that still wait.
func (o *openRequests) rest() []*openRequest {
	return slices.DeleteFunc(o.queue, func(r *openRequest) bool { return r.closed })
}
