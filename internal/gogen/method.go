package gogen

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
)

// emitMethods gives the names of the methods and the table about them.
func (p *plan) emitMethods(f *jen.File) {
	var names, rows []jen.Code
	for i, m := range p.proto.Methods {
		name := "Method" + p.methods[m]
		names = append(names, commented(p.valueDoc(name, &m.Meta), src("$1 = $2", name, lit(m.Name))))
		rows = append(rows, p.methodRow(&p.rows.Calls[i]))
	}
	more := ""
	if p.someMethod(func(m *model.Method) bool { return m.Replaces != nil }) {
		more += "Replaces string // the older method that it stands in for, or empty\n"
	}
	if p.someMethod(func(m *model.Method) bool { return m.Progress != nil }) {
		more += "Progress string // the notification that tells how far it is, or empty\n" +
			"Token string // path of what says in both which call it is, or empty\n"
	}
	if len(p.proto.Errors) > 0 {
		more += "Errors []ErrorCode // the errors that it declares\n"
	}
	declare(f, `
		// The names of the methods.
		const $1

		// ProtocolMethod is what the spec says of a method.
		type ProtocolMethod struct {
			Name string
			From wirert.From // the side that sends it
			Notify bool // a notification: nothing answers it
			Since string // the version that it came with, or empty
			Gate string // what must be negotiated before it is sent, or empty
			$2}

		// Methods describes every method, in the order of the spec.
		func Methods() []ProtocolMethod {
			return $3
		}`, jen.Defs(names...), more, onLines(src("ProtocolMethod"), rows))
}

func (p *plan) someMethod(is func(*model.Method) bool) bool {
	return slices.ContainsFunc(p.proto.Methods, is)
}

func (p *plan) methodRow(row *lower.Call) jen.Code {
	m := row.Of
	w := &entryWriter{}
	w.add("Name", src("Method$1", p.methods[m])).add("From", rt(fromConst(row.From)))
	w.flag("Notify", row.Shape == lower.NotificationShape)
	w.text("Since", m.Since.Version)
	w.text("Gate", m.Gate)
	if m.Replaces != nil {
		w.add("Replaces", src("Method$1", p.methods[m.Replaces]))
	}
	if m.Progress != nil && m.Progress.Method != nil {
		w.add("Progress", src("Method$1", p.methods[m.Progress.Method])).add("Token", jen.Lit(m.Progress.Token))
	}
	var codes []string
	for _, c := range m.Errors {
		codes = append(codes, "ErrorCode"+p.codes[c])
	}
	if len(codes) > 1 {
		w.add("Errors", onLines(src("ErrorCode"), ids(codes)))
	} else if len(codes) > 0 {
		w.add("Errors", src("[]ErrorCode{$1}", codes[0]))
	}
	return w.code()
}

func ids(list []string) []jen.Code {
	out := make([]jen.Code, len(list))
	for i, s := range list {
		out[i] = jen.Id(s)
	}
	return out
}
