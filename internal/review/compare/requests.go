package compare

import (
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// A request is a request that is a variant, in both versions.
type request struct {
	was, is *model.Variant
	from    [2]lower.From // by the version
	at      [2]source.Span
}

// requests are the requests of both versions that are variants.
func (c *comparer) requests() []request {
	a, b := c.sides[0].proto.Envelope, c.sides[1].proto.Envelope
	if a == nil || b == nil || a.Requests == nil || b.Requests == nil {
		return nil
	}
	var out []request
	for _, v := range b.Requests.Variants {
		was := a.Requests.Variant(v.Tag)
		for _, name := range v.FormerNames {
			if was == nil {
				was = a.Requests.Variant(name)
			}
		}
		if was == nil {
			continue
		}
		x := request{was: was, is: v, at: [2]source.Span{was.Span, v.Span}}
		carried := true
		for i, s := range c.sides {
			side, ok := s.proto.CarrierOf(model.RequestAct)
			x.from[i], carried = lower.From(side), carried && ok
		}
		if carried {
			out = append(out, x)
		}
	}
	return out
}

// variantResults adds the results of requests that are variants.
func (c *comparer) variantResults() {
	for _, x := range c.requests() {
		if x.was.Result == nil || x.is.Result == nil {
			continue
		}
		from := [2][]int{answerers(x.from[0]), answerers(x.from[1])}
		h := &holder{element: x.is.Tag + " result", at: x.at}
		c.place("the result of "+x.is.Tag, h, c.sides[0].rows.Ref(x.was.Result), c.sides[1].rows.Ref(x.is.Result), position{from: from})
	}
}

// requestEdits compares what requests that are variants are apart from their types.
func (c *comparer) requestEdits() {
	for _, x := range c.requests() {
		c.requestID(x)
		c.assumed(x)
	}
}

// requestID compares which member of a request has its id, which others refer to.
func (c *comparer) requestID(x request) {
	path := func(v *model.Variant) []string { return strings.Split(v.ID, ".")[1:] }
	old, today := c.sides[0].rows.Ref(x.was.Type), c.sides[1].rows.Ref(x.is.Type)
	switch {
	case x.was.ID == x.is.ID && x.is.ID == "":
		return
	case x.was.ID != "" && x.is.ID != "" && c.samePath(old, today, path(x.was), path(x.is)):
		return
	}
	e := c.edit(nil, requestChanged, "request "+x.is.Tag+" id", x.was.ID, x.is.ID, x.at)
	for _, dir := range directions {
		_, r := oriented(dir, x.was, x.is)
		wrote, _ := oriented(dir, old, today)
		if r.ID == "" {
			continue
		}
		j := idNotFound.of(r.ID)
		if c.leads(int(dir), wrote, path(r)) {
			j = idMistaken.of(r.ID)
		}
		e.verdict(dir, senders(x.from[dir]), j, nil)
	}
}

// assumed compares the results that requests have without an answer, which is what their
// peer says by its silence.
func (c *comparer) assumed(x request) {
	words := func(v *model.Variant) string {
		if v.OnFailure == nil {
			return ""
		}
		return v.OnFailure.JSON()
	}
	if words(x.was) == words(x.is) {
		return
	}
	ends := func(v *model.Variant) string {
		if v.OnFailure == nil {
			return "ends with an error"
		}
		return "has the result " + words(v)
	}
	e := c.edit(nil, requestChanged, "request "+x.is.Tag+" on_failure", words(x.was), words(x.is), x.at)
	for _, dir := range directions {
		w, r := oriented(dir, x.was, x.is)
		e.verdict(dir, answerers(x.from[dir]), otherFailure.of(ends(r), ends(w)), nil)
	}
}
