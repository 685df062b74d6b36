package compile

import (
	"slices"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/docgen"
	"github.com/wiregen/wiregen/internal/codegen/gogen"
	"github.com/wiregen/wiregen/internal/codegen/schemagen"
	"github.com/wiregen/wiregen/internal/codegen/tsgen"
)

// Targets are all targets. To add one, add its line.
func Targets() Registry {
	return Registry{
		gogen.New(),
		tsgen.New(),
		schemagen.New(),
		docgen.New(),
	}
}

// A Registry is the targets of a compiler, in the order in which messages list them.
type Registry []backend.Backend

// Names are the names of all targets.
func (t Registry) Names() []string { return targetNames(t.all()) }

// Unasked are the targets that are generated where none is listed.
func (t Registry) Unasked() Registry {
	return slices.DeleteFunc(slices.Clone(t), func(b backend.Backend) bool { return b.Target().OnRequest })
}

func (t Registry) all() []backend.Target {
	out := make([]backend.Target, len(t))
	for i, b := range t {
		out[i] = b.Target()
	}
	return out
}

// pinnable are the targets for which a spec may pin names.
func (t Registry) pinnable() []backend.Target {
	return slices.DeleteFunc(t.all(), func(t backend.Target) bool { return t.Naming == nil })
}

func targetNames(targets []backend.Target) []string {
	out := make([]string, len(targets))
	for i, t := range targets {
		out[i] = t.Name
	}
	return out
}

// LanguageSchema is the JSON Schema of the spec language.
func (t Registry) LanguageSchema() []byte { return schemagen.Language(t.pinnable()...) }

// Words are the words of the spec language, explained.
func (t Registry) Words() []schemagen.Word { return schemagen.Words(t.pinnable()...) }
