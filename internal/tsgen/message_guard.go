package tsgen

import (
	"fmt"
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
	return append(out,
		guardView{Name: "Response", Body: "  return isMessage(v) && v.method === undefined;\n"},
		guardView{Name: "UnknownMessage", Body: p.unknownMessageGuard()})
}

func (p *plan) messageGuard() string {
	var b strings.Builder
	b.WriteString("  if (!shell(v)) return false;\n  switch (v.method) {\n    case undefined:\n      return outcome(v);\n")
	for _, m := range p.proto.Methods {
		fmt.Fprintf(&b, "    case %s:\n      return %s;\n", quote(m.Name), p.callGuard(m))
	}
	b.WriteString("    default:\n      return undeclared(v);\n  }\n")
	return b.String()
}

func (p *plan) callGuard(m *model.Method) string {
	params := "true"
	if m.Params != nil {
		f := &model.Field{Name: "params", Type: m.Params, Optional: m.ParamsOptional}
		if c := p.fieldGuard(f, depth{inner: 1}); c != "" {
			params = c
		}
	}
	switch {
	case m.Notify:
		return fmt.Sprintf("v.id === undefined ? %s : undeclared(v)", params)
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
			fmt.Fprintf(&b, "    case %s:\n", quote(m.Name))
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
		fmt.Fprintf(b, "    case %s:\n", quote(m.Name))
	}
	out := "  switch (v?.method) {\n" + requests.String()
	if requests.Len() > 0 {
		out += "      return false;\n"
	}
	if notifications.Len() > 0 {
		out += notifications.String() + "      return v.id !== undefined && undeclared(v);\n"
	}
	return out + "    default:\n      return undeclared(v);\n  }\n"
}

// jsonrpcGuard is what must hold of the member jsonrpc of o.
func (p *plan) jsonrpcGuard() string {
	j := p.proto.Dialect.JSONRPC
	switch j.Read {
	case model.ReadRequired:
		return " && v.jsonrpc === " + quote(j.Value)
	case model.ReadOptional:
		return fmt.Sprintf(" && (v.jsonrpc === undefined || v.jsonrpc === %s)", quote(j.Value))
	case model.ReadAny:
		return " && v.jsonrpc !== undefined"
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

// messageRows are the rows of the messages in the table.
func (p *plan) messageRows() []row {
	if len(p.proto.Methods) == 0 {
		return nil
	}
	writeNull := ""
	if p.proto.Dialect.Error.Data == "null" {
		writeNull = ", writeNull: true"
	}
	out := []row{
		{"ResponseError", "{\n    fields: [\n      [\"code\", \"int\"],\n      [\"message\", \"string\"],\n      [\"data\", \"any\", { optional: true" + writeNull + " }],\n    ],\n  }"},
		{"Message", "{ shell, methods }"},
	}
	for side, name := range p.sides {
		var sent []string
		for _, m := range p.proto.Methods {
			if sentBy(m, side) {
				sent = append(sent, m.Name)
			}
		}
		out = append(out, row{name, "{ shell, methods: pick(" + quoteLines(sent, "  ") + ") }"})
	}
	for _, m := range p.proto.Methods {
		out = append(out, row{p.methods[m], "{ shell, methods, only: " + quote(m.Name) + " }"})
	}
	return append(out, row{"Response", `{ shell, methods, only: "" }`}, row{"UnknownMessage", "{ shell, methods, only: null }"})
}

// methodRows are the methods as the table has them.
func (p *plan) methodRows() []string {
	var out []string
	for _, m := range p.proto.Methods {
		var parts []string
		if m.Params != nil {
			parts = append(parts, "params: "+p.shape(m.Params).table())
		}
		if m.ParamsOptional {
			parts = append(parts, "optional: true")
		}
		if m.Notify {
			parts = append(parts, "notify: true")
		}
		out = append(out, fmt.Sprintf("[%s, { %s }]", quote(m.Name), strings.Join(parts, ", ")))
	}
	return out
}

// dialect is the shell as the table has it.
func (p *plan) dialect() string {
	d := p.proto.Dialect
	var ids []string
	if d.ID.String {
		ids = append(ids, "string")
	}
	if d.ID.Int {
		ids = append(ids, "int")
	}
	return fmt.Sprintf("{\n  jsonrpc: %s,\n  version: %s,\n  write: %t,\n  ids: %s,\n  nullOnError: %t,\n  order: %s,\n}",
		quote(string(d.JSONRPC.Read)), quote(d.JSONRPC.Value), d.JSONRPC.Write, quoteAll(ids), d.ID.NullOnError, quoteAll(d.Order))
}
