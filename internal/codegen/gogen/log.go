package gogen

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// slog calls the LogValue method of a value, but not those of the values within it, and fmt its
// Format. Every type that can contain a sensitive value, or one that logs show in part,
// therefore has these methods.

// findLogged finds the types that have a LogValue.
func (p *plan) findLogged() {
	p.findAlone()
	for {
		p.logged = p.findHolders()
		if !p.hideProgress() {
			return
		}
	}
}

// findHolders returns the types with something that logs do not show whole, at any depth.
func (p *plan) findHolders() map[node]bool {
	var goals []node
	for _, t := range p.allStructs() {
		if p.hidesSomething(t) {
			goals = append(goals, t)
		}
	}
	for _, d := range p.proto.Decls {
		if p.rowLog(d) != "" || p.logWithin(d) != "" {
			n := node(d)
			if t, ok := d.(*model.Tuple); ok {
				n = p.structOf(t)
			}
			goals = append(goals, n)
		}
		if u, ok := d.(*model.Union); ok {
			for _, v := range p.variants[u] {
				if n := p.node(v); n != nil && p.elementLog(&v.Meta, v.Type) != "" {
					goals = append(goals, n)
				}
			}
		}
	}
	return model.Leading(goals, p.recursion.all, func(n node) []node { return p.recursion.holds[n] })
}

// hideProgress hides the fields that hold the progress of requests as any value, if its type has
// something to hide. It reports whether there are more of them now.
func (p *plan) hideProgress() bool {
	more := false
	for _, m := range p.proto.Methods {
		for _, x := range m.Progress {
			params, ok := model.Resolve(x.Method.Params).(*model.Struct)
			if !ok || x.Value == "" || !p.hides(x.Payload) {
				continue
			}
			if f := params.Field(x.Value); f != nil && p.fieldLog(f) == "" {
				p.progress[f], more = true, true
			}
		}
	}
	return more
}

// findAlone finds how much logs show of values of types by themselves: a type may be what is
// sensitive, what a sensitive element is in Go, or declared where such an element is.
func (p *plan) findAlone() {
	p.alone, p.progress = map[model.Decl]code{}, map[*model.Field]bool{}
	for _, d := range p.proto.Decls {
		p.showAlone(d, p.logWithin(d))
		switch d := d.(type) {
		case *model.Struct:
			p.showAlone(d, logOf(&d.Meta))
		case *model.Union:
			p.showAlone(d, logOf(&d.Meta))
			for _, v := range d.Variants {
				p.showAlone(v.Type, p.elementLog(&v.Meta, v.Type))
			}
		case *model.Enum, *model.Tuple:
			p.showAlone(d, logOf(d.Info()))
		}
	}
	for _, t := range p.allStructs() {
		p.showParts(t, "")
	}
	for _, m := range p.proto.Methods {
		for _, t := range []model.Type{m.Params, m.Result, m.ErrorData} {
			p.showAlone(t, logOf(&m.Meta))
		}
	}
	for _, e := range p.proto.Errors {
		p.showAlone(e.Data, logOf(&e.Meta))
	}
}

// showAlone applies how much logs show of an element to its type, unless that shows less.
func (p *plan) showAlone(t model.Type, log code) {
	if n, ok := t.(*model.Nullable); ok {
		t = n.Elem
	}
	d, ok := t.(model.Decl)
	if !ok || strictest(p.alone[d], log) == p.alone[d] {
		return
	}
	p.alone[d] = log
	switch d := d.(type) {
	case *model.Alias:
		p.showAlone(d.Type, log)
	case *model.Struct:
		p.showParts(d, log)
	case *model.Tuple:
		p.showParts(p.structOf(d), log)
	case *model.Union:
		for _, v := range d.Variants {
			p.showAlone(v.Type, log)
		}
		for _, part := range d.Parts {
			p.showAlone(part, log)
		}
	}
}

// showParts is showAlone for what is declared where a field is.
func (p *plan) showParts(t *model.Struct, log code) {
	for _, f := range t.Fields {
		if d, ok := elementOf(f.Type).(model.Decl); ok && d.Info().Derived {
			p.showAlone(d, strictest(log, p.fieldLog(f)))
		}
	}
}

// elementOf returns the type of the elements of unnamed lists and maps, and of what may be null.
func elementOf(t model.Type) model.Type {
	for {
		switch of := t.(type) {
		case *model.Nullable:
			t = of.Elem
		case *model.List:
			t = of.Elem
		case *model.Map:
			t = of.Elem
		default:
			return t
		}
	}
}

// hidesSomething reports whether a struct has a field that logs do not show
// whole.
func (p *plan) hidesSomething(t *model.Struct) bool {
	for _, f := range t.Fields {
		if p.fieldLog(f) != "" {
			return true
		}
	}
	return t.ExtraType != nil && p.logWithin(t.ExtraType) != ""
}

// logOf returns how much of an element logs show, as the runtime has it; or ""
// for all of it.
func logOf(m *model.Meta) code {
	switch {
	case m.Sensitive:
		return rt("LogNothing")
	case m.LogTruncate > 0:
		return number(m.LogTruncate)
	}
	return ""
}

