package check

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// A nesting finds which unions are variants of others, and sets the tags of every
// struct that an internally tagged union leads to.
type nesting struct {
	*draft
	inside map[*model.Union]*model.StructTag // the tag of the variant that a union is
	at     map[*model.Union]source.Span      // the place of that variant
	made   map[*model.Variant]*model.StructTag
}

// carryTags resolves the variants of unions by tag and by key to structs and unions,
// and sets the tags of the structs. It takes three rounds: the first finds which
// unions are variants of others, the second refuses cycles, and the third assigns
// the tags, which include those of outer unions.
func carryTags(d *draft) {
	n := &nesting{
		draft: d, inside: map[*model.Union]*model.StructTag{}, at: map[*model.Union]source.Span{},
		made: map[*model.Variant]*model.StructTag{},
	}
	tagged := n.taggedUnions()
	for _, u := range tagged {
		for _, v := range u.Variants {
			if !n.reach(u, v, v.Type) {
				v.Type = invalid
			}
		}
	}
	for _, u := range tagged {
		n.distinct(u)
	}
	for _, u := range tagged {
		for _, v := range u.Variants {
			n.assign(v, v.Type, n.tag(u, v))
		}
	}
}

// taggedUnions are the internally tagged unions. It also resolves aliases in the
// variants of every union that needs structs.
func (n *nesting) taggedUnions() []*model.Union {
	var out []*model.Union
	for u := range all[*model.Union](n.draft) {
		if u.Tagging != model.Internal && u.Tagging != model.ByKey {
			continue
		}
		for _, v := range u.Variants {
			v.Type = model.Resolve(v.Type)
			if _, isStruct := v.Type.(*model.Struct); !isStruct && u.Tagging == model.ByKey && v.Type != invalid {
				n.error(diag.UnionVariantNotStruct, n.variants.spanOf(v), fmt.Sprintf("%q is not a struct; match: key needs struct variants", v.Type), "put the structs in a separate union and combine it with the others by kind, as in bool | Either; or write match: ordered")
				v.Type = invalid
			}
		}
		if u.Tagging == model.Internal {
			out = append(out, u)
		}
	}
	return out
}

// reach records the unions that the variant v of u leads to, through t. It is false
// if t cannot hold the tag.
func (n *nesting) reach(u *model.Union, v *model.Variant, t model.Type) bool {
	switch t := model.Resolve(t).(type) {
	case *model.Struct:
		return true
	case *model.Union:
		switch t.Tagging {
		case model.Internal:
			return n.enter(t, &model.StructTag{Union: u, Variant: v}, n.variants.spanOf(v))
		case model.ByKey, model.Ordered:
			for _, w := range t.Variants {
				if !n.reach(u, v, w.Type) {
					return false
				}
			}
			return true
		}
	}
	if t != invalid {
		what := fmt.Sprintf("%q is not a struct, so it cannot hold the tag", v.Type)
		if t != v.Type {
			what = fmt.Sprintf("%q may be %q, which cannot hold the tag", v.Type, t)
		}
		n.error(diag.UnionVariantNotStruct, n.variants.spanOf(v), what,
			"use a struct, or give the union a content key: union: {tag: type, content: value}")
	}
	return false
}

// enter records that inner is a variant, which it may be only once.
func (n *nesting) enter(inner *model.Union, tag *model.StructTag, at source.Span) bool {
	if first := n.inside[inner]; first != nil {
		n.error(diag.UnionNested, at, fmt.Sprintf("%q is already a variant, with the tag %q of %q", inner.Name, first.Variant.Tag, first.Union.Name),
			"declare a separate union for this variant").WithRelated(n.at[inner], "the other variant")
		return false
	}
	n.inside[inner], n.at[inner] = tag, at
	return true
}

