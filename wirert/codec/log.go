package codec

import (
	"log/slog"
	"math"
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
func (t *Table) LogValue(id TypeID, v Appender) slog.Value { return t.LogScalar(id, v, 0) }

// LogScalar is like LogValue, for a scalar with a Log of its own.
func (t *Table) LogScalar(id TypeID, v Appender, log Log) slog.Value {
	data := v.AppendJSON(nil)
	p := t.reader(data, MaxWrittenDepth)
	p.logs = true
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
