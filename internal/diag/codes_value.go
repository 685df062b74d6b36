package diag

import (
	"fmt"
	"strings"
)

// Codes for values: defaults, examples, answers.
var (
	DocLarge = &Code{
		ID: "doc-large", Title: "a doc is too large",
		ByHand: "The text has to be shortened.",
		Doc: "A doc is Markdown for people, shown in editors and on pages. It has at most 16,384 bytes, 2,000 of the marks *, _ and [, 2,000 quotes " +
			"and items of lists, 16 of them within each other on a line, and tables of at most 32 columns and 5,000 cells. Pages of docs " +
			"then take time and memory in proportion to the spec.",
		Wrong: head + "types:\n  A: {doc: \"" + strings.Repeat("> ", 17) + "Quoted.\", fields: {x: int}}\n",
		Right: head + "types:\n  A: {doc: \"> Quoted.\", fields: {x: int}}\n",
	}
	DefaultSyntax = &Code{
		ID: "default-syntax", Title: "the default is not JSON",
		Doc:   "After \"=\" write a JSON value, or a value of an enum without quotes. YAML cuts a text at \" #\" and ends a key at \": \", so a type whose default contains one of them must be quoted as a whole.",
		Wrong: head + "types:\n  A:\n    fields:\n      x: string = \"open\n",
		Right: head + "types:\n  A:\n    fields:\n      x: string = \"open\"\n",
	}
	DefaultMisplaced = &Code{
		ID: "default-misplaced", Title: "a default is not allowed here",
		Doc:   "Only a field has a default, because only a field can be absent.",
		Wrong: head + "types:\n  A: int = 0\n",
		Right: head + "types:\n  A: int\n  B:\n    fields:\n      a: A = 0\n",
	}
	DefaultMismatch = &Code{
		ID: "default-mismatch", Title: "the default does not fit its type",
		Doc:   "A default is what a reader takes when the key is absent, so it must be a value of the field's type. A string needs double quotes; a value of an enum does not.",
		Wrong: head + "types:\n  A:\n    fields:\n      n: int = \"0\"\n",
		Right: head + "types:\n  A:\n    fields:\n      n: int = 0\n",
	}
	DefaultEndless = &Code{
		ID: "default-endless", Title: "a default contains itself",
		Doc:   "Fields that a default leaves out are filled with their own defaults. Where those lead back to the first one, a reader would never finish. A reader of a union by order also fills the variants that it tries before the one that accepts the default.",
		Wrong: head + "types:\n  Node:\n    fields:\n      next: Node = {}\n",
		Right: head + "types:\n  Node:\n    fields:\n      next?: Node\n",
	}
	DefaultLarge = &Code{
		ID: "default-large", Title: "a default has too many fields",
		Doc: "Fields that a default leaves out are filled with their own defaults. They double with each struct that contains two of the next one, until " +
			"an empty object is read as a value of thousands of fields. A default may be filled with at most 1,000 fields.",
		Wrong: head + "types:\n" + defaultTree(`a: "%[2]s = {}", b: "%[2]s = {}"`),
		Right: head + "types:\n" + defaultTree(`a: "%[2]s = {}", "b?": %[2]s`),
	}
	ExampleMismatch = &Code{
		ID: "example-mismatch", Title: "an example does not fit its type",
		Doc:   "Examples are values as a writer of this version writes them: with current names, and without undeclared keys. A field with a default may be left out. The examples of a method have the form {params: …, result: …}, those of an event or a request are the payload.",
		Wrong: head + "types:\n  A:\n    fields: {n: int}\n    examples:\n      - {n: one}\n",
		Right: head + "types:\n  A:\n    fields: {n: int}\n    examples:\n      - {n: 1}\n",
	}
	OnFailureMismatch = &Code{
		ID: "on-failure-mismatch", Title: "on_failure does not fit the result",
		Doc:   "on_failure is what the sender of a request uses when no answer can be obtained: an object of the result's type. It may leave out members.",
		Wrong: head + "envelope: {name: Envelope, tag: type, content: payload}\nrequests:\n  Ask: {fields: {}, result: {yes: bool}, on_failure: {yes: never}}\n",
		Right: head + "envelope: {name: Envelope, tag: type, content: payload}\nrequests:\n  Ask: {fields: {}, result: {yes: bool}, on_failure: {yes: false}}\n",
	}
	NumberTooLarge = &Code{
		ID: "number-too-large", Title: "a number is too large",
		ByHand: "A value has to be chosen.",
		Doc:    "Every target reads numbers as 64-bit floats. This one would be infinite, or, as a constant, would become another integer.",
		Wrong:  head + "types:\n  A: {fields: {x: float = 1e400}}\n",
		Right:  head + "types:\n  A: {fields: {x: float = 1e300}}\n",
	}
)

func valueCodes() []*Code {
	return []*Code{DocLarge, DefaultSyntax, DefaultMisplaced, DefaultMismatch, DefaultEndless, DefaultLarge, ExampleMismatch, OnFailureMismatch, NumberTooLarge}
}

// defaultTree are structs of which each holds the next one.
func defaultTree(fields string) string {
	const levels = 9
	var b strings.Builder
	b.WriteString("  A: {fields: {a: \"A0 = {}\"}}\n")
	for i := range levels {
		fmt.Fprintf(&b, "  A%d: {fields: {"+fields+"}}\n", i, fmt.Sprintf("A%d", i+1))
	}
	fmt.Fprintf(&b, "  A%d: {fields: {}}\n", levels)
	return b.String()
}
