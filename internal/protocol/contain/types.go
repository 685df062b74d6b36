package contain

import (
	"fmt"
	"maps"
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/sample"
)

// Accepts says how a reader of r reads what a writer of w writes. What w does not declare and
// a writer only passes on does not count.
func Accepts(r, w model.Type) Verdict {
	return newProof(passing).whole(r, w)
}

// Within says whether each value of w is one of r: whatever a writer of w writes, a writer of r
// may write, and whatever a reader of w accepts, a reader of r accepts: also under undeclared
// keys and older names, where one of them does not look. Numbers are compared as doubles: that
// 1.00000000000000000001 is read as an int, but as no int64, does not count.
func Within(r, w model.Type) Verdict {
	return worse(newProof(writing).whole(r, w), newProof(reading).whole(r, w))
}

// A mode says whose values are compared.
type mode uint8

const (
	passing mode = iota // those that a writer of one type writes, with those that a reader of the other accepts
	writing             // those that writers write
	reading             // those that readers accept
)

// A proof compares types that may contain each other.
type proof struct {
	mode mode
	seen map[pair]bool // those that are being compared or were accepted: reaching one again is no refusal
	left *int          // how many may still be compared: unions within unions are tried again and again
}

// maxPairs is how many pairs of types one proof compares.
const maxPairs = 10_000

func newProof(m mode) *proof {
	left := maxPairs
	return &proof{m, map[pair]bool{}, &left}
}

type pair struct {
	r, w model.Type
	null bool // r has null too
}

// whole compares two types that are within no other one. A part that is refused may be in a
// place that tolerates it, so a witness counts only if r refuses it.
func (p *proof) whole(r, w model.Type) Verdict {
	out := p.types(r, w)
	if show := out.Witness; show != nil && out.Answer == Refused {
		out.Witness = func() (string, bool) {
			text, ok := show()
			return text, ok && p.shows(r, w, text)
		}
	}
	return out
}

// shows reports whether a text is a value of w, and none of r.
func (p *proof) shows(r, w model.Type, text string) bool {
	switch p.mode {
	case reading:
		return refuses(r, text) && !refuses(w, text)
	case writing:
		_, written := normal(w, text)
		_, fit := normal(r, text)
		return written && !fit
	}
	return refuses(r, text)
}

// try is p for a part of which a refusal is not one of the whole: what was assumed there may
// not hold elsewhere.
func (p *proof) try() *proof { return &proof{p.mode, maps.Clone(p.seen), p.left} }

// kinds are the JSON kinds of the values of w.
func (p *proof) kinds(w model.Type) model.Kinds {
	if p.mode == reading {
		return lower.Reads(w)
	}
	return lower.Writes(w)
}

// types compares any two types.
func (p *proof) types(r, w model.Type) Verdict {
	r, w = model.Resolve(r), model.Resolve(w)
	if n, ok := w.(*model.Nullable); ok {
		if !lower.Reads(r).Has(model.NullValue) {
			return Verdict{Refused, "null is refused", constant("null")}
		}
		w = model.Resolve(n.Elem)
	}
	_, null := r.(*model.Nullable)
	if null && lower.Reads(w) == model.Nulls {
		return Verdict{}
	}
	outer := r
	r = model.Resolve(model.NonNull(r))
	if r == w || p.seen[pair{r, w, null}] {
		return Verdict{}
	}
	p.seen[pair{r, w, null}] = true
	if *p.left--; *p.left < 0 {
		return undecided
	}
	if u, ok := w.(*model.Union); ok && !isAny(r) {
		if by := lower.ByOf(u); by == lower.ByKind || by == lower.ByOrder {
			return each(u.Variants, func(v *model.Variant) Verdict { return p.types(outer, v.Type) })
		}
	}
	if p.kinds(w)&^lower.Reads(r) != 0 {
		return Verdict{Refused, "a value of another kind is refused", refused(r, w)}
	}
	out := p.forms(r, w)
	if out.Answer == Undecided {
		if text, ok := sample.Small(w); ok && refuses(r, text) {
			return Verdict{Refused, "some values are refused", constant(text)}
		}
	}
	return out
}

// forms compares two types whose kinds fit, by the form of r.
func (p *proof) forms(r, w model.Type) Verdict {
	if leaf := lower.LeafOf(r); leaf != nil && !isObject(r) {
		return p.leaf(leaf, w)
	}
	switch r := r.(type) {
	case *model.Scalar:
		return object(r, w)
	case *model.List:
		return p.list(r, w)
	case *model.Tuple:
		return p.tuple(r, w)
	case *model.Map:
		return p.mapping(r, w)
	case *model.Struct:
		return p.structure(r, w)
	case *model.Union:
		return p.union(r, w)
	}
	return undecided
}

var undecided = Verdict{Undecided, NotDecided, nil}

