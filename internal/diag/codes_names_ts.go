package diag

// The codes of names in generated TypeScript.
var (
	// TSNameDuplicate is reported where two elements would get one name.
	TSNameDuplicate = &Code{
		ID:    "ts-name-duplicate",
		Title: "two elements get the same name in TypeScript",
		Doc: "Every exported name of the generated package stands in one module. A union X that keeps undeclared variants " +
			"also takes KnownX and UnknownX, and the envelope of an event E is EEvent. Where two elements meet in one name, " +
			"pin another one with ts: on either.",
		Wrong: `wiregen: 1

protocol:
  name: demo
  version: "1.0"

types:
  Shape:
    doc: A figure.
    union: {tag: kind}
    variants:
      circle:
        name: Circle
        fields:
          radius: float
  UnknownShape:
    doc: Somebody's drawing.
    go: Drawing
    fields:
      title: string
`,
		Right: `wiregen: 1

protocol:
  name: demo
  version: "1.0"

types:
  Shape:
    doc: A figure.
    union: {tag: kind}
    variants:
      circle:
        name: Circle
        fields:
          radius: float
  UnknownShape:
    doc: Somebody's drawing.
    go: Drawing
    ts: Drawing
    fields:
      title: string
`,
	}

	// TSNameReserved is reported where an element would get a name that the
	// generated package, or the language, has for itself.
	TSNameReserved = &Code{
		ID:    "ts-name-reserved",
		Title: "the generated TypeScript package keeps this name for itself",
		Doc: "Some names stand in every generated package, such as Message, Methods and ErrorCodes; some are globals that " +
			"the declarations use, such as Promise and Record; some are words of the language. They are kept even where a " +
			"protocol does not use them yet, so that it can grow. Rename the element, or pin another name with ts:.",
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

	// TSNameInvalid is reported where a pinned name cannot be a name.
	TSNameInvalid = &Code{
		ID:    "ts-name-invalid",
		Title: "a name pinned with ts: is no identifier of TypeScript",
		Doc: "A pinned name stands in the generated package as it is written, so it holds only letters, digits, _ and $, " +
			"does not begin with a digit, and is no word of the language.",
		Wrong: `wiregen: 1

protocol:
  name: demo
  version: "1.0"

types:
  User:
    doc: Somebody.
    ts: full-name
    fields:
      name: string
`,
		Right: `wiregen: 1

protocol:
  name: demo
  version: "1.0"

types:
  User:
    doc: Somebody.
    ts: FullName
    fields:
      name: string
`,
	}

	// TSNameUnused is reported where a pinned name names nothing.
	TSNameUnused = &Code{
		ID:    "ts-name-unused",
		Title: "a name pinned with ts: names nothing",
		Doc: "In TypeScript the members of objects, the values of enums and the names of errors are called as they travel, " +
			"so that nothing is left to pin. What can be pinned are types, methods, and variants that have an interface of their own.",
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
