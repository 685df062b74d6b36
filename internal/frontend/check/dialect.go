package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

func (c *collector) dialect() {
	d := c.spec.Dialect
	if d == nil {
		return
	}
	out := &c.out.Dialect
	out.Span = section(c.spec, "dialect")
	setShapes(c.report, d, out)
	setHeader(c.report, d, out)
	c.shapeNames(d, out)
	c.dialectMembers(d, out)
	setOrder(c.report, d, out, out.Span)
	set(&out.Params, d.Form)
	set(&out.Error.Identity, d.Identity)
	set(&out.Error.Data, d.ErrorData)
	set(&out.Error.Words, d.ErrorWords)
	set(&out.ResultAndError, d.ResultAndError)
	set(&out.Neither, d.Neither)
	setNotificationWithID(c.report, d, out)
	set(&out.BadID, d.BadID)
	set(&out.NullParams, d.NullParams)
	set(&out.OnUnknownRequest, d.OnUnknownRequest)
	if b := d.Batch; b != nil {
		out.Batch = &model.Batch{Max: b.Max, UniqueIDs: b.UniqueIDs}
	}
	setFraming(c.report, d, out)
	c.errorRanges(d, out)
}

// setNotificationWithID sets what a declared notification with an id is. With a tag
// member, an id cannot make it a request.
func setNotificationWithID(r report, d *syntax.Dialect, out *model.Dialect) {
	set(&out.NotificationWithID, d.NotificationWithID)
	if d.Shapes == nil || out.NotificationWithID != "request" {
		return
	}
	out.NotificationWithID = "ignore"
	if !d.NotificationWithID.IsZero() {
		r.error(diag.DialectIdle, d.NotificationWithID.Span,
			fmt.Sprintf("the member %q gives the shape of a message, so an id does not turn a notification into a request", d.Shapes.Tag.Text), "write ignore or reject")
	}
}

// set replaces a default with a word of the spec, if there is one.
func set(into *string, w syntax.Word) {
	if !w.IsZero() {
		*into = w.Text
	}
}

// setHeader sets the rules of the members jsonrpc and id.
func setHeader(r report, d *syntax.Dialect, out *model.Dialect) {
	set(&out.JSONRPC.Value, d.Value)
	if !d.Read.IsZero() {
		out.JSONRPC.Read = model.Presence(d.Read.Text)
	}
	if !d.Write.IsZero() {
		out.JSONRPC.Write = d.Write.Text == "true"
	}
	if read := out.JSONRPC.Read; !out.JSONRPC.Write && (read == model.ReadRequired || read == model.ReadAny) {
		r.error(diag.DialectUnwritten, d.Write.Span, fmt.Sprintf("no message has the member jsonrpc, but with read: %s every reader requires it", read),
			"add read: optional or read: ignored, or remove write: false").
			Offers("remove write: false", diag.Step{Do: diag.Drop, At: d.Write.Span})
	}
	if len(d.IDTypes) > 0 {
		has := func(name string) bool {
			return slices.ContainsFunc(d.IDTypes, func(w syntax.Word) bool { return w.Text == name })
		}
		out.ID.String, out.ID.Int = has("string"), has("int")
	}
	if !d.NullOnError.IsZero() {
		out.ID.NullOnError = d.NullOnError.Text == "true"
	}
	out.ID.MissingOnError = d.MissingOnError.Text == "true"
}

// A listing has the words for a list that must name each of some things once.
type listing struct {
	code       *diag.Code
	list, item string
	more       []string // names that it may have as well
}

