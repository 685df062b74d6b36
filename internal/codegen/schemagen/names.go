package schemagen

import (
	"strconv"

	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// defNames are the names under $defs that are not types of the spec: those of the
// JSON-RPC messages.
type defNames struct {
	message  map[*model.Method]string
	unknown  string    // a call of an undeclared method
	response string    // a response
	role     [2]string // what one side sends
	any      string    // what either side sends
	batch    string    // several of them; "" if there are none
}

// planDefs names the messages. A type of the spec always keeps its name, so a message
// whose name is taken gets another one, and names cannot clash.
func planDefs(rows *lower.Program) *defNames {
	p := rows.Protocol
	taken := map[string]bool{}
	for _, d := range p.Decls {
		taken[d.TypeName()] = true
	}
	pick := func(name string) string {
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
	out := &defNames{message: map[*model.Method]string{}}
	out.any = pick("Message")
	out.response = pick("Response")
	out.unknown = pick("UnknownMessage")
	for i, role := range p.Roles {
		out.role[i] = pick(names.GoName(role) + "Message")
	}
	for _, m := range p.Methods {
		out.message[m] = pick(names.GoName(m.Name) + "Message")
	}
	if rows.Dialect.Batch != nil {
		out.batch = pick("Batch")
	}
	return out
}
