package diag

// The codes of names in generated Go.
var (
	// GoNameDuplicate is reported where two elements would get one name.
	GoNameDuplicate = &Code{
		ID:    "go-name-duplicate",
		Title: "two elements get the same name in Go",
		Doc: "Go names are made from the names of the spec: words are joined and begin with a capital, so that user_id " +
			"and userId are both UserID. Functions, constants and the variants of unions are named after their type, and " +
			"everything stands in one package. Where two elements meet in one name, pin another one with go: on either.",
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

	// GoNameReserved is reported where an element would get a name that the
	// generated package has for itself.
	GoNameReserved = &Code{
		ID:    "go-name-reserved",
		Title: "the generated Go package keeps this name for itself",
		Doc: "Some names stand in every generated package, such as Message, Response, Methods and ProtocolVersion, and " +
			"every struct has the methods AppendJSON, MarshalJSON and UnmarshalJSON. They are kept even where a protocol " +
			"does not use them yet, so that it can grow. Rename the element, or pin another name with go:.",
		Wrong: `wiregen: 1

protocol:
  name: demo
  version: "1.0"

types:
  Message:
    doc: Something that was said.
    fields:
      text: string
`,
		Right: `wiregen: 1

protocol:
  name: demo
  version: "1.0"

types:
  Message:
    doc: Something that was said.
    go: ChatMessage
    fields:
      text: string
`,
	}

	// GoNameInvalid is reported where a pinned name cannot be a name.
	GoNameInvalid = &Code{
		ID:    "go-name-invalid",
		Title: "a name pinned with go: is no exported identifier of Go",
		Doc: "A pinned name stands in the generated package as it is written, so it begins with a capital letter and " +
			"holds only letters, digits and underscores.",
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

	// GoNameUnused is reported where a pinned name names nothing.
	GoNameUnused = &Code{
		ID:    "go-name-unused",
		Title: "a name pinned with go: names nothing",
		Doc: "The element has no name of its own in Go: a variant that stands elsewhere is called as its type is, and a " +
			"capability as its struct. Pin the name of that type.",
		Wrong: `wiregen: 1

protocol:
  name: demo
  version: "1.0"

types:
  Shape:
    doc: A figure.
    union: {match: key}
    variants:
      circle: {payload: Circle, go: Ring}
  Circle:
    doc: A round one.
    fields:
      radius: float
`,
		Right: `wiregen: 1

protocol:
  name: demo
  version: "1.0"

types:
  Shape:
    doc: A figure.
    union: {match: key}
    variants:
      circle: Circle
  Circle:
    doc: A round one.
    go: Ring
    fields:
      radius: float
`,
	}
)
