package gogen

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/model"
)

// emitDialect is
//
//	func Dialect() wirert.Dialect { return table.Dialect }
func (p *plan) emitDialect(f *jen.File) {
	docLines(f, "Dialect is how the messages differ from plain JSON-RPC 2.0: how they are read, and what a connection "+
		"must know to carry them.")
	f.Add(fn("Dialect").Params().Add(rt("Dialect")).Add(brief(jen.Id("table").Dot("Dialect"))))
	f.Line()
}

// dialectRow is the dialect in the table. What holds of most protocols is left
// to the zero values.
func (p *plan) dialectRow() jen.Code {
	d := p.proto.Dialect
	read := map[model.Presence]string{
		model.ReadRequired: "ReadRequired",
		model.ReadOptional: "ReadOptional",
		model.ReadAny:      "ReadAny",
		model.ReadIgnored:  "ReadIgnored",
	}[d.JSONRPC.Read]
	w := &entryWriter{}
	w.add("JSONRPC", jen.Lit(d.JSONRPC.Value)).add("ReadJSONRPC", rt(read))
	w.flag("StringID", d.ID.String)
	w.flag("IntID", d.ID.Int)
	w.flag("NullIDOnError", d.ID.NullOnError)
	if p.hasMessages() {
		p.readingRules(w, &d)
		p.carryingRules(w, &d)
		return rt("Dialect").Add(w.lines())
	}
	return rt("Dialect").Add(w.code())
}

// flag is true where a bool of a row is.
func (w *entryWriter) flag(name string, on bool) {
	if on {
		w.add(name, jen.True())
	}
}

// lines are the fields of a row, one on each line.
func (w *entryWriter) lines() *jen.Statement {
	return jen.ValuesFunc(func(g *jen.Group) {
		for _, f := range w.fields {
			g.Line().Add(f)
		}
		g.Line()
	})
}

// readingRules are how messages are read.
func (p *plan) readingRules(w *entryWriter, d *model.Dialect) {
	if s := d.Shapes; s != nil {
		shapes := &entryWriter{}
		shapes.add("Tag", jen.Lit(s.Tag)).add("Request", jen.Lit(s.Request)).
			add("Response", jen.Lit(s.Response)).add("Notification", jen.Lit(s.Notification))
		w.add("Shapes", jen.Op("&").Add(rt("Shapes")).Add(shapes.code()))
	} else if slices.Index(d.Precedence, "response") < len(d.Precedence)-1 {
		var order []jen.Code
		for _, shape := range d.Precedence {
			order = append(order, rt(map[string]string{
				"request": "RequestShape", "notification": "NotificationShape", "response": "ResponseShape",
			}[shape]))
		}
		w.add("Precedence", jen.Index().Add(rt("Shape")).Values(order...))
	}
	if p.members != nil {
		w.add("Members", p.fieldRows(p.members))
	}
	switch d.ResultAndError {
	case "error":
		w.add("ResultAndError", rt("ErrorCounts"))
	case "result":
		w.add("ResultAndError", rt("ResultCounts"))
	}
	w.flag("IgnoreNeither", d.Neither == "ignore")
	switch d.NotificationWithID {
	case "reject":
		w.add("NotificationWithID", rt("IDRefused"))
	case "ignore":
		w.add("NotificationWithID", rt("IDIgnored"))
	}
	w.flag("IgnoreBadID", d.BadID == "ignore")
	if d.Batch != nil {
		batch := &entryWriter{}
		if d.Batch.Max > 0 {
			batch.add("Max", jen.Lit(d.Batch.Max))
		}
		batch.flag("UniqueIDs", d.Batch.UniqueIDs)
		w.add("Batch", jen.Op("&").Add(rt("Batch")).Add(batch.code()))
	}
}

// carryingRules are what a connection must know.
func (p *plan) carryingRules(w *entryWriter, d *model.Dialect) {
	w.flag("IgnoreUnknown", d.OnUnknownRequest == "ignore")
	w.flag("IgnoreBlanks", d.BlankLines == "ignore")
	framing := &entryWriter{}
	if kind := map[string]string{"ndjson": "Lines", "content-length": "ContentLength", "length-prefix": "LengthPrefixed"}[d.Framing.Kind]; kind != "" {
		framing.add("Kind", rt(kind))
	}
	framing.add("MaxBytes", jen.Lit(d.Framing.MaxBytes))
	if d.Framing.MaxFrom != "" {
		framing.add("MaxFrom", jen.Lit(d.Framing.MaxFrom))
	}
	if d.Framing.Width > 0 {
		framing.add("Width", jen.Lit(d.Framing.Width))
	}
	framing.flag("LittleEndian", d.Framing.Order == "little")
	w.add("Framing", rt("Framing").Add(framing.code()))
	if n := p.proto.Negotiation; n != nil && n.Method != nil {
		w.add("Handshake", p.handshake(n))
	}
	if d.Rate != nil {
		rate := &entryWriter{}
		rate.add("PerMinute", jen.Lit(d.Rate.PerMinute))
		if d.Rate.Error != nil {
			rate.add("Error", jen.Id("Err"+p.codes[d.Rate.Error]))
		}
		w.add("Rate", jen.Op("&").Add(rt("Rate")).Add(rate.code()))
	}
}