// each is the worst verdict of those of some parts.
func each[T any](list []T, of func(T) Verdict) Verdict {
	out := Verdict{}
	for _, x := range list {
		if out = worse(out, of(x)); out.Answer == Refused {
			break
		}
	}
	return out
}

func isAny(t model.Type) bool {
	s, ok := t.(*model.Scalar)
	return ok && s.Kind == model.Any
}

func isObject(t model.Type) bool {
	s, ok := t.(*model.Scalar)
	return ok && (s.Kind == model.Object || s.Kind == model.Empty)
}

// refused makes a small value of w that r refuses.
func refused(r, w model.Type) func() (string, bool) {
	return func() (string, bool) {
		if isAny(w) {
			for _, text := range []string{"0", `""`, "{}", "[]", "true", "null"} {
				if refuses(r, text) {
					return text, true
				}
			}
		}
		text, ok := sample.Small(w)
		return text, ok && refuses(r, text)
	}
}

// refuses reports whether a reader of t refuses a text. Defaults are not read: they may be
// endless.
func refuses(t model.Type, text string) bool {
	reader := interp.Reader{Depth: 1000}
	v, err := reader.Parse([]byte(text))
	return err != nil || !interp.Accepts(t, v)
}

// within puts a witness into a larger value.
func within(v Verdict, wrap func(text string) (string, bool)) Verdict {
	if inner := v.Witness; inner != nil {
		v.Witness = func() (string, bool) {
			text, ok := inner()
			if !ok {
				return "", false
			}
			return wrap(text)
		}
	}
	return v
}

func (p *proof) leaf(r *lower.Type, w model.Type) Verdict {
	if isAny(r.Of) {
		return Verdict{}
	}
	written := lower.LeafOf(w)
	if written == nil || isObject(w) {
		return undecided
	}
	switch {
	case p.mode == writing && r.Checks == lower.CheckedByWriters:
		for _, text := range Finite(written) {
			if _, ok := normal(r.Of, text); !ok {
				return Verdict{Refused, "a writer must not write it", constant(text)}
			}
		}
		r.Checks = lower.CheckedByAll
	case p.mode == reading && written.Checks == lower.CheckedByWriters:
		written.Checks = lower.CheckedByNobody
	}
	out := Leaf(r, written)
	if e := written.Enum; e != nil {
		out = worse(out, p.undeclaredValues(r, e))
	}
	return out
}

// undeclaredValues compares what an enum has beside its current values.
func (p *proof) undeclaredValues(r *lower.Type, w *lower.Enum) Verdict {
	out := Verdict{}
	if p.mode == reading {
		out = each(w.FormerValues, func(v lower.FormerValue) Verdict {
			meant := v.Value
			if r.Enum == nil {
				meant = v.Name
			}
			return Read(r.Of, model.Quote(v.Name), model.Quote(meant))
		})
	}
	switch {
	case r.Enum != nil && w.Other == lower.OtherFallback && r.Enum.Other == w.Other && r.Enum.Fallback == w.Fallback:
		return out
	case p.mode == passing, p.mode == writing && w.Other == lower.OtherFallback, w.Other == lower.OtherRefused && w.Extensions == nil:
		return out
	case w.Integer && w.Other == lower.OtherFallback && (r.Enum == nil || r.Enum.Other == lower.OtherKept): // of any size
		return worse(out, numbers(integers(r), numberRange{integer: true}))
	case w.Integer && r.Enum == nil:
		return worse(out, Leaf(r, lower.LeafOf(&model.Scalar{Kind: model.Int})))
	case r.Enum == nil:
		return worse(out, Leaf(r, lower.LeafOf(&model.Scalar{Kind: model.String})))
	case w.Other == lower.OtherRefused && r.Enum.Extensions != nil: // the protocol has the same ones
		return out
	case w.Other == lower.OtherRefused:
		names := others(false, w.Extensions, r.Enum.Declares)
		return worse(out, undeclared(r.Enum, constant(model.Quote(names[0]))))
	}
	return worse(out, undeclared(r.Enum, constant(Undeclared(r.Enum, w))))
}

// integers are the integers that a scalar or an enum that keeps them reads.
func integers(r *lower.Type) numberRange {
	if r.Form != lower.ScalarForm {
		return interval(lower.LeafOf(&model.Scalar{Kind: model.Int}), false)
	}
	return interval(r, r.Checks == lower.CheckedByAll)
}

// object compares with a reader of any object, or of one without declared keys.
func object(r *model.Scalar, w model.Type) Verdict {
	if s, ok := w.(*model.Scalar); r.Kind == model.Object || ok && s.Kind == r.Kind {
		return Verdict{}
	}
	if s, ok := w.(*model.Struct); ok && len(s.Fields) == 0 && len(lower.Tags(s)) == 0 {
		return Verdict{}
	}
	return Verdict{Changed, "the keys are dropped", constant(`{"a":1}`)}
}

