package gogen

import (
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// The messages of a method whose params have only a row, or that takes none, have only a row,
// too: that of the call. The runtime reads, writes and checks them (wirert/codec,
// row_message.go).

// shellOf returns the members of messages of a shape, as the runtime writes them; nil if it does
// not write others.
func (p *plan) shellOf(shape lower.Shape) []code {
	d := &p.rows.Dialect
	var parts []code
	comma := "{"
	for _, slot := range d.Slots(shape) {
		text, value := comma+model.Quote(slot.Key)+":", "PartText"
		switch {
		case slot.Role == lower.VersionRole && !d.WriteJSONRPC, slot.Role == lower.IDRole && shape == lower.NotificationShape,
			slot.Role == lower.ResultRole, slot.Role == lower.ErrorRole:
			continue
		case slot.Role == lower.VersionRole:
			text += model.Quote(d.JSONRPC)
		case slot.Role == lower.TagRole:
			text += model.Quote(d.Shapes.Value(shape))
		case slot.Role == lower.IDRole:
			value = "PartID"
		case slot.Role == lower.MethodRole:
			value = "PartMethod"
		case slot.Role == lower.ParamsRole && comma != "{": // it may be omitted
			value = "PartParams"
		default:
			return nil
		}
		w := &entryWriter{}
		w.add("Text", lit(text))
		if value != "PartText" {
			w.add("Value", rt(value))
		}
		parts = append(parts, w.code())
		comma = ","
	}
	return parts
}

// findMessageRows finds the messages that have only a row.
func (p *plan) findMessageRows() {
	p.messageRows, p.shells = map[*model.Method]bool{}, map[lower.Shape][]code{}
	shells := map[lower.Shape][]code{}
	for _, shape := range shellShapes {
		shells[shape] = p.shellOf(shape)
	}
	for _, m := range p.messages() {
		shape := m.row.Shape
		if shells[shape] == nil || m.shape != nil && (!m.hasParams() || m.shape.null || !p.hasRow(m.shape) || m.optional() && !m.params().pointer()) {
			continue
		}
		p.messageRows[m.Method], p.shells[shape] = true, shells[shape]
	}
}

// shellShapes are the shapes of messages of methods.
var shellShapes = []lower.Shape{lower.RequestShape, lower.NotificationShape}

// shellRows adds the members of the messages that have only a row.
func (p tables) shellRows(w *entryWriter) {
	for i, shape := range shellShapes {
		if parts := p.shells[shape]; parts != nil {
			w.add([]string{"Request", "Notification"}[i], onLines("[]"+rt("MessagePart"), parts))
		}
	}
}

// coded returns the messages that have code.
func (p *plan) coded() []*message {
	var out []*message
	for _, m := range p.messages() {
		if !p.messageRows[m.Method] {
			out = append(out, m)
		}
	}
	return out
}
