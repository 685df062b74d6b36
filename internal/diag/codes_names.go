package diag

// Codes for names in generated code. Backends report them. The message names the
// target; these texts apply to every target.
var (
	// TargetNameDuplicate is reported where two elements would get one name.
	TargetNameDuplicate = &Code{
		ID:    "target-name-duplicate",
		Title: "two elements get the same name in generated code",
		Doc: "Each target makes names from the names of the spec. In Go, for example, words are joined and begin with a capital, so that user_id " +
			"and userId are both UserID. Functions and types that belong to a type are named after it (DecodeX, readX, UnknownX), and everything is " +
			"in one package. docs/names.md lists the forms. Where two elements get the same name, pin another name for one of them, with the key " +
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

	// TargetNameReserved is reported where an element would get a name that
	// generated code or the language reserves.
	TargetNameReserved = &Code{
		ID:    "target-name-reserved",
		Title: "generated code reserves this name",
		Doc: "Some names are declared in every generated package, such as Message, Methods and Response; some belong to the language. " +
			"docs/names.md lists them for each target. They are reserved even if a protocol does not use them yet, so that it can grow. " +
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
		Doc: "A pinned name is copied to generated code unchanged. In Go it must be an exported identifier; in TypeScript it must be an identifier " +
			"that is not a reserved word. The help suggests a valid name.",
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
		Doc: "The element has no separate name in that target. In TypeScript the members of objects, the values of enums and the names of " +
			"errors are the names on the wire; in Go a variant that is declared elsewhere has the name of its type. Remove the pin, or pin " +
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
