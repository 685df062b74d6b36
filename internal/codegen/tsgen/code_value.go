package tsgen

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// deepest is how deep values are nested that are written as code. TypeScript compares types
// only so deep.
const deepest = 40

// Code is a value as users of the package write it, of the type that writers take: without
// what they fill in. There is none for a value that is nested too deep, or in which a name
// that every object inherits is in the way.
func (p *plan) Code(t model.Type, data []byte) (string, bool) {
	v, ok := p.checked.Written(t, data)
	if !ok || depthOf(v) > deepest {
		return "", false
	}
	c := &coder{plan: p}
	e := c.value(t, v, context{})
	if c.inherits {
		return "", false
	}
	return forUsers.Lay(e, "", ""), true
}

// depthOf is how many lists and objects are around each other in a value.
func depthOf(v model.Value) int {
	if v.Kind != model.ListValue && v.Kind != model.ObjectValue {
		return 0
	}
	n := 0
	for _, item := range v.Items {
		n = max(n, depthOf(item))
	}
	for _, m := range v.Members {
		n = max(n, depthOf(m.Value))
	}
	return n + 1
}

// A coder writes values as code.
type coder struct {
	*plan
	// inherits says that an object lacks a member that its type has, with a name that
	// every object inherits, or has such a name that its type does not have. TypeScript
	// then checks the inherited member instead.
	inherits bool
}

// A context is what is asked of a value apart from its type.
type context struct {
	whole bool     // it has what writers fill in as well, like one that was read
	tags  bool     // it has its tags, which tell it from others
	keys  []string // these keys, which tell it from others
}

// inside is the context of a part.
func (c context) inside() context { return context{whole: c.whole} }

func (c *coder) value(t model.Type, v model.Value, in context) expr {
	if name := model.DistinctOf(t); name != nil && c.opts.Brands {
		e := c.value(model.Resolve(t), v, in)
		e.After = " as " + c.types[name]
		return e
	}
	switch t := model.Resolve(t).(type) {
	case *model.Scalar:
		return scalarCode(t, v)
	case *model.Literal:
		return literal(constants.Code(t.Value))
	case *model.Nullable:
		if v.Kind == model.NullValue {
			return literal("null")
		}
		return c.value(t.Elem, v, in)
	case *model.List:
		var items []expr
		for _, item := range v.Items {
			items = append(items, c.value(t.Elem, item, in.inside()))
		}
		return listed(items)
	case *model.Map:
		var e expr
		for _, m := range v.Members {
			value := c.value(t.Elem, m.Value, in.inside())
			c.takes(m.Key)
			if typ := c.keyType(t, m.Key); typ != "" {
				e.Set("["+shown(m.Key)+typ+"]: ", value)
			} else {
				addMember(&e, m.Key, value)
			}
		}
		return braced(e)
	case *model.Tuple:
		var items []expr
		for i, item := range v.Items {
			items = append(items, c.value(t.Items[i].Type, item, in.inside()))
		}
		return listed(items)
	case *model.Enum:
		e := plainCode(v)
		e.After = c.marked(t, v.Text)
		return e
	case *model.Struct:
		return c.structure(c.rows.Decl(t).Struct, v, in)
	case *model.Union:
		return c.union(t, v, in)
	default:
		panic("tsgen: no code for " + t.String())
	}
}

// takes notes a name that is not declared, or whose member is left out.
func (c *coder) takes(name string) { c.inherits = c.inherits || slices.Contains(inherited, name) }

// keyType is the conversion of a key of a map to its type; "" if it needs none.
func (c *coder) keyType(t *model.Map, key string) string {
	switch {
	case t.Key != nil:
		return c.marked(t.Key, key)
	case t.Name != nil && c.opts.Brands:
		return " as " + c.types[t.Name]
	}
	return ""
}

// marked is the conversion of a value of an extension to the type of an enum that has a
// mark on such values; "" for any other value.
func (c *coder) marked(t *model.Enum, value string) string {
	row := c.rows.Decl(t).Enum
	if !keepsExtensions(row) || slices.Contains(row.Values, value) || !slices.ContainsFunc(row.Extensions.Prefixes, row.Extensions.Shares) {
		return ""
	}
	return " as string as " + c.types[t]
}

func scalarCode(t *model.Scalar, v model.Value) expr {
	if formOf(t.Kind).declare == "bigint" {
		return literal(v.Text + "n")
	}
	return plainCode(v)
}

