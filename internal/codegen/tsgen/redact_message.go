package tsgen

import (
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// messages fills what is replaced in messages. It reports whether there is something.
func (e *redactions) messages(v *redactView) bool {
	d := &e.rows.Dialect
	var calls, answers []string
	hasResult, hides := false, false
	for i := range e.rows.Calls {
		c := &e.rows.Calls[i]
		m := c.Of
		asked := e.members(c.Shape)
		params := orLog(m.Log(), e.node(m.Params))
		if told := e.progressIn(c.Method); params == "" {
			params = told
		} else if told != "" {
			params = severalOf([]string{params, told})
		}
		asked.add(d.NamesOf(c.Shape).Params, params)
		answered := e.members(lower.ResponseShape)
		answered.add(d.NamesOf(lower.ResponseShape).Result, orLog(m.Log(), e.result(c)))
		e.failure(&answered, m.ErrorData)
		hides = hides || len(asked) > 0 || len(answered) > 0
		hasResult = hasResult || e.result(c) != "" || m.Log() != model.LogAll
		for _, name := range append([]string{c.Method}, c.FormerNames...) {
			calls = append(calls, array([]string{quote(name), e.message(asked, c.Shape)}))
			if c.Shape == lower.RequestShape {
				answers = append(answers, array([]string{quote(name), e.message(answered, lower.ResponseShape)}))
			}
		}
	}
	other := e.members(lower.RequestShape)
	for _, f := range e.members(lower.NotificationShape) {
		if !slices.Contains(other, f) {
			other = append(other, f)
		}
	}
	if e.someSecret() {
		for _, shape := range []lower.Shape{lower.RequestShape, lower.NotificationShape} {
			if name := d.NamesOf(shape).Params; !slices.Contains(other, key(name)+": "+kindOnly) {
				other.add(name, kindOnly)
			}
		}
	}
	late := e.members(lower.ResponseShape)
	if hasResult {
		late.add(d.NamesOf(lower.ResponseShape).Result, hideAll)
	} else if e.someSecret() {
		late.add(d.NamesOf(lower.ResponseShape).Result, kindOnly)
	}
	e.failure(&late, nil)
	v.Other, v.Late = e.message(other, lower.RequestShape, lower.NotificationShape), e.message(late, lower.ResponseShape)
	v.Calls, v.Answers = "new Map("+lines(calls, "  ")+")", "new Map("+lines(answers, "  ")+")"
	return hides || len(other) > 0 || len(late) > 0
}

// message is the node of a message of which some members are not shown.
func (e *redactions) message(of fieldsHidden, shapes ...lower.Shape) string {
	if len(of) == 0 {
		return "0"
	}
	if !e.someSecret() {
		return of.node("")
	}
	d := &e.rows.Dialect
	names := []string{"jsonrpc"}
	if d.Shapes != nil {
		names = append(names, d.Shapes.Key)
	}
	for _, shape := range shapes {
		n := d.NamesOf(shape)
		names = append(names, n.ID, n.Method, n.Params, n.Result, n.Error, n.OK, n.Words, n.Data)
		for _, f := range d.MembersOf(shape) {
			names = append(append(names, f.Name), f.FormerNames...)
		}
	}
	for _, name := range names {
		if !slices.ContainsFunc(of, func(f string) bool { return strings.HasPrefix(f, key(name)+": ") }) {
			of.add(name, "0")
		}
	}
	return of.node(kindOnly)
}

// someSecret reports whether something in messages is sensitive. Then what is not declared is not
// shown either.
func (e *redactions) someSecret() bool {
	return e.proto.AnyMarked(func(m *model.Meta) bool { return m.Sensitive })
}

// progressIn is what is replaced in the progress that a notification reports, which its own
// params may declare as any value.
func (e *redactions) progressIn(method string) string {
	var all []string
	for i := range e.rows.Calls {
		c := &e.rows.Calls[i]
		for _, x := range c.Progress {
			node := ""
			if x.Method == method {
				node = e.node(x.Of.Payload)
			}
			if node != "" && x.Value != nil {
				var around fieldsHidden
				around.add(x.Value.Key, node)
				node = around.node("")
			}
			if node != "" && !slices.Contains(all, node) {
				all = append(all, node)
			}
		}
	}
	return severalOf(all)
}

// members are the members that messages of a shape have besides those of JSON-RPC.
func (e *redactions) members(shape lower.Shape) fieldsHidden {
	var out fieldsHidden
	fields := e.proto.Dialect.Members
	requests, notifications, responses := e.proto.Dialect.MembersByShape()
	switch shape {
	case lower.RequestShape:
		fields = slices.Concat(fields, requests)
	case lower.NotificationShape:
		fields = slices.Concat(fields, notifications)
	case lower.ResponseShape:
		fields = slices.Concat(fields, responses)
	}
	for _, f := range fields {
		for _, name := range append([]string{f.Name}, f.FormerNames...) {
			out.add(name, orLog(f.Log(), e.node(f.Type)))
		}
	}
	return out
}

// failure adds the data of the errors that answer requests: what declares the error shows it, or
// else the method.
func (e *redactions) failure(out *fieldsHidden, ofMethod model.Type) {
	var all []string
	var byError fieldsHidden
	byKind := e.rows.Dialect.ErrorIdentity == lower.ByDataKind
	for i := range e.rows.Errors {
		x := &e.rows.Errors[i]
		node := orLog(x.Of.Log(), e.node(x.Of.Data))
		name := strconv.Itoa(x.Code)
		switch {
		case byKind:
			name = x.Name
		case node == "" && x.Of.Data == nil:
			continue
		}
		if node != "" && !slices.Contains(all, node) {
			all = append(all, node)
		}
		byError = append(byError, quote(name)+": "+e.withKind(x, node))
	}
	method := ""
	if ofMethod != nil {
		method = e.node(ofMethod)
	}
	undeclared := method
	if undeclared == "" && ofMethod == nil && e.someSecret() {
		undeclared = kindOnly
	}
	if len(all) == 0 && undeclared == "" {
		return
	}
	n := e.rows.Dialect.NamesOf(lower.ResponseShape)
	switch {
	case n.Data != "":
		if len(all) == 0 {
			all = []string{undeclared}
		}
		out.add(n.Data, severalOf(all))
	case ofMethod != nil:
		if method != "" && !slices.Contains(all, method) {
			all = append(all, method)
		}
		out.add(n.Error, `["of", { code: 0, message: 0, data: `+severalOf(all)+" }, -2]")
	case byKind:
		out.add(n.Error, `["of", { code: 0, message: 0, data: ["tag", "kind", `+object(byError).String()+", "+orShown(undeclared)+"] }, -2]")
	default:
		for i, of := range byError {
			name, node, _ := strings.Cut(of, ": ")
			byError[i] = name + `: ["of", { code: 0, message: 0, data: ` + node + " }]"
		}
		out.add(n.Error, `["tag", "code", `+object(byError).String()+`, ["of", { code: 0, message: 0, data: `+orShown(undeclared)+" }, "+orShown(undeclared)+"]]")
	}
}

// withKind is the node of the data of an error, which may have a member that its type does not
// declare.
func (e *redactions) withKind(x *lower.Error, node string) string {
	if x.AddsKind && strings.HasPrefix(node, "[") || strings.HasPrefix(node, "() =>") || strings.HasPrefix(node, "shown") {
		return severalOf([]string{node, `["of", { kind: 0 }, 0]`})
	}
	return orShown(node)
}

// result is what is replaced in the results of a method.
func (e *redactions) result(c *lower.Call) string {
	if c.Answer != lower.AnswerByVariant {
		return e.node(c.Of.Result)
	}
	var all []string
	for _, v := range e.proto.Envelope.Requests.Variants {
		if n := e.node(v.Result); n != "" && !slices.Contains(all, n) {
			all = append(all, n)
		}
	}
	return severalOf(all)
}
