package compare

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/wirert/session"
)

// sameError reports whether peers know an error of the old version, by its name, for one of
// the new one. What errorEdits finds about the two is not found here again.
func (c *comparer) sameError(was, is string) bool {
	if was == is {
		return true
	}
	x, y := c.sides[0].rows.ErrorNamed(was), c.sides[1].rows.ErrorNamed(is)
	switch {
	case x == nil || y == nil:
		return false
	case c.declared.is[x] == y:
		return true
	}
	byCode := c.sides[0].rows.Dialect.ErrorIdentity == lower.ByCode && c.sides[1].rows.Dialect.ErrorIdentity == lower.ByCode
	return byCode && x.Code == y.Code
}

// answered gives an edit its verdict when a connection answers something by itself with
// another error. An empty name is of an error that the version leaves to whoever answers,
// of which nobody knows more. from are those who answer in each version.
func (c *comparer) answered(e *edit, was, is, what string, from [2][]int) {
	if was == "" || is == "" || c.sameError(was, is) {
		return
	}
	names := [2]string{was, is}
	for _, dir := range directions {
		e.verdict(dir, from[dir], answeredOtherwise.of(what, names[dir], names[1-dir]), nil)
	}
}

// refusals compares the errors with which a connection answers messages that are too long,
// and requests that come too often.
func (c *comparer) refusals(at [2]source.Span) {
	a, b := &c.sides[0].rows.Dialect, &c.sides[1].rows.Dialect
	both := []int{byClient, byAgent}
	if was, is := tooLarge(a), tooLarge(b); was != is && a.Framing.Kind == b.Framing.Kind {
		c.answered(c.edit(nil, dialectChanged, "dialect framing.too_large", was, is, at), was, is, "a message that is too long", [2][]int{both, both})
	}
	if a.Rate != nil && b.Rate != nil && a.Rate.Error != b.Rate.Error {
		c.answered(c.edit(nil, dialectChanged, "dialect rate.error", a.Rate.Error, b.Rate.Error, at), a.Rate.Error, b.Rate.Error, "a request that comes too often", [2][]int{both, both})
	}
}

// tooLarge is the error that answers a message that is too long.
func tooLarge(d *lower.Dialect) string {
	if d.Framing.TooLarge == "" && d.Framing.MaxBytes > 0 {
		return d.Invalid().Error
	}
	return d.Framing.TooLarge
}

// ruleErrors compares the errors that answer requests which break a rule: any other answer is
// a fault of whoever gives it. One to a request that was cancelled is ignored.
func (c *comparer) ruleErrors(e *edit, x, y *session.Act) {
	from := [2][]int{receiversOf(x.From), receiversOf(y.From)}
	for i := range y.Rules {
		is := &y.Rules[i]
		at := slices.IndexFunc(x.Rules, func(r session.Rule) bool { return r.Is == is.Is })
		if at >= 0 {
			c.answered(e, x.Rules[at].Error, is.Error, "a request that breaks the rule", from)
		}
	}
}

// receiversOf are those to whom a side sends.
func receiversOf(s session.Side) []int {
	if s == session.Either {
		return sideOf(s)
	}
	return sideOf(session.Second - s)
}
