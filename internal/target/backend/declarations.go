package backend

// A Declaration is one that the users of a target's output see.
type Declaration struct {
	Name string
	Text string // without comments, and without what only its own package sees
}

// A Declarer is a backend that knows which declarations of its output are public. A
// reviewer of a spec reads those that a change of the spec changes.
type Declarer interface {
	// Declarations are the public declarations of types and values in the files that
	// the backend made, in the order of the files.
	Declarations(files []File) ([]Declaration, error)
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

// An Effect is what happens to code, each worse than the one before.
type Effect uint8

// The effects.
const (
	Same    Effect = iota // it compiles and does the same
	Misses                // it compiles, but a switch over all cases lacks one (where the language or a linter demands all, it does not compile)
	Differs               // it compiles, but means something else
	Fails                 // it does not compile
)
