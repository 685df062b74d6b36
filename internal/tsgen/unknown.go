package tsgen

import (
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
)

// unionsView fills unions.js and its declarations.
type unionsView struct {
	Head     string
	Unions   []openUnion
	Tagged   bool // a union has a tag
	External bool // a union has its tags for names
	Keys     []string
	Tags     []unknownTag
}

// An openUnion keeps what it does not declare.
type openUnion struct {
	Name    string
	Unknown string
	Key     string
	Tag     string // the tag of v, in JavaScript
	Is      string // what holds of a tag, in JavaScript
	Value   string // what an unknown variant is made of
	Tags    string // every tag that is not unknown
}

// An unknownTag is an overload of the function that tells the tag of an
// unknown variant: by the name and the type of the tag.
type unknownTag struct {
	Key    string // "" where the tag is a name
	Type   string
	Unions []string
}

func (p *plan) renderUnions(rd *renderer) {
	v := unionsView{Head: p.head()}
	for _, d := range p.proto.Decls {
		u, ok := d.(*model.Union)
		if !ok || p.unknown[u] == "" {
			continue
		}
		v.Unions = append(v.Unions, p.openUnion(u))
		v.External = v.External || lower.ByOf(u) == lower.ByName
		v.Tagged = v.Tagged || lower.ByOf(u) != lower.ByName
		if lower.ByOf(u) != lower.ByName && !slices.Contains(v.Keys, u.TagKey) {
			v.Keys = append(v.Keys, u.TagKey)
		}
		v.addTag(u, "wire."+p.unknown[u])
	}
	rd.module("unions.js", v)
	rd.module("unions.d.ts", v)
}

func (p *plan) openUnion(u *model.Union) openUnion {
	var tags []string
	for _, v := range u.Variants {
		for _, tag := range lower.TodaysTags(v) {
			tags = append(tags, tagLiteral(lower.TagKindOf(u), tag))
		}
	}
	for _, tag := range takenTags(u) {
		tags = append(tags, tagLiteral(lower.TagKindOf(u), tag))
	}
	if u.Default != nil {
		tags = append(tags, "undefined")
	}
	o := openUnion{Name: p.types[u], Unknown: p.unknown[u], Tags: lines(tags, "")}
	if lower.ByOf(u) == lower.ByName {
		o.Value = "string | { [key: string]: unknown }"
		return o
	}
	o.Key, o.Tag, o.Is = u.TagKey, ownMember(u.TagKey), isAnyTag(u, "tag")
	members := append(tagMembers(lower.Around(u)), memberView{Key: key(u.TagKey), Type: anyTag(u)}, memberView{Key: "[key: string]", Type: "unknown"})
	o.Value = objectType(members)
	return o
}

// ownMember is a member of v, where every object has something of that name.
func ownMember(name string) string {
	if slices.Contains(inherited, name) {
		return "(Object.hasOwn(v, " + quote(name) + ") ? v" + property(name) + " : undefined)"
	}
	return "v" + property(name)
}

func (v *unionsView) addTag(u *model.Union, name string) {
	for i, t := range v.Tags {
		if t.Key == u.TagKey && t.Type == anyTag(u) {
			v.Tags[i].Unions = append(t.Unions, name)
			return
		}
	}
	v.Tags = append(v.Tags, unknownTag{Key: u.TagKey, Type: anyTag(u), Unions: []string{name}})
}

// Several reports whether the name of the tag must be said.
func (v unionsView) Several() bool { return len(v.Keys) > 1 || v.External && v.Tagged }

// OnlyAccess is how the one tag is reached.
func (v unionsView) OnlyAccess() string { return property(v.Keys[0]) }

// Types are those that an overload takes.
func (t unknownTag) Types() string { return strings.Join(t.Unions, " | ") }
