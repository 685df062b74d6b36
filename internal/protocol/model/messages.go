package model

import (
	"strconv"

	"github.com/wiregen/wiregen/internal/names"
)

// MessageNames are what the JSON-RPC messages of a protocol are called where a type is
// chosen by its name: in vectors, schemas and witnesses, by sample and by Verify of generated
// code. None of them is the name of a type of the spec.
type MessageNames struct {
	Any   string    // of both sides
	Sent  [2]string // of one role
	Batch string    // several of them; "" if the dialect has no batches
}

// MessageNames returns the names of the messages; all are empty without methods.
func (p *Protocol) MessageNames() MessageNames {
	var out MessageNames
	if len(p.Methods) == 0 {
		return out
	}
	free := p.Untaken()
	out.Any = free("Message")
	for i, role := range p.Roles {
		out.Sent[i] = free(names.Pascal(role) + "Message")
	}
	if p.Dialect.Batch != nil {
		out.Batch = free("Batch")
	}
	return out
}

// Untaken returns a function that makes names for what is no type of the spec. Each is the
// given one unless a type, an earlier result or one of others has it: a type of the spec
// always keeps its name.
func (p *Protocol) Untaken(others ...string) func(name string) string {
	taken := make(map[string]bool, len(p.Decls))
	for _, d := range p.Decls {
		taken[d.TypeName()] = true
	}
	for _, name := range others {
		taken[name] = true
	}
	return func(name string) string {
		if taken[name] {
			name = "JSONRPC" + name
		}
		free := name
		for n := 2; taken[free]; n++ {
			free = name + strconv.Itoa(n)
		}
		taken[free] = true
		return free
	}
}
