package syntax

import (
	"math"
	"strings"

	"github.com/wiregen/wiregen/internal/source"
)

// A Dialect is how the messages differ from JSON-RPC 2.0. What the file does
// not say is zero.
type Dialect struct {
	Span        source.Span
	Value       Word // of the member jsonrpc
	Read        Word
	Write       Word
	IDTypes     []Word
	NullOnError Word
	Order       []Word
	ErrorData   Word
	FramingKind Word
	MaxBytes    int
}

func (p *parser) dialect(key, n *Node) *Dialect {
	if n == nil {
		return nil
	}
	m := p.mapping(n, "dialect", key.Span)
	if m == nil {
		return nil
	}
	d := &Dialect{Span: key.Span}
	p.jsonrpc(d, m)
	p.idRules(d, m)
	if n := m.get("order"); n != nil {
		d.Order = p.words(n, "order")
	}
	p.errorRules(d, m)
	p.framing(d, m)
	m.onlyDefault("shapes", "members")
	m.onlyDefault("precedence", "[request, notification, response]")
	m.onlyDefault("params", "{form: object}")
	m.onlyDefault("members", "{}")
	m.onlyDefault("result_and_error", "reject")
	m.onlyDefault("neither", "reject")
	m.onlyDefault("notification_with_id", "request")
	m.onlyDefault("bad_id", "reject")
	m.onlyDefault("on_unknown_request", "method_not_found")
	m.onlyDefault("batch", "reject")
	m.onlyDefault("blank_lines", "error")
	m.onlyDefault("rate", "none")
	m.onlyDefault("error_ranges", "{}")
	m.done()
	return d
}

func (p *parser) jsonrpc(d *Dialect, m *mapping) {
	key, n := m.pair("jsonrpc")
	if n == nil {
		return
	}
	inner := p.mapping(n, "jsonrpc", key.Span)
	if v := inner.get("value"); v != nil {
		d.Value = p.version(v, "value")
	}
	d.Read = p.choice(inner.get("read"), "read", "required", "optional", "any", "ignored")
	d.Write = p.choice(inner.get("write"), "write", "true", "false")
	inner.done()
}

func (p *parser) idRules(d *Dialect, m *mapping) {
	key, n := m.pair("id")
	if n == nil {
		return
	}
	inner := p.mapping(n, "id", key.Span)
	if types := inner.get("types"); p.want(types, List, "types") {
		for _, item := range types.Items {
			if w := p.choice(item, "a type of id", "string", "int"); !w.IsZero() {
				d.IDTypes = append(d.IDTypes, w)
			}
		}
	}
	d.NullOnError = p.choice(inner.get("null_on_error"), "null_on_error", "true", "false")
	inner.done()
}

func (p *parser) errorRules(d *Dialect, m *mapping) {
	key, n := m.pair("error")
	if n == nil {
		return
	}
	inner := p.mapping(n, "error", key.Span)
	d.ErrorData = p.choice(inner.get("data"), "data", "omit", "null")
	inner.onlyDefault("identity", "code")
	inner.done()
}

func (p *parser) framing(d *Dialect, m *mapping) {
	key, n := m.pair("framing")
	if n == nil {
		return
	}
	inner := p.mapping(n, "framing", key.Span)
	kind := inner.get("kind")
	if kind != nil && kind.Text == "length-prefix" {
		p.notBuilt(kind.Span, "framing length-prefix")
	} else {
		d.FramingKind = p.choice(kind, "kind", "ndjson", "content-length", "none")
	}
	d.MaxBytes, _ = p.number(inner.get("max_bytes"), "max_bytes", 1, math.MaxInt32)
	inner.later("width", "order")
	inner.done()
}

// onlyDefault refuses a key that is not compiled yet, unless it says what
// holds anyway.
func (m *mapping) onlyDefault(name, usual string) {
	key, n := m.pair(name)
	if key != nil && n.Kind != Invalid && n.flowText() != usual {
		m.p.notBuilt(key.Span, name)
	}
}

// flowText is n on one line, as a person would write it in brackets.
func (n *Node) flowText() string {
	var parts []string
	switch n.Kind {
	case Map:
		for _, pair := range n.Pairs {
			parts = append(parts, pair.Key.Text+": "+pair.Value.flowText())
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case List:
		for _, item := range n.Items {
			parts = append(parts, item.flowText())
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return n.Text
}
