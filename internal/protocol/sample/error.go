package sample

import (
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// fault is the error of a response.
func (m *Maker) fault() *node {
	var e *lower.Error
	if m.rows.Dialect.NamesOf(lower.ResponseShape).OK != "" {
		return m.undeclaredFault()
	}
	if m.writer != nil || m.chance(2) {
		e = chooseOf(m, m.errorsFor(m.writer == nil))
	}
	if e == nil {
		return m.undeclaredFault()
	}
	n := faultOf(strconv.Itoa(e.Code), pick(m, oddStrings))
	byKind := m.rows.Dialect.ErrorIdentity == lower.ByDataKind
	if e.Data == lower.NoType && (!byKind || m.chance(2)) || m.writer == nil && m.chance(4) {
		if m.writer == nil && m.chance(4) {
			n.members = append(n.members, member{key: "data", value: null()})
		}
		return n
	}
	data := m.errorData(e)
	if data.takes != 0 {
		data.takes |= model.Nulls // which is not data
	}
	if m.writer == nil || data.token != "null" || m.rows.Dialect.ErrorData == lower.DataNull {
		n.members = append(n.members, member{key: "data", value: data})
	}
	return n
}

// errorsFor are the declared errors, with local ones or without, for a choice.
func (m *Maker) errorsFor(local bool) named[*lower.Error] {
	out, ok := m.known.errors[local]
	if !ok {
		for i := range m.rows.Errors {
			if e := &m.rows.Errors[i]; local || !e.Local {
				out.add(e, e.Name)
			}
		}
		m.known.errors[local] = out
	}
	return out
}

// undeclaredFault is an error that the spec does not declare.
func (m *Maker) undeclaredFault() *node {
	code := pick(m, []string{"0", "1", "-9007199254740991"})
	isDeclared := slices.ContainsFunc(m.rows.Errors, func(e lower.Error) bool { return strconv.Itoa(e.Code) == code })
	n := faultOf(code, pick(m, oddStrings))
	switch {
	case !m.chance(2):
	case m.rows.Dialect.ErrorIdentity == lower.ByDataKind:
		if m.rows.Dialect.ErrorFallback == "" {
			n.members = append(n.members, member{key: "data", value: object(kindMember("undeclared"), member{key: "x", value: m.anyValue()})})
		}
	case !isDeclared:
		n.members = append(n.members, member{key: "data", value: m.anyValue()})
	}
	return n
}

func kindMember(kind string) member { return member{key: "kind", value: str(kind), required: true} }

// errorData is the data of a declared error, with its kind if errors have one.
func (m *Maker) errorData(e *lower.Error) *node {
	if m.rows.Dialect.ErrorIdentity == lower.ByCode {
		if m.writer != nil {
			return raw(m.written(e.Data, e.Of.Data))
		}
		return m.make(e.Data)
	}
	if m.rows.CheckedData(e) == lower.NoType {
		return object(kindMember(e.Name))
	}
	if m.writer != nil {
		return m.writtenData(e)
	}
	return m.withKind(e, m.make(e.Data))
}

// withKind is the data of an error with its kind. An undeclared kind is read as that of
// the fallback.
func (m *Maker) withKind(e *lower.Error, data *node) *node {
	kind := e.Name
	if kind == m.rows.Dialect.ErrorFallback && m.writer == nil && m.chance(2) {
		kind = "undeclared"
	}
	if e.AddsKind {
		data.members = append([]member{kindMember(kind)}, data.members...)
		return data
	}
	for i := range data.members {
		if x := &data.members[i]; x.key == "kind" {
			x.value = str(kind)
			return data
		}
	}
	data.members = append(data.members, kindMember(kind))
	return data
}

// writtenData is withKind in the form of a writer.
func (m *Maker) writtenData(e *lower.Error) *node {
	for range tries {
		m.depth, m.budget = 0, 10+m.rand.IntN(60)
		data := m.make(e.Data)
		if !e.AddsKind {
			data = m.withKind(e, data)
		}
		text, ok := m.writer(e.Of.Data, plain(data))
		if !ok {
			continue
		}
		if e.AddsKind {
			kind := plain(object(kindMember(e.Name)))
			if text == "{}" {
				return raw(kind)
			}
			text = strings.TrimSuffix(kind, "}") + "," + text[1:]
		}
		return raw(text)
	}
	return raw("")
}

func faultOf(code, message string) *node {
	return object(member{key: "code", value: number(code), required: true}, member{key: "message", value: str(message), required: true})
}
