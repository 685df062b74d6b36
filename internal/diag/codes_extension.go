package diag

// Codes for the namespaces of extensions.
var (
	ExtensionPattern = &Code{
		ID: "extension-pattern-invalid", Title: "a namespace of extensions is not a prefix and *",
		Doc: "Names of extensions are told apart by how they begin: a namespace is a text that is not empty, and then *, which matches any text. " +
			"A * elsewhere, and other patterns, would not be read alike in every target.",
		Wrong: head + "extensions: {methods: [_]}\nmethods:\n  ping: {from: client, notify: empty}\n",
		Right: head + "extensions: {methods: [\"_*\"]}\nmethods:\n  ping: {from: client, notify: empty}\n",
	}
	ExtensionOverlap = &Code{
		ID: "extension-overlap", Title: "a namespace of extensions is part of another",
		Doc:   "Every name of the longer prefix begins with the shorter one too, so that the longer one says nothing.",
		Wrong: head + "extensions: {methods: [\"_*\", \"_x/*\"]}\nmethods:\n  ping: {from: client, notify: empty}\n",
		Right: head + "extensions: {methods: [\"_*\", \"x/*\"]}\nmethods:\n  ping: {from: client, notify: empty}\n",
	}
)

func extensionCodes() []*Code { return []*Code{ExtensionPattern, ExtensionOverlap} }
