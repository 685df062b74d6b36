package lower

import (
	"maps"
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A Tag is a key with one of several values that an object has because it is a
// variant of a union.
type Tag struct {
	Key         string   `json:"key"`
	Kind        TagKind  `json:"kind"`
	Values      []string `json:"values"`            // current ones, the first of which is written unless the value records which; in JSON notation, without the quotes
	FormerNames []string `json:"was,omitempty"`     // older ones, read as the first
	Implied     bool     `json:"implied,omitempty"` // it may be absent
	Written     Written  `json:"written"`
	Stored      bool     `json:"stored,omitempty"` // the value records which of Values it was

	Of *model.StructTag `json:"-"`
}

// Written says whether a tag is written.
type Written uint8

// The ways to write a tag; every tag that may not be absent is always written.
const (
	WrittenAlways Written = iota
	WrittenNever
	WrittenAsRead // if it was read
)

// impliedBy reports whether a tag may be absent, and how it is written.
func impliedBy(t *model.StructTag) (bool, Written) {
	if t.Union.Default != t.Variant {
		return false, WrittenAlways
	}
	return true, defaultWritten(t.Union)
}

func defaultWritten(u *model.Union) Written {
	return [...]Written{
		model.DefaultTagNever: WrittenNever, model.DefaultTagAlways: WrittenAlways, model.DefaultTagAsRead: WrittenAsRead,
	}[u.DefaultTag]
}

// TagKind is the JSON kind of a union's tags.
type TagKind uint8

// The kinds of tags.
const (
	StringTag TagKind = iota
	IntegerTag
	BooleanTag
)

// TagKindOf returns the kind of a union's tags.
func TagKindOf(u *model.Union) TagKind { return tagKind(u.TagKind) }

func tagKind(k model.ValueKind) TagKind {
	switch k {
	case model.NumberValue:
		return IntegerTag
	case model.BoolValue:
		return BooleanTag
	}
	return StringTag
}

// Expected returns the words for a tag of the kind.
func (k TagKind) Expected() string {
	return [...]string{StringTag: "a string", IntegerTag: "an integer", BooleanTag: "a boolean"}[k]
}

// JSON returns a tag of the kind as it is written.
func (k TagKind) JSON(tag string) string {
	if k == StringTag {
		return model.Quote(tag)
	}
	return tag
}

// Tags returns the tags of a struct, the outermost first.
func Tags(s *model.Struct) []Tag { return tagsFrom(s.Tag) }

// tagsFrom is tag, after the outer ones.
func tagsFrom(tag *model.StructTag) []Tag {
	var out []Tag
	for ; tag != nil; tag = tag.Outer {
		implied, written := impliedBy(tag)
		out = append(out, Tag{
			Key: tag.Key, Kind: tagKind(tag.Union.TagKind), Values: TodaysTags(tag.Variant), FormerNames: tag.Variant.FormerNames,
			Implied: implied, Written: written, Stored: len(tag.Variant.Tags) > 1, Of: tag,
		})
	}
	slices.Reverse(out)
	return out
}

// Around returns the tags that an object has because u is a variant of another union.
func Around(u *model.Union) []Tag { return tagsFrom(u.Outer) }

// TodaysTags returns the current tags of a variant, first the one that is written.
func TodaysTags(v *model.Variant) []string {
	out := []string{v.Tag}
	for _, tag := range v.Tags {
		if tag != v.Tag {
			out = append(out, tag)
		}
	}
	return out
}

// A Union is one of several types.
type Union struct {
	By      By      `json:"by"`
	Key     string  `json:"key,omitempty"`     // of the tag
	TagKind TagKind `json:"tag_kind"`          // of its values
	Content string  `json:"content,omitempty"` // ByContent: the key of the body
	Cases   []Case  `json:"cases"`
	Default int     `json:"default"` // the case that an object without a tag is read as; −1 for none
	Written Written `json:"written"` // whether the tag of Default is written
	Unknown Unknown `json:"unknown"`
	// Extensions are the tags of extensions; nil if there can be none.
	Extensions *Extensions `json:"extensions,omitempty"`
	Around     []Tag       `json:"around,omitempty"`  // outer tags that an unknown variant also has
	Foreign    []string    `json:"foreign,omitempty"` // undeclared tags that are an error here, because the other unions of the envelope declare them
	Parts      []Ref       `json:"parts,omitempty"`   // the unions that this one is made of, whose cases are included in Cases

	Of *model.Union `json:"-"`
}

// By says how the variants of a union are distinguished.
type By uint8

// The ways to distinguish variants.
const (
	ByTag     By = iota // a tag next to the fields of the variant
	ByContent           // a tag next to a key with the body
	ByName              // the only key of an object, or a string for a variant without a body
	ByKind              // the JSON kind of the value
	ByKey               // the first key of Cases that is present
	ByOrder             // the first of Cases that accepts the value
)

// Unknown says how an undeclared tag or name of a union is handled.
type Unknown uint8

// The ways to read an undeclared tag.
const (
	UnknownNone Unknown = iota // impossible: there are no tags, or every one is declared
	UnknownRefused
	UnknownKept
	UnknownExtended // only the tags of extensions are kept
)

// Kept reports whether some undeclared tags are kept.
func (u Unknown) Kept() bool { return u >= UnknownKept }

// A Case is one variant of a union.
type Case struct {
	Tags        []string    `json:"tags,omitempty"` // current ones, first the one that is written
	FormerNames []string    `json:"was,omitempty"`
	Key         string      `json:"key,omitempty"` // ByKey: without one the case is read if no key is present
	Kinds       model.Kinds `json:"kinds"`         // of the values, or of the body if the tag is separate
	Body        bool        `json:"body"`          // false for a variant that is only its tag
	Type        Ref         `json:"type"`
	// Disjoint says that no message that is written as this case is read as an earlier one.
	Disjoint bool `json:"disjoint,omitempty"`
	// Result is the type of the result of a request of the envelope.
	Result *Ref `json:"result,omitempty"`
	// ID is the path of the member of a request that equals the id of its message: payload.id.
	ID string `json:"id,omitempty"`
	// OnFailure is the result that is to be assumed if none can be obtained.
	OnFailure *JSON `json:"on_failure,omitempty"`
	// Label is what the spec calls a case without tags, if it calls it anything.
	Label   string  `json:"label,omitempty"`
	Remarks Remarks `json:"remarks,omitzero"`

	Of *model.Variant `json:"-"`
}

// UnionOf returns the row of a union, without references to types.
func UnionOf(u *model.Union) Union {
	row := Union{
		By: ByOf(u), Key: u.TagKey, TagKind: tagKind(u.TagKind), Content: u.Content,
		Default: -1, Unknown: unknownOf(u), Foreign: u.ForeignTags(), Of: u,
	}
	if row.Unknown.Kept() {
		row.Around = tagsFrom(u.Outer)
	}
	if row.Unknown.Kept() && row.TagKind == StringTag {
		row.Extensions = extensionsOf(u.Extensions, slices.Concat(slices.Sorted(maps.Keys(declaredTags(u))), row.Foreign))
	}
	for i, v := range u.Variants {
		if v == u.Default {
			row.Default, row.Written = i, defaultWritten(u)
		}
		row.Cases = append(row.Cases, caseOf(u, v))
	}
	return row
}

var bys = [...]By{
	model.Internal: ByTag, model.Adjacent: ByContent, model.External: ByName,
	model.ByKind: ByKind, model.ByKey: ByKey, model.Ordered: ByOrder,
}

// ByOf is how the variants of u are distinguished.
func ByOf(u *model.Union) By { return bys[u.Tagging] }

func caseOf(u *model.Union, v *model.Variant) Case {
	row := Case{FormerNames: v.FormerNames, Key: v.Key, Body: v.Type != nil, Disjoint: v.ProvenDisjoint, ID: v.ID, Label: v.Label, Remarks: Remarks{&v.Meta}, Of: v}
	if ByOf(u).Tagged() {
		row.Tags = TodaysTags(v)
	}
	if v.Type != nil {
		row.Kinds = Reads(v.Type)
	}
	if v.OnFailure != nil {
		row.OnFailure = &JSON{*v.OnFailure}
	}
	return row
}

// Tagged reports whether variants have tags or names on the wire.
func (b By) Tagged() bool { return b <= ByName }

// Around reports whether the tag is outside of the variant.
func (b By) Around() bool { return b == ByContent || b == ByName }

func unknownOf(u *model.Union) Unknown {
	switch {
	case !ByOf(u).Tagged(), u.TagKind == model.BoolValue && len(declaredTags(u)) == 2:
		return UnknownNone
	case u.KeepUnknown:
		return UnknownKept
	case len(u.Extensions) > 0 && tagKind(u.TagKind) == StringTag:
		return UnknownExtended
	}
	return UnknownRefused
}

// KeepsUnknown reports whether u keeps unknown variants.
func KeepsUnknown(u *model.Union) bool { return unknownOf(u).Kept() }

// declaredTags are all tags that u reads as a variant.
func declaredTags(u *model.Union) map[string]bool {
	out := map[string]bool{}
	for _, v := range u.Variants {
		for _, tag := range slices.Concat(TodaysTags(v), v.FormerNames) {
			out[tag] = true
		}
	}
	return out
}
