package tsgen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/model"
)

// messageGuards tell messages by their method.
func (p *plan) messageGuards() []guardView {
	if len(p.proto.Methods) == 0 {
		return nil
	}
	out := []guardView{{Name: "Message", Body: p.messageGuard()}}
	for side, name := range p.sides {
		out = append(out, guardView{Name: name, Body: p.sideGuard(side)})
	}
	for _, m := range p.proto.Methods {
		cond := "v.method === " + quote(m.Name)
		if m.Notify {
			cond += " && v.id === undefined"
		}
		out = append(out, guardView{Name: p.methods[m], Body: "  return isMessage(v) && " + cond + ";\n"})
	}
	response := "  return isMessage(v) && v.method === undefined;\n"
	if p.ignores() {
		response = "  return isMessage(v) && v.method === undefined && !isIgnoredMessage(v);\n"
	}
	out = append(out, guardView{Name: "Response", Body: response}, guardView{Name: "UnknownMessage", Body: p.unknownMessageGuard()})
	if p.ignores() {
		out = append(out, guardView{Name: "IgnoredMessage", Body: "  return v instanceof IgnoredMessage;\n"})
	}
	if p.hasBatch() {
		out = append(out, guardView{Name: "Batch", Body: p.batchGuard()})
	}
	return out
}

func (p *plan) batchGuard() string {
	b := p.proto.Dialect.Batch
	conds := []string{"list(v, isMessage)", "v.length > 0"}
	if b.Max > 0 {
		conds = append(conds, fmt.Sprintf("v.length <= %d", b.Max))
	}
	if b.UniqueIDs {
		conds = append(conds, "unique(v)")
	}
	return "  return " + strings.Join(conds, " && ") + ";\n"
}

func (p *plan) messageGuard() string {
	var b strings.Builder
	if p.ignores() {
		b.WriteString("  if (isIgnoredMessage(v)) return true;\n")
	}
	b.WriteString("  if (!shell(v)) return false;\n  switch (v.method) {\n    case undefined:\n      return outcome(v);\n")
	for _, m := range p.proto.Methods {
		fmt.Fprintf(&b, "    case %s:\n      return %s;\n", quote(m.Name), p.callGuard(m))
	}
	for _, m := range p.proto.Methods {
		if len(m.Was) > 0 {
			b.WriteString(cases(m.Was) + "      return " + p.unlikeCall(m) + ";\n")
		}
	}
	b.WriteString("    default:\n      return undeclared(v);\n  }\n")
	return b.String()
}

// cases are the labels of names in a switch.
func cases(names []string) string {
	var b strings.Builder
	for _, name := range names {
		fmt.Fprintf(&b, "    case %s:\n", quote(name))
	}
	return b.String()
}

// allNames are the names under which calls of a method are read.
func allNames(m *model.Method) []string { return append([]string{m.Name}, m.Was...) }

// renames reports whether some method is read under older names.
func (p *plan) renames() bool {
	return slices.ContainsFunc(p.proto.Methods, func(m *model.Method) bool { return len(m.Was) > 0 })
}

// unlikeCall is what must hold of a message with a name of m that is no call of
// it: the request that a notification with an id is, where it is one.
func (p *plan) unlikeCall(m *model.Method) string {
	if m.Notify && p.proto.Dialect.NotificationWithID == "request" {
		return "v.id !== undefined && undeclared(v)"
	}
	return "false"
}

func (p *plan) callGuard(m *model.Method) string {
	params := "v.params === undefined"
	if m.Params != nil {
		params = "true"
		f := &model.Field{Name: "params", Type: m.Params, Optional: m.ParamsOptional}
		if c := p.fieldGuard(f, depth{inner: 1}); c != "" {
			params = c
		}
	}
	switch {
	case m.Notify && p.proto.Dialect.NotificationWithID == "request":
		return fmt.Sprintf("v.id === undefined ? %s : undeclared(v)", params)
	case m.Notify && params == "true":
		return "v.id === undefined"
	case m.Notify:
		return "v.id === undefined && " + params
	case params == "true":
		return "id(v.id)"
	default:
		return "id(v.id) && " + params
	}
}

// sideGuard takes the methods of the other side alone for undeclared ones.
func (p *plan) sideGuard(side int) string {
	var b strings.Builder
	b.WriteString("  switch (v?.method) {\n")
	others := 0
	for _, m := range p.proto.Methods {
		if !sentBy(m, side) {
			b.WriteString(cases(allNames(m)))
			others++
		}
	}
	if others == 0 {
		return "  return isMessage(v);\n"
	}
	return b.String() + "      return undeclared(v);\n    default:\n      return isMessage(v);\n  }\n"
}

func (p *plan) unknownMessageGuard() string {
	var requests, notifications strings.Builder
	for _, m := range p.proto.Methods {
		b := &requests
		if m.Notify {
			b = &notifications
		}
		b.WriteString(cases(allNames(m)))
	}
	out := "  switch (v?.method) {\n" + requests.String()
	if requests.Len() > 0 {
		out += "      return false;\n"
	}
	if notifications.Len() > 0 && p.proto.Dialect.NotificationWithID != "request" {
		out += notifications.String() + "      return false;\n"
	} else if notifications.Len() > 0 {
		out += notifications.String() + "      return v.id !== undefined && undeclared(v);\n"
	}
	return out + "    default:\n      return undeclared(v);\n  }\n"
}

// shellGuard returns whether the members of every message are in order.
func (p *plan) shellGuard() string {
	conds := []string{isObject}
	if c := p.jsonrpcGuard(); c != "" {
		conds = append(conds, c)
	}
	d := p.proto.Dialect
	if s := p.shapes(); s.Tag != "" {
		conds = append(conds, fmt.Sprintf("%s === (v.method === undefined ? %s : v.id === undefined ? %s : %s)", access(s.Tag), s.Response, s.Notification, s.Request))
	} else if c := answerFirst(d.Precedence); c != "" {
		conds = append(conds, c)
	}
	for _, f := range d.Members {
		if c := p.fieldGuard(f, depth{inner: 1}); c != "" {
			conds = append(conds, c)
		}
	}
	conds = append(conds, ownOnly)
	if line := "  return " + strings.Join(conds, " && ") + ";\n"; len(line) <= 140 {
		return line
	}
	return allOf(conds)
}

// answerFirst holds unless a call has a result or an error that makes it a
// response; "" where nothing does.
func answerFirst(precedence []string) string {
	i := slices.Index(precedence, "response")
	if i < 0 || i == len(precedence)-1 {
		return ""
	}
	call := "v.method === undefined"
	if i > 0 {
		id := map[string]string{"request": "v.id !== undefined", "notification": "v.id === undefined"}[precedence[0]]
		call += " || " + id
	}
	return "(" + call + " || (v.result === undefined && v.error === undefined))"
}

// jsonrpcGuard is what must hold of the member jsonrpc; "" when it may be any.
func (p *plan) jsonrpcGuard() string {
	j := p.proto.Dialect.JSONRPC
	switch j.Read {
	case model.ReadRequired:
		return "v.jsonrpc === " + quote(j.Value)
	case model.ReadOptional:
		return fmt.Sprintf("(v.jsonrpc === undefined || v.jsonrpc === %s)", quote(j.Value))
	case model.ReadAny:
		return "v.jsonrpc !== undefined"
	default:
		return ""
	}
}

func (p *plan) idGuard() string {
	id := p.proto.Dialect.ID
	var conds []string
	if id.String {
		conds = append(conds, `typeof v === "string"`)
	}
	if id.Int {
		conds = append(conds, "integer(v)")
	}
	return strings.Join(conds, " || ")
}