func (p *proof) list(r *model.List, w model.Type) Verdict {
	out, items := Verdict{}, []model.Type{}
	switch w := w.(type) {
	case *model.List:
		out = p.counts(r, w)
		items = append(items, w.Elem)
		if w.SkipBad && !r.SkipBad && p.mode == reading {
			return Verdict{Refused, "a list with items that cannot be read is refused", nil}
		}
	case *model.Tuple:
		least, most := lower.LeastItems(w), len(w.Items)
		out = p.counts(r, &model.List{Limits: &model.Limits{MinItems: &least, MaxItems: &most}})
		items = w.Children()
	default:
		return undecided
	}
	q := p
	if r.SkipBad {
		q = p.try()
	}
	inner := each(items, func(t model.Type) Verdict { return q.types(r.Elem, t) })
	if r.SkipBad && inner.Answer == Refused {
		inner.Answer, inner.Why = Changed, "items that cannot be read are dropped"
	}
	return worse(out, within(inner, func(text string) (string, bool) { return listOf(w, text) }))
}

// counts compares the limits of two lists.
func (p *proof) counts(r, w *model.List) Verdict {
	low, high := p.bounds(r, true)
	least, most := p.bounds(w, false)
	switch {
	case least < low:
		return Verdict{Refused, "a list with fewer items is refused", refused(r, w)}
	case high >= 0 && (most < 0 || most > high):
		return Verdict{Refused, fmt.Sprintf("a list with more than %d items is refused", high), nil}
	}
	return Verdict{}
}

// bounds are the limits of a list that count, for the one that reads or for the other one.
func (p *proof) bounds(t *model.List, reads bool) (low, high int) {
	limits, checks := lower.LimitsOf(t)
	high = -1
	if checks == lower.CheckedByNobody || checks == lower.CheckedByWriters && (p.mode == reading || p.mode == passing && reads) {
		return low, high
	}
	for _, l := range limits {
		if l.Min != nil {
			low = int(*l.Min)
		}
		if l.Max != nil {
			high = int(*l.Max)
		}
	}
	return low, high
}

func (p *proof) tuple(r *model.Tuple, w model.Type) Verdict {
	least, most, at := 0, 0, func(int) model.Type { return nil }
	switch w := w.(type) {
	case *model.Tuple:
		least, most = lower.LeastItems(w), len(w.Items)
		at = func(i int) model.Type { return w.Items[i].Type }
	case *model.List:
		least, most = p.bounds(w, false)
		at = func(int) model.Type { return w.Elem }
	}
	switch {
	case least < lower.LeastItems(r):
		return Verdict{Refused, "an array with fewer items is refused", refused(r, w)}
	case most < 0 || most > len(r.Items):
		return Verdict{Refused, "an array with more items is refused", nil}
	}
	out := Verdict{}
	for i := range most {
		inner := p.types(r.Items[i].Type, at(i))
		out = worse(out, within(inner, func(text string) (string, bool) { return itemOf(w, i, text) }))
	}
	return out
}

// listOf is a small list of w with an item that is a text.
func listOf(w model.Type, item string) (string, bool) {
	if t, ok := w.(*model.List); ok && lower.LeastItems(t) <= 1 {
		return "[" + item + "]", true
	}
	return itemOf(w, 0, item)
}

// itemOf is a small array of w with a text as the item i.
func itemOf(w model.Type, i int, item string) (string, bool) {
	return edited(w, item, func(v, with *interp.Value) bool {
		if i >= len(v.Items) {
			return false
		}
		v.Items[i] = with
		return true
	})
}

// memberOf is a small object of w with a text as the member key.
func memberOf(w model.Type, key, member string) (string, bool) {
	return edited(w, member, func(v, with *interp.Value) bool {
		if m := v.Member(key); m != nil {
			*m = *with
			return true
		}
		v.Members = append(v.Members, interp.Member{Key: key, Value: with})
		return v.Kind == model.ObjectValue
	})
}

// renamed is a small object of w with another key instead of one, or without it if that is "".
func renamed(w model.Type, key, as string) func() (string, bool) {
	return func() (string, bool) {
		return edited(w, "null", func(v, _ *interp.Value) bool {
			i := slices.IndexFunc(v.Members, func(m interp.Member) bool { return m.Key == key })
			switch {
			case i >= 0 && as == "":
				v.Members = slices.Delete(v.Members, i, i+1)
			case i >= 0:
				v.Members[i].Key = as
			}
			return i >= 0
		})
	}
}

// edited is a small value of w into which edit puts a part.
func edited(w model.Type, part string, edit func(v, with *interp.Value) bool) (string, bool) {
	reader := interp.Reader{Depth: 1000}
	text, ok := sample.Small(w)
	v, err := reader.Parse([]byte(text))
	with, fault := reader.Parse([]byte(part))
	if !ok || err != nil || fault != nil || !edit(v, with) {
		return "", false
	}
	return v.Written(), true
}
