package check

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/internal/syntax"
)

// bodyType is the type that a field or an alias spells.
func (c *checker) bodyType(b *syntax.Body) model.Type {
	switch {
	case c.decls[b] != nil:
		return c.decls[b]
	case b.Const != nil:
		return literal(c.report, b.Const)
	case b.Expr != nil:
		return limited(c.report, c.expr(b.Expr), b)
	}
	return invalid
}

func literal(r report, v *syntax.Value) model.Type {
	switch v.Kind {
	case syntax.StringValue, syntax.NumberValue, syntax.BoolValue:
		return &model.Literal{Value: toModel(v)}
	}
	r.error(diag.LiteralKind, v.Span, "a literal is a string, a number or a boolean", "name a type instead")
	return invalid
}

// expr is the type that an expression means. An unknown name is reported once
// and then fits everything.
func (c *checker) expr(e *syntax.Expr) model.Type {
	if e == nil {
		return invalid
	}
	switch e.Kind {
	case syntax.ListExpr:
		return &model.List{Elem: c.expr(e.Args[0])}
	case syntax.MapExpr:
		if len(e.Args) == 2 {
			return c.keyed(e)
		}
		return &model.Map{Elem: c.expr(e.Args[0])}
	case syntax.TupleExpr:
		if t := c.tuples[e]; t != nil {
			return t
		}
		return invalid
	case syntax.EitherExpr:
		return c.either(e)
	}
	if kind, ok := model.ScalarNamed(e.Name, c.spec.Defaults.Int64.Text == "string"); ok {
		return &model.Scalar{Kind: kind}
	}
	if d := c.scope[e.Name]; d != nil {
		return d.decl
	}
	c.unknownType(e.Name, e.Span)
	return invalid
}

// foreignNames are what other languages call the types of this one.
var foreignNames = map[string]string{
	"integer": "int", "number": "float", "double": "float", "long": "int64", "base64": "bytes", "url": "uri", "datetime": "timestamp", "boolean": "bool", "str": "string",
	"text": "string", "array": "any[]", "list": "any[]", "dict": "object", "map": "map<any>", "unknown": "any", "void": "empty",
	"nil": "null", "none": "null", "None": "null", "undefined": "null",
	"UUID": "uuid", "Uuid": "uuid", "guid": "uuid", "GUID": "uuid", "char": "string", "String": "string", "date": "timestamp", "time": "timestamp", "Date": "timestamp",
	"json": "any", "JSON": "any", "Any": "any", "mixed": "any", "byte": "bytes", "blob": "bytes", "binary": "bytes", "buffer": "bytes",
	"i8": "int32", "i16": "int32", "i32": "int32", "int8": "int32", "int16": "int32", "short": "int32", "u8": "uint32", "u16": "uint32", "u32": "uint32",
	"uint8": "uint32", "uint16": "uint32", "uint": "uint32", "i64": "int64", "u64": "uint64", "ulong": "uint64", "bigint": "int64",
	"f32": "float", "f64": "float", "float32": "float", "float64": "float", "decimal": "float", "Number": "float", "Boolean": "bool",
	"record": "object", "Record": "object", "Object": "object", "Array": "any[]", "List": "any[]", "tuple": "[any, any]", "true": "empty",
}

// maxSuggestions bounds how often a name is held against all others: whoever
// made more mistakes than this wrote none of them by hand.
const maxSuggestions = 500

func (c *checker) unknownType(name string, span source.Span) {
	help := "declare it under types"
	if known, ok := foreignNames[name]; ok {
		help = fmt.Sprintf("did you mean %q?", known)
	} else if c.suggestions++; c.suggestions <= maxSuggestions {
		help = names.DidYouMean(name, c.candidates(), help)
	}
	c.error(diag.TypeUnknown, span, fmt.Sprintf("there is no type %q", name), help)
}

// candidates are all names that a type expression may use.
func (c *checker) candidates() []string {
	builtin := model.ScalarNames()
	slices.Sort(builtin)
	return slices.Concat(c.names, builtin)
}

// either is A | B: nullable, a union by JSON kind, or both.
func (c *checker) either(e *syntax.Expr) model.Type {
	arms, nulls := splitNull(e)
	if len(nulls) > 1 || len(arms) == 0 {
		c.error(diag.TypeNullRedundant, nulls[len(nulls)-1].Span, "null stands here twice", "write it once")
	}
	if len(arms) == 0 {
		return &model.Scalar{Kind: model.Null}
	}
	var t model.Type = c.unions[e]
	if len(arms) == 1 {
		t = c.expr(arms[0])
	}
	if len(nulls) == 0 {
		return t
	}
	c.shape = append(c.shape, func() {
		if s, ok := model.Resolve(t).(*model.Scalar); ok && (s.Kind == model.Any || s.Kind == model.Null) && s != invalid {
			c.error(diag.TypeNullRedundant, nulls[0].Span, fmt.Sprintf("%q allows null already", t), "remove | null")
		}
	})
	if n, ok := t.(*model.Nullable); ok {
		return n
	}
	return &model.Nullable{Elem: t}
}

// splitNull cuts A | B | null into its arms, those of inner brackets among
// them, and its nulls.
func splitNull(e *syntax.Expr) (arms, nulls []*syntax.Expr) {
	for _, arm := range e.Args {
		switch {
		case arm.Kind == syntax.EitherExpr:
			a, n := splitNull(arm)
			arms, nulls = append(arms, a...), append(nulls, n...)
		case arm.Kind == syntax.NameExpr && arm.Name == "null":
			nulls = append(nulls, arm)
		default:
			arms = append(arms, arm)
		}
	}
	return arms, nulls
}