// eachOnce is list as words, or nil if it does not name each of all once.
func eachOnce(r report, list []syntax.Word, at source.Span, all []string, how listing) []string {
	known := slices.Concat(all, how.more)
	words := map[string]syntax.Word{}
	var out []string
	for _, w := range list {
		first, twice := words[w.Text]
		switch {
		case !slices.Contains(known, w.Text):
			r.advise(how.code, w.Span, fmt.Sprintf(how.item, w.Text), near(w.Span, w.Text, known, "list "+strings.Join(all, ", ")))
			return nil
		case twice:
			r.error(how.code, w.Span, fmt.Sprintf("%q appears in %s twice", w.Text, how.list), "keep one of the two").Goes().
				WithRelated(first.Span, "first listed here")
			return nil
		}
		words[w.Text] = w
		out = append(out, w.Text)
	}
	for _, name := range all {
		if !slices.Contains(out, name) {
			if len(list) > 0 {
				at = list[0].Span
				at.End = list[len(list)-1].Span.End
			}
			d := r.error(how.code, at, fmt.Sprintf("%s leaves out %q", how.list, name), "list all of them: "+strings.Join(all, ", "))
			if len(list) > 0 {
				last := list[len(list)-1].Span
				last.Start = last.End
				d.Offers("add it at the end", diag.Step{Do: diag.Splice, At: last, Text: ", " + name})
			}
			return nil
		}
	}
	return out
}

// dialectMembers declares the members that the dialect adds to every message.
func (c *collector) dialectMembers(d *syntax.Dialect, out *model.Dialect) {
	if d.Members == nil {
		return
	}
	inUse := map[string]source.Span{}
	if d.Shapes != nil {
		inUse[d.Shapes.Tag.Text] = d.Shapes.Tag.Span
	}
	for _, f := range d.Members.Fields {
		if d.Shapes != nil && isNamed(d.Shapes) {
			continue
		}
		if freeMember(c.report, f.Name) {
			if at, used := inUse[f.Name.Text]; used {
				c.error(diag.DialectMember, f.Name.Span, fmt.Sprintf("the member %q already gives the shape of a message", f.Name.Text), "choose another name").
					WithRelated(at, "the shapes are declared here")
			}
		}
		inUse[f.Name.Text] = f.Name.Span
	}
	for _, name := range out.Order {
		inUse[name] = d.Span
	}
	if d.Shapes != nil && isNamed(d.Shapes) {
		inUse = fieldSpans(d.Members.Fields) // each shape has further ones
	}
	out.Members = c.declareFields("Message", d.Members.Fields, inUse)
}

// freeMember refuses the name of a member that every message already has.
func freeMember(r report, w syntax.Word) bool {
	if !slices.Contains(model.DefaultDialect().Order, w.Text) {
		return true
	}
	r.error(diag.DialectMember, w.Span, fmt.Sprintf("every message already has a member %q", w.Text), "choose another name")
	return false
}

// setOrder sets the order of the members of a message: that of the spec, with the
// tag member before it and further members after it unless it lists them.
func setOrder(r report, d *syntax.Dialect, out *model.Dialect, at source.Span) {
	if len(out.Order) == 0 { // shapes name the members, and have an order
		return
	}
	var more []string
	if d.Shapes != nil {
		more = append(more, d.Shapes.Tag.Text)
	}
	more = append(more, namesOf(out.Members, func(f *model.Field) string { return f.Name })...)
	if d.Order != nil {
		got := eachOnce(r, d.Order, at, out.Order, listing{
			code: diag.DialectOrder, list: "the order", item: "a message has no member %q", more: more,
		})
		if got == nil {
			return
		}
		out.Order = got
		for _, w := range d.Order {
			for _, f := range out.Members {
				if f.Name == w.Text {
					r.uses(w.Span, f.Span)
				}
			}
		}
	}
	for _, name := range more {
		switch {
		case slices.Contains(out.Order, name):
		case d.Shapes != nil && name == d.Shapes.Tag.Text:
			out.Order = slices.Insert(out.Order, 0, name)
		default:
			out.Order = append(out.Order, name)
		}
	}
}

// rate sets how many requests a peer may make.
func (c *collector) rate() {
	if d := c.spec.Dialect; d != nil && d.Rate != nil {
		c.out.Dialect.Rate = &model.Rate{PerMinute: d.Rate.PerMinute, Error: c.answerError(d.Rate.Error)}
	}
	if d := c.spec.Dialect; d != nil && d.Framing != nil {
		c.out.Dialect.TooLarge = c.answerError(d.Framing.TooLarge)
	}
}
