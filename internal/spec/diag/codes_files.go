package diag

// What can be wrong with a spec of several files: the files that it includes,
// and the spec that it is a layer over. An example of several files names each
// in a line between dashes; the first is the spec.
var (
	FileMissing = &Code{
		ID: "file-missing", Title: "a file that the spec names cannot be read",
		Doc:   "The paths under include and extends count from the folder of the file that has them. A pattern such as parts/*.yaml matches one file at least.",
		Wrong: "-- wire.yaml --\n" + head + "include: [parts/task.yaml]\n-- parts/tasks.yaml --\ntypes:\n  Task: {fields: {name: string}}\n",
		Right: "-- wire.yaml --\n" + head + "include: [parts/tasks.yaml]\n-- parts/tasks.yaml --\ntypes:\n  Task: {fields: {name: string}}\n",
	}
	FileOutside = &Code{
		ID: "file-outside", Title: "a path leads out of the folder of the spec",
		Doc:   "What a spec is made of stands in its own folder or below it, so that it can be read, moved and reviewed as one.",
		Wrong: head + "include: [../tasks.yaml]\n",
		Right: "-- wire.yaml --\n" + head + "include: [tasks.yaml]\n-- tasks.yaml --\ntypes:\n  Task: {fields: {name: string}}\n",
	}
	FileCycle = &Code{
		ID: "file-cycle", Title: "files include each other",
		Doc:   "The names of all files of a spec are known in all of them: a file need not include another to use its names.",
		Wrong: "-- wire.yaml --\n" + head + "include: [a.yaml]\n-- a.yaml --\ninclude: [b.yaml]\n-- b.yaml --\ninclude: [a.yaml]\n",
		Right: "-- wire.yaml --\n" + head + "include: [a.yaml]\n-- a.yaml --\ninclude: [b.yaml]\n-- b.yaml --\ntypes:\n  Task: {fields: {name: string}}\n",
	}
	FileTwice = &Code{
		ID: "file-twice", Title: "a file is read twice",
		Doc:   "Each file of a spec is included once; its names are known in all of them. Beside a pattern, which skips what was read already, name a file before it.",
		Wrong: "-- wire.yaml --\n" + head + "include: [a.yaml, a.yaml]\n-- a.yaml --\ntypes:\n  Task: {fields: {name: string}}\n",
		Right: "-- wire.yaml --\n" + head + "include: [a.yaml]\n-- a.yaml --\ntypes:\n  Task: {fields: {name: string}}\n",
	}
	PartKey = &Code{
		ID: "part-key", Title: "a part of a spec says what holds for all of it",
		Doc:   "The protocol, its roles, its dialect, its defaults and the spec below it are declared in the spec itself; the files that it includes hold types, methods, events and the like.",
		Wrong: "-- wire.yaml --\n" + head + "include: [a.yaml]\n-- a.yaml --\nroles: [editor, server]\n",
		Right: "-- wire.yaml --\n" + head + "roles: [editor, server]\ninclude: [a.yaml]\n-- a.yaml --\ntypes:\n  Task: {fields: {name: string}}\n",
	}
	DeclaredTwice = &Code{
		ID: "declared-twice", Title: "two files declare the same thing",
		Doc:   "All files of a spec share their names. To change what the spec below a layer has, grow it with add.",
		Wrong: "-- wire.yaml --\n" + head + "include: [a.yaml]\nmethods:\n  ping: {from: client, result: empty}\n-- a.yaml --\nmethods:\n  ping: {from: agent, result: empty}\n",
		Right: "-- wire.yaml --\n" + head + "include: [a.yaml]\nmethods:\n  ping: {from: client, result: empty}\n-- a.yaml --\nmethods:\n  pong: {from: agent, result: empty}\n",
	}
	LayerKey = &Code{
		ID: "layer-key", Title: "a layer changes what the spec below it says",
		Doc:   "The roles, the dialect and the defaults of a layer are those of the spec that it extends: its messages are read by peers that know only that one.",
		Wrong: "-- layer.yaml --\nwiregen: 1\nextends: wire.yaml\nroles: [editor, server]\n-- wire.yaml --\n" + head,
		Right: "-- layer.yaml --\nwiregen: 1\nextends: wire.yaml\n-- wire.yaml --\n" + head + "roles: [editor, server]\n",
	}
	AddWithoutExtends = &Code{
		ID: "add-without-extends", Title: "a spec that is no layer adds to elements",
		Doc:   "With add a layer grows what the spec below it declares. A spec without extends declares all of an element in one place.",
		Wrong: head + "types:\n  Color: {enum: [red]}\nadd:\n  Color: {enum: [blue]}\n",
		Right: head + "types:\n  Color: {enum: [red, blue]}\n",
	}
	AddUnknown = &Code{
		ID: "add-unknown", Title: "there is nothing of this name to add to",
		Doc:   "Under add stand the names of structs, unions and enums of the spec below: those under types, of events and of requests, and those that methods and fields declare in passing.",
		Wrong: "-- layer.yaml --\nwiregen: 1\nextends: wire.yaml\nadd:\n  Colour: {enum: [blue]}\n-- wire.yaml --\n" + head + "types:\n  Color: {enum: [red]}\n",
		Right: "-- layer.yaml --\nwiregen: 1\nextends: wire.yaml\nadd:\n  Color: {enum: [blue]}\n-- wire.yaml --\n" + head + "types:\n  Color: {enum: [red]}\n",
	}
	AddKind = &Code{
		ID: "add-kind", Title: "an element is no place for what is added",
		Doc:   "Fields are added to a struct, variants to a union that declares variants, values to an enum.",
		Wrong: "-- layer.yaml --\nwiregen: 1\nextends: wire.yaml\nadd:\n  Color: {fields: {blue: int}}\n-- wire.yaml --\n" + head + "types:\n  Color: {enum: [red]}\n",
		Right: "-- layer.yaml --\nwiregen: 1\nextends: wire.yaml\nadd:\n  Color: {enum: [blue]}\n-- wire.yaml --\n" + head + "types:\n  Color: {enum: [red]}\n",
	}
	AddTwice = &Code{
		ID: "add-twice", Title: "what a layer adds is there already",
		Doc:   "A layer adds fields, variants and values of new names; it does not change those that are there.",
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
