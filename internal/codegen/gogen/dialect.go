package gogen

import (
	"strconv"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// emitDialect emits the dialect, for programs that manage connections.
func (p messages) emitDialect(f *file) {
	f.declare(`
		// Dialect describes how the messages differ from plain JSON-RPC 2.0, and how a
		// connection transmits them.
		func (ProtocolInfo) Dialect() codec.Dialect { return table.Dialect }`)
}

// dialectRow returns the dialect in the table. The zero values are
// those of most protocols.
func (p tables) dialectRow() code {
	d := &p.rows.Dialect
	w := &entryWriter{}
	read := [...]string{
		lower.MemberRequired: "ReadRequired", lower.MemberOptional: "ReadOptional", lower.MemberAny: "ReadAny", lower.MemberIgnored: "ReadIgnored",
	}[d.ReadJSONRPC]
	w.add("JSONRPC", quote(d.JSONRPC)).add("ReadJSONRPC", rt(read))
	w.flag("StringID", d.StringID)
	w.flag("IntID", d.IntegerID)
	w.flag("NullIDOnError", d.NullIDOnError)
	w.flag("NoIDOnError", d.NoIDOnError)
	if d.MaxWeight != model.LeastMaxWeight {
		w.add("MaxWeight", code(strconv.FormatInt(d.MaxWeight, 10)))
	}
	if p.hasMessages() {
		p.readingRules(w, d)
		p.carryingRules(w, d)
		return w.lines(rt("Dialect"))
	}
	return rt("Dialect") + w.code()
}

// flag adds a bool, unless it is false.
func (w *entryWriter) flag(name string, on bool) {
	if on {
		w.add(name, "true")
	}
}

// number adds a number, unless it is 0.
func (w *entryWriter) number(name string, n int) {
	if n != 0 {
		w.add(name, number(n))
	}
}

// log adds how much logs show, unless that is all.
func (w *entryWriter) log(log model.Log) {
	if log != model.LogAll {
		w.add("Log", logCode(log))
	}
}

// constant adds a value of an enum, unless it is the zero value.
func (w *entryWriter) constant(name, value string) {
	if value != "" {
		w.add(name, rt(value))
	}
}

// readingRules adds how messages are read.
func (p tables) readingRules(w *entryWriter, d *lower.Dialect) {
	if s := d.Shapes; s != nil {
		shapes := &entryWriter{}
		shapes.text("Tag", s.Key)
		shapes.text("Request", s.Request)
		shapes.text("Response", s.Response)
		shapes.text("Notification", s.Notification)
		if s.Names != nil {
			shapes.add("Names", "&"+p.shapeNames(s))
		}
		w.add("Shapes", "&"+rt("Shapes")+shapes.code())
	} else if d.Precedence[2] != lower.ResponseShape {
		var order []code
		for _, shape := range d.Precedence {
			order = append(order, rt([...]string{
				lower.RequestShape: "RequestShape", lower.NotificationShape: "NotificationShape", lower.ResponseShape: "ResponseShape",
			}[shape]))
		}
		w.add("Precedence", src("[]codec.Shape{$1}", list(order)))
	}
	if len(d.Members) > 0 {
		w.add("Members", p.fieldRows(d.Members, nil))
	}
	w.constant("ResultAndError", [...]string{lower.BothRefused: "", lower.BothIsError: "ErrorCounts", lower.BothIsResult: "ResultCounts"}[d.Both])
	w.flag("IgnoreNeither", d.Neither == lower.NeitherIgnored)
	w.constant("NotificationWithID", [...]string{lower.IDMakesRequest: "", lower.IDRefused: "IDRefused", lower.IDIgnored: "IDIgnored"}[d.NotificationID])
	w.flag("IgnoreBadID", d.BadID == lower.BadIDIgnored)
	w.flag("ErrorKinds", d.ErrorIdentity == lower.ByDataKind)
	w.text("ErrorFallback", d.ErrorFallback)
	w.flag("HidesErrors", d.ErrorIdentity == lower.ByDataKind && d.Sensitive)
	if rows := p.errorDataRows(); len(rows) > 0 {
		w.add("Errors", onLines("[]"+rt("ErrorData"), rows))
	}
	if d.RefusalsHaveData() {
		w.add("Refusals", keyed("[]"+rt("RefusalData"), refusalRows(d)))
	}
	addExtensions(w, d.Extensions)
	if b := d.Batch; b != nil {
		batch := &entryWriter{}
		batch.number("Max", b.Max)
		batch.flag("UniqueIDs", b.UniqueIDs)
		w.add("Batch", "&"+rt("Batch")+batch.code())
	}
}

// shapeNames are what the members of messages are called, by shape.
func (p tables) shapeNames(s *lower.Shapes) code {
	w := &entryWriter{}
	for shape, name := range [...]string{lower.RequestShape: "Request", lower.NotificationShape: "Notification", lower.ResponseShape: "Response"} {
		n := &s.Names[shape]
		names := &entryWriter{}
		for _, x := range [...][2]string{
			{"ID", n.ID}, {"Method", n.Method}, {"Params", n.Params}, {"Result", n.Result}, {"Error", n.Error},
			{"OK", n.OK}, {"Words", n.Words}, {"Data", n.Data},
		} {
			names.text(x[0], x[1])
		}
		if len(n.Members) > 0 {
			names.add("Members", p.fieldRows(n.Members, nil))
		}
		w.add(name, rt("Names")+names.code())
	}
	return rt("ShapeNames") + w.code()
}

// errorDataRows are the errors that declare their data; all of them if the kinds of others are
// distinguished from undeclared ones.
func (p tables) errorDataRows() []code {
	var rows []code
	d := &p.rows.Dialect
	for i := range p.rows.Errors {
		e := &p.rows.Errors[i]
		declared := p.rows.CheckedData(e) != lower.NoType
		if !declared && d.ErrorFallback == "" {
			continue
		}
		w := &entryWriter{}
		if d.ErrorIdentity == lower.ByDataKind {
			w.add("Kind", quote(e.Name))
		} else {
			w.add("Code", number(e.Code))
		}
		id := rt("NoBody")
		if declared {
			id = p.elementID(e.Data)
		}
		w.add("Data", id)
		w.flag("AddsKind", e.AddsKind)
		w.log(e.Of.LogOf(e.Of.Data))
		rows = append(rows, w.code())
	}
	return rows
}

// refusalRows are the data of the errors that answer refused messages.
func refusalRows(d *lower.Dialect) []pair {
	var rows []pair
	for i, class := range []string{"NotJSON", "NotMessage", "NotDeclared", "BadParams"} {
		w := &entryWriter{}
		if d.Refusals[i].Kind {
			w.add("Kind", quote(d.Refusals[i].Error))
		}
		w.text("Words", d.Refusals[i].Words)
		rows = append(rows, pair{rt(class), w.code()})
	}
	return rows
}

// carryingRules adds what a connection must know.
func (p tables) carryingRules(w *entryWriter, d *lower.Dialect) {
	w.flag("IgnoreUnknown", d.Unknown == lower.NoAnswer)
	w.flag("IgnoreBlanks", d.BlankLines == lower.BlankIgnored)
	framing := &entryWriter{}
	framing.constant("Kind", [...]string{
		lower.NotFramed: "", lower.Lines: "Lines", lower.ContentLength: "ContentLength", lower.LengthPrefix: "LengthPrefixed",
	}[d.Framing.Kind])
	framing.add("MaxBytes", number(d.Framing.MaxBytes))
	framing.text("MaxFrom", d.Framing.MaxFrom)
	framing.number("Width", d.Framing.Width)
	framing.flag("LittleEndian", d.Framing.LittleEndian)
	if code := p.proto.Dialect.TooLarge; code != nil {
		framing.add("TooLarge", src("Err$1", p.codes[code]))
	}
	w.add("Framing", rt("Framing")+framing.code())
	if n := p.proto.Negotiation; n != nil && n.Method != nil {
		w.add("Handshake", p.handshake(n))
	}
	if d.Rate != nil {
		rate := &entryWriter{}
		rate.add("PerMinute", number(d.Rate.PerMinute))
		if code := p.proto.Dialect.Rate.Error; code != nil {
			rate.add("Error", src("Err$1", p.codes[code]))
		}
		w.add("Rate", "&"+rt("Rate")+rate.code())
	}
}
