package diag

// A Code is one kind of mistake. Its ID is in kebab-case, the object first and
// the fault last, and is never renamed or reused.
type Code struct {
	ID    string
	Title string // what is wrong, in one line, lower case, no full stop
	Doc   string // why it is wrong and what to do; plain text, a few sentences
	Wrong string // a spec that yields this code alone; "" where an example would not be readable
	Right string // the same spec, repaired; it compiles
	Lint  bool   // a rule of lint; the wrong spec compiles as well
	// ByHand says why no edit of the text repairs it, in a sentence; "" where one may.
	ByHand string
}
