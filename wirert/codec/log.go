package codec

import (
	"log/slog"
	"math"
	"unicode/utf8"
)

// A Log is how much of a value a log shows.
type Log int32

// LogNothing is the Log of sensitive values. A positive Log is the number of
// characters that are shown; 0 means all.
const LogNothing Log = -1

// redacted replaces sensitive values in a log.
const redacted = "[redacted]"

// LogValue returns v, of the type id, for slog: objects as groups, without
// sensitive values, and with texts cut to the length in the table.
func (t *Table) LogValue(id TypeID, v Appender) slog.Value { return t.LogScalar(id, v, 0) }

// LogScalar is LogValue for a scalar of which a log shows only some.
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

// shorten replaces what was written from start on by what a log shows of it.
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

// logValue reads a value that is good as slog has it.
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

// logAny reads an array, whose items slog does not resolve, or what is in one.
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
