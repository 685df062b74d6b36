package diag

// Codes for specs of several files: the files that a spec includes, and the spec
// that it extends. An example of several files names each of them in a line
// between dashes; the first is the spec.
var (
	FileMissing = &Code{
		ID: "file-missing", Title: "a file that the spec names cannot be read",
		Doc:   "Paths under include and extends are relative to the folder of the file that contains them. A pattern such as parts/*.yaml must match at least one file.",
		Wrong: "-- wire.yaml --\n" + head + "include: [parts/task.yaml]\n-- parts/tasks.yaml --\ntypes:\n  Task: {fields: {name: string}}\n",
		Right: "-- wire.yaml --\n" + head + "include: [parts/tasks.yaml]\n-- parts/tasks.yaml --\ntypes:\n  Task: {fields: {name: string}}\n",
	}
	FileOutside = &Code{
		ID: "file-outside", Title: "a path leads out of the folder of the spec",
		ByHand: "The file has to be moved.",
		Doc:    "All files of a spec are in its folder or below it, so that they can be read, moved and reviewed together.",
		Wrong:  head + "include: [../tasks.yaml]\n",
		Right:  "-- wire.yaml --\n" + head + "include: [tasks.yaml]\n-- tasks.yaml --\ntypes:\n  Task: {fields: {name: string}}\n",
	}
	FileCycle = &Code{
		ID: "file-cycle", Title: "files include each other",
		Doc:   "The names of all files of a spec are known in all of them: a file need not include another to use its names.",
		Wrong: "-- wire.yaml --\n" + head + "include: [a.yaml]\n-- a.yaml --\ninclude: [b.yaml]\n-- b.yaml --\ninclude: [a.yaml]\n",
		Right: "-- wire.yaml --\n" + head + "include: [a.yaml]\n-- a.yaml --\ninclude: [b.yaml]\n-- b.yaml --\ntypes:\n  Task: {fields: {name: string}}\n",
	}
	FileTwice = &Code{
		ID: "file-twice", Title: "a file is read twice",
		Doc:   "Each file of a spec is included once; its names are known in all of them. A pattern skips files that were already read, so list a file by name before a pattern that matches it.",
		Wrong: "-- wire.yaml --\n" + head + "include: [a.yaml, a.yaml]\n-- a.yaml --\ntypes:\n  Task: {fields: {name: string}}\n",
		Right: "-- wire.yaml --\n" + head + "include: [a.yaml]\n-- a.yaml --\ntypes:\n  Task: {fields: {name: string}}\n",
	}
	PartKey = &Code{
		ID: "part-key", Title: "an included file declares what only the spec itself may declare",
		ByHand: "The key has to be moved to another file.",
		Doc:    "The protocol, its roles, dialect and defaults, and the spec that it extends are declared in the spec itself. The files that it includes declare types, methods, events and the like.",
		Wrong:  "-- wire.yaml --\n" + head + "include: [a.yaml]\n-- a.yaml --\nroles: [editor, server]\n",
		Right:  "-- wire.yaml --\n" + head + "roles: [editor, server]\ninclude: [a.yaml]\n-- a.yaml --\ntypes:\n  Task: {fields: {name: string}}\n",
	}
	DeclaredTwice = &Code{
		ID: "declared-twice", Title: "two files declare the same thing",
		Doc:   "All files of a spec share one set of names. To extend an element of the spec below a layer, use add.",
		Wrong: "-- wire.yaml --\n" + head + "include: [a.yaml]\nmethods:\n  ping: {from: client, result: empty}\n-- a.yaml --\nmethods:\n  ping: {from: agent, result: empty}\n",
		Right: "-- wire.yaml --\n" + head + "include: [a.yaml]\nmethods:\n  ping: {from: client, result: empty}\n-- a.yaml --\nmethods:\n  pong: {from: agent, result: empty}\n",
	}
	LayerKey = &Code{
		ID: "layer-key", Title: "a layer overrides a setting of the spec below it",
		Doc:   "A layer has the roles, the dialect and the defaults of the spec that it extends, because its messages are also read by peers that know only that spec.",
		Wrong: "-- layer.yaml --\nwiregen: 1\nextends: wire.yaml\nroles: [editor, server]\n-- wire.yaml --\n" + head,
		Right: "-- layer.yaml --\nwiregen: 1\nextends: wire.yaml\n-- wire.yaml --\n" + head + "roles: [editor, server]\n",
	}
	AddWithoutExtends = &Code{
		ID: "add-without-extends", Title: "a spec that is not a layer uses add",
		ByHand: "The spec below, or the place where the element is declared, is not known.",
		Doc:    "With add, a layer extends elements of the spec below it. A spec without extends declares each element in one place.",
		Wrong:  head + "types:\n  Color: {enum: [red]}\nadd:\n  Color: {enum: [blue]}\n",
		Right:  head + "types:\n  Color: {enum: [red, blue]}\n",
	}
	AddUnknown = &Code{
		ID: "add-unknown", Title: "there is no element of this name to add to",
		Doc:   "The keys under add name structs, unions and enums of the spec below: those under types, those of events and requests, and those that methods and fields declare inline.",
		Wrong: "-- layer.yaml --\nwiregen: 1\nextends: wire.yaml\nadd:\n  Colour: {enum: [blue]}\n-- wire.yaml --\n" + head + "types:\n  Color: {enum: [red]}\n",
		Right: "-- layer.yaml --\nwiregen: 1\nextends: wire.yaml\nadd:\n  Color: {enum: [blue]}\n-- wire.yaml --\n" + head + "types:\n  Color: {enum: [red]}\n",
	}
	AddKind = &Code{
		ID: "add-kind", Title: "an element cannot take what is added to it",
		ByHand: "What is added has to be written anew for the kind of the element.",
		Doc:    "Fields are added to a struct, variants to a union with variants, values to an enum.",
		Wrong:  "-- layer.yaml --\nwiregen: 1\nextends: wire.yaml\nadd:\n  Color: {fields: {blue: int}}\n-- wire.yaml --\n" + head + "types:\n  Color: {enum: [red]}\n",
		Right:  "-- layer.yaml --\nwiregen: 1\nextends: wire.yaml\nadd:\n  Color: {enum: [blue]}\n-- wire.yaml --\n" + head + "types:\n  Color: {enum: [red]}\n",
	}
	AddTwice = &Code{
		ID: "add-twice", Title: "what a layer adds already exists",
		Doc:   "A layer adds fields, variants and values with new names; it does not change existing ones.",
		Wrong: "-- layer.yaml --\nwiregen: 1\nextends: wire.yaml\nadd:\n  Color: {enum: [red]}\n-- wire.yaml --\n" + head + "types:\n  Color: {enum: [red]}\n",
		Right: "-- layer.yaml --\nwiregen: 1\nextends: wire.yaml\nadd:\n  Color: {enum: [blue]}\n-- wire.yaml --\n" + head + "types:\n  Color: {enum: [red]}\n",
	}
)

func fileCodes() []*Code {
	return []*Code{
		FileMissing, FileOutside, FileCycle, FileTwice, PartKey, DeclaredTwice, LayerKey,
		AddWithoutExtends, AddUnknown, AddKind, AddTwice,
	}
}
