package verify

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// An openRequest waits for its answer.
type openRequest struct {
	line    int
	id      string
	call    *lower.Call  // nil: the spec does not declare it
	from    lower.From   // FromBoth where nothing says which side sent it
	results []model.Type // of which its answer may be; one that is nil stands for any value
	refused bool         // it was not read, so that its answer is an error or nothing
	closed  bool
}

// openRequests are the requests that wait, by id, and in the order in which
// they came. Each side has ids of its own, and a recording does not say who sent
// a line: with one id there may be a request of either side.
type openRequests struct {
	byID    map[string][]*openRequest
	waiting int
	queue   []*openRequest // closed ones are dropped now and then
}

func newOpenRequests() *openRequests {
	return &openRequests{byID: make(map[string][]*openRequest)}
}

// add opens a request. It returns the one of the same side that has the id
// already, which is given up.
func (o *openRequests) add(r *openRequest) (first *openRequest) {
	if first = o.rival(r); first != nil {
		o.drop(first)
	}
	o.byID[r.id] = append(o.byID[r.id], r)
	o.waiting++
	o.queue = append(o.queue, r)
	if len(o.queue) > 2*o.waiting+100 {
		o.queue = slices.DeleteFunc(o.queue, func(r *openRequest) bool { return r.closed })
	}
	return first
}

// rival is a request whose id r cannot have: one of the same side, or of three
// that wait, one of which nothing says otherwise. What was refused is none.
func (o *openRequests) rival(r *openRequest) *openRequest {
	if r.refused {
		return nil
	}
	var read, unclear []*openRequest
	for _, x := range o.byID[r.id] {
		switch {
		case x.refused:
			continue
		case x.from == lower.FromBoth:
			unclear = append(unclear, x)
		case x.from == r.from:
			return x
		}
		read = append(read, x)
	}
	switch {
	case len(read) < 2:
		return nil
	case len(unclear) > 0:
		return unclear[0]
	}
	return read[0]
}

// close is the request with that id which an answer fits, and which waits no
// longer; or nil. Where the answer fits those of both sides it is the older
// one, and the next answer may be that of either.
func (o *openRequests) close(id string, fits func(*openRequest) bool) *openRequest {
	list := o.byID[id]
	if len(list) == 0 {
		return nil
	}
	r := list[0]
	if len(list) > 1 {
		fitting := slices.DeleteFunc(slices.Clone(list), func(x *openRequest) bool { return !fits(x) })
		for i, x := range fitting {
			if i == 0 {
				r = x
				continue
			}
			for _, t := range r.results {
				if !slices.Contains(x.results, t) {
					x.results = append(x.results, t)
				}
			}
		}
	}
	o.drop(r)
	return r
}

func (o *openRequests) drop(r *openRequest) {
	r.closed = true
	o.waiting--
	list := slices.DeleteFunc(o.byID[r.id], func(x *openRequest) bool { return x == r })
	if o.byID[r.id] = list; len(list) == 0 {
		delete(o.byID, r.id)
	}
}

// overflow gives up the oldest request when too many wait.
func (o *openRequests) overflow() *openRequest {
	if o.waiting <= maxOpen {
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
