package diag

// Codes of import. They are found in files of other formats, so they have no examples of
// specs.
var (
	// ImportJSON is reported where a file that is imported is not JSON.
	ImportJSON = &Code{
		ID:     "import-json",
		Title:  "a file that is imported is not JSON, or too large",
		ByHand: "The file is not a spec.",
		Doc:    "wiregen import reads files of JSON: one value, UTF-8, no key twice, at most 64 MiB and 1,000 levels.",
	}

	// ImportSchema is reported where a JSON Schema cannot be imported.
	ImportSchema = &Code{
		ID:     "import-schema",
		Title:  "a schema cannot be imported",
		ByHand: "The file is not a spec.",
		Doc: "wiregen import reads JSON Schema of draft 7, 2019-09 and 2020-12. A reference must lead to a place in one of the files that are " +
			"imported together: nothing is read from other files or from a network. Bundle the schema, or name the other file on the command line.",
	}

	// ImportDecision is reported where a decision does not apply.
	ImportDecision = &Code{
		ID:     "import-decision",
		Title:  "a decision of an import does not apply",
		ByHand: "Whether the decision still holds is not known.",
		Doc: "Each entry of the decisions file names a place of the source and what the import saw there when it was made. An entry whose place " +
			"is gone, whose place has changed, or that changes nothing, is stale. Look at the place, and correct or remove the entry.",
	}
)
