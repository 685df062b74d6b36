package compare

import (
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/contain"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// An extending is what the names of some extensions are of.
type extending struct {
	name string
	of   func(e *model.Extensions) []model.Namespace
}

var (
	methodNames = &extending{"extensions.methods", func(e *model.Extensions) []model.Namespace { return e.Methods }}
	valueNames  = &extending{"extensions.values", func(e *model.Extensions) []model.Namespace { return e.Values }}
	tagNames    = &extending{"extensions.tags", func(e *model.Extensions) []model.Namespace { return e.Tags }}
	keyNames    = &extending{"extensions.keys", func(e *model.Extensions) []model.Namespace { return e.Keys }}
)

// extensions compares the namespaces that are left to others. What readers do with their
// names is compared where the types are.
func (c *comparer) extensions() {
	for _, x := range []*extending{methodNames, valueNames, tagNames, keyNames} {
		c.extensionEdit(x)
	}
}

// extensionEdit is the edit of some namespaces; nil if there is none.
func (c *comparer) extensionEdit(x *extending) *edit {
	var words [2]string
	var at [2]source.Span
	for i, s := range c.sides {
		var list []string
		for _, n := range x.of(&s.proto.Extensions) {
			list = append(list, n.Prefix+"*")
			at[i] = n.Span
		}
		slices.Sort(list)
		words[i] = strings.Join(list, ", ")
	}
	if words[0] == words[1] {
		return nil
	}
	return c.edit(nil, extensionsChanged, x.name, words[0], words[1], at)
}

// outside compares what two types do with names of extensions: read is what a reader of the
// new version makes of one, and value makes a value with one. A version that allowed them
// passes them on, so that refusing them breaks what it writes.
func (c *comparer) outside(n *node, x *extending, a, b *lower.Extensions, read func(name string) judgement, value func(name string) func(*side) (string, bool)) {
	e := c.extensionEdit(x)
	if e == nil {
		return
	}
	for _, name := range onlyIn(a, b) {
		n.wider = append(n.wider, wider{e, forward, value(name)})
		if j := read(name); j.level > OK {
			n.diff(e, backward, j, value(name))
		}
	}
	for _, name := range onlyIn(b, a) {
		n.wider = append(n.wider, wider{e, backward, value(name)})
	}
}

// onlyIn are names of extensions for a and not for b, one of each namespace.
func onlyIn(a, b *lower.Extensions) []string {
	var out []string
	if a == nil {
		return nil
	}
	for _, prefix := range a.Prefixes {
		name := contain.Fresh(func(name string) bool { return !a.Has(prefix + name) })
		if !b.Has(prefix + name) {
			out = append(out, prefix+name)
		}
	}
	return out
}

// outsideValues compares the values of extensions of two enums.
func (c *comparer) outsideValues(n *node, a, b *lower.Enum, value func(name string) func(*side) (string, bool)) {
	var old, today *lower.Extensions
	if a.Other == lower.OtherRefused {
		old = a.Extensions
	}
	if b.Other == lower.OtherRefused {
		today = b.Extensions
	}
	c.outside(n, valueNames, old, today, func(name string) judgement {
		text := model.Quote(name)
		if j := c.sides[1].judge(b.Of, text, text); j.level.misleads() { // else it is kept
			return j
		}
		return accepted
	}, value)
}

func quotedName(name string) func(*side) (string, bool) { return constant(model.Quote(name)) }

// outsideTags compares the tags of extensions of two unions.
func (c *comparer) outsideTags(n *node, a, b *lower.Union) {
	if a.Unknown == lower.UnknownKept || b.Unknown == lower.UnknownKept {
		return // which unknown compares
	}
	c.outside(n, tagNames, a.Extensions, b.Extensions, func(name string) judgement { return unknownTag(b, name) }, func(name string) func(*side) (string, bool) {
		return constant(unknownVariant(a, model.Quote(name)))
	})
}

// outsideKeys compares the keys of extensions of two structs.
func (c *comparer) outsideKeys(n *node, a, b *lower.Struct) {
	c.outside(n, keyNames, a.Extensions, b.Extensions, func(name string) judgement {
		switch {
		case b.Extra == lower.ExtraRefused:
			return extensionRefused.of(model.Quote(name))
		case b.Extra == lower.ExtraIgnored:
			return extensionDropped.of()
		}
		return accepted // extras compares it
	}, func(name string) func(*side) (string, bool) {
		return func(s *side) (string, bool) { return s.with(c.row(n, c.version(s)), name, "1") }
	})
}
