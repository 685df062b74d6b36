package pygen

import (
	"slices"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// forUsers is how expressions are laid out in code for users.
var forUsers = backend.Layout{Width: 88, Indent: "    "}

// Code is a value as users of the package make it: without what the constructors fill in. Content
// that is kept verbatim has the values of its numbers, but not every spelling.
func (p *plan) Code(t model.Type, data []byte) (string, bool) {
	v, ok := p.checked.Written(t, data)
	if !ok {
		return "", false
	}
	return forUsers.Lay(p.valueCode(t, v), "", ""), true
}

// isRequired reports whether a writer refuses a message or an object without a field.
func isRequired(f lower.Field) bool { return f.Absent == lower.AbsentRefused || f.MustSet }

// calledWith is a call with arguments by their places.
func calledWith(function string, args ...backend.Expr) backend.Expr {
	return backend.Expr{Before: function, Open: "(", Parts: args, Close: ")"}
}

// valueCode is a value that is written as an expression.
func (p *plan) valueCode(t model.Type, v model.Value) backend.Expr {
	if name := model.DistinctOf(t); name != nil {
		return calledWith(p.types[name], p.valueCode(name.Type, v))
	}
	switch t := model.Resolve(t).(type) {
	case *model.Scalar:
		return scalarCode(t, v)
	case *model.Literal:
		return backend.Expr{Text: literals.Code(t.Value)}
	case *model.Nullable:
		if v.Kind == model.NullValue {
			return backend.Expr{Text: "None"}
		}
		return p.valueCode(t.Elem, v)
	case *model.List:
		e := backend.Expr{Open: "[", Close: "]"}
		for _, item := range v.Items {
			e.Parts = append(e.Parts, p.valueCode(t.Elem, item))
		}
		return e
	case *model.Map:
		e := backend.Expr{Open: "{", Close: "}"}
		for _, m := range v.Members {
			e.Set(p.keyCode(t, m.Key)+": ", p.valueCode(t.Elem, m.Value))
		}
		return e
	case *model.Tuple:
		return p.tupleCode(t, v)
	case *model.Enum:
		return backend.Expr{Text: p.enumCode(p.rows.Decl(t).Enum, v)}
	case *model.Struct:
		return p.structCode(p.rows.Decl(t).Struct, v)
	case *model.Union:
		return p.unionCode(t, v)
	default:
		panic("pygen: no code for " + t.String())
	}
}

func scalarCode(t *model.Scalar, v model.Value) backend.Expr {
	switch annotation, _ := scalarType(t.Kind); annotation {
	case "bytes":
		return backend.Expr{Text: bytesLiteral(decodeBase64(v.Text))}
	case "int":
		return backend.Expr{Text: v.Text} // without the quotes that some have on the wire
	}
	return plainCode(v)
}

// plainCode is content that is kept as it was read.
func plainCode(v model.Value) backend.Expr {
	switch v.Kind {
	case model.ListValue:
		e := backend.Expr{Open: "[", Close: "]"}
		for _, item := range v.Items {
			e.Parts = append(e.Parts, plainCode(item))
		}
		return e
	case model.ObjectValue:
		e := backend.Expr{Open: "{", Close: "}"}
		for _, m := range v.Members {
			e.Set(quote(m.Key)+": ", plainCode(m.Value))
		}
		return e
	case model.NumberValue:
		if v.Text == "-0" { // an integer has no sign then
			return backend.Expr{Text: "-0.0"}
		}
	}
	return backend.Expr{Text: literals.Code(v)}
}

// keyCode is a key of a map.
func (p *plan) keyCode(t *model.Map, key string) string {
	switch {
	case t.Key != nil:
		return p.enumCode(p.rows.Decl(t.Key).Enum, model.Value{Kind: model.StringValue, Text: key})
	case t.Name != nil:
		return p.types[t.Name] + "(" + quote(key) + ")"
	}
	return quote(key)
}

// enumCode is a value of an enum. Checkers know those of a closed one; the others have constants.
func (p *plan) enumCode(t *lower.Enum, v model.Value) string {
	if at := slices.Index(t.Values, v.Text); at >= 0 && !isClosed(t) {
		return p.qualified[t.Of.Values[at]]
	}
	return literals.Code(v)
}

func (p *plan) tupleCode(t *model.Tuple, v model.Value) backend.Expr {
	if isClass(p.rows.Decl(t).Tuple) {
		e := calledWith(p.types[t])
		for i, item := range v.Items {
			e.Set(p.items[t.Items[i]]+"=", p.valueCode(t.Items[i].Type, item))
		}
		return e
	}
	e := backend.Expr{Open: "(", Close: ")"}
	for i, item := range v.Items {
		e.Parts = append(e.Parts, p.valueCode(t.Items[i].Type, item))
	}
	if len(e.Parts) == 1 {
		e.Close = ",)"
	}
	return e
}

// structCode is the call of a class, with what users say.
func (p *plan) structCode(t *lower.Struct, v model.Value) backend.Expr {
	e := calledWith(p.types[t.Of])
	for i := range t.Tags {
		tag := &t.Tags[i]
		m := backend.Member(v, tag.Key)
		if isStored(tag) && m != nil && (tag.Written == lower.WrittenAsRead || m.JSON() != tag.Kind.JSON(tag.Values[0])) {
			e.Set(p.tags[tag.Of]+"=", plainCode(*m))
		}
	}
	for i := range t.Fields {
		f := &t.Fields[i]
		m := backend.Member(v, f.Name)
		switch {
		case m == nil && f.Absent == lower.AbsentRefused && !p.isLiteral(f): // its null is not written
			e.Set(p.fields[f.Of]+"=", backend.Expr{Text: "None"})
		case m == nil, p.checked.IsDefault(*m, f), p.isLiteral(f), p.isUnset(f, t, *m):
		default:
			e.Set(p.fields[f.Of]+"=", p.valueCode(f.Of.Type, *m))
		}
	}
	extra := backend.Expr{Open: "{", Close: "}"}
	for _, m := range v.Members {
		switch {
		case t.Declares(m.Key):
		case t.ExtraType != nil:
			extra.Set(quote(m.Key)+": ", p.valueCode(t.Of.ExtraType, m.Value))
		default:
			extra.Set(quote(m.Key)+": ", plainCode(m.Value))
		}
	}
	if len(extra.Parts) > 0 {
		e.Set(p.extras[t.Of]+"=", extra)
	}
	return e
}

// isLiteral reports whether the parameter of a field has the one value as its default.
func (p *plan) isLiteral(f *lower.Field) bool {
	return f.Absent == lower.AbsentRefused && p.rows.At(f.Type).Form == lower.LiteralForm && !f.Type.OrNull
}

// isUnset reports whether a value that is written is the null of a field that is not set.
func (p *plan) isUnset(f *lower.Field, t *lower.Struct, v model.Value) bool {
	return f.Absent == lower.AbsentUnset && v.Kind == model.NullValue &&
		(f.Null != lower.NullValue || p.checked.NullAnyway(v, f, t))
}

// unionCode is the variant that a value is.
func (p *plan) unionCode(t *model.Union, v model.Value) backend.Expr {
	of, i, body := p.checked.CaseOf(v, t)
	if of == nil {
		return p.unknownCode(t, v)
	}
	x := &p.rows.Decl(of).Union.Cases[i]
	wrapper := p.wrappers[x.Of]
	switch {
	case !x.Body:
		return calledWith(wrapper)
	case wrapper != "":
		return calledWith(wrapper, p.valueCode(x.Of.Type, body))
	}
	return p.valueCode(x.Of.Type, body)
}

// unknownCode is an undeclared variant.
func (p *plan) unknownCode(t *model.Union, v model.Value) backend.Expr {
	of := p.checked.OpenUnion(t)
	tag := model.Value{Kind: model.NullValue}
	if u := p.rows.Decl(of).Union; u.By == lower.ByName {
		tag = model.Value{Kind: model.StringValue, Text: backend.TagOf(v, of)}
	} else if m := backend.Member(v, u.Key); m != nil {
		tag = *m
	}
	e := calledWith(p.unknown[of])
	e.Set("tag=", plainCode(tag))
	e.Set("raw=", plainCode(v))
	return e
}