// distinct checks that no union around inner has the same tag key, because an object
// has each key once, and that none is inner itself. Such a cycle is removed.
func (n *nesting) distinct(inner *model.Union) {
	seen := map[*model.Union]bool{inner: true}
	for u := inner; n.inside[u] != nil; {
		around := n.inside[u]
		switch {
		case around.Union == inner:
			n.error(diag.UnionNested, n.at[u], fmt.Sprintf("the union %q is a variant of itself", inner.Name), "use another type")
			delete(n.inside, u)
			return
		case seen[around.Union]:
			return // a cycle further out, which is reported for the unions in it
		case around.Union.TagKey == inner.TagKey:
			n.error(diag.UnionNested, n.at[inner], fmt.Sprintf("%q and %q have the same tag key %q", around.Union.Name, inner.Name, inner.TagKey),
				"give one of them another key, or merge them into one union").WithRelated(inner.Span, "the inner union is declared here")
			return
		}
		u = around.Union
		seen[u] = true
	}
}

// tag is the tag of the variant v of u, with the outer ones.
func (n *nesting) tag(u *model.Union, v *model.Variant) *model.StructTag {
	if n.made[v] == nil {
		t := &model.StructTag{Union: u, Variant: v, Key: u.TagKey, Value: v.Tag}
		n.made[v] = t
		if around := n.inside[u]; around != nil {
			t.Outer = n.tag(around.Union, around.Variant)
		}
	}
	return n.made[v]
}

// assign sets the tag of the structs that the variant v leads to. It stops at a union
// with its own tag: the structs in it get that tag, of which this one is the outer
// one. A struct is written with its tag even outside of a union, where it could not
// choose between two, so all its unions must have the same one.
func (n *nesting) assign(v *model.Variant, t model.Type, tag *model.StructTag) {
	switch t := model.Resolve(t).(type) {
	case *model.Struct:
		if t.Tag == nil {
			t.Tag = tag
			return
		}
		if why := differs(t.Tag, tag); why != "" {
			n.error(diag.UnionSharedStruct, n.variants.spanOf(v), fmt.Sprintf("%q is already a variant, with the tag %q of %q; %s", t.Name, t.Tag.Value, t.Tag.Union.Name, why),
				fmt.Sprintf("let the unions own their tags: list it as {body: %s} in each", t.Name)).
				Repairable("", asBody(n.variants.spanOf(v)), asBody(n.variants.spanOf(t.Tag.Variant))).WithRelated(n.variants.spanOf(t.Tag.Variant), "the other variant")
		}
	case *model.Union:
		t.Outer = tag
		if t.Tagging == model.ByKey || t.Tagging == model.Ordered {
			for _, w := range t.Variants {
				n.assign(v, w.Type, tag)
			}
		}
	}
}

// differs says why a struct cannot have the tags a and b of two variants at once; ""
// if they are the same tag.
func differs(a, b *model.StructTag) string {
	x, y := a.Variant, b.Variant
	switch {
	case x == y:
		return ""
	case a.Union == b.Union || a.Key != b.Key || a.Union.TagKind != b.Union.TagKind || a.Value != b.Value:
		return "a struct has only one tag"
	case len(x.Tags) > 1 || len(y.Tags) > 1:
		return "a struct of several unions has only one tag in each"
	case !slices.Equal(x.FormerNames, y.FormerNames):
		return "that variant has different older tags"
	case a.Optional() != b.Optional() || a.Optional() && a.Union.DefaultTag != b.Union.DefaultTag:
		return "the tag may be absent in only one of the two"
	case a.Outer != nil || b.Outer != nil:
		return "one of the two unions is nested, and adds the tag of the outer union"
	case len(a.Union.Common) > 0 || len(b.Union.Common) > 0:
		return "a struct of several unions cannot take common fields"
	}
	return ""
}

// refuseTagFields refuses fields with the name of a tag of their struct.
func refuseTagFields(d *draft) {
	reported := map[source.Span]bool{}
	for s := range all[*model.Struct](d) {
		for _, tag := range lower.Tags(s) {
			for _, f := range s.Fields {
				if f.Name != tag.Key && !slices.Contains(f.FormerNames, tag.Key) || reported[f.Span] {
					continue
				}
				reported[f.Span] = true
				d.error(diag.UnionTagField, f.Span, fmt.Sprintf("the field %q has the name of the tag of the union %q", tag.Key, tag.Of.Union.Name),
					"remove the field: the union adds the tag to its variants").Goes().WithRelated(tag.Of.Union.Span, "the union is declared here")
			}
		}
	}
}
