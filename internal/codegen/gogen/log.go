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
		if p.rowLog(d) != model.LogAll || model.LogWithin(d) != model.LogAll {
			n := node(d)
			if t, ok := d.(*model.Tuple); ok {
				n = p.structOf(t)
			}
			goals = append(goals, n)
		}
		if u, ok := d.(*model.Union); ok {
			for _, v := range p.variants[u] {
				if n := p.node(v); n != nil && v.LogOf(v.Type) != model.LogAll {
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
			if f := params.Field(x.Value); f != nil && p.fieldLog(f) == model.LogAll {
				p.progress[f], more = true, true
			}
		}
	}
	return more
}

// findAlone finds how much logs show of values of types by themselves: a type may be what is
// sensitive, what a sensitive element is in Go, or declared where such an element is.
func (p *plan) findAlone() {
	p.alone, p.progress = map[model.Decl]model.Log{}, map[*model.Field]bool{}
	for _, d := range p.proto.Decls {
		p.showAlone(d, model.LogWithin(d))
		switch d := d.(type) {
		case *model.Struct:
			p.showAlone(d, d.Log())
		case *model.Union:
			p.showAlone(d, d.Log())
			for _, v := range d.Variants {
				p.showAlone(v.Type, v.LogOf(v.Type))
			}
		case *model.Enum, *model.Tuple:
			p.showAlone(d, d.Info().Log())
		}
	}
	for _, t := range p.allStructs() {
		p.showParts(t, model.LogAll)
	}
	for _, m := range p.proto.Methods {
		for _, t := range []model.Type{m.Params, m.Result, m.ErrorData} {
			p.showAlone(t, m.Log())
		}
	}
	for _, e := range p.proto.Errors {
		p.showAlone(e.Data, e.Log())
	}
}

// showAlone applies how much logs show of an element to its type, unless that shows less.
func (p *plan) showAlone(t model.Type, log model.Log) {
	d, ok := model.NonNull(t).(model.Decl)
	if !ok || model.Strictest(p.alone[d], log) == p.alone[d] {
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
func (p *plan) showParts(t *model.Struct, log model.Log) {
	for _, f := range t.Fields {
		if d, ok := elementOf(f.Type).(model.Decl); ok && d.Info().Derived {
			p.showAlone(d, model.Strictest(log, p.fieldLog(f)))
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
		if p.fieldLog(f) != model.LogAll {
			return true
		}
	}
	return t.ExtraType != nil && model.LogWithin(t.ExtraType) != model.LogAll
}

// logCode is how much logs show of a value, in generated code.
func logCode(log model.Log) code {
	if log == model.LogNothing {
		return rt("LogNothing")
	}
	return number(int(log))
}

// fieldLog returns how much logs show of a field.
func (p *plan) fieldLog(f *model.Field) model.Log {
	if p.progress[f] {
		return model.LogNothing
	}
	return f.LogOf(f.Type)
}

// rowLog returns how much logs show of the values of a declared type, or of a
// union of which a variant is not shown whole.
func (p *plan) rowLog(d model.Decl) model.Log {
	log := d.Info().Log()
	if u, ok := d.(*model.Union); ok {
		for _, v := range u.Variants {
			log = model.Strictest(log, v.LogOf(v.Type))
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
		if m.Result != nil && (m.Log() != model.LogAll || p.hides(m.Result)) {
			return true
		}
	}
	return false
}

// hides reports whether a value of a type may hold what logs do not show whole.
func (p *plan) hides(t model.Type) bool {
	return model.LogWithin(t) != model.LogAll || p.logged[nodeOf(p.leaf(p.shape(t)))]
}

// logValue emits the methods by which a type is logged and printed. taken are the names of its
// fields.
func (p *plan) logValue(f *file, name, value string, id code, log model.Log, taken ...string) {
	call := src("table.LogValue($1, $2)", id, value)
	if log != model.LogAll {
		call = src("table.LogAs($1, $2, $3)", id, value, logCode(log))
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
	if p.alone[d] != model.LogAll || p.logged[d] {
		p.logValue(f, p.types[d], value, id, p.alone[d])
	}
}

// logStruct emits them for a struct, which may be that of a tuple.
func (p *plan) logStruct(f *file, t *model.Struct) {
	var log model.Log
	if place := p.places[t]; place != nil {
		log = p.alone[place]
	} else {
		log = p.alone[t]
	}
	if log == model.LogAll && !p.logged[t] {
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

// logMessages emits the LogValue of messages.
func (p messages) logMessages(f *file) {
	// If something is not shown whole, what is not declared is not either.
	if !p.proto.AnyMarked(func(m *model.Meta) bool { return m.Log() != model.LogAll }) {
		return
	}
	members := func(shape lower.Shape) bool { return p.members[shape] != nil && p.logged[p.members[shape]] }
	for _, m := range p.messages() {
		if members(m.row.Shape) || m.hasParams() && (m.Log() != model.LogAll || p.hides(m.Params)) {
			p.logValue(f, m.name, "&v", "typeMessage", model.LogAll)
		}
	}
	for _, name := range p.shellMessages() {
		p.logValue(f, name[1:], "&v", "typeMessage", model.LogAll)
	}
	if p.rows.Dialect.Batch != nil {
		p.logValue(f, "Batch", "v", "typeBatch", model.LogAll)
	}
}
