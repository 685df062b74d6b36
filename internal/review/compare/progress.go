package compare

import (
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// progress compares how the progress of a request is reported: which notification it is,
// and where its token and its value are. Their types are compared where they are.
func (c *comparer) progress(h *holder, x, y *lower.Call, at [2]source.Span) {
	for i := range y.Progress {
		q := &y.Progress[i]
		p := progressNamed(x, q.Of.Name)
		if p == nil {
			e := c.edit(h, progressChanged, y.Method+" "+q.Of.Name, "", progressWords(q), at)
			c.oneProgress(e, x, y, q, forward)
			continue
		}
		was, is := progressWords(p), progressWords(q)
		if was == is {
			continue
		}
		c.reports(x, y, p, q, func(dir direction, by []int, j judgement) {
			c.edit(h, progressChanged, y.Method+" "+q.Of.Name, was, is, at).verdict(dir, by, j, nil)
		})
	}
	for i := range x.Progress {
		if p := &x.Progress[i]; progressNamed(y, p.Of.Name) == nil {
			e := c.edit(h, progressChanged, y.Method+" "+p.Of.Name, progressWords(p), "", at)
			c.oneProgress(e, x, y, p, backward)
		}
	}
}

// progressNamed is the progress of a request with a name; or nil.
func progressNamed(x *lower.Call, name string) *lower.Progress {
	i := slices.IndexFunc(x.Progress, func(p lower.Progress) bool { return p.Of.Name == name })
	if i < 0 {
		return nil
	}
	return &x.Progress[i]
}

func progressWords(p *lower.Progress) string {
	words := "by " + p.Method + " with " + p.Of.Token + " as " + p.Of.As
	if p.Of.Value != "" {
		words += ", the value in " + p.Of.Value
	}
	return words
}

// oneProgress compares progress that only the version has which writes in a direction.
func (c *comparer) oneProgress(e *edit, x, y *lower.Call, p *lower.Progress, dir direction) {
	w, r := oriented(dir, x, y)
	if c.leads(1-int(dir), r.Params, tokenPath(p)) {
		e.verdict(dir, answerers(w.From), progressUnknown.of(), nil)
	}
	e.verdict(1-dir, answerers(r.From), progressNone.of(), nil)
}

// reports compares how the peers of two versions report the same progress.
func (c *comparer) reports(x, y *lower.Call, p, q *lower.Progress, say func(dir direction, by []int, j judgement)) {
	note := [2]*lower.Call{c.sides[0].rows.CallNamed(p.Method), c.sides[1].rows.CallNamed(q.Method)}
	moved := func(dir direction, by []int, writer lower.Ref, path []string, what string) {
		if c.leads(int(dir), writer, path) {
			say(dir, by, progressMistaken.of(what, strings.Join(path, ".")))
		} else {
			say(dir, by, progressNotFound.of(what))
		}
	}
	token := !c.samePath(x.Params, y.Params, tokenPath(p), tokenPath(q))
	other := c.calls.was[note[1]] != note[0]
	as := !other && !c.samePath(note[0].Params, note[1].Params, []string{p.Of.As}, []string{q.Of.As})
	value := !other && p.Of.Value != q.Of.Value && (p.Of.Value == "" || q.Of.Value == "" || !c.samePath(note[0].Params, note[1].Params, []string{p.Of.Value}, []string{q.Of.Value}))
	for _, dir := range directions {
		call, _ := oriented(dir, x, y)
		_, read := oriented(dir, p, q)
		wrote, _ := oriented(dir, note[0], note[1])
		if token {
			moved(dir, senders(call.From), call.Params, tokenPath(read), "the token of the progress")
		}
		switch by := answerers(call.From); {
		case other:
			say(dir, by, progressOtherwise.of(wrote.Method, read.Method))
		case as:
			moved(dir, by, wrote.Params, []string{read.Of.As}, "the token of the progress")
		}
		if value {
			say(dir, answerers(call.From), progressElsewhere.of(wrote.Method))
		}
	}
}

// tokenPath is the path of the token of progress in the params of a request.
func tokenPath(p *lower.Progress) []string { return strings.Split(p.Of.Token, ".")[1:] }

// registration compares the names that peers register under for a method.
func (c *comparer) registration(h *holder, x, y *lower.Call, at [2]source.Span) {
	as := func(x *lower.Call) string {
		if x.Of.Registration == nil {
			return ""
		}
		return x.Of.Registration.As
	}
	if as(x) == as(y) || x.Of.Registration == nil && y.Of.Registration == nil {
		return
	}
	e := c.edit(h, registrationChanged, y.Method+" registration", as(x), as(y), at)
	for _, dir := range directions {
		w, r := oriented(dir, x, y)
		if w.Of.Registration == nil {
			continue
		}
		j := registersNothing.of(model.Quote(as(w)))
		if c.registers(1-dir, as(w)) {
			j = registersOther.of(model.Quote(as(w)))
		} else if as(r) == "" && dir == forward { // as with a method that is added
			j = newRegistration.of(model.Quote(as(w)))
		}
		e.verdict(dir, answerers(w.From), j, nil)
	}
}

// registers reports whether peers of a version register under a name.
func (c *comparer) registers(version direction, name string) bool {
	return slices.ContainsFunc(c.sides[version].rows.Registrations, func(r lower.Registration) bool { return r.As == name })
}
