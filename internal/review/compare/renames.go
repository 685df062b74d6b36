package compare

import (
	"slices"
	"strings"
	"unicode"

	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/contain"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// maxRenames is how many pairs of elements of one kind, one removed and one added, are
// compared. Where there are more, the protocol is another one.
const maxRenames = 10_000

// A likeness is what two elements have in common apart from their names.
type likeness uint8

const (
	unlike  likeness = iota
	alike            // equal, but so are many others: there is next to nothing in them
	telling          // equal, and there is enough in them to tell them from others
)

// renames finds which of the elements that only the old version has is which of those that
// only the new one has: its new name → the old one. Where several are alike, names decide.
func renames[T any](gone, come []*T, name func(*T) string, compare func(x, y *T) likeness) map[*T]*T {
	out := map[*T]*T{}
	if len(gone)*len(come) > maxRenames {
		return out
	}
	like := map[[2]*T]likeness{}
	ofOld, ofNew := map[*T][]*T{}, map[*T][]*T{}
	for _, x := range gone {
		for _, y := range come {
			if l := compare(x, y); l != unlike {
				like[[2]*T{x, y}] = l
				ofOld[x], ofNew[y] = append(ofOld[x], y), append(ofNew[y], x)
			}
		}
	}
	for _, x := range gone {
		for _, y := range ofOld[x] {
			near := nearness(name(x), name(y))
			only := len(ofOld[x]) == 1 && len(ofNew[y]) == 1
			nearest := near >= nearEnough &&
				!slices.ContainsFunc(ofOld[x], func(z *T) bool { return z != y && nearness(name(x), name(z)) >= near }) &&
				!slices.ContainsFunc(ofNew[y], func(z *T) bool { return z != x && nearness(name(z), name(y)) >= near })
			if nearest || only && like[[2]*T{x, y}] == telling {
				out[y] = x
			}
		}
	}
	return out
}

// nearEnough is the nearness from which names are close: half of their words are the same.
const nearEnough = 50

// nearness is how much two names have in common, in percent: the share of words that are in
// both. Another spelling is close, too.
func nearness(a, b string) int {
	x, y := names.Words(strings.ToLower(names.Kebab(a))), names.Words(strings.ToLower(names.Kebab(b)))
	out := share(x, y)
	if sameSpelling(a, b) {
		return max(out, 90)
	}
	return out
}

// share is how many words two texts have in common, in percent.
func share(x, y []string) int {
	common := 0
	for _, word := range x {
		if slices.Contains(y, word) {
			common++
		}
	}
	if len(x)+len(y) == 0 {
		return 0
	}
	return 200 * common / (len(x) + len(y))
}

// sameSpelling reports whether two names are one word in two spellings: they differ in case, in
// what separates their words, or in doubled letters. Numbers are never another spelling.
func sameSpelling(a, b string) bool {
	if strings.ContainsFunc(a+b, unicode.IsDigit) {
		return false
	}
	letters := func(name string) string {
		var out []rune
		for _, r := range strings.ToLower(name) {
			if unicode.IsLetter(r) && (len(out) == 0 || out[len(out)-1] != r) {
				out = append(out, r)
			}
		}
		return string(out)
	}
	return letters(a) != "" && letters(a) == letters(b)
}

// renamedCalls pairs the methods that have another name without saying so.
func (c *comparer) renamedCalls() {
	var gone, come []*lower.Call
	for i := range c.sides[0].rows.Calls {
		if x := &c.sides[0].rows.Calls[i]; c.calls.is[x] == nil {
			gone = append(gone, x)
		}
	}
	for i := range c.sides[1].rows.Calls {
		if y := &c.sides[1].rows.Calls[i]; c.calls.was[y] == nil {
			come = append(come, y)
		}
	}
	for y, x := range renames(gone, come, func(x *lower.Call) string { return x.Method }, c.callsAlike) {
		c.calls.was[y], c.calls.is[x] = x, y
	}
}

// mayBe reports whether two elements do not say that they are others: the new one that it was
// added, or both in their documentation.
func mayBe(a, b *model.Meta) bool {
	x, y := strings.Fields(strings.ToLower(a.Doc)), strings.Fields(strings.ToLower(b.Doc))
	return a.Since == b.Since && (len(x) == 0 || len(y) == 0 || share(x, y) >= nearEnough)
}

// callsAlike compares all of two methods but their names and what their docs say.
func (c *comparer) callsAlike(x, y *lower.Call) likeness {
	switch {
	case !mayBe(&x.Of.Meta, &y.Of.Meta), x.From != y.From, x.Shape != y.Shape, x.Answer != y.Answer, x.Positions != y.Positions, x.Of.Gate != y.Of.Gate,
		x.ParamsPresence != y.ParamsPresence, x.ResultOptional != y.ResultOptional, len(x.Progress) != len(y.Progress),
		(x.Of.Registration == nil) != (y.Of.Registration == nil), x.Of.Registration != nil,
		len(without(x.Errors, y.Errors))+len(without(y.Errors, x.Errors)) > 0:
		return unlike
	}
	for i := range x.Progress {
		if a, b := &x.Progress[i], &y.Progress[i]; a.Of.Name != b.Of.Name || !c.equal(a.Payload, b.Payload) {
			return unlike
		}
	}
	if !c.equal(x.Params, y.Params) || !c.equal(x.Result, y.Result) || !c.equal(x.ErrorData, y.ErrorData) {
		return unlike
	}
	if c.says(y.Params) || c.says(y.Result) {
		return telling
	}
	return alike
}

// casesAlike compares the bodies of two variants.
func (c *comparer) casesAlike(x, y *lower.Case) likeness {
	switch {
	case !mayBe(&x.Of.Meta, &y.Of.Meta), len(x.Tags) != 1 || len(y.Tags) != 1 || x.Body != y.Body || x.Of.Gate != y.Of.Gate || x.Body && !c.equal(x.Type, y.Type):
		return unlike
	case x.Body && c.says(y.Type):
		return telling
	}
	return alike
}

// says reports whether there is something in a type of the new version that tells it from others.
func (c *comparer) says(r lower.Ref) bool {
	if r == lower.NoType {
		return false
	}
	t := c.sides[1].rows.At(r)
	return t.Form == lower.StructForm && len(t.Struct.Fields) > 0 || t.Form == lower.UnionForm
}

// equal reports whether each version reads all that the other one writes as a type. The tags
// that a struct has as a variant do not count: they are names of variants.
func (c *comparer) equal(old, today lower.Ref) bool {
	if old == lower.NoType || today == lower.NoType {
		return old == today
	}
	a, b := c.sides[0].rows.At(old), c.sides[1].rows.At(today)
	if old.OrNull != today.OrNull || a.Form != b.Form {
		return false
	}
	if a.Form == lower.StructForm && len(a.Struct.Tags)+len(b.Struct.Tags) > 0 {
		return c.equalFields(a.Struct, b.Struct)
	}
	return same(a.Of, b.Of)
}

func (c *comparer) equalFields(a, b *lower.Struct) bool {
	if len(a.Fields) != len(b.Fields) || len(a.Tags) != len(b.Tags) || a.Extra != b.Extra || a.Extra == lower.ExtraTyped || len(a.Groups)+len(b.Groups) > 0 {
		return false
	}
	for i := range b.Fields {
		g := &b.Fields[i]
		f := a.Field(g.Name)
		if f == nil || fieldWords("", f) != fieldWords("", g) || f.Type.OrNull != g.Type.OrNull || f.OnError != g.OnError ||
			!same(c.sides[0].rows.At(f.Type).Of, c.sides[1].rows.At(g.Type).Of) {
			return false
		}
	}
	return true
}

// same reports whether each of two types accepts all of the other one.
func same(a, b model.Type) bool {
	return contain.Accepts(a, b).Answer == contain.Accepted && contain.Accepts(b, a).Answer == contain.Accepted
}

// renamedCases are the variants that have another tag without saying so: those of the new union → those of the old one.
func (c *comparer) renamedCases(a, b *lower.Union) map[*lower.Case]*lower.Case {
	if !sameTagPlace(a, b) {
		return nil
	}
	var gone, come []*lower.Case
	known := map[*lower.Case]bool{}
	for i := range b.Cases {
		if x := caseLike(a, &b.Cases[i]); x != nil {
			known[x] = true
		} else {
			come = append(come, &b.Cases[i])
		}
	}
	for i := range a.Cases {
		if x := &a.Cases[i]; !known[x] {
			gone = append(gone, x)
		}
	}
	return renames(gone, come, func(x *lower.Case) string { return x.Tags[0] }, c.casesAlike)
}
