package gogen

import (
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A variant whose union owns the tag holds its own struct, with the fields other
// than the tag, so that one function takes those of all such variants:
//
//	type AgentMessageChunk struct {
//		Body ContentChunk
//	}
//
// It is not embedded, or the methods that make the struct a variant of other unions
// would make this one theirs too.

// bodyName is the name of that field.
const bodyName = "Body"

// word returns the name of a field without that of the body around it.
func (f *field) word() string { return strings.TrimPrefix(f.name, bodyName+".") }

// inBody returns the field of the body of t that f, a field of t, is; nil if it is
// not in the body.
func (p *plan) inBody(t *model.Struct, f *field) *field {
	if !t.InBody(f.Field) {
		return nil
	}
	for _, o := range p.fieldsOf(t.Body) {
		if o.Name == f.Name {
			return o
		}
	}
	return nil
}

// extraField returns the field with the undeclared keys of a struct that has them.
func extraField(t *model.Struct) string {
	if t.Body != nil {
		return bodyName + ".Extra"
	}
	return "Extra"
}
