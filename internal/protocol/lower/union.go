package lower

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A Tag is a key with one of a few values that an object carries because of the
// union that it is a variant of.
type Tag struct {
	Key     string   `json:"key"`
	Kind    TagKind  `json:"kind"`
	Values  []string `json:"values"`            // of today, the first of which is written where the value does not hold which; as JSON has them but for the quotes
	Was     []string `json:"was,omitempty"`     // older ones, read as the first
	Implied bool     `json:"implied,omitempty"` // it may be absent, and is never written
	Stored  bool     `json:"stored,omitempty"`  // the value holds which of Values it was

	Of *model.StructTag `json:"-"`
}

// TagKind is the JSON kind of a union's tags.
type TagKind uint8

// The kinds of tags.
const (
	StringTag TagKind = iota
	IntegerTag
	BooleanTag
)

// TagKindOf is the kind of a union's tags.
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

// Expected are the words for a tag of the kind.
func (k TagKind) Expected() string {
	return [...]string{StringTag: "a string", IntegerTag: "an integer", BooleanTag: "a boolean"}[k]
}

// JSON is a tag of the kind as it is written.
func (k TagKind) JSON(tag string) string {
	if k == StringTag {
		return model.Quote(tag)
	}
	return tag
}

// Tags are the tags that a struct carries, the outermost first.
func Tags(s *model.Struct) []Tag { return tagsFrom(s.Tag) }

// tagsFrom is tag, after those around it.
func tagsFrom(tag *model.StructTag) []Tag {
	var out []Tag
	for ; tag != nil; tag = tag.Outer {
		out = append(out, Tag{
			Key: tag.Key, Kind: tagKind(tag.Union.TagKind), Values: TodaysTags(tag.Variant), Was: tag.Variant.Was,
			Implied: tag.Union.Default == tag.Variant, Stored: len(tag.Variant.Tags) > 1, Of: tag,
		})
	}
	slices.Reverse(out)
	return out
}

// Around are the tags that an object carries because u is a variant of another union.
func Around(u *model.Union) []Tag { return tagsFrom(u.Outer) }

// TodaysTags are the tags of a variant, the one that is written first.
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
	By      By       `json:"by"`
	Key     string   `json:"key,omitempty"`     // of the tag
	TagKind TagKind  `json:"tag_kind"`          // of its values
	Content string   `json:"content,omitempty"` // ByContent: the key of the body
	Cases   []Case   `json:"cases"`
	Default int      `json:"default"` // the case that an object without a tag is read as; −1 for none
	Unknown Unknown  `json:"unknown"`
	Around  []Tag    `json:"around,omitempty"`  // tags that an unknown variant carries too
	Foreign []string `json:"foreign,omitempty"` // tags that are an error here although undeclared: the other unions of the envelope have them
	Parts   []Ref    `json:"parts,omitempty"`   // the unions that this one is made of, whose cases stand in Cases too

	Of *model.Union `json:"-"`
}

// By is what the variants of a union are told apart by.
type By uint8

// The ways to tell variants apart.
const (
	ByTag     By = iota // a tag among the members of the variant
	ByContent           // a tag beside a key with the body
	ByName              // the only key of an object, or a string for a variant without a body
	ByKind              // the JSON kind of the value
	ByKey               // the first key of Cases that is there
	ByOrder             // the first of Cases that reads the value
)

// Unknown says what becomes of a tag or a name that a union does not declare.
type Unknown uint8

// The ways to read an undeclared tag.
const (
	UnknownNone Unknown = iota // none can arise: there are no tags, or every one is declared
	UnknownRefused
	UnknownKept
)

// A Case is one variant of a union.
type Case struct {
	Tags  []string    `json:"tags,omitempty"` // of today, that which is written first
	Was   []string    `json:"was,omitempty"`
	Key   string      `json:"key,omitempty"` // ByKey: without one the case is read where no key is there
	Kinds model.Kinds `json:"kinds"`         // of the values, or of the body where the tag stands apart
	Body  bool        `json:"body"`          // false for a variant that is its tag alone
	Type  Ref         `json:"type"`
	// Disjoint says that nothing that is written as this case is read as an earlier one.
	Disjoint bool `json:"disjoint,omitempty"`

	Of *model.Variant `json:"-"`
}

// UnionOf is the row of a union, without the places of types.
func UnionOf(u *model.Union) Union {
	row := Union{
		By: ByOf(u), Key: u.TagKey, TagKind: tagKind(u.TagKind), Content: u.Content,
		Default: -1, Unknown: unknownOf(u), Foreign: u.ForeignTags(), Of: u,
	}
	if row.Unknown == UnknownKept {
		row.Around = tagsFrom(u.Outer)
	}
	for i, v := range u.Variants {
		if v == u.Default {
			row.Default = i
		}
		row.Cases = append(row.Cases, caseOf(u, v))
	}
	return row
}

var bys = [...]By{
	model.Internal: ByTag, model.Adjacent: ByContent, model.External: ByName,
	model.ByKind: ByKind, model.ByKey: ByKey, model.Ordered: ByOrder,
}

// ByOf is what the variants of u are told apart by.
func ByOf(u *model.Union) By { return bys[u.Tagging] }

func caseOf(u *model.Union, v *model.Variant) Case {
	row := Case{Was: v.Was, Key: v.Key, Body: v.Type != nil, Disjoint: v.Apart, Of: v}
	if ByOf(u).Tagged() {
		row.Tags = TodaysTags(v)
	}
	if v.Type != nil {
		row.Kinds = Reads(v.Type)
	}
	return row
}

// Tagged reports whether variants have tags or names on the wire.
func (b By) Tagged() bool { return b <= ByName }

// Around reports whether the tag stands around the variant, which alone has none.
func (b By) Around() bool { return b == ByContent || b == ByName }

func unknownOf(u *model.Union) Unknown {
	switch {
	case !ByOf(u).Tagged(), u.TagKind == model.BoolValue && len(declaredTags(u)) == 2:
		return UnknownNone
	case u.KeepUnknown:
		return UnknownKept
	}
	return UnknownRefused
}

// KeepsUnknown reports whether values of u may be of a variant that it does not declare.
func KeepsUnknown(u *model.Union) bool { return unknownOf(u) == UnknownKept }

// declaredTags are all tags that u reads as a variant.
func declaredTags(u *model.Union) map[string]bool {
	out := map[string]bool{}
	for _, v := range u.Variants {
		for _, tag := range slices.Concat(TodaysTags(v), v.Was) {
			out[tag] = true
		}
	}
	return out
}
