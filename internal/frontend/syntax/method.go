package syntax

import (
	"fmt"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/source"
)

// A Method is one JSON-RPC method.
type Method struct {
	Name           Word
	From           Word
	Params         *Ref // nil: none
	ParamsOptional bool
	Notify         *Ref // the payload of a notification; nil and Notifies: none
	Notifies       bool
	Result         *Ref // nil for a notification, and for ByVariant
	ResultOptional bool
	ByVariant      Word
	Errors         []Word
	ErrorData      *Ref // nil: none
	Progress       []*Progress
	Registration   *Registration
	Replaces       Word
	Examples       []*Example
	Meta
}

// An Example is one call of a method. Either side may be nil.
type Example struct {
	Value          *Value
	Params, Result *Value
}

func (p *parser) methods(n *Node) []*Method {
	if !p.want(n, Map, "methods") {
		return nil
	}
	out := make([]*Method, 0, len(n.Pairs))
	for _, pair := range n.Pairs {
		if m := p.method(pair); m != nil {
			out = append(out, m)
		}
	}
	return out
}

func (p *parser) method(pair Pair) *Method {
	out := &Method{Name: p.name(pair.Key, "the name of a method")}
	m := p.mapping(pair.Value, fmt.Sprintf("the method %q", pair.Key.Text), pair.Key.Span)
	if m == nil {
		return nil
	}
	out.From = p.name(m.need("from", "write the role that sends it, or both"), "from")
	if p.params(out, m) {
		p.result(out, m)
	} else {
		p.maybe(m, "result", &out.ResultOptional) // the method is ambiguous
	}
	if n := m.get("errors"); n != nil {
		out.Errors = p.words(n, "errors")
	}
	if key, n := m.pair("error_data"); key != nil {
		out.ErrorData = p.carried(key, n)
	}
	out.Meta = p.meta(m, 0)
	out.Examples = p.calls(m.get("examples"))
	out.Progress = p.progress(m.pair("progress"))
	out.Registration = p.registration(m.pair("registration"))
	out.Replaces = p.name(m.get("replaces"), "replaces")
	m.done()
	return out
}

// params reads the params of a method. It is false if the spec says both that the
// method is a request and that it is a notification.
func (p *parser) params(out *Method, m *mapping) bool {
	key, value := p.maybe(m, "params", &out.ParamsOptional)
	notifyKey, notify := p.maybe(m, "notify", &out.ParamsOptional)
	switch {
	case notifyKey != nil && key != nil:
		p.report.Add(diag.KeyConflict, notifyKey.Span, fmt.Sprintf("%s has both %q and %q", m.what, key.Text, notifyKey.Text)).
			WithHelp("a notification has its payload under notify, a request has params and result")
		return false
	case notifyKey != nil:
		out.Notifies = true
		if !out.ParamsOptional && notify.Kind == Scalar && notify.Text == "null" {
			return true
		}
		out.Notify = p.carried(notifyKey, notify)
	case key != nil:
		out.Params = p.carried(key, value)
	}
	return true
}

// maybe is the pair of the key name, or of "name?", which sets optional.
func (p *parser) maybe(m *mapping, name string, optional *bool) (key, value *Node) {
	key, value = m.pair(name)
	other, otherValue := m.pair(name + "?")
	if other == nil {
		return key, value
	}
	if key != nil {
		p.report.Add(diag.KeyConflict, other.Span, fmt.Sprintf("%s has both %q and %q", m.what, name, other.Text)).WithHelp("keep one of them")
	}
	*optional = true
	return other, otherValue
}

// carried is the type under key, not nil even if it cannot be read.
func (p *parser) carried(key, value *Node) *Ref {
	if r := p.ref(value, strings.TrimSuffix(key.Text, "?")); r != nil {
		return r
	}
	return &Ref{Span: key.Span}
}

// notifyKey is the place of the key notify.
func notifyKey(m *mapping) source.Span {
	for _, pair := range m.node.Pairs {
		if strings.HasPrefix(pair.Key.Text, "notify") {
			return pair.Key.Span
		}
	}
	return source.Span{}
}

func (p *parser) result(out *Method, m *mapping) {
	key, value := p.maybe(m, "result", &out.ResultOptional)
	switch {
	case out.Notifies && key != nil:
		p.report.Add(diag.MethodNotifyResult, key.Span, "a notification is never answered").
			WithHelp("remove the result, or write params instead of notify").
			Repairable("remove the result", diag.Step{Do: diag.Remove, At: key.Span}).
			Repairable("write params instead of notify", diag.Step{Do: diag.Replace, At: notifyKey(m), Text: "params"})
	case out.Notifies:
	case key == nil:
		m.addMissing(diag.KeyMissing, m.what+` has no "result"`,
			"write result: empty for an answer without content, or use notify instead of params if there is no answer", "result", "notify")
	case out.ResultOptional:
		out.Result = p.carried(key, value)
	case value.Kind == Scalar && value.Text == "by_variant":
		out.ByVariant = Word{Text: value.Text, Span: value.Span}
	case value.Kind == Scalar && (value.Text == "by-variant" || value.Text == "byVariant"):
		p.report.Add(diag.ChoiceUnknown, value.Span, fmt.Sprintf("result must be a type or by_variant, not %q", value.Text)).WithHelp("write by_variant").Writes("by_variant")
		out.Result = &Ref{Span: value.Span}
	default:
		out.Result = p.ref(value, "result")
	}
}

// calls reads the examples of a method, each {params: …, result: …}.
func (p *parser) calls(n *Node) []*Example {
	if !p.want(n, List, "examples") {
		return nil
	}
	var out []*Example
	for _, item := range n.Items {
		m := p.mapping(item, "an example of a method", p.head(item))
		if m == nil {
			continue
		}
		e := &Example{Value: p.value(item)}
		e.Params, e.Result = p.value(m.get("params")), p.value(m.get("result"))
		if m.done() || e.Params != nil {
			out = append(out, e)
		}
	}
	return out
}
