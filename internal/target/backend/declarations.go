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
