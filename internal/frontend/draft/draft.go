// Package draft is a protocol between a foreign format and a spec: types and methods as the
// source has them, each with its place there. Readers of formats make it; Node makes of it the
// nodes that the reader of specs reads. It knows no format.
package draft

import (
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/source"
)

// A Place is where something stands in the source.
type Place struct {
	Pointer string // a JSON pointer as a fragment; in the second and further files after the name of the file
	Span    source.Span
}

// A Spec is a whole protocol.
type Spec struct {
	Place
	Sections []syntax.Pair // the top-level keys beside types and methods, as they are written
	Faithful bool          // readers are as strict as the source
	Adopted  bool          // elements do not name their places in the source
	Types    []*Decl
	Methods  []*Method
	Errors   []*Error
}

// Meta is what every element may have.
type Meta struct {
	Doc        string
	DocAt      source.Span
	Deprecated bool
	Use        string // what is to be used instead, of something deprecated
	// Since is the version in which the element appeared, or "".
	Since        string
	Experimental bool
	// Set are keys of the language that replace those of the element. They come from decisions.
	Set  []syntax.Pair
	Pins map[string]string // by target
}

// A Decl is a named type.
type Decl struct {
	Place
	Meta
	Name string
	Type *Type
	// Tag is the key that every union that lists the struct tells it apart by, or "". The field
	// of that name is not written. Settle sets it.
	Tag  string
	Null bool // every use of the name allows null. Settle sets it
	Used bool // null is allowed where the name is used, and not by what it stands for
}

// Kind is the kind of a Type.
type Kind uint8

// The kinds of types.
const (
	Any    Kind = iota
	Scalar      // Word
	Ref         // To
	List        // Item
	Map         // Item, and Key, a reference to an enum, or nil
	Tuple       // Items
	Const       // Value
	Enum        // Values
	Struct      // Fields
	Union       // Union
	Text        // Word is a type expression, which a decision gives
)

// A Type is a type at a place of the source.
type Type struct {
	Place
	Kind   Kind
	Null   bool   // null is a value as well
	Word   string // of a Scalar, or a Text
	Title  string // a name that the source suggests, or ""
	Doc    string // what the source says of it, for the declaration that it may become
	To     *Decl
	Item   *Type
	Key    *Decl
	Items  []*Type
	Value  *syntax.Node
	Limits []syntax.Pair
	// BadItems says what becomes of unreadable items of the list: skip, refuse, or "" for what
	// the spec says for all lists.
	BadItems string

	Values []*Value
	Open   bool // of an enum: the source allows other values

	Fields    []*Field
	Extra     string // ignore, keep, reject, or ""
	ExtraType *Type
	Present   []Rule

	Union *UnionType
	// Bases are the structs of which all fields are in Fields.
	Bases []*Decl

	Declared bool // it has a declaration of its own, even if it has an expression
	// Part says that the type is only some arms of what stands at its place.
	Part bool
	Also []string // the pointers of the other schemas that it was put together of
	// Weaken makes the type accept more, if the language refuses it as it is. It returns what
	// is lost, or "" if nothing weaker is left. Nil: the type becomes any.
	Weaken func(*Type) string
	// Dropped says that the type became any because the language refuses what it was.
	Dropped bool
}

// A Value is one value of an enum.
type Value struct {
	Meta
	Place
	Name  *syntax.Node
	Value *syntax.Node // of an enum of integers; else nil
}

// A Rule is one rule about the presence of fields.
type Rule struct {
	Place
	Rule   string
	Fields []string
}

// A Field is one key of a struct.
type Field struct {
	Place
	Meta
	Name     string
	Required bool
	Type     *Type
	Default  *syntax.Node
	Lenient  bool // an unreadable value counts as none
	// Patch says that an absent key and null differ. Asked is the question whether they do, which
	// needs no answer if the language has no such field.
	Patch bool
	Asked *Question
}

// How the variants of a union are told apart.
const (
	ByTag      = "tag"
	ByKey      = "key"
	ByKind     = "kind"
	ByOrder    = "ordered"
	ByExternal = "external"
)

// A UnionType is a union.
type UnionType struct {
	By       string
	Tag      string
	Common   []*Field
	Default  string // the tag of the variant for objects without one
	Keep     bool   // the source allows other tags
	Variants []*Variant
}

