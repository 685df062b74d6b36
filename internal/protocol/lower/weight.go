package lower

import (
	"math"
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// defaultWeight is the weight of the default of a field, in which defaults are filled in.
func defaultWeight(f *model.Field) int { return weighing{}.byDefault(f) }

// weighing has the weights of values read as types, each of which is weighed once. That of one
// which is being weighed is 0: it leads back to itself only through a variant that is not read,
// or in a spec with an error.
type weighing map[weighed]int

type weighed struct {
	t model.Type
	v *model.Value
}

func (w weighing) byDefault(f *model.Field) int {
	if f.Default == nil {
		return 0
	}
	return w.value(f.Type, f.Default)
}

// value is the weight of a value of t that the spec has.
func (w weighing) value(t model.Type, v *model.Value) int {
	key := weighed{model.Resolve(model.NonNull(t)), v}
	out, ok := w[key]
	if !ok {
		w[key] = 0
		out = min(w.whole(key.t, v), math.MaxInt32)
		w[key] = out
	}
	return out
}

// whole weighs a value with what is in it. A union weighs as its heaviest variant of that kind
// does.
func (w weighing) whole(t model.Type, v *model.Value) int {
	switch t := t.(type) {
	case *model.List:
		out := len(v.Items) * model.ItemWeight
		for i := range v.Items {
			out += w.value(t.Elem, &v.Items[i])
		}
		return out
	case *model.Tuple:
		out := (1 + len(t.Items)) * model.FieldWeight
		for i := range v.Items {
			if i < len(t.Items) {
				out += w.value(t.Items[i].Type, &v.Items[i])
			}
		}
		return out
	case *model.Map:
		out := entriesWeight(len(v.Members))
		for i := range v.Members {
			out += w.value(t.Elem, &v.Members[i].Value)
		}
		return out
	case *model.Struct:
		if v.Kind == model.ObjectValue {
			return w.structure(t, v)
		}
	case *model.Union:
		out := 0
		for _, x := range t.Variants {
			if x.Type != nil && v.Kind == model.ObjectValue {
				out = max(out, w.value(x.Type, v))
			}
		}
		return out
	}
	return 0
}

// weightOf is the weight of a struct without what its fields have.
func weightOf(t *model.Struct) int { return (1 + len(Tags(t)) + len(t.Fields)) * model.FieldWeight }

// Burden returns the greatest weight of an object and of an array, with the defaults that may be
// filled in but without what their members and items have.
func (p *Program) Burden() (object, array int) {
	for _, t := range p.Types {
		switch t.Form {
		case StructForm:
			w := weightOf(t.Struct.Of)
			for i := range t.Struct.Fields {
				w += t.Struct.Fields[i].DefaultWeight
			}
			object = max(object, w)
		case TupleForm:
			array = max(array, (1+len(t.Tuple.Items))*model.FieldWeight)
		}
	}
	return object, array
}

func (w weighing) structure(t *model.Struct, v *model.Value) int {
	out := weightOf(t)
	kept := len(v.Members)
	for _, f := range t.Fields {
		i := slices.IndexFunc(v.Members, func(m model.Member) bool { return m.Key == f.Name })
		if i < 0 {
			out += w.byDefault(f)
			continue
		}
		out += w.value(f.Type, &v.Members[i].Value)
		kept--
	}
	if t.Extra == model.ExtraKeep || t.Extra == model.ExtraTyped {
		out += entriesWeight(kept)
	}
	return out
}

func entriesWeight(n int) int {
	if n == 0 {
		return 0
	}
	return model.TableWeight + n*model.EntryWeight
}
