package diag

// What can be wrong with the text and the YAML of a spec.
var (
	YAMLEmpty = &Code{
		ID: "yaml-empty", Title: "the spec holds nothing",
		Doc:   "A spec begins with the version of the language and the name of the protocol.",
		Wrong: "# nothing but a comment\n",
		Right: head,
	}
	YAMLTooLarge = &Code{
		ID: "yaml-too-large", Title: "the spec is too large",
		Doc: "A spec has at most 16 MiB and 1,000,000 names and values, so that a broken or hostile file cannot fill the memory.",
	}
	YAMLTooDeep = &Code{
		ID: "yaml-too-deep", Title: "the spec is nested too deep",
		Doc: "Maps and lists stand at most 1,000 levels deep. Give inner types a name of their own under types.",
	}
	YAMLNotUTF8 = &Code{
		ID: "yaml-not-utf8", Title: "the spec is not UTF-8",
		Doc: "A spec is a text in UTF-8, with or without a byte order mark. Save the file in that encoding.",
	}
	YAMLControlCharacter = &Code{
		ID: "yaml-control-character", Title: "a control character stands in the spec",
		Doc: "Beside tabs and line ends a spec holds no control characters: nobody can see them. In a text in double quotes they are written as escapes, such as \\u0007.",
	}
	YAMLSyntax = &Code{
		ID: "yaml-syntax", Title: "the text is not YAML",
		Doc:   "The place is where the fault begins, as far as indentation, brackets and quotes tell. As long as the YAML is broken, nothing else is checked.",
		Wrong: head + "types:\n  A: @later\n",
		Right: head + "types:\n  A: string\n",
	}
	YAMLTab = &Code{
		ID: "yaml-tab", Title: "a tab stands in the indentation",
		Doc:   "YAML indents with spaces only, because a tab is of no certain width.",
		Wrong: head + "types:\n\tA: string\n",
		Right: head + "types:\n  A: string\n",
	}
	YAMLIndentation = &Code{
		ID: "yaml-indentation", Title: "a line is indented like none that it could belong to",
		Doc:   "The keys of one map stand in one column. What belongs to a key is indented deeper than it.",
		Wrong: head + "types:\n    A: string\n  B: string\n",
		Right: head + "types:\n  A: string\n  B: string\n",
	}
	YAMLColon = &Code{
		ID: "yaml-colon", Title: "a second colon stands on one line",
		Doc:   "A colon with a space behind it ends a key. A text that holds one must be quoted.",
		Wrong: head + "types:\n  A:\n    doc: Note: this is short.\n    type: string\n",
		Right: head + "types:\n  A:\n    doc: \"Note: this is short.\"\n    type: string\n",
	}
	YAMLUnclosedQuote = &Code{
		ID: "yaml-unclosed-quote", Title: "a quote is not closed",
		Doc:   "The text runs on to the next quote, or to the end of the file. The place is where the quote opens.",
		Wrong: head + "types:\n  A:\n    doc: \"It ends nowhere.\n    type: string\n",
		Right: head + "types:\n  A:\n    doc: \"It ends here.\"\n    type: string\n",
	}
	YAMLUnclosedBracket = &Code{
		ID: "yaml-unclosed-bracket", Title: "a bracket is not closed, or not open",
		Doc:   "Every { and [ has its } or ]. The place is where the bracket opens.",
		Wrong: head + "types:\n  A: {enum: [a, b}\n",
		Right: head + "types:\n  A: {enum: [a, b]}\n",
	}
	YAMLUnquotedInFlow = &Code{
		ID: "yaml-unquoted-in-flow", Title: "a name or type in brackets needs quotes",
		Doc:   "Within { } and [ ] the characters ? [ , < have a meaning of their own in YAML. Quote the name or type, or write the map on lines of its own, where no quotes are needed.",
		Wrong: head + "types:\n  A: {fields: {note?: string}}\n",
		Right: head + "types:\n  A: {fields: {\"note?\": string}}\n",
	}
	YAMLAnchor = &Code{
		ID: "yaml-anchor", Title: "YAML's anchors, aliases and merge keys are not used",
		Doc:   "A piece that is used twice is a type with a name. So the spec reads the same in every tool, and no file grows without bound when it is read.",
		Wrong: head + "types:\n  A: &shared {fields: {x: string}}\n",
		Right: head + "types:\n  A: {fields: {x: string}}\n",
	}
	YAMLTag = &Code{
		ID: "yaml-tag", Title: "YAML's tags are not used",
		Doc:   "What a value means follows from its place in the spec.",
		Wrong: head + "types:\n  A: !!str string\n",
		Right: head + "types:\n  A: string\n",
	}
	YAMLSecondDocument = &Code{
		ID: "yaml-second-document", Title: "a spec is one YAML document",
		Doc:   "A second document, or a YAML directive, has no meaning in a spec. Write each spec into a file of its own.",
		Wrong: head + "---\nwiregen: 1\n",
		Right: head,
	}
	YAMLDuplicateKey = &Code{
		ID: "yaml-duplicate-key", Title: "a key stands in one map twice",
		Doc:   "YAML tools keep the first or the last of them, as they please. Keep one.",
		Wrong: head + "types:\n  A: string\n  A: int\n",
		Right: head + "types:\n  A: string\n  B: int\n",
	}
	YAMLEmptyValue = &Code{
		ID: "yaml-empty-value", Title: "a key has no value",
		Doc:   "YAML reads nothing, and ~, as null. Say what is meant: {} for an empty map, null where a value is null.",
		Wrong: head + "types:\n  A:\n",
		Right: head + "types:\n  A: {fields: {}}\n",
	}
	YAMLComplexKey = &Code{
		ID: "yaml-complex-key", Title: "a key is not a single name",
		Doc:   "YAML allows maps and lists as keys. A spec has names only.",
		Wrong: head + "types:\n  [A, B]: string\n",
		Right: head + "types:\n  A: string\n  B: string\n",
	}
	YAMLWrongKind = &Code{
		ID: "yaml-wrong-kind", Title: "a map, a list or a text stands where another of them belongs",
		Doc:   "Each place of a spec takes a map (key: value), a list (- item) or a text.",
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
