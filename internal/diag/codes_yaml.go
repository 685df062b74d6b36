package diag

// Codes for the text and the YAML of a spec.
var (
	YAMLEmpty = &Code{
		ID: "yaml-empty", Title: "the spec is empty",
		Doc:   "A spec begins with the version of the language and the name of the protocol.",
		Wrong: "# nothing but a comment\n",
		Right: head,
	}
	YAMLTooLarge = &Code{
		ID: "yaml-too-large", Title: "the spec is too large",
		ByHand: "The file has to be divided.",
		Doc:    "A spec has at most 16 MiB and 1,000,000 names and values, so that a broken or malicious file cannot exhaust memory.",
	}
	YAMLTooDeep = &Code{
		ID: "yaml-too-deep", Title: "the spec is nested too deep",
		ByHand: "Names have to be chosen for the inner types.",
		Doc:    "Maps and lists are nested at most 1,000 levels deep. Declare inner types by name under types.",
	}
	YAMLNotUTF8 = &Code{
		ID: "yaml-not-utf8", Title: "the spec is not UTF-8",
		ByHand: "The encoding of the file is not known.",
		Doc:    "A spec is encoded as UTF-8, with or without a byte order mark. Save the file in that encoding.",
	}
	YAMLControlCharacter = &Code{
		ID: "yaml-control-character", Title: "the spec has a control character",
		Doc: "Apart from tabs and line ends, a spec must not contain control characters, because they are invisible. Within double quotes, write them as escapes, such as \\u0007.",
	}
	YAMLSyntax = &Code{
		ID: "yaml-syntax", Title: "the text is not YAML",
		Doc:   "The place is where the error begins, as far as indentation, brackets and quotes show it. Nothing else is checked until the YAML is valid.",
		Wrong: head + "types:\n  A: @later\n",
		Right: head + "types:\n  A: string\n",
	}
	YAMLTab = &Code{
		ID: "yaml-tab", Title: "the indentation contains a tab",
		Doc:   "YAML is indented with spaces only, because the width of a tab varies.",
		Wrong: head + "types:\n\tA: string\n",
		Right: head + "types:\n  A: string\n",
	}
	YAMLIndentation = &Code{
		ID: "yaml-indentation", Title: "the indentation of a line fits none of the lines above",
		ByHand: "The line may belong to several keys.",
		Doc:    "The keys of a map begin in the same column. The value of a key is indented deeper than the key.",
		Wrong:  head + "types:\n    A: string\n  B: string\n",
		Right:  head + "types:\n  A: string\n  B: string\n",
	}
	YAMLColon = &Code{
		ID: "yaml-colon", Title: "a line has a second colon",
		Doc:   "A colon followed by a space ends a key. A text that contains one must be quoted.",
		Wrong: head + "types:\n  A:\n    doc: Note: this is short.\n    type: string\n",
		Right: head + "types:\n  A:\n    doc: \"Note: this is short.\"\n    type: string\n",
	}
	YAMLUnclosedQuote = &Code{
		ID: "yaml-unclosed-quote", Title: "a quote is not closed",
		Doc:   "The text continues to the next quote, or to the end of the file. The place is where the quote opens.",
		Wrong: head + "types:\n  A:\n    doc: \"It ends nowhere.\n    type: string\n",
		Right: head + "types:\n  A:\n    doc: \"It ends here.\"\n    type: string\n",
	}
	YAMLUnclosedBracket = &Code{
		ID: "yaml-unclosed-bracket", Title: "a bracket is not closed, or not open",
		Doc:   "Every { and [ needs its } or ]. The place is where the bracket opens.",
		Wrong: head + "types:\n  A: {enum: [a, b}\n",
		Right: head + "types:\n  A: {enum: [a, b]}\n",
	}
	YAMLUnquotedInFlow = &Code{
		ID: "yaml-unquoted-in-flow", Title: "a name or type in brackets needs quotes",
		Doc:   "Within { } and [ ] the characters ? [ ] and the comma have a special meaning in YAML, or other tools read a text with them in another way. Quote the name or type, or write the map in block form, where no quotes are needed.",
		Wrong: head + "types:\n  A: {fields: {note?: string}}\n",
		Right: head + "types:\n  A: {fields: {\"note?\": string}}\n",
	}
	YAMLAnchor = &Code{
		ID: "yaml-anchor", Title: "YAML anchors, aliases and merge keys are not allowed",
		ByHand: "The shared part needs a name.",
		Doc:    "Declare a type for what is used more than once. A spec without anchors reads the same in every tool and cannot grow without bound when it is read.",
		Wrong:  head + "types:\n  A: &shared {fields: {x: string}}\n",
		Right:  head + "types:\n  A: {fields: {x: string}}\n",
	}
	YAMLTag = &Code{
		ID: "yaml-tag", Title: "YAML tags are not allowed",
		Doc:   "The meaning of a value follows from its place in the spec.",
		Wrong: head + "types:\n  A: !!str string\n",
		Right: head + "types:\n  A: string\n",
	}
	YAMLSecondDocument = &Code{
		ID: "yaml-second-document", Title: "a spec is one YAML document",
		ByHand: "Another file has to be made.",
		Doc:    "A second document, or a YAML directive, has no meaning in a spec. Put each spec in a separate file.",
		Wrong:  head + "---\nwiregen: 1\n",
		Right:  head,
	}
	YAMLDuplicateKey = &Code{
		ID: "yaml-duplicate-key", Title: "a map has a key twice",
		Doc:   "Some YAML tools keep the first, others the last of them. Keep one.",
		Wrong: head + "types:\n  A: string\n  A: int\n",
		Right: head + "types:\n  A: string\n  B: int\n",
	}
	YAMLEmptyValue = &Code{
		ID: "yaml-empty-value", Title: "a key has no value",
		Doc:   "YAML reads an empty value, and ~, as null. Write what you mean: {} for an empty map, null for the value null.",
		Wrong: head + "types:\n  A:\n",
		Right: head + "types:\n  A: {fields: {}}\n",
	}
	YAMLComplexKey = &Code{
		ID: "yaml-complex-key", Title: "a key is not a single name",
		ByHand: "The name that is meant is not known.",
		Doc:    "YAML allows maps and lists as keys. The keys of a spec are names.",
		Wrong:  head + "types:\n  [A, B]: string\n",
		Right:  head + "types:\n  A: string\n  B: string\n",
	}
	YAMLWrongKind = &Code{
		ID: "yaml-wrong-kind", Title: "a value is a map, a list or a single value where another of them belongs",
		Doc:   "Each place of a spec takes a map (key: value), a list (- item) or a single value.",
		Wrong: head + "types: [A, B]\n",
		Right: head + "types:\n  A: string\n  B: string\n",
	}
)

func yamlCodes() []*Code {
	return []*Code{
		YAMLEmpty, YAMLTooLarge, YAMLTooDeep, YAMLNotUTF8, YAMLControlCharacter, YAMLSyntax, YAMLTab, YAMLIndentation,
		YAMLColon, YAMLUnclosedQuote, YAMLUnclosedBracket, YAMLUnquotedInFlow, YAMLAnchor, YAMLTag, YAMLSecondDocument,
		YAMLDuplicateKey, YAMLEmptyValue, YAMLComplexKey, YAMLWrongKind,
	}
}