// strictest returns the one of two results of logOf that shows less.
func strictest(a, b code) code {
	switch {
	case a == "" || b == rt("LogNothing"):
		return b
	case b == "" || a == rt("LogNothing") || len(a) < len(b):
		return a
	case len(b) < len(a):
		return b
	}
	return min(a, b)
}

// fieldLog is logOf for a field with its type.
func (p *plan) fieldLog(f *model.Field) code {
	if p.progress[f] {
		return rt("LogNothing")
	}
	return p.elementLog(&f.Meta, f.Type)
}

// elementLog is logOf for a field or a variant, which has a type unless it is its
// tag alone.
func (p *plan) elementLog(m *model.Meta, t model.Type) code {
	return strictest(logOf(m), p.logWithin(t))
}

// logWithin is logOf for the aliases that a type consists of, and for the keys of its maps:
// they have no rows that the runtime could look up.
func (p *plan) logWithin(t model.Type) (log code) {
	for _, m := range model.Metas(t) {
		log = strictest(log, logOf(m))
	}
	return log
}

// rowLog returns how much logs show of the values of a declared type, or of a
// union of which a variant is not shown whole.
func (p *plan) rowLog(d model.Decl) code {
	log := logOf(d.Info())
	if u, ok := d.(*model.Union); ok {
		for _, v := range u.Variants {
			log = strictest(log, p.elementLog(&v.Meta, v.Type))
		}
	}
	return log
}

// hidesResults reports whether some method or request has a result that logs do not
// show whole.
func (p *plan) hidesResults() bool {
	for _, r := range p.results {
		if p.hides(r.Type) {
			return true
		}
	}
	for _, m := range p.proto.Methods {
		if m.Result != nil && (logOf(&m.Meta) != "" || p.hides(m.Result)) {
			return true
		}
	}
	return false
}

// hides reports whether a value of a type may hold what logs do not show whole.
func (p *plan) hides(t model.Type) bool {
	return p.logWithin(t) != "" || p.logged[nodeOf(p.leaf(p.shape(t)))]
}

// logValue emits the methods by which a type is logged and printed. taken are the names of its
// fields.
func (p *plan) logValue(f *file, name, value string, id, log code, taken ...string) {
	call := src("table.LogValue($1, $2)", id, value)
	if log != "" {
		call = src("table.LogAs($1, $2, $3)", id, value, log)
	}
	f.declare("func (v $1) LogValue() slog.Value { return $2 }", name, call)
	if !slices.Contains(taken, "Format") {
		f.declare("func (v $1) Format(s fmt.State, _ rune) { codec.Format(s, v) }", name)
		return
	}
	for _, method := range []string{"String", "GoString"} {
		if !slices.Contains(taken, method) {
			f.declare("func (v $1) $2() string { return v.LogValue().String() }", name, method)
		}
	}
}

// logDecl emits those methods for a declared type, if it has something to hide.
func (p *plan) logDecl(f *file, d model.Decl, value string, id code) {
	if p.alone[d] != "" || p.logged[d] {
		p.logValue(f, p.types[d], value, id, p.alone[d])
	}
}

// logStruct emits them for a struct, which may be that of a tuple.
func (p *plan) logStruct(f *file, t *model.Struct) {
	var log code
	if place := p.places[t]; place != nil {
		log = p.alone[place]
	} else {
		log = p.alone[t]
	}
	if log == "" && !p.logged[t] {
		return
	}
	var names []string
	for _, field := range t.Fields {
		names = append(names, p.fields[field])
	}
	for _, tag := range slices.Concat(storedTags(t), notedTags(t)) {
		names = append(names, tagField(&tag))
	}
	p.logValue(f, p.types[t], "&v", code("type"+p.types[t]), log, names...)
}

// hidesAny reports whether something in messages is not shown whole. Then what is not declared is
// not either.
func (p *plan) hidesAny() bool {
	for _, m := range p.proto.Methods {
		if logOf(&m.Meta) != "" {
			return true
		}
	}
	for _, e := range p.proto.Errors {
		if logOf(&e.Meta) != "" {
			return true
		}
	}
	return len(p.logged) > 0
}

// logMessages emits the LogValue of messages.
func (p messages) logMessages(f *file) {
	if !p.hidesAny() {
		return
	}
	members := func(shape lower.Shape) bool { return p.members[shape] != nil && p.logged[p.members[shape]] }
	for _, m := range p.messages() {
		if members(m.row.Shape) || m.hasParams() && (logOf(&m.Meta) != "" || p.hides(m.Params)) {
			p.logValue(f, m.name, "&v", "typeMessage", "")
		}
	}
	for _, name := range p.shellMessages() {
		p.logValue(f, name[1:], "&v", "typeMessage", "")
	}
	if p.rows.Dialect.Batch != nil {
		p.logValue(f, "Batch", "v", "typeBatch", "")
	}
}
