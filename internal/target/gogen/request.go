package gogen

import (
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// emitRequests gives the table of what is said of each request beside its type.
func (p results) emitRequests(f *file) {
	u := p.requests()
	if u == nil {
		return
	}
	var rows []code
	for i, v := range u.Variants {
		rows = append(rows, requestRow(p.variants[u][i].tag, v))
	}
	f.declare(`
		// ProtocolRequest is what the spec says of a request.
		type ProtocolRequest struct {
			Type  $1Type
			ID    string       // path of what equals the id of the message, or empty
			Since string       // the version that it came with, or empty
			Gate  ProtocolGate // what must be negotiated before it is sent, or empty
			// What the asker takes for an answer when none can be had: the members of the
			// result that differ from request to request are left out. Empty when not said.
			OnFailure wirert.Raw
		}

		// Requests describes every request, in the order of the spec.
		func Requests() []ProtocolRequest {
			return $2
		}`, p.types[u], onLines("[]ProtocolRequest", rows))
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
