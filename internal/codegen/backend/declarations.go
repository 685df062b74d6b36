package backend

import "github.com/wiregen/wiregen/internal/protocol/model"

// A Declaration is an exported declaration of a target's output.
type Declaration struct {
	Name string
	Text string     // without comments and empty lines
	Of   model.Decl // the type that it was made for; or nil
}

// A Declarer is a backend that knows which declarations of its output are public. A
// reviewer of a spec reads those that a change of the spec changes.
type Declarer interface {
	Backend
	// Declarations are the public declarations of what a plan of the backend emits: those
	// for some types, and those for none. Functions that every type of its kind has are
	// left out: they follow from it.
	Declarations(p Plan, types []model.Decl) []Declaration
	// Shown is the text of a declaration in the usual layout, for people.
	Shown(text string) string
	// Changes says what the changes of declarations do to code that was written for the
	// old ones. Old declarations that have another name are renamed: the new names by the
	// old ones. What is said of one type is not said again of those that contain it.
	Changes(old, today Surface, renamed map[string]string) []Change
}

// A Package is the exported declarations of a version of a package: all, or those that
// may differ from the other version's, and where the other types are found by their names.
type Package struct {
	Declarations []Declaration
	Other        func(name string) string // the text of a declaration; "" if there is none
}

// A Change is what a change of one public declaration does to code that was written for
// the old one.
type Change struct {
	Name    string // of the declaration: the old one's, or the new one's if it was added
	Member  string // of it: a property, a variant, a value; or ""
	Effect  Effect
	Why     string // in words: what happens to which code, without the name
	Was, Is string // the part of the text that differs, on one line; "" for what one version does not have
}

// An Effect is the effect of a change on code. Each is worse than the one before.
type Effect uint8

// The effects.
const (
	Same    Effect = iota // it compiles and does the same
	Misses                // it compiles, but a switch over all cases lacks one (where the language or a linter demands all, it does not compile)
	Differs               // it compiles, but means something else
	Fails                 // it does not compile
)