// A Variant is one type of a union. In a union by tag it has tags, and one of To, Body and Type,
// which is a struct without the tag.
type Variant struct {
	Place
	Meta
	Tags []*syntax.Node
	Key  string // of a union by key: what identifies it
	To   *Decl  // a struct, or a union, that has the tag itself
	Body *Decl  // a struct without the tag
	Type *Type  // or any type
	Name string // a name that the source suggests, or ""
	Bare bool   // of an external union: only its name
}

// A Method is one method.
type Method struct {
	Place
	Meta
	Name     string
	From     string
	Notify   bool
	Params   *Type // nil: none
	Optional bool  // params may be absent
	Result   *Type
	// What the source does not say.
	NoResult, NoSide bool

	Progress  []Progress
	ErrorData *Type // of the errors that answer it; nil: none
	// Options are those with which a peer registers for the method at run time, under the name As,
	// or that of the method.
	Options *Type
	As      string
	Gate    string // the capability that it needs, if the spec has capabilities
}

// A Progress is notifications about a request that was sent.
type Progress struct {
	Name          string // "" for the first kind
	Method        string // of the notifications
	Token, Member string // the path of the token, and the member that has the progress
	Payload       *Type  // nil: as the notification declares it
}

// Types are the types of the method, as they are now. They may be replaced.
func (m *Method) Types() []**Type {
	out := []**Type{&m.Params, &m.Result, &m.ErrorData, &m.Options}
	for i := range m.Progress {
		out = append(out, &m.Progress[i].Payload)
	}
	return out
}

// A Source is what a reader of a format found.
type Source struct {
	Spec      *Spec
	Questions []*Question
	Title     string // of the source, or ""
	Version   string // of the protocol, or ""
	Versions  []string
	Roles     []string
	// Left are the definitions that are not in the spec.
	Left []string
	// Notes are what the spec says otherwise than the source. Weaker types have more of them.
	Notes func() []*Note
}

// An Error is the code of an error.
type Error struct {
	Place
	Meta
	Name string
	Code *syntax.Node
	Data *Type // nil: none
}

// A Note is something that the spec says otherwise than the source, by the rules of the import.
// Edits of the source make it say what the spec says; there are none if the spec accepts what
// the source accepts.
type Note struct {
	Place
	Text  string
	Edits []Edit
}

// An Edit changes the source: it sets a key of the object at a pointer, or removes it. With
// choices, the value is the arm of the first choice whose condition holds.
type Edit struct {
	Pointer string
	Key     string
	Value   any
	Remove  bool
	Rename  string // the new name of the key
	Append  bool   // the value is one more item of the list under the key
	Drop    string // the item of the list under the key that is removed
	Choices []Choice
	// Merged are the keys of the one object that the union under the key becomes, or without a key
	// what stands at the pointer.
	Merged []Merged
}

// A Merged is a key of an object that was made of several: its values are those that one of the
// schemas at some pointers accepts, objects with keys, or those of a schema.
type Merged struct {
	Name     string
	Required bool
	At       []string
	Fields   []Merged
	Schema   any
}

// Relaxes reports whether the edit makes the source accept more, and nothing less.
func (e Edit) Relaxes() bool {
	switch {
	case len(e.Choices) > 0 || len(e.Merged) > 0 || e.Append:
		return false
	case e.Remove || e.Rename != "" || e.Drop != "" || e.Key == "":
		return true
	}
	return e.Value == true || e.Key == "additionalProperties"
}

// Restricts reports whether the edit makes the source accept less, and nothing more.
func (e Edit) Restricts() bool { return len(e.Choices)+len(e.Merged) == 0 && !e.Relaxes() }

// A Choice is one arm of a union as the spec tells it apart.
type Choice struct {
	If any // a schema; nil: always
	// Or the tag of the arm, and the pointers of the schemas that its values have there. They are
	// those of the source, so that a mistake in reading them is not repeated here.
	Tag  string
	At   []string
	Any  bool     // one of the schemas is enough
	Then []string // the pointers of the arm, or of several of which one must accept the value
	// Alone says that the arm applies without what stands beside the union.
	Alone bool
}

// AtSpec is the place of the question about what no element says.
const AtSpec = "spec"

// A Question is something that the source does not say. The import goes on with Taken.
type Question struct {
	Place
	At      string   // what the entry of the decisions file names
	Was     string   // what the import sees there
	Why     string   // what is not said
	Answers []string // values of "do", in YAML; the first is what is taken
	Keys    []string // the keys of "do" that answer it
	// Arms are the places of the arms of a union. Another question about the same arms is in Also:
	// one answer is for both.
	Arms []string
	Also []*Question
}
