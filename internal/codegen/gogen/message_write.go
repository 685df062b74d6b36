package gogen

import (
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// written is a type of messages that is written.
type written struct {
	shape lower.Shape // the usual one
	name  string
	of    *message // nil for a type that does not belong to a method
}

// either reports whether the messages are requests or notifications, as their id says.
func (t *written) either(d *lower.Dialect) bool { return t.name == "UnknownMessage" && !d.Named() }

// mayHaveNoID reports whether some of the messages are written without an id.
func (t *written) mayHaveNoID(d *lower.Dialect) bool {
	return t.either(d) || t.shape == lower.ResponseShape && d.WritesNoID()
}

// slots returns the members that are written, in their order.
func (p messages) slots(t *written) []lower.Slot {
	d := &p.rows.Dialect
	var out []lower.Slot
	for _, slot := range d.Slots(t.shape) {
		switch {
		case slot.Role == lower.VersionRole && !d.WriteJSONRPC:
		case slot.Role == lower.IDRole && t.shape == lower.NotificationShape:
		case slot.Role == lower.ParamsRole && t.of != nil && t.of.shape == nil:
		default:
			out = append(out, slot)
		}
	}
	return out
}

// omittable reports whether a member may be omitted.
func (t *written) omittable(d *lower.Dialect, slot lower.Slot) bool {
	switch slot.Role {
	case lower.ParamsRole, lower.ResultRole, lower.ErrorRole, lower.WordsRole, lower.DataRole, lower.MemberRole:
		return true
	case lower.IDRole:
		return t.mayHaveNoID(d)
	default:
		return false
	}
}

func (p messages) emitMessageWriter(f *file, t *written) {
	if t.of != nil && p.messageRows[t.of.Method] {
		f.declare("func (v *$1) AppendJSON(dst []byte) []byte { return table.AppendMessage(dst, v) }", t.name)
		return
	}
	slots := p.slots(t)
	f.declare(`
		func (v *$1) AppendJSON(dst []byte) []byte $2`, t.name, block(func(g *stmts) {
		g.add(nullIfNil())
		if t.of != nil {
			p.writeHot(g, t.of)
		}
		w := beginObject(g, len(slots) > 0 && t.omittable(&p.rows.Dialect, slots[0]), level{})
		for _, slot := range slots {
			p.writeSlot(w, t, slot)
		}
		w.end()
	}))
}

// writeSlot writes a member of a message.
func (p messages) writeSlot(w *objectWriter, t *written, slot lower.Slot) {
	d := &p.rows.Dialect
	switch slot.Role {
	case lower.VersionRole:
		w.constant(slot.Key, model.Quote(d.JSONRPC))
	case lower.TagRole:
		p.writeShape(w, t)
	case lower.MemberRole:
		writer(p).writeField(w, p.memberField(t.shape, slot.Key))
	case lower.IDRole:
		if t.mayHaveNoID(d) {
			w.maybe(src("!v.ID.IsZero()"), slot.Key, appendID)
		} else {
			w.member(slot.Key, appendID)
		}
	case lower.MethodRole:
		if t.of != nil {
			w.constant(slot.Key, model.Quote(t.of.Name))
		} else {
			w.member(slot.Key, func(w *objectWriter) { w.assign("codec.AppendString(dst, v.Method)") })
		}
	case lower.ParamsRole:
		if t.of != nil {
			writer(p).writeField(w, t.of.paramsAs(slot.Key))
		} else {
			w.maybe(src("len(v.Params) > 0"), slot.Key, func(w *objectWriter) { w.assign("codec.AppendRaw(dst, v.Params)") })
		}
	default:
		p.writeOutcome(w, slot)
	}
}

// writeOutcome writes a member of the outcome of a response.
func (p messages) writeOutcome(w *objectWriter, slot lower.Slot) {
	switch slot.Role {
	case lower.OKRole:
		w.member(slot.Key, func(w *objectWriter) {
			w.either(src("v.Error == nil"), func(w *objectWriter) { w.text("true") }, "false")
		})
	case lower.ResultRole:
		has := src("v.Error == nil")
		if p.rows.ResultsAreOptional() {
			has += " && !table.LacksResult(v.Method, v.Result)"
		}
		w.maybe(has, slot.Key, func(w *objectWriter) { w.assign("codec.AppendRaw(dst, v.Result)") })
	case lower.ErrorRole:
		unset := [...]string{lower.DataOmitted: "DataOmit", lower.DataNull: "DataNull"}[p.rows.Dialect.ErrorData]
		w.maybe(src("v.Error != nil"), slot.Key, func(w *objectWriter) {
			w.assign("codec.AppendResponseError(dst, v.Error, codec.$1)", unset)
		})
	case lower.WordsRole:
		w.maybe(src("v.Error != nil"), slot.Key, func(w *objectWriter) { w.assign("codec.AppendString(dst, v.Error.Message)") })
	case lower.DataRole:
		w.maybe(src("v.Error != nil && v.Error.HasData()"), slot.Key, func(w *objectWriter) { w.assign("codec.AppendRaw(dst, v.Error.Data)") })
	}
}

// writeShape writes the member that names the shape of a message.
func (p messages) writeShape(w *objectWriter, t *written) {
	s := p.rows.Dialect.Shapes
	if !t.either(&p.rows.Dialect) {
		w.constant(s.Key, model.Quote(s.Value(t.shape)))
		return
	}
	w.member(s.Key, func(w *objectWriter) {
		w.either(src("v.ID.IsZero()"), func(w *objectWriter) { w.text(model.Quote(s.Notification)) }, model.Quote(s.Request))
	})
}

func appendID(w *objectWriter) { w.assign("codec.AppendID(dst, v.ID)") }
