package syntax

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/source"
)

// defaultValue reads what follows "=": JSON, or a word.
func (e *exprParser) defaultValue() *Value {
	sign := e.pos - 1
	e.space()
	text := strings.TrimRight(e.text[e.pos:], " \t\n")
	if text == "" {
		e.p.report.Add(diag.DefaultSyntax, e.node.within(sign, sign+1), `nothing follows "="`).WithHelp("write the default, or remove it")
		return nil
	}
	if c := text[0]; c != '"' && c != '[' && c != '{' {
		v := e.p.plainValue(&Value{Span: e.node.within(e.pos, e.pos+len(text)), Text: text, Bare: true})
		if v != nil && v.Kind == StringValue && strings.ContainsAny(text, " \t\n,\"[]{}") {
			e.p.report.Add(diag.DefaultSyntax, v.Span, fmt.Sprintf("%q is not JSON", text)).WithAdvice(wordAdvice(v.Span, text))
			return nil
		}
		return v
	}
	d := &jsonReader{e: e, base: e.pos, dec: json.NewDecoder(strings.NewReader(text))}
	d.dec.UseNumber()
	v := d.value()
	if d.err == nil {
		if _, err := d.dec.Token(); err != io.EOF {
			d.more = true
		}
	}
	if d.err != nil || d.more {
		d.report(e.pos + len(text))
		return nil
	}
	return v
}

// A jsonReader reads JSON with a span for each value.
type jsonReader struct {
	e    *exprParser
	base int // where the JSON begins in the text of the expression
	dec  *json.Decoder
	err  error
	more bool // text follows the value
}

// wordAdvice says how to write a text that is not JSON.
func wordAdvice(at source.Span, text string) diag.Advice {
	as := func(help, text string) diag.Advice {
		return diag.Advice{Help: help, Steps: []diag.Step{{Do: diag.Replace, At: at, Text: text}}}
	}
	if rest := strings.TrimLeft(text, "= "); rest != text && rest != "" {
		return as("write = "+rest, rest)
	}
	if strings.ContainsAny(text, `"\`) {
		return help("put a string in double quotes")
	}
	return as(fmt.Sprintf("write \"%s\"", text), `"`+text+`"`)
}

// report reports why the text up to end is not JSON: a word without quotes, or an
// end that comes too early.
func (d *jsonReader) report(end int) {
	add := func(from, to int, message, help string) *diag.Diagnostic {
		return d.e.p.report.Add(diag.DefaultSyntax, d.e.node.within(from, to), message).WithHelp(help)
	}
	if d.more {
		add(d.base, end, "there is more text after the default", "remove it, or put a string in double quotes")
		return
	}
	if d.err == io.EOF || d.err == io.ErrUnexpectedEOF {
		add(d.base, end, "this default is not JSON: it ends too early", `close it, or put the whole type in quotes if YAML cut the text short at " #"`)
		return
	}
	at := min(d.skip(), end-1)
	stop := at
	for stop < end && isNameByte(d.e.text[stop]) {
		stop++
	}
	if stop > at {
		word := d.e.text[at:stop]
		add(at, stop, fmt.Sprintf("%q is not JSON", word), fmt.Sprintf("write \"%s\"", word)).Means(`"` + word + `"`)
		return
	}
	if d.e.text[at] == '\'' {
		add(at, at+1, "a JSON string needs double quotes", "write \" for '")
		return
	}
	add(d.base, end, "this default is not JSON: "+d.err.Error(), "write JSON, such as [\"a\", \"b\"] or {\"key\": 1}")
}

func (d *jsonReader) value() *Value {
	from := d.skip()
	token, err := d.dec.Token()
	if err != nil {
		d.err = err
		return nil
	}
	v := &Value{}
	switch t := token.(type) {
	case nil:
		v.Kind = NullValue
	case bool:
		v.Kind, v.Bool = BoolValue, t
	case json.Number:
		v.Text = t.String()
		v.Span = d.e.node.within(from, d.base+int(d.dec.InputOffset()))
		return d.e.p.plainValue(v)
	case string:
		v.Kind, v.Text = StringValue, t
	case json.Delim:
		d.container(v, t)
	}
	if d.err != nil {
		return nil
	}
	v.Span = d.e.node.within(from, d.base+int(d.dec.InputOffset()))
	return v
}

func (d *jsonReader) container(v *Value, open json.Delim) {
	v.Kind = ListValue
	if open == '{' {
		v.Kind = ObjectValue
	}
	seen := map[string]bool{}
	for d.err == nil && d.dec.More() {
		var key Word
		if v.Kind == ObjectValue {
			from := d.skip()
			token, err := d.dec.Token()
			if err != nil {
				d.err = err
				return
			}
			key = Word{Text: token.(string), Span: d.e.node.within(from, d.base+int(d.dec.InputOffset())), Quoted: true}
			if seen[key.Text] {
				d.e.p.report.Add(diag.DefaultSyntax, key.Span, fmt.Sprintf("the key %q appears twice", key.Text)).WithHelp("keep one of the two")
			}
			seen[key.Text] = true
		}
		inner := d.value()
		switch {
		case inner == nil:
		case v.Kind == ObjectValue:
			v.Members = append(v.Members, &Member{key, inner})
		default:
			v.Items = append(v.Items, inner)
		}
	}
	if d.err == nil {
		_, d.err = d.dec.Token()
	}
}

// skip is the place in the expression at which the next token begins.
func (d *jsonReader) skip() int {
	at := d.base + int(d.dec.InputOffset())
	return at + len(d.e.text[at:]) - len(bytes.TrimLeft([]byte(d.e.text[at:]), " \t\n,:"))
}
