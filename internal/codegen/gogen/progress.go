package gogen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// progressName returns the name of the method that reads a kind of progress.
func progressName(row *lower.Progress) string {
	if row.Name == model.MainProgress {
		return "Progress"
	}
	return names.GoExported(row.Name) + "Progress"
}

// emitProgress emits how the notifications about each request are read.
func (p messages) emitProgress(f *file) {
	all := p.messages()
	for _, m := range all {
		for i := range m.row.Progress {
			row := &m.row.Progress[i]
			by := slices.IndexFunc(all, func(n *message) bool { return n.Method == row.Of.Method })
			p.progress(m, all[by], row).emit(f)
		}
	}
}

// progress is one kind of progress of m, which the notification by reports.
type progress struct {
	messages
	m, by *message
	row   *lower.Progress
	shape *shape
	typ   code // of the progress
	at    string
	field *field // what holds it, at
}

func (p messages) progress(m, by *message, row *lower.Progress) *progress {
	out := &progress{messages: p, m: m, by: by, row: row, shape: p.shape(row.Of.Payload), at: "n.Params", field: by.params()}
	if row.Value != nil {
		out.field = gates(p).memberOf(out.field.shape.decl.(*model.Struct), row.Of.Value)
		out.at += "." + out.field.name
	}
	out.typ = p.goType(out.shape)
	if out.isStruct() {
		out.typ = src("*$1", out.typ)
	}
	return out
}

// isStruct reports whether the progress is a struct, to which there is a pointer.
func (p *progress) isStruct() bool { return p.shape.form == formStruct && !p.shape.null }

func (p *progress) emit(f *file) {
	name, what := progressName(p.row), "progress"
	if p.row.Name != model.MainProgress {
		what += " (" + p.row.Name + ")"
	}
	verb := "returns"
	if p.row.Kept {
		verb = "reads"
	}
	p.method(f, name, "", fmt.Sprintf("%s %s the %s of the call in n. ok is false if n does not belong to the call.", name, verb, what))
	if p.row.Kept && p.rows.Tolerates(p.row.Payload) {
		name += "Report"
		p.method(f, name, "report", name+" is like "+progressName(p.row)+", and calls report with each value that it skips.")
	}
}

// method emits one method; report is the name of its parameter of that kind, or "".
func (p *progress) method(f *file, name, report, doc string) {
	param := code("n *" + p.by.name)
	if report != "" {
		param += ", report func(path, words string)"
	}
	f.document(doc, `
		func (v *$1) $2($3) (progress $4, ok bool, err error) {
			asked := func(dst []byte) []byte $5
			told := func(dst []byte) []byte $6
			if !codec.SameToken(asked, told) {
				return progress, false, nil
			}
			$7
		}`, p.m.name, name, param, p.typ, p.token("v", p.m, strings.Split(p.row.Of.Token, ".")[1:]), p.token("n", p.by, []string{p.row.Of.As}), p.value(report))
}

// token returns the body of a function that appends the token of the message x.
func (p *progress) token(x string, m *message, path []string) code {
	return block(func(g *stmts) {
		var conds []string
		f := m.params()
		for x += ".Params"; ; x += "." + f.name {
			if there, _ := f.presence(x); there != "" {
				conds = append(conds, string(there))
			}
			if f.row.Patch {
				x += ".Value"
			}
			if len(path) == 0 {
				break
			}
			f, path = gates(p.messages).memberOf(f.shape.decl.(*model.Struct), path[0]), path[1:]
		}
		if f.scalar() {
			x = "*" + x
		}
		write := func(g *stmts) {
			w := &objectWriter{g: g}
			writer(p.messages).writeValue(w, code(x), f.shape.present(), 0, f.name)
			w.finish()
		}
		if len(conds) == 0 {
			write(g)
			return
		}
		g.put("if $1 $2\nreturn dst", strings.Join(conds, " && "), block(write))
	})
}

// value returns the statements that return the progress.
func (p *progress) value(report string) code {
	if !p.row.Kept {
		at := code(p.at)
		if p.isStruct() && !p.field.pointer() {
			at = "&" + at
		}
		return src("return $1, true, nil", at)
	}
	suffix, args := "", code("")
	if report != "" {
		suffix, args = "Report", ", "+p.within("ReportAt", code(report))
	}
	if p.isStruct() {
		return src("progress, err = Decode$1$2($3$4)\nreturn progress, true, $5", p.shape.name, suffix, p.at, args, p.within("At", "err"))
	}
	return src("progress, err = codec.Decode$1($2, &table, $3, func(d *codec.Decoder) $4 $5$6)\nreturn progress, true, $7", suffix, p.at,
		p.rootID(p.row.Of.Payload), p.typ, block(func(g *stmts) { reader(p.messages).readAlone(g, p.typ, p.shape) }), args, p.within("At", "err"))
}

// within returns a call of one of the functions of the runtime that put a path before
// that of a fault in the progress.
func (p *progress) within(function string, x code) code {
	steps := []lower.Step{{Key: p.rows.Dialect.NamesOf(lower.NotificationShape).Params}, *p.row.Value}
	if function == "At" { // from the inside
		slices.Reverse(steps)
	}
	for _, s := range steps {
		if s.Item != nil {
			x = src("$1($2, $3)", rt(function+"Index"), fmt.Sprint(*s.Item), x)
		} else {
			x = src("$1($2, $3)", rt(function), quote(s.Key), x)
		}
	}
	return x
}
