package tsgen

import (
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
)

// unionsView fills unions.js and its declarations.
type unionsView struct {
	Unions   []openUnion
	Tagged   bool // a union has a tag
	External bool // a union has its tags for names
	Keys     []string
	Tags     []unknownTag
}

// An openUnion keeps unknown variants.
type openUnion struct {
	Name    string
	Unknown string
	Key     string // of the tag; "" if the tag is a name
	Within  string // the condition that v is within the variant of another union that has this one; or ""
	Tag     string // the tag of v, in JavaScript
	Is      string // the condition on a tag, in JavaScript
	Value   string // the parts of an unknown variant
	Tags    string // every tag that is not unknown
	Taken   string // what has every tag that no unknown variant has
	// Extension is the condition on a tag that it is that of an extension; "" if there
	// are none.
	Extension string
}

// An unknownTag is an overload of the function that returns the tag of an unknown
// variant, by the name and the type of the tag.
type unknownTag struct {
	Key    string // "" if the tag is a name
	Type   string
	Unions []string
}

// emitUnions adds the module with the functions of unions that keep unknown variants.
func (p *plan) emitUnions(out *output) {
	var v unionsView
	for _, t := range p.rows.Types {
		if t.Union != nil && p.unknown[t.Union.Of] != "" {
			v.add(p.openUnion(t.Union), openTagOf(t.Union).Type)
		}
	}
	m := &module{}
	switch {
	case v.Tagged:
		m.link("./runtime/error", "WireError", "fault", "found", "pathOf")
		m.add("takeUnknown", v)
	case v.External:
		m.link("./runtime/error", "WireError", "fault", "found")
	}
	if v.External {
		m.add("takeUnknownName", v)
	}
	for _, u := range v.Unions {
		m.add("tagsOf", u)
		m.export("isKnown", u)
		m.export("unknown", u)
		if u.Extension != "" {
			m.export("isExtensionTag", u)
		}
	}
	if len(v.Unions) > 0 {
		m.export("unknownTag", v)
	}
	out.module("unions", m)

	d := &module{links: []link{typesLink}}
	d.fill("unions.d.ts.tmpl", v)
	out.declarations("unions", d)
}

// add adds a union, whose tag has a type.
func (v *unionsView) add(o openUnion, tag string) {
	v.Unions = append(v.Unions, o)
	v.External = v.External || o.Key == ""
	v.Tagged = v.Tagged || o.Key != ""
	if o.Key != "" && !slices.Contains(v.Keys, o.Key) {
		v.Keys = append(v.Keys, o.Key)
	}
	v.addTag(o.Key, tag, "wire."+o.Unknown)
}

func (p *plan) openUnion(u *lower.Union) openUnion {
	var tags []string
	for _, c := range u.Cases {
		tags = append(tags, tagLiterals(u.TagKind, c.Tags)...)
	}
	tags = append(tags, tagLiterals(u.TagKind, takenTags(u))...)
	if u.Default >= 0 {
		tags = append(tags, "undefined")
	}
	o := openUnion{Name: p.types[u.Of], Unknown: p.unknown[u.Of], Tags: lines(tags, "")}
	o.Taken = "tagsOf" + o.Name
	if u.Extensions != nil {
		o.Extension = `typeof tag === "string" && ` + extensions{u.Extensions}.Grouped("tag")
	}
	if u.By == lower.ByName && u.Unknown == lower.UnknownExtended {
		o.Taken = "{ has: (tag) => !(" + o.Extension + ") }"
	}
	if u.By == lower.ByName {
		o.Value = "string | { [key: string]: unknown }"
		return o
	}
	tag := openTagOf(u)
	o.Key, o.Tag, o.Is = u.Key, ownMember("v", u.Key), tag.Is("tag")
	o.Within = strings.Join(withinConds(u.Around), " && ")
	o.Value = objectType(append(tagMembers(u.Around), memberView{Key: key(u.Key), Type: tag.Type}, memberView{Key: "[key: string]", Type: "unknown"}))
	return o
}

// withinConds are the conditions on the tags that v has because its union is a variant of
// another one.
func withinConds(around []lower.Tag) []string {
	var out []string
	for _, t := range around {
		if t.Written == lower.WrittenAlways {
			conds := each(tagLiterals(t.Kind, t.Values), func(tag string) string { return equals(ownMember("v", t.Key), tag) })
			cond := strings.Join(conds, " || ")
			if len(conds) > 1 {
				cond = "(" + cond + ")"
			}
			out = append(out, cond)
		}
	}
	return out
}

// ownMember is a member of the object of, with a test if every object inherits one of
// that name.
func ownMember(of, name string) string {
	if slices.Contains(inherited, name) {
		return "(Object.hasOwn(" + of + ", " + quote(name) + ") ? " + of + property(name) + " : undefined)"
	}
	return of + property(name)
}

func (v *unionsView) addTag(key, typ, name string) {
	for i, t := range v.Tags {
		if t.Key == key && t.Type == typ {
			v.Tags[i].Unions = append(t.Unions, name)
			return
		}
	}
	v.Tags = append(v.Tags, unknownTag{key, typ, []string{name}})
}

// Several reports whether the tags of unknown variants are at several places.
func (v unionsView) Several() bool { return len(v.Keys) > 1 || v.External && v.Tagged }

// OnlyAccess is the access to the only tag.
func (v unionsView) OnlyAccess() string { return property(v.Keys[0]) }

// Types are the parameter types of an overload.
func (t unknownTag) Types() string { return strings.Join(t.Unions, " | ") }
