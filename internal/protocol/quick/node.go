package quick

import (
	"math"
	"regexp"
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/wirert/codec"
)

// form is how a value is read.
type form uint8

const (
	unsureForm form = iota // the interpreter reads it
	anyForm
	objectForm
	emptyForm
	stringForm
	boolForm
	nullForm
	integerForm
	numberForm
	wideForm
	literalForm
	enumForm
	integerEnumForm
	listForm
	mapForm
	structForm
	tupleForm
	tagForm
	contentForm
	nameForm
	kindForm
	keyForm
	orderForm
)

// A node reads the values of one type.
type node struct {
	form form

	low, high float64 // of a number
	text      *text   // what a string must be; nil: any
	kind      model.ScalarKind
	literal   model.Value
	number    float64 // of the literal
	enum      *enum   // or the keys of a map

	elem        ref // of a list or a map
	skips       bool
	least, most int // how many items
	items       []ref
	object      *object
	union       *union
}

// A ref is a node, or null.
type ref struct {
	*node
	null bool
}

// A nodeKey is a type. counted says that events and requests in it are counted.
type nodeKey struct {
	at      int
	counted bool
}

// text is what a string must be.
type text struct {
	least, most int // code points
	pattern     *regexp.Regexp
	form        func([]byte) bool
}

// enum is one of some values.
type enum struct {
	values     *names
	numbers    []float64 // of integers
	extensions *lower.Extensions
	open       bool // others are accepted
	kept       bool // as they are
}

func (p *Program) ref(r lower.Ref, counted bool) ref {
	key := nodeKey{r.Type, counted && p.reaches[r.Type]}
	n := p.nodes[key]
	if n == nil {
		n = new(node)
		p.nodes[key] = n
		p.compile(n, p.rows.At(r), key.counted)
	}
	return ref{n, r.OrNull}
}

// findReach finds the types in whose values events and requests count: the unions of the
// envelope, and the structs and lists that have one.
func (p *Program) findReach() {
	p.reaches = make([]bool, len(p.rows.Types))
	is := func(r lower.Ref) bool { return r != lower.NoType && p.reaches[r.Type] }
	for changed := true; changed; {
		changed = false
		for i, t := range p.rows.Types {
			reaches := false
			switch t.Form {
			case lower.UnionForm:
				reaches = p.isEnvelope(t.Union.Of)
			case lower.StructForm:
				reaches = slices.ContainsFunc(t.Struct.Fields, func(f lower.Field) bool { return is(f.Type) })
			case lower.ListForm:
				reaches = is(*t.Elem)
			}
			if reaches && !p.reaches[i] {
				p.reaches[i], changed = true, true
			}
		}
	}
}

func (p *Program) isEnvelope(u *model.Union) bool {
	e := p.rows.Protocol.Envelope
	return e != nil && (u == e.Messages || u == e.Events || u == e.Requests)
}

// compile fills the node of a type. Nodes inside it may refer to it.
func (p *Program) compile(n *node, t *lower.Type, counted bool) {
	limits := t.Limits
	if t.Checks != lower.CheckedByAll {
		limits = nil
	}
	switch t.Form {
	case lower.ScalarForm:
		p.scalar(n, t.Scalar)
	case lower.LiteralForm:
		n.form, n.literal = literalForm, t.Literal.Value
		switch n.literal.Kind {
		case model.NumberValue:
			n.number = float([]byte(n.literal.Text))
		case model.ListValue, model.ObjectValue:
			n.form = unsureForm
		}
	case lower.EnumForm:
		n.form, n.enum = enumForm, enumOf(t.Enum)
		if t.Enum.Integer {
			n.form = integerEnumForm
		}
	case lower.ListForm:
		n.form, n.elem, n.skips, n.most = listForm, p.ref(*t.Elem, counted), t.Items == lower.ItemsSkipped, math.MaxInt
	case lower.MapForm:
		n.form, n.elem = mapForm, p.ref(*t.Elem, false)
		if t.Keys != nil {
			n.enum = enumOf(t.Keys)
		}
	case lower.StructForm:
		n.form, n.object = structForm, p.object(t.Struct, counted)
	case lower.TupleForm:
		n.form, n.least = tupleForm, t.Tuple.Least
		for _, item := range t.Tuple.Items {
			n.items = append(n.items, p.ref(item, false))
		}
	case lower.UnionForm:
		p.union(n, t.Union, counted)
	}
	n.limit(limits)
}

func (p *Program) scalar(n *node, s *lower.Scalar) {
	n.kind, n.low, n.high = s.Kind, s.Min, s.Max
	switch s.Kind {
	case model.Any:
		n.form = anyForm
	case model.Object:
		n.form = objectForm
	case model.Empty:
		n.form = emptyForm
	case model.Null:
		n.form = nullForm
	case model.Bool:
		n.form = boolForm
	case model.Float:
		n.form, n.low, n.high = numberForm, math.Inf(-1), math.Inf(1)
	case model.Int64Wide, model.Uint64Wide:
		n.form, n.low, n.high = wideForm, math.Inf(-1), math.Inf(1)
	default:
		switch {
		case s.Integer:
			n.form = integerForm
		case s.Kind.Info().Kinds == model.Strings:
			n.form = stringForm
			if info := s.Kind.Info(); info.Checked {
				n.text = &text{most: math.MaxInt, form: codec.TextOf(info.Form)}
			}
		}
	}
}

// limit adds the limits of a scalar or a list.
func (n *node) limit(limits []lower.Limit) {
	bound := func(f *float64, without int) int {
		if f == nil {
			return without
		}
		return int(*f)
	}
	for _, l := range limits {
		switch l.Of {
		case lower.OfNumber:
			if l.Min != nil {
				n.low = max(n.low, *l.Min)
			}
			if l.Max != nil {
				n.high = min(n.high, *l.Max)
			}
			continue
		case lower.OfItems:
			n.least, n.most = bound(l.Min, 0), bound(l.Max, math.MaxInt)
			continue
		}
		if n.text == nil {
			n.text = &text{most: math.MaxInt}
		}
		if l.Of == lower.OfLength {
			n.text.least, n.text.most = bound(l.Min, 0), bound(l.Max, math.MaxInt)
		} else {
			n.text.pattern = regexp.MustCompile(l.Pattern)
		}
	}
}

func enumOf(e *lower.Enum) *enum {
	out := &enum{extensions: e.Extensions, open: e.Other != lower.OtherRefused, kept: e.Other == lower.OtherKept}
	if e.Integer {
		for _, v := range e.Values {
			out.numbers = append(out.numbers, float([]byte(v)))
		}
		return out
	}
	out.values = newNames(len(e.Values) + len(e.FormerValues))
	for i, v := range e.Values {
		out.values.add(v, i)
	}
	for i, v := range e.FormerValues {
		out.values.add(v.Name, len(e.Values)+i)
	}
	return out
}
