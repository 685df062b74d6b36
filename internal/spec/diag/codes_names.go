package diag

// The codes of names in generated code. A backend reports them; the message
// names the target, and these texts hold for every one.
var (
	// TargetNameDuplicate is reported where two elements would get one name.
	TargetNameDuplicate = &Code{
		ID:    "target-name-duplicate",
		Title: "two elements get the same name in generated code",
		Doc: "Each target makes names from the names of the spec. In Go, for example, words are joined and begin with a capital, so that user_id " +
			"and userId are both UserID. What belongs to a type is named after it (DecodeX, readX, UnknownX), and everything stands " +
			"in one package. docs/names.md lists the forms. Where two elements meet in one name, pin another one on either of them, with the key " +
			"of the target that the message names: go: OtherID.",
		Wrong: `wiregen: 1

protocol:
  name: demo
  version: "1.0"

types:
  User:
    doc: Somebody.
    fields:
      user_id: string
      userId: string
`,
		Right: `wiregen: 1

protocol:
  name: demo
  version: "1.0"

types:
  User:
    doc: Somebody.
    fields:
      user_id: string
      userId: {type: string, go: OtherID}
`,
	}

	// TargetNameReserved is reported where an element would get a name that the
	// output, or the language, has for itself.
	TargetNameReserved = &Code{
		ID:    "target-name-reserved",
		Title: "generated code keeps this name for itself",
		Doc: "Some names stand in every generated package, such as Message, Methods and Response; some belong to the language. " +
			"docs/names.md lists them for each target. They are kept even where a protocol does not use them yet, so that it can grow. " +
			"Rename the element, or pin another name with the key of the target that the message names.",
		Wrong: `wiregen: 1

protocol:
  name: demo
  version: "1.0"

types:
  Record:
    doc: Something that was written down.
    fields:
      text: string
`,
		Right: `wiregen: 1

protocol:
  name: demo
  version: "1.0"

types:
  Record:
    doc: Something that was written down.
    ts: LogRecord
    fields:
      text: string
`,
	}

	// TargetNameInvalid is reported where a pinned name cannot be a name.
	TargetNameInvalid = &Code{
		ID:    "target-name-invalid",
		Title: "a pinned name cannot be a name of its target",
		Doc: "A pinned name stands in generated code as it is written. In Go it is an exported identifier; in TypeScript it is an identifier " +
			"and not a word of the language. The help has a name that would do.",
		Wrong: `wiregen: 1

protocol:
  name: demo
  version: "1.0"

types:
  User:
    doc: Somebody.
    fields:
      name: {type: string, go: full-name}
`,
		Right: `wiregen: 1

protocol:
  name: demo
  version: "1.0"

types:
  User:
    doc: Somebody.
    fields:
      name: {type: string, go: FullName}
`,
	}

	// TargetNameUnused is reported where a pinned name names nothing.
	TargetNameUnused = &Code{
		ID:    "target-name-unused",
		Title: "a pinned name names nothing in its target",
		Doc: "The element has no name of its own in that target. In TypeScript the members of objects, the values of enums and the names of " +
			"errors are called as they travel; in Go a variant that is declared elsewhere has the name of its type. Remove the pin, or pin " +
			"the name of the type.",
		Wrong: `wiregen: 1

protocol:
  name: demo
  version: "1.0"

types:
  User:
    doc: Somebody.
    fields:
      full_name: {type: string, ts: fullName}
`,
		Right: `wiregen: 1

protocol:
  name: demo
  version: "1.0"

types:
  User:
    doc: Somebody.
    fields:
      full_name: string
`,
	}
)
