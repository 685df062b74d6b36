package compile

import (
	"github.com/wiregen/wiregen/internal/backend"
	"github.com/wiregen/wiregen/internal/gogen"
	"github.com/wiregen/wiregen/internal/schemagen"
	"github.com/wiregen/wiregen/internal/tsgen"
)

// Targets are all there are, in the order in which they are named to people.
func Targets() []backend.Backend {
	return []backend.Backend{gogen.New(), tsgen.New(), schemagen.New()}
}

// TargetNames are the names of all targets.
func TargetNames() []string {
	targets := Targets()
	out := make([]string, len(targets))
	for i, b := range targets {
		out[i] = b.Name()
	}
	return out
}

// A Namer is a plan that can tell under which names of its output an element
// of the spec stands (a type, field, variant, enum value, method or error
// code of the model), the most important first; nil for none.
type Namer interface {
	Names(element any) []string
}

// LanguageSchema is the JSON Schema of the spec language.
func LanguageSchema() ([]byte, error) { return schemagen.Language() }