// plainCode is a value as JSON has it.
func plainCode(v model.Value) expr {
	switch v.Kind {
	case model.StringValue:
		return literal(shown(v.Text))
	case model.ListValue:
		var items []expr
		for _, item := range v.Items {
			items = append(items, plainCode(item))
		}
		return listed(items)
	case model.ObjectValue:
		var e expr
		for _, m := range v.Members {
			addMember(&e, m.Key, plainCode(m.Value))
		}
		return braced(e)
	}
	return literal(v.JSON())
}

// structure is an object with the members that users write.
func (c *coder) structure(t *lower.Struct, v model.Value, in context) expr {
	var e expr
	for _, tag := range t.Tags {
		m := backend.Member(v, tag.Key)
		if m != nil && (in.whole || in.tags || slices.Contains(in.keys, tag.Key) || !fillsTag(tag) || m.JSON() != tag.Kind.JSON(tag.Values[0])) {
			addMember(&e, tag.Key, plainCode(*m))
		} else {
			c.takes(tag.Key)
		}
	}
	for i := range t.Fields {
		f := &t.Fields[i]
		m := backend.Member(v, f.Name)
		needed := in.whole || slices.Contains(in.keys, f.Name)
		switch {
		case m == nil && needed && f.Default != nil: // it is not written, but must be there
			def, ok := c.checked.Written(f.Of.Type, []byte(f.Default.JSON()))
			if !ok {
				continue
			}
			m = &def
		case m == nil, c.unset(f, t, *m), !needed && c.filledIn(f, *m):
			c.takes(f.Name)
			continue
		}
		addMember(&e, f.Name, c.value(f.Of.Type, *m, in.inside()))
	}
	for _, m := range v.Members {
		if t.Declares(m.Key) {
			continue
		}
		c.takes(m.Key)
		if t.ExtraType != nil {
			addMember(&e, m.Key, c.value(t.Of.ExtraType, m.Value, in.inside()))
		} else {
			addMember(&e, m.Key, plainCode(m.Value))
		}
	}
	return braced(e)
}

// unset reports whether a value that is written is the null of an optional field that is
// not set.
func (c *coder) unset(f *lower.Field, t *lower.Struct, v model.Value) bool {
	return f.Absent == lower.AbsentUnset && v.Kind == model.NullValue &&
		(f.Null != lower.NullValue || c.checked.NullAnyway(v, f, t))
}

// filledIn reports whether a writer writes v if the field is left out.
func (c *coder) filledIn(f *lower.Field, v model.Value) bool {
	return fillsField(*f) && (f.Default == nil || c.checked.IsDefault(v, f))
}

// union is the variant that a value is.
func (c *coder) union(t *model.Union, v model.Value, in context) expr {
	of, i, body := c.checked.CaseOf(v, t)
	if of == nil {
		return called("unknown"+c.types[c.checked.OpenUnion(t)], plainCode(v))
	}
	u := c.rows.Decl(of).Union
	x := &u.Cases[i]
	inner := in // the variant is the same object
	switch u.By {
	case lower.ByContent:
		var e expr
		addMember(&e, u.Key, plainCode(*backend.Member(v, u.Key)))
		if x.Body {
			addMember(&e, u.Content, c.value(x.Of.Type, body, in.inside()))
		}
		return braced(e)
	case lower.ByName:
		if !x.Body {
			return plainCode(v)
		}
		var e expr
		addMember(&e, v.Members[0].Key, c.value(x.Of.Type, body, in.inside()))
		return braced(e)
	case lower.ByTag:
		inner.tags = true
	case lower.ByKey:
		inner.keys = append(slices.Clip(in.keys), x.Key)
	case lower.ByOrder:
		inner.whole = true
	}
	return c.value(x.Of.Type, body, inner)
}

// shown is a string in double quotes, with escapes for what cannot be seen.
func shown(s string) string {
	var b strings.Builder
	for _, r := range model.Quote(s) {
		switch {
		case strconv.IsPrint(r):
			b.WriteRune(r)
		case r > math.MaxUint16:
			b.WriteString(`\u{` + strconv.FormatInt(int64(r), 16) + "}")
		default:
			hex := "000" + strconv.FormatInt(int64(r), 16)
			b.WriteString(`\u` + hex[len(hex)-4:])
		}
	}
	return b.String()
}
