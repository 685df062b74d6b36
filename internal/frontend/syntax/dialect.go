package syntax

import (
	"fmt"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/source"
)

// A Dialect is how the messages differ from JSON-RPC 2.0. Missing keys are zero.
type Dialect struct {
	Span               source.Span
	Shapes             *Shapes
	Precedence         *WordList
	Value              Word // of the member jsonrpc
	Read               Word
	Write              Word
	IDTypes            []Word
	NullOnError        Word
	MissingOnError     Word
	Order              []Word
	Form               Word // of params
	NullParams         Word
	Members            *Struct
	Identity           Word // of errors
	ErrorData          Word
	ErrorWords         Word
	ErrorFallback      Word
	ResultAndError     Word
	Neither            Word
	NotificationWithID Word
	BadID              Word
	OnUnknownRequest   Word
	Batch              *Batch
	BlankLines         Word
	Framing            *Framing
	Rate               *Rate
	Ranges             []*ErrorRange
}

// A WordList is a list of words, and the place of the key that has it.
type WordList struct {
	Span  source.Span
	Words []Word
}

// A Batch says that an array of messages is accepted.
type Batch struct {
	Max       int // 0: no limit
	UniqueIDs bool
}

// A Rate is how many requests a peer may make.
type Rate struct {
	PerMinute int
	Error     Word // the error for requests beyond the limit, or zero
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
	d.Shapes = p.shapes(m.pair("shapes"))
	if key, n := m.pair("precedence"); n != nil {
		d.Precedence = &WordList{key.Span, p.words(n, "precedence")}
	}
	p.jsonrpc(d, m)
	p.idRules(d, m)
	if n := m.get("order"); n != nil {
		d.Order = p.words(n, "order")
	}
	p.paramsRules(d, m)
	if n := m.get("members"); n != nil {
		d.Members = p.structure(n)
	}
	p.errorRules(d, m)
	p.dispatch(d, m)
	d.Batch = p.batch(m.pair("batch"))
	d.BlankLines = p.choice(m.get("blank_lines"), "blank_lines", "error", "ignore")
	d.Framing = p.framing(m.pair("framing"))
	d.Rate = p.rate(m.pair("rate"))
	d.Ranges = p.errorRanges(m.get("error_ranges"))
	m.done()
	return d
}

// wordOrMap reads the one word that may replace a map.
func (p *parser) wordOrMap(n *Node, what, word, long string) {
	if n != nil && n.Kind == Scalar && n.Text != word {
		p.report.Add(diag.ChoiceUnknown, n.Span, fmt.Sprintf("%s is %s or a map, not %q", what, word, n.Text)).
			WithHelp(fmt.Sprintf("write %s: %s, or %s", what, word, long)).
			Writes(word).Writes(long[strings.IndexByte(long, '{'):])
		return
	}
	p.word(n, what)
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
		if len(types.Items) == 0 {
			p.report.Add(diag.ChoiceUnknown, p.head(types), "the list of id types is empty").WithHelp("write types: [string, int], or one of them")
		}
	}
	d.NullOnError = p.choice(inner.get("null_on_error"), "null_on_error", "true", "false")
	d.MissingOnError = p.choice(inner.get("missing_on_error"), "missing_on_error", "true", "false")
	inner.done()
}

func (p *parser) paramsRules(d *Dialect, m *mapping) {
	key, n := m.pair("params")
	if n == nil {
		return
	}
	inner := p.mapping(n, "params", key.Span)
	d.Form = p.choice(inner.get("form"), "form", "object", "array", "either")
	inner.done()
}

func (p *parser) errorRules(d *Dialect, m *mapping) {
	key, n := m.pair("error")
	if n == nil {
		return
	}
	inner := p.mapping(n, "error", key.Span)
	d.Identity = p.choice(inner.get("identity"), "identity", "code", "data.kind")
	d.ErrorData = p.choice(inner.get("data"), "data", "omit", "null")
	d.ErrorWords = p.word(inner.get("words"), "words")
	d.ErrorFallback = p.word(inner.get("fallback"), "fallback")
	inner.done()
}

// dispatch reads how messages are handled that JSON-RPC does not define.
func (p *parser) dispatch(d *Dialect, m *mapping) {
	choose := func(name string, options ...string) Word { return p.choice(m.get(name), name, options...) }
	d.ResultAndError = choose("result_and_error", "reject", "error", "result")
	d.Neither = choose("neither", "reject", "ignore")
	d.NotificationWithID = choose("notification_with_id", "request", "reject", "ignore")
	d.BadID = choose("bad_id", "reject", "ignore")
	d.NullParams = choose("null_params", "reject", "absent")
	d.OnUnknownRequest = choose("on_unknown_request", "method_not_found", "ignore")
}

func (p *parser) batch(key, n *Node) *Batch {
	if n == nil || n.Kind != Map {
		p.wordOrMap(n, "batch", "reject", "batch: {max: 100}")
		return nil
	}
	m := p.mapping(n, "batch", key.Span)
	out := &Batch{}
	out.Max, _ = p.number(m.get("max"), "max", 1, maxCount)
	out.UniqueIDs = p.boolean(m.get("unique_ids"), "unique_ids")
	m.done()
	return out
}

func (p *parser) rate(key, n *Node) *Rate {
	if n == nil || n.Kind != Map {
		p.wordOrMap(n, "rate", "none", "rate: {per_minute: 60}")
		return nil
	}
	m := p.mapping(n, "rate", key.Span)
	out := &Rate{}
	out.PerMinute, _ = p.number(m.need("per_minute", "write rate: {per_minute: 60}"), "per_minute", 1, maxCount)
	out.Error = p.name(m.get("error"), "error")
	m.done()
	return out
}
