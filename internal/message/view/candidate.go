package view

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// candidates are what a value may be: the types of its kind, without unions.
type candidates struct {
	r      *redactor
	list   []candidate
	secret bool // one of them is sensitive
	seen   []int
}

// A candidate is a type, or an object that has a body of some type under one key.
type candidate struct {
	row    *lower.Type
	key    string // if row is nil
	body   []int
	secret bool
	hasKey bool
	tag    string // another key that is declared
}

// add adds types, of a value of that kind which is here.
func (c *candidates) add(types []int, kind model.ValueKind) {
	for _, t := range types {
		if slices.Contains(c.seen, t) {
			continue
		}
		c.seen = append(c.seen, t)
		row := c.r.rows.Types[t]
		switch {
		case c.r.own[t]:
			c.secret = true
		case !row.Reads.Has(kind):
		case row.Form == lower.UnionForm:
			c.union(row.Union, kind)
		default:
			c.list = append(c.list, candidate{row: row})
		}
	}
}

// union adds the variants of a union that the value here may be.
func (c *candidates) union(u *lower.Union, kind model.ValueKind) {
	switch {
	case !u.By.Tagged():
		for i := range u.Cases {
			if x := &u.Cases[i]; x.Kinds.Has(kind) {
				c.oneCase(x, kind)
			}
		}
	case kind != model.ObjectValue: // ByName: a variant without a body
		c.list = append(c.list, candidate{})
	case u.By == lower.ByName:
		for i := range u.Cases {
			x := &u.Cases[i]
			for _, name := range slices.Concat(x.Tags, x.FormerNames) {
				c.body(x, name, "")
			}
		}
		c.list = append(c.list, candidate{})
	default:
		c.tagged(u, kind)
	}
}

// tagged adds the variants whose tag the object here has: all, if there is none that can
// be read.
func (c *candidates) tagged(u *lower.Union, kind model.ValueKind) {
	var tags []string
	var odd bool
	start := c.r.pos
	c.r.members(func(key string) {
		wanted := map[lower.TagKind]model.ValueKind{lower.StringTag: model.StringValue, lower.IntegerTag: model.NumberValue, lower.BooleanTag: model.BoolValue}[u.TagKind]
		is := c.r.kind()
		text := c.r.skip()
		switch {
		case key != u.Key:
		case is != wanted:
			odd = true
		case is == model.StringValue:
			tags = append(tags, unquoted(text))
		default:
			tags = append(tags, string(text))
		}
	})
	c.r.pos = start
	known := false
	for i := range u.Cases {
		x := &u.Cases[i]
		fits := odd || len(tags) == 0 && (u.Default == i || u.Default < 0)
		for _, tag := range tags {
			fits = fits || slices.Contains(x.Tags, tag) || slices.Contains(x.FormerNames, tag)
		}
		switch {
		case !fits:
			continue
		case u.By == lower.ByContent:
			c.body(x, u.Content, u.Key)
		default:
			c.oneCase(x, kind)
		}
		known = true
	}
	if !known {
		c.list = append(c.list, candidate{tag: u.Key}) // an undeclared variant
	}
}

// oneCase adds a variant that the value is as a whole.
func (c *candidates) oneCase(x *lower.Case, kind model.ValueKind) {
	c.secret = c.secret || c.r.markedCase(x)
	if x.Type == lower.NoType {
		c.list = append(c.list, candidate{})
		return
	}
	c.add([]int{x.Type.Type}, kind)
}

// body adds a variant whose value is under a key.
func (c *candidates) body(x *lower.Case, key, tag string) {
	one := candidate{key: key, hasKey: true, secret: c.r.markedCase(x), tag: tag}
	if x.Type != lower.NoType {
		one.body = []int{x.Type.Type}
	}
	c.list = append(c.list, one)
}

// member is what the value under a key may be.
func (c *candidates) member(key string) (types []int, secret, declared bool) {
	for i := range c.list {
		x := &c.list[i]
		switch {
		case x.row == nil:
			if x.hasKey && x.key == key {
				types, secret, declared = append(types, x.body...), secret || x.secret, true
			}
			declared = declared || x.tag != "" && x.tag == key
		case x.row.Form == lower.ScalarForm:
			declared = true // it is any value
		case x.row.Form == lower.MapForm:
			types, declared = append(types, x.row.Elem.Type), true
		case x.row.Form == lower.StructForm:
			s := x.row.Struct
			f := c.r.field(s, key)
			switch {
			case f != nil:
				types, secret, declared = append(types, f.Type.Type), secret || c.r.marked(f), true
			case s.Declares(key):
				declared = true
			case s.ExtraType != nil:
				types, secret, declared = append(types, s.ExtraType.Type), secret || within(s.Of.ExtraType), true
			}
		}
	}
	return types, secret, declared
}

// item is what the item at a place of an array may be.
func (c *candidates) item(i int) (types []int, secret, declared bool) {
	for _, x := range c.list {
		switch {
		case x.row == nil:
		case x.row.Form == lower.ScalarForm:
			declared = true
		case x.row.Form == lower.ListForm:
			types, declared = append(types, x.row.Elem.Type), true
		case x.row.Form == lower.TupleForm && i < len(x.row.Tuple.Items):
			item := x.row.Tuple.Of.Items[i]
			types, secret, declared = append(types, x.row.Tuple.Items[i].Type), secret || item.Sensitive || within(item.Type), true
		}
	}
	return types, secret, declared
}
