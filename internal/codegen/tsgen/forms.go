package tsgen

import (
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A form is a function of the runtime that nodes of the table name, with the one that
// writes what it reads.
type form struct{ read, module, write string }

// forms are the functions in nodes, and the kind of kept content that not every package
// writes. A writer has a map with the forms that its type needs, so that a bundle has no
// others; the place of a form here is its bit in a formSet.
var forms = []form{
	{"readScalar", "scalar", "writeScalar"},
	{"readKept", "scalar", "writeKeptScalar"},
	{"readEmpty", "scalar", "writeEmpty"},
	{"readLimited", "scalar", "writeLimited"},
	{"readConst", "read", "writeConst"},
	{"readEnum", "read", "writeEnum"},
	{"readIntegers", "read", "writeIntegers"},
	{"readList", "read", "writeList"},
	{"readTuple", "read", "writeTuple"},
	{"readMap", "read", "writeMap"},
	{"readEnvelope", "read", "writeEnvelope"},
	{"readExternal", "read", "writeExternal"},
	{"readStruct", "read", "writeStruct"},
	{"readTags", "read", "writeTags"},
	{"readExtra", "read", "writeExtra"},
	{"readTypedExtra", "read", "writeTypedExtra"},
	{"readGroups", "group", "writeGroups"},
	{"readWide", "exact", "writeWide"},
	{"readLimitedWide", "exact", "writeLimitedWide"},
	{"bigint", "", "writeBigInt"}, // in kept content, which messages have verbatim
	{"readExtendedEnvelope", "extension", "writeExtendedEnvelope"},
	{"readExtensions", "extension", "writeExtensions"},
	{"readExtendedExternal", "extension", "writeExtendedExternal"},
	{"readSizedList", "read", "writeList"},
	{"readSecret", "secret", "writeSecret"},
}

// A formSet is a set of forms.
type formSet uint

// formOfReader is the set of the form that reads with a function; empty for other helpers.
func formOfReader(read string) formSet {
	i := slices.IndexFunc(forms, func(f form) bool { return f.read == read })
	if i < 0 {
		return 0
	}
	return 1 << i
}

// exact reports whether an integer is among the values whose exact value counts.
func (s formSet) exact() bool { return s&formOfReader("readWide") != 0 }

// list are the forms of the set.
func (s formSet) list() []form {
	var out []form
	for i, f := range forms {
		if s&(1<<i) != 0 {
			out = append(out, f)
		}
	}
	return out
}

// Name is the constant of the codec that holds the form: listForm.
func (f form) Name() string {
	kind := strings.TrimPrefix(f.read, "read")
	return strings.ToLower(kind[:1]) + kind[1:] + "Form"
}

// Reader is the function that reads, as the codec names it.
func (f form) Reader() string {
	if f.module == "" {
		return quote(f.read)
	}
	return map[string]string{
		"scalar": "scalars.", "read": "values.", "group": "groups.", "exact": "exact.", "extension": "others.",
		"secret": "secrets.",
	}[f.module] + f.read
}

// Writer is the function that writes, as the codec names it.
func (f form) Writer() string {
	switch f.module {
	case "group":
		return "groups." + f.write
	case "exact", "":
		return "exact." + f.write
	case "extension":
		return "others." + f.write
	}
	return "texts." + f.write
}

// formsUsed are the forms that each type needs to be written: first its own
// node, and after closed also those of the types that it refers to. The messages are
// under nil.
type formsUsed struct {
	of    map[model.Decl]formSet
	users map[model.Decl][]model.Decl // of a type: the types that refer to it
}

func newFormsUsed() formsUsed {
	return formsUsed{of: map[model.Decl]formSet{}, users: map[model.Decl][]model.Decl{}}
}

// closed adds to each type the forms of those that it refers to.
func (u formsUsed) closed() formsUsed {
	var todo []model.Decl
	for d := range u.users {
		todo = append(todo, d)
	}
	for len(todo) > 0 {
		d := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, user := range u.users[d] {
			if more := u.of[user] | u.of[d]; more != u.of[user] {
				u.of[user] = more
				todo = append(todo, user)
			}
		}
	}
	return u
}
