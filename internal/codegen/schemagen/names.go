package schemagen

import (
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
	of := p.MessageNames()
	pick := p.Untaken(of.Any, of.Sent[0], of.Sent[1], of.Batch)
	out := &defNames{message: map[*model.Method]string{}, any: of.Any, role: of.Sent, batch: of.Batch}
	out.response = pick("Response")
	out.unknown = pick("UnknownMessage")
	for _, m := range p.Methods {
		out.message[m] = pick(names.GoName(m.Name) + "Message")
	}
	return out
}
