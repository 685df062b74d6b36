package pygen

import (
	"slices"
	"strconv"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// wrapped reports, for each case of a union, whether its values are in a class around the body.
// A variant without a class of its own needs one if its tag would be lost, or if the kind of
// its values in Python does not tell it from another variant.
func (p *plan) wrapped(u *lower.Union) []bool {
	out := make([]bool, len(u.Cases))
	for i := range u.Cases {
		c := &u.Cases[i]
		switch {
		case !c.Body:
			out[i] = true
		case u.By.Around():
			out[i] = !p.isStruct(c.Type) || !c.Of.OwnPayload || len(c.Tags) > 1
		default:
			out[i] = p.collides(u, i)
		}
	}
	return out
}

func (p *plan) isStruct(r lower.Ref) bool { return !r.OrNull && p.rows.At(r).Form == lower.StructForm }

// collides reports whether a value of a case may be of the same kind in Python as one of another
// case.
func (p *plan) collides(u *lower.Union, i int) bool {
	own := p.kinds(u.Cases[i].Type, nil)
	for j := range u.Cases {
		if j == i {
			continue
		}
		for _, k := range p.kinds(u.Cases[j].Type, nil) {
			if k == anyKind || slices.Contains(own, k) || slices.Contains(own, anyKind) {
				return true
			}
		}
	}
	return false
}

// The kinds of values in Python that are not classes of the package.
const (
	anyKind    = "any"
	noneKind   = "None"
	boolKind   = "bool"
	numberKind = "number"
	textKind   = "str"
	bytesKind  = "bytes"
	listKind   = "list"
	tupleKind  = "tuple"
	dictKind   = "dict"
)

// kinds are the kinds of values in Python that a type has. Within are the unions around it.
func (p *plan) kinds(r lower.Ref, within []*lower.Union) []string {
	var out []string
	if r.OrNull {
		out = append(out, noneKind)
	}
	switch t := p.rows.At(r); t.Form {
	case lower.ScalarForm:
		_, kind := scalarType(t.Scalar.Kind)
		out = append(out, kind)
	case lower.LiteralForm:
		out = append(out, literalKind(t.Literal.Value))
	case lower.EnumForm:
		if t.Enum.Integer {
			out = append(out, numberKind)
		} else {
			out = append(out, textKind)
		}
	case lower.ListForm:
		out = append(out, listKind)
	case lower.MapForm:
		out = append(out, dictKind)
	case lower.StructForm:
		out = append(out, "class "+t.Struct.Of.Name)
	case lower.TupleForm:
		if isClass(t.Tuple) {
			out = append(out, "class "+t.Tuple.Of.Name)
		} else {
			out = append(out, tupleKind)
		}
	case lower.UnionForm:
		out = append(out, p.unionKinds(t.Union, within)...)
	}
	return out
}

func (p *plan) unionKinds(u *lower.Union, within []*lower.Union) []string {
	if slices.Contains(within, u) {
		return nil
	}
	within = append(within, u)
	var out []string
	for i := range u.Cases {
		c := &u.Cases[i]
		if !c.Body || u.By.Around() && !(p.isStruct(c.Type) && c.Of.OwnPayload) {
			out = append(out, "variant "+strconv.Itoa(i)+" of "+u.Of.Name)
		} else {
			out = append(out, p.kinds(c.Type, within)...)
		}
	}
	if u.Unknown.Kept() {
		out = append(out, "unknown of "+u.Of.Name)
	}
	return out
}

func literalKind(v model.Value) string {
	switch v.Kind {
	case model.BoolValue:
		return boolKind
	case model.NumberValue:
		return numberKind
	default:
		return textKind
	}
}

// scalarType is the type of a scalar in an annotation, and the kind of its values.
func scalarType(k model.ScalarKind) (annotation, kind string) {
	switch k {
	case model.Any:
		return "Any", anyKind
	case model.Object, model.Empty:
		return "dict[str, Any]", dictKind
	case model.Bytes:
		return "bytes", bytesKind
	case model.Int64Text, model.Uint64Text:
		return "int", numberKind
	}
	switch info := k.Info(); {
	case info.Kinds == model.Strings:
		return "str", textKind
	case info.Kinds == model.Booleans:
		return "bool", boolKind
	case info.Kinds == model.Nulls:
		return "None", noneKind
	case info.Integer:
		return "int", numberKind
	}
	return "float", numberKind
}
