package gogen

import (
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// emitRequests emits the table that describes each request.
func (p results) emitRequests(f *file) {
	u := p.requests()
	if u == nil {
		return
	}
	var rows []code
	for i, v := range u.Variants {
		rows = append(rows, requestRow(p.variants[u][i].tag, v))
	}
	gate := code("")
	if len(p.proto.Gates) > 0 {
		gate = "Gate ProtocolGate // what must be negotiated before it is sent, or empty"
	}
	f.declare(`
		// ProtocolRequest is what the spec says of a request.
		type ProtocolRequest struct {
			Type  $1Type
			ID    string       // path of the field that equals the id of the message, or empty
			Since string       // the version that added it, or empty
			$2
			// The result to assume when there is no answer, without the members that differ
			// from request to request. Empty if the spec declares none.
			OnFailure wirert.Raw
		}

		// Requests describes every request, in the order of the spec.
		func Requests() []ProtocolRequest {
			return $3
		}`, p.types[u], gate, onLines("[]ProtocolRequest", rows))
}

func requestRow(tag string, v *model.Variant) code {
	w := &entryWriter{}
	w.add("Type", code(tag))
	w.text("ID", v.ID)
	w.text("Since", v.Since.Version)
	w.text("Gate", v.Gate)
	if v.OnFailure != nil {
		w.add("OnFailure", src("wirert.Raw($1)", lit(v.OnFailure.JSON())))
	}
	return w.code()
}
