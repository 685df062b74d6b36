package codec

import (
	"fmt"
	"io"
	"log/slog"
	"math"
	"slices"
	"unicode/utf8"
)

// A Log says how much of a value is logged: 0 means all, and a positive Log that number of
// characters.
type Log int32

// LogNothing is the Log of sensitive values.
const LogNothing Log = -1

// redacted replaces sensitive values in a log.
const redacted = "[redacted]"

// LogValue returns v, of the type id, for package slog: objects as groups, sensitive values
// redacted, and long strings truncated as the table says.
func (t *Table) LogValue(id TypeID, v Appender) slog.Value { return t.LogAs(id, v, 0) }

// LogAs is like LogValue, for a value with a Log that the row of its type does not have: that
// of a scalar, or of the variant of a union that a type is.
func (t *Table) LogAs(id TypeID, v Appender, log Log) slog.Value {
	if log == LogNothing {
		return slog.StringValue(redacted)
	}
	data := v.AppendJSON(nil)
	p := t.reader(data, MaxWrittenDepth)
	p.logs, p.hides = true, log != 0
	t.secrets.Do(t.findSecrets)
	err := p.text.check()
	if err == nil {
		err = p.value(place{pos: uint32(p.space(0))}, id)
	}
	if err != nil {
		return slog.StringValue("invalid " + t.name(id) + ": " + err.Error())
	}
	p.shorten(0, log)
	d := Decoder{buf: p.out, max: MaxWrittenDepth}
	return d.logValue()
}

// Format prints a value that has something sensitive as package slog does, whatever the verb.
func Format(s fmt.State, v slog.LogValuer) { io.WriteString(s, v.LogValue().String()) }

// shorten redacts or truncates the value in p.out from start on.
func (p *tableReader) shorten(start int, log Log) {
	if !p.logs || log == 0 || p.trying {
		return
	}
	if log == LogNothing {
		p.out = AppendString(p.out[:start], redacted)
		return
	}
	shown := string(p.out[start:])
	if shown[0] == '"' {
		var room []byte
		shown = string(unquoted(p.out[start:], &room))
	}
	if utf8.RuneCountInString(shown) > int(log) {
		shown = string([]rune(shown)[:log]) + "…"
		p.out = AppendString(p.out[:start], shown)
	}
}

// kept appends a value at v that is not declared. If what it belongs to has something sensitive,
// a log shows its kind and its length, because the value may be sensitive too.
func (p *tableReader) kept(v place, secret bool) {
	if !p.logs || !secret {
		p.copy(v)
		return
	}
	p.out = AppendString(p.out, "["+p.hidden(v)+"]")
}

// findSecrets finds the types whose values have something sensitive, at any depth.
func (t *Table) findSecrets() {
	t.secret = t.HideResults
	for grown := true; grown; {
		grown = false
		for i := range t.Types {
			if typ := &t.Types[i]; !typ.secret && t.isSecret(typ) {
				typ.secret, t.secret, grown = true, true, true
			}
		}
	}
	for i := range t.calls {
		t.secret = t.secret || t.calls[i].Log == LogNothing
	}
	for i := range t.Dialect.Errors {
		t.secret = t.secret || t.Dialect.Errors[i].Log == LogNothing
	}
	for shape := RequestShape; shape <= ResponseShape; shape++ {
		t.secret = t.secret || t.anySecret(t.Dialect.membersOf(shape))
	}
}

// isSecret reports whether a type is sensitive, or has a part that is found to be.
func (t *Table) isSecret(typ *Type) bool {
	parts := slices.Concat(typ.Arms, typ.Parts)
	for i := range typ.Variants {
		parts = append(parts, typ.Variants[i].Type)
	}
	switch typ.Form {
	case List, Map, Limited:
		parts = append(parts, typ.Elem)
	}
	for _, id := range parts {
		if part := t.typ(id); part != nil && part.secret {
			return true
		}
	}
	return typ.Log == LogNothing || t.anySecret(typ.Fields) || typ.Rest != nil && t.anySecret([]Field{*typ.Rest})
}

func (t *Table) anySecret(fields []Field) bool {
	for i := range fields {
		if typ := t.typ(fields[i].Type); fields[i].Log == LogNothing || typ != nil && typ.secret {
			return true
		}
	}
	return false
}

// logValue reads a value as a slog.Value.
func (d *Decoder) logValue() slog.Value {
	switch d.Kind() {
	case KindObject:
		var attrs []slog.Attr
		for d.BeginObject(); d.NextKey(); {
			name := string(d.Name)
			attrs = append(attrs, slog.Attr{Key: name, Value: d.logValue()})
		}
		return slog.GroupValue(attrs...)
	case KindString:
		return slog.StringValue(d.String())
	case KindBool:
		return slog.BoolValue(d.Bool())
	case KindNumber:
		f := d.Float()
		if f == math.Trunc(f) && math.Abs(f) <= maxInt {
			return slog.Int64Value(int64(f))
		}
		return slog.Float64Value(f)
	}
	return slog.AnyValue(d.logAny())
}

// logAny reads an array, or a value inside one. slog does not resolve the items of slices.
func (d *Decoder) logAny() any {
	switch d.Kind() {
	case KindArray:
		list := []any{}
		for d.BeginArray(); d.NextItem(); {
			list = append(list, d.logAny())
		}
		return list
	case KindObject:
		object := map[string]any{}
		for d.BeginObject(); d.NextKey(); {
			name := string(d.Name)
			object[name] = d.logAny()
		}
		return object
	case KindNull:
		d.NullValue()
		return nil
	}
	return d.logValue().Any()
}
