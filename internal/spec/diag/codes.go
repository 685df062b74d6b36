package diag

// A Code is one row of the table: a kind of mistake, for ever. Its ID is in
// kebab-case, the object first and the fault last, and is never renamed or
// used again for something else.
type Code struct {
	ID    string
	Title string // what is wrong, in one line, lower case, no full stop
	Doc   string // why it is wrong and what to do; plain text, a few sentences
	Wrong string // a spec that yields this code alone; "" where nobody could read one
	Right string // the same, repaired: it compiles
	Lint  bool   // a rule of lint: the wrong spec compiles too
}
