package check

import (
	"fmt"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// setShapes sets how the shapes of messages are distinguished: by a tag member, or by
// the members that are present.
func setShapes(r report, d *syntax.Dialect, out *model.Dialect) {
	if s := d.Shapes; s != nil {
		out.Shapes = &model.Shapes{Tag: s.Tag.Text, Request: s.Request.Is.Text, Response: s.Response.Is.Text, Notification: s.Notification.Is.Text}
		if !isNamed(s) {
			freeMember(r, s.Tag)
		}
		seen := map[string]syntax.Word{}
		for _, w := range []syntax.Word{s.Request.Is, s.Response.Is, s.Notification.Is} {
			if first, twice := seen[w.Text]; twice {
				r.error(diag.DialectShapes, w.Span, fmt.Sprintf("two shapes of a message have the value %q", w.Text), "give each shape a different value").
					WithRelated(first.Span, "first used here")
			}
			seen[w.Text] = w
		}
	}
	if d.Precedence == nil {
		return
	}
	if d.Shapes != nil {
		r.error(diag.DialectIdle, d.Precedence.Span, fmt.Sprintf("the member %q gives the shape of a message, so precedence has no effect", d.Shapes.Tag.Text),
			"remove precedence or shapes").
			Offers("remove precedence", diag.Step{Do: diag.Remove, At: d.Precedence.Span})
		return
	}
	if got := eachOnce(r, d.Precedence.Words, d.Precedence.Span, out.Precedence, listing{
		code: diag.DialectPrecedence, list: "the precedence", item: "%q is not a shape of a message",
	}); got != nil {
		out.Precedence = got
	}
}

// isNamed reports whether a shape names its members.
func isNamed(s *syntax.Shapes) bool {
	return !s.Request.Named.IsZero() || !s.Response.Named.IsZero() || !s.Notification.Named.IsZero()
}

// shapeNames sets what the members of messages are called, by shape.
func (c *collector) shapeNames(d *syntax.Dialect, out *model.Dialect) {
	s := d.Shapes
	if s == nil || !isNamed(s) {
		return
	}
	c.refuseBesideNames(d)
	names := &model.ShapeNames{
		Request:      model.Names{ID: "id", Method: "method", Params: "params"},
		Notification: model.Names{Method: "method", Params: "params"},
		Response:     model.Names{ID: "id", Result: "result", Error: "error"},
	}
	if !s.Response.OK.IsZero() {
		names.Response.Error, names.Response.Words, names.Response.Data = "", "message", "data"
	}
	out.Shapes.Names = names
	out.JSONRPC = model.JSONRPC{Value: out.JSONRPC.Value, Read: model.ReadIgnored}
	out.Order = []string{}
	c.namesOf(d, "Request", &s.Request, &names.Request)
	c.namesOf(d, "Notification", &s.Notification, &names.Notification)
	c.namesOf(d, "Response", &s.Response, &names.Response)
}

// refuseBesideNames refuses the keys that have no meaning where shapes name their members.
func (c *collector) refuseBesideNames(d *syntax.Dialect) {
	refuse := func(w syntax.Word, key, why string) {
		if !w.IsZero() {
			c.error(diag.DialectIdle, w.Span, key+" has no effect: "+why, "remove it").Drops()
		}
	}
	const named = "the shapes name the members of their messages"
	if len(d.Order) > 0 {
		refuse(d.Order[0], "order", named)
	}
	for _, w := range []syntax.Word{d.Value, d.Read, d.Write} {
		refuse(w, "jsonrpc", named)
	}
	refuse(d.NotificationWithID, "notification_with_id", "a notification has no id if shapes name their members")
	if d.Batch != nil {
		c.error(diag.BatchOfNamed, d.Shapes.Tag.Span, "a message whose shape names its members cannot be part of a batch", "remove batch").
			Repairable("", diag.Step{Do: diag.Unset, At: d.Span, Key: "batch"})
	}
	r := &d.Shapes.Response
	if r.OK.IsZero() {
		refuse(r.Message, "message", "there is no flag (ok) that says whether a response is an error")
		refuse(r.Data, "data", "there is no flag (ok) that says whether a response is an error")
		return
	}
	flag := fmt.Sprintf("the flag %q distinguishes results from errors", r.OK.Text)
	refuse(r.Error, "error", flag)
	refuse(d.ResultAndError, "result_and_error", flag)
	refuse(d.Neither, "neither", flag)
	for _, w := range []syntax.Word{d.Identity, d.ErrorData, d.ErrorWords, d.ErrorFallback} {
		refuse(w, "error", "an error is text and data if a flag distinguishes results from errors")
	}
	for _, e := range c.spec.Errors {
		if !e.Local {
			c.error(diag.ErrorBesideFlag, e.Name.Span, fmt.Sprintf("the error %q has a code, but responses with the flag %q have none", e.Name.Text, r.OK.Text),
				"remove the error, or add local: true if it is never sent").
				Offers("add local: true", diag.Step{Do: diag.Set, At: e.Name.Span, Key: "local", Text: "true"}).
				Offers("remove the error", diag.Step{Do: diag.Remove, At: e.Name.Span})
		}
	}
}

// namesOf sets the names of the members of a shape, each of which may be used once; but
// a result and the data of an error may have the same.
func (c *collector) namesOf(d *syntax.Dialect, shape string, s *syntax.Shape, out *model.Names) {
	set(&out.ID, s.ID)
	set(&out.Method, s.Method)
	set(&out.Params, s.Params)
	set(&out.Result, s.Result)
	set(&out.Error, s.Error)
	set(&out.OK, s.OK)
	set(&out.Words, s.Message)
	set(&out.Data, s.Data)
	inUse := map[string]source.Span{d.Shapes.Tag.Text: d.Shapes.Tag.Span}
	given := map[string]syntax.Word{
		out.ID: s.ID, out.Method: s.Method, out.Params: s.Params, out.Result: s.Result, out.Error: s.Error, out.OK: s.OK, out.Words: s.Message,
	}
	data := out.Data
	if data == out.Result {
		data = ""
	}
	for _, name := range []string{out.ID, out.Method, out.Params, out.Result, out.Error, out.OK, out.Words, data} {
		if name == "" {
			continue
		}
		at := given[name].Span
		if given[name].IsZero() {
			at = s.Is.Span
		}
		if first, twice := inUse[name]; twice {
			c.error(diag.DialectMember, at, fmt.Sprintf("two members of a message have the name %q", name), "choose another name").
				WithRelated(first, "first used here")
		}
		inUse[name] = at
	}
	if d.Members != nil {
		c.freeOf(d.Members, inUse)
		for _, f := range d.Members.Fields {
			inUse[f.Name.Text] = f.Name.Span
		}
		for _, f := range d.Members.Fields {
			olderNames(c.report, f.FormerNames, inUse, "member")
		}
	}
	if s.Members != nil {
		c.freeOf(s.Members, inUse)
		out.Members = c.declareFields(shape, s.Members.Fields, inUse)
	}
}

// freeOf refuses further members with the names of others.
func (c *collector) freeOf(members *syntax.Struct, inUse map[string]source.Span) {
	for _, f := range members.Fields {
		if at, used := inUse[f.Name.Text]; used {
			c.error(diag.DialectMember, f.Name.Span, fmt.Sprintf("two members of a message have the name %q", f.Name.Text), "choose another name").
				WithRelated(at, "first used here")
		}
	}
}
