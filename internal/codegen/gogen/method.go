package gogen

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// emitMethods emits the names of the methods and the table about them.
func (p about) emitMethods(f *file) {
	var names []jen.Code
	for _, m := range p.proto.Methods {
		name := "Method" + p.methods[m]
		names = append(names, commented(valueDoc(&m.Meta), jen.Id(name).Op("=").Add(lit(m.Name).jen())))
	}
	f.define([]string{"The names of the methods."}, jen.Const().Defs(names...))
	f.define([]string{"ProtocolMethod describes a method."}, jen.Type().Id("ProtocolMethod").StructFunc(func(g *jen.Group) {
		field := func(text string) { g.Add(src(text).jen()) }
		field("Name string")
		field("From wirert.From // the sender")
		field("Notify bool // whether it is a notification, which has no response")
		field("Since string // the version that added it; may be empty")
		if len(p.proto.Gates) > 0 {
			field("Gate ProtocolGate // what must be negotiated before it is sent; may be empty")
		}
		if p.someMethod(func(m *model.Method) bool { return m.Replaces != nil }) {
			field("Replaces string // the method that it replaces; may be empty")
		}
		if p.someMethod(func(m *model.Method) bool { return len(m.Progress) > 0 }) {
			field("Progress []ProtocolProgress // the kinds of its progress")
		}
		if len(p.proto.Errors) > 0 {
			field("Errors []ErrorCode // the errors that it declares")
		}
	}))
	p.emitProgressType(f)
	f.declare(`
		// Methods describes every method, in the order of the spec.
		func Methods() []ProtocolMethod {
			list := make([]ProtocolMethod, len(calls))
			for i := range calls {
				c := &calls[i]
				list[i] = ProtocolMethod{Name: c.Method, From: c.From, Notify: c.Notify}
			}
			$1
			return list
		}`, p.methodNotes())
}

func (p about) someMethod(is func(*model.Method) bool) bool {
	return slices.ContainsFunc(p.proto.Methods, is)
}

// methodNotes emits what the spec says of methods and their calls do not.
func (p about) methodNotes() code {
	return body(func(g *stmts) {
		for _, m := range p.proto.Methods {
			note := func(field string, value code) { g.put("list[call$1].$2 = $3", p.methods[m], field, value) }
			if m.Since.Version != "" {
				note("Since", quote(m.Since.Version))
			}
			if m.Gate != "" {
				note("Gate", quote(m.Gate))
			}
			if m.Replaces != nil {
				note("Replaces", src("Method$1", p.methods[m.Replaces]))
			}
			if len(m.Progress) > 0 {
				note("Progress", onLines("[]ProtocolProgress", p.progressRows(m)))
			}
			if len(m.Errors) > 0 {
				codes := make([]code, len(m.Errors))
				for i, c := range m.Errors {
					codes[i] = code("ErrorCode" + p.codes[c])
				}
				note("Errors", src("[]ErrorCode{$1}", list(codes)))
			}
		}
	})
}

// emitProgressType emits the type of the entries for kinds of progress.
func (p about) emitProgressType(f *file) {
	if !p.someMethod(func(m *model.Method) bool { return len(m.Progress) > 0 }) {
		return
	}
	f.declare(`
		// ProtocolProgress describes a kind of progress of a request.
		type ProtocolProgress struct {
			Name   string // progress, unless the spec has another name
			Method string // the notification that reports it
			Token  string // path of the token in the request
			As     string // the member of the notification that repeats the token
			Value  string // the member of the notification that holds the progress, or empty for all of it
		}`)
}

func (p about) progressRows(m *model.Method) []code {
	var rows []code
	for _, x := range m.Progress {
		w := &entryWriter{}
		w.add("Name", quote(x.Name)).add("Method", src("Method$1", p.methods[x.Method])).add("Token", quote(x.Token)).add("As", quote(x.As))
		w.text("Value", x.Value)
		rows = append(rows, w.code())
	}
	return rows
}

func ids(list []string) []code {
	out := make([]code, len(list))
	for i, s := range list {
		out[i] = code(s)
	}
	return out
}
