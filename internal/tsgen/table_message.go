package tsgen

import (
	"fmt"
	"strings"

	"github.com/wiregen/wiregen/internal/lower"
)

// messageRows are the entries of the messages.
func (p *plan) messageRows() []row {
	if len(p.rows.Calls) == 0 {
		return nil
	}
	writeNull := ""
	if p.rows.Dialect.ErrorData == lower.DataNull {
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
				sent = append(sent, allNames(m)...)
			}
		}
		out = append(out, row{name, "{ shell, methods: pick(" + quoteLines(sent, "  ") + ") }"})
	}
	for _, c := range p.rows.Calls {
		out = append(out, row{p.methods[c.Of], "{ shell, methods, only: " + quote(c.Method) + " }"})
	}
	out = append(out, row{"Response", `{ shell, methods, only: "" }`}, row{"UnknownMessage", "{ shell, methods, only: null }"})
	if p.hasBatch() {
		out = append(out, row{"Batch", batchNode(p.rows.Dialect.Batch)})
	}
	return out
}

func batchNode(b *lower.Batch) string {
	most, unique := "Infinity", ""
	if b.Max > 0 {
		most = fmt.Sprint(b.Max)
	}
	if b.UniqueIDs {
		unique = ", unique: true"
	}
	return fmt.Sprintf("{ max: %s, words: %s%s }", most, quote(b.Words), unique)
}

// methodRows are the methods as the table has them.
func (p *plan) methodRows() []string {
	var out []string
	for _, c := range p.rows.Calls {
		var parts []string
		if c.ParamsPresence != lower.ParamsNone {
			parts = append(parts, "params: "+p.ref(c.Params))
		}
		if c.ParamsPresence == lower.ParamsOptional {
			parts = append(parts, "optional: true")
		}
		if c.Positions {
			parts = append(parts, "positions: true")
		}
		if c.Shape == lower.NotificationShape {
			parts = append(parts, "notify: true")
		}
		out = append(out, fmt.Sprintf("[%s, { %s }]", quote(c.Method), strings.Join(parts, ", ")))
		for _, w := range c.Was {
			older := append([]string{"today: " + quote(c.Method)}, parts...)
			out = append(out, fmt.Sprintf("[%s, { %s }]", quote(w), strings.Join(older, ", ")))
		}
	}
	return out
}

// dialect is how messages are read and written.
func (p *plan) dialect() string {
	d := &p.rows.Dialect
	var ids []string
	if d.StringID {
		ids = append(ids, "string")
	}
	if d.IntegerID {
		ids = append(ids, "int")
	}
	var b strings.Builder
	b.WriteString("{\n")
	row := func(name, value string) { fmt.Fprintf(&b, "  %s: %s,\n", name, value) }
	if s := d.Shapes; s != nil {
		row("shapes", fmt.Sprintf("{ tag: %s, words: new Map([[%s, \"request\"], [%s, \"response\"], [%s, \"notification\"]]) }",
			quote(s.Key), quote(s.Request), quote(s.Response), quote(s.Notification)))
	} else {
		row("precedence", quoteAll([]string{d.Precedence[0].String(), d.Precedence[1].String(), d.Precedence[2].String()}))
	}
	row("jsonrpc", quote(d.ReadJSONRPC.String()))
	row("version", quote(d.JSONRPC))
	row("write", fmt.Sprint(d.WriteJSONRPC))
	row("ids", quoteAll(ids))
	row("nullOnError", fmt.Sprint(d.NullIDOnError))
	row("resultAndError", quote(d.Both.String()))
	row("notificationWithID", quote(d.NotificationID.String()))
	if d.BadID == lower.BadIDIgnored {
		row("ignoresBadID", "true")
	}
	if d.Neither == lower.NeitherIgnored {
		row("ignoresNeither", "true")
	}
	if len(d.Members) > 0 {
		fields := make([]string, len(d.Members))
		for i := range d.Members {
			fields[i] = p.fieldNode(&d.Members[i])
		}
		row("members", lines(fields, "  "))
	}
	row("order", quoteAll(d.Order))
	return b.String() + "}"
}
