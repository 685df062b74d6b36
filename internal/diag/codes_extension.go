package diag

// Codes for the namespaces of extensions.
var (
	ExtensionPattern = &Code{
		ID: "extension-pattern-invalid", Title: "a namespace of extensions is not a prefix and *",
		Doc: "Names of extensions are recognized by their prefix: a namespace is a non-empty text followed by *, which matches any text. " +
			"A * elsewhere, and other patterns, would not mean the same in every target.",
		Wrong: head + "extensions: {methods: [_]}\nmethods:\n  ping: {from: client, notify: empty}\n",
		Right: head + "extensions: {methods: [\"_*\"]}\nmethods:\n  ping: {from: client, notify: empty}\n",
	}
	ExtensionOverlap = &Code{
		ID: "extension-overlap", Title: "a namespace of extensions is part of another",
		Doc:   "Every name with the longer prefix also has the shorter one, so the longer one has no effect.",
		Wrong: head + "extensions: {methods: [\"_*\", \"_x/*\"]}\nmethods:\n  ping: {from: client, notify: empty}\n",
		Right: head + "extensions: {methods: [\"_*\", \"x/*\"]}\nmethods:\n  ping: {from: client, notify: empty}\n",
	}
)

func extensionCodes() []*Code { return []*Code{ExtensionPattern, ExtensionOverlap} }
