package verify

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// An openRequest is a request without an answer so far.
type openRequest struct {
	line    int
	id      string
	call    *lower.Call  // nil: undeclared
	from    lower.From   // FromBoth if it is unknown which side sent it
	results []model.Type // the possible types of its answer; nil means any value
	refused bool         // it was refused, so it has an error or no answer
	closed  bool
}

// openRequests are the open requests, by id, and in their order. Each side chooses its
// ids separately, and a recording does not say who sent a line, so there may be one
// request of each side with the same id.
type openRequests struct {
	byID    map[string][]*openRequest
	waiting int
	queue   []*openRequest // closed ones are removed from time to time
}

func newOpenRequests() *openRequests {
	return &openRequests{byID: make(map[string][]*openRequest)}
}

// add opens a request. It returns an open request of the same side with the same id,
// which is dropped.
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

// rival is an open request whose id r must not have: one of the same side; or, if two
// are open already, one of them, because each of the two sides can have only one, and
// rather one whose side is unknown. A refused request is not a rival.
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

// close closes and returns the request with that id which an answer fits; or nil. If
// it fits those of both sides, the older one is closed, and the next answer may be
// that of either.
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

// overflow drops the oldest request if too many are open.
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

// rest are the requests that are still open.
func (o *openRequests) rest() []*openRequest {
	return slices.DeleteFunc(o.queue, func(r *openRequest) bool { return r.closed })
}
