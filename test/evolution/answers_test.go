package evolution

import (
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// responses judges answers, of either role: their ids, and each error.
func (c *crossing) responses() {
	for role := range 2 {
		c.responsesOf(role)
	}
}

func (c *crossing) responsesOf(role int) {
	shell, called := c.w.shell("response")
	if s := c.w.proto.Dialect.Shapes; s != nil && s.Names != nil && called.Method != "" {
		shell = shell.set(called.Method, `"a"`)
	}
	say := func(text string) bool {
		return c.message(role, "a response", text, func(d *difference, own, got *interp.Value) {
			if got != nil {
				d.members(c, own, got)
			}
		})
	}
	ids := c.r.ids() // an answer has the id of the request
	c.responseMembers(role, shell, called, ids[0], say)
	for _, id := range append(ids, "null") {
		good := shell.set(called.ID, id)
		if called.OK != "" {
			say(object(good.set(called.OK, "true").set(called.Result, `{"a":1}`)...))
			say(object(good.set(called.OK, "false").set(called.Words, `"a"`).set(called.Data, `{"a":1}`)...))
			continue
		}
		say(object(good.set(called.Result, `"a"`)...))
		say(object(good.set(called.Error, `{"code":12345,"message":"a"}`)...))
	}
	if called.OK != "" {
		return
	}
	say(object(shell.set(called.Error, `{"code":12345,"message":"a"}`)...))
	for _, e := range c.w.proto.Errors {
		implied := e.Standard && e.Span.IsZero() // the spec does not declare it
		if !e.Local && !implied && c.answers(e, role) {
			c.errorOf(e, role, shell.set(called.ID, ids[0]), called)
		}
	}
}

// responseMembers judges what a dialect adds to answers.
func (c *crossing) responseMembers(role int, shell members, called model.Names, id string, say func(text string) bool) {
	good := shell.set(called.ID, id).set(called.Result, `"a"`)
	if called.OK != "" {
		good = good.set(called.OK, "true").set(called.Result, `{"a":1}`)
	}
	_, theirs := c.r.shell("response")
	for _, f := range slices.Concat(c.w.proto.Dialect.Members, called.Members) {
		say(object(good.drop(f.Name)...))
		say(object(good.set(f.Name, "null")...))
		var to model.Type
		if g := fieldFor(&model.Struct{Fields: slices.Concat(c.r.proto.Dialect.Members, theirs.Members)}, f); g != nil {
			to = g.Type
		}
		c.explore(c.audience(role), f.Type, to, func(text string) string { return object(good.set(f.Name, text)...) }, say)
	}
}

// answers reports whether a role may answer some request with an error: with those that it
// lists, or with any if it lists none. An error that no request lists may answer all.
func (c *crossing) answers(e *model.ErrorCode, role int) bool {
	listed := slices.ContainsFunc(c.w.proto.Methods, func(m *model.Method) bool { return slices.Contains(m.Errors, e) })
	return slices.ContainsFunc(c.w.proto.Methods, func(m *model.Method) bool {
		return !m.Notify && sends(m.From, 1-role) && (e.Standard || !listed || len(m.Errors) == 0 || slices.Contains(m.Errors, e))
	})
}

// errorOf judges the data of an error.
func (c *crossing) errorOf(e *model.ErrorCode, role int, shell members, called model.Names) {
	byKind := c.w.proto.Dialect.Error.Identity == "data.kind"
	with := func(data string) string {
		fault := members{"code", strconv.Itoa(e.Code), "message", `"a"`}
		if data != "" {
			fault = fault.set("data", data)
		}
		return object(shell.set(called.Error, object(fault...))...)
	}
	say := func(text string) bool {
		return c.message(role, "an error "+e.Name, text, func(d *difference, own, got *interp.Value) { c.sameError(d, e, own, got) })
	}
	say(with(""))
	kind := func(text string) string { return text }
	if byKind {
		say(with(object("kind", model.Quote(e.Name))))
		kind = func(text string) string {
			if strings.HasPrefix(text, "{") && !strings.Contains(text, `"kind"`) {
				text = strings.Replace(text, "{", `{"kind":`+model.Quote(e.Name)+",", 1)
			}
			return strings.Replace(text, ",}", "}", 1)
		}
	}
	if e.Data == nil {
		return
	}
	var to model.Type
	for _, x := range c.r.proto.Errors {
		if byKind && x.Name == e.Name || !byKind && x.Code == e.Code {
			to = x.Data
		}
	}
	if fallback := c.r.proto.Dialect.Error.Fallback; byKind && to == nil && fallback != nil {
		to = fallback.Data
	}
	c.explore(c.audience(role), e.Data, to, func(text string) string { return with(kind(text)) }, say)
}

// sameError compares an error as it was written and as it was read.
func (c *crossing) sameError(d *difference, e *model.ErrorCode, own, got *interp.Value) {
	mine := c.w.reader.Parts(own).Error
	if got == nil {
		d.values2(e.Data, mine.Member("data"))
		return
	}
	theirs := c.r.reader.Parts(got).Error
	if theirs == nil {
		return
	}
	read := c.r.errorRead(theirs)
	known := c.w.errorRead(mine)
	switch {
	case known == nil || known != e: // its data may say anything
	case read == nil:
		d.lost = true
	case read.Standard && e.Standard && read.Code == e.Code:
	case read.Name == e.Name || slices.Contains(read.FormerNames, e.Name) || slices.Contains(e.FormerNames, read.Name):
		if a, b := mine.Member("data"), theirs.Member("data"); a != nil && e.Data != nil && read.Data != nil {
			d.values(e.Data, a, read.Data, b, "error.data")
		}
	default:
		d.differs("error")
	}
}

// errorRead is the error that a version reads a fault as; or nil.
func (v *version) errorRead(fault *interp.Value) *model.ErrorCode {
	byKind := v.proto.Dialect.Error.Identity == "data.kind"
	for _, e := range v.proto.Errors {
		if byKind {
			if kind := fault.At("data", "kind"); kind != nil && kind.Text == e.Name {
				return e
			}
		} else if code := fault.Member("code"); code != nil && code.Number == float64(e.Code) {
			return e
		}
	}
	return nil
}

// results judges what answers a request of the reader: results, the data of errors of
// methods, progress, and the options of registrations.
func (c *crossing) results() {
	for _, m := range c.r.proto.Methods {
		for role := range 2 {
			if !sends(m.From, role) || m.Notify || c.r.closed[m.Gate] {
				continue
			}
			own := c.w.methodNamed(m.Name, role)
			if own == nil || own.Notify {
				continue
			}
			position := "the result of " + m.Name
			c.place(1-role, position, own.Result, m.Result)
			c.place(1-role, "the error data of "+m.Name, own.ErrorData, m.ErrorData)
			for _, p := range m.Progress {
				for _, q := range own.Progress {
					if p.Name == q.Name {
						c.place(1-role, "the "+p.Name+" of "+m.Name, q.Payload, p.Payload)
					}
				}
			}
			if m.Registration != nil && own.Registration != nil {
				c.place(1-role, "the registration of "+m.Name, own.Registration.Options, m.Registration.Options)
			}
			if m.ByVariant && own.ByVariant {
				c.variantResults(1 - role)
			}
		}
	}
}

func (c *crossing) variantResults(sender int) {
	a, b := c.w.proto.Envelope, c.r.proto.Envelope
	if a == nil || b == nil || a.Requests == nil || b.Requests == nil {
		return
	}
	for _, v := range b.Requests.Variants {
		if own := a.Requests.Variant(v.Tag); own != nil && !c.r.closed[v.Gate] {
			c.place(sender, "the result of "+v.Tag, own.Result, v.Result)
		}
	}
}
