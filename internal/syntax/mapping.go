package syntax

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/source"
)

type parser struct {
	file   *source.File
	report *diag.Report
	part   bool // the file is a part of a spec
}

// A mapping reads the keys of one map of the spec, each by its name, and in
// the end reports those that nobody asked for.
type mapping struct {
	p     *parser
	node  *Node
	what  string // what the map is: "a field"
	name  source.Span
	known []string // the keys that were asked for
	used  []bool   // by position in node.Pairs
	lacks []lack   // keys that must be there and are not
}

// A lack is a key that must be there and is not. It is reported in the end,
// unless an unknown key looks like a slip of the pen for one of names.
type lack struct {
	names         []string
	code          *diag.Code
	message, help string
}

// mapping begins to read n, which stands for what. It is nil when n is no map.
// name is the place at which a missing key is reported.
func (p *parser) mapping(n *Node, what string, name source.Span) *mapping {
	if !p.want(n, Map, what) {
		return nil
	}
	return &mapping{p: p, node: n, what: what, name: name, used: make([]bool, len(n.Pairs))}
}

// want reports a node of the wrong kind.
func (p *parser) want(n *Node, kind Kind, what string) bool {
	if n == nil || n.Kind == Invalid {
		return false
	}
	if n.Kind == kind {
		return true
	}
	p.report.Add(diag.YAMLWrongKind, p.head(n), fmt.Sprintf("%s must be %s, not %s", what, (&Node{Kind: kind}).kindName(), n.kindName()))
	return false
}

// head is a short span for n: all of a text, the first line of anything else.
func (p *parser) head(n *Node) source.Span {
	if n.Kind == Scalar {
		return n.Span
	}
	span := n.Span
	if i := strings.IndexByte(span.Text(), '\n'); i >= 0 {
		span.End = span.Start + len(strings.TrimRight(span.Text()[:i], "\r "))
	}
	return span
}

// pair is the key name and its value, or two nils.
func (m *mapping) pair(name string) (key, value *Node) {
	if m == nil {
		return nil, nil
	}
	m.known = append(m.known, name)
	for i, pair := range m.node.Pairs {
		if pair.Key.Text == name {
			m.used[i] = true
			return pair.Key, pair.Value
		}
	}
	return nil, nil
}

// get is the value of the key name, or nil.
func (m *mapping) get(name string) *Node {
	_, value := m.pair(name)
	return value
}

// need is the value of a key that must be there.
func (m *mapping) need(name, why string) *Node {
	value := m.get(name)
	if m != nil && value == nil {
		m.lack(diag.KeyMissing, fmt.Sprintf("%s has no %q", m.what, name), why, name)
	}
	return value
}

func (m *mapping) lack(code *diag.Code, message, help string, names ...string) {
	m.lacks = append(m.lacks, lack{names, code, message, help})
}

// lackOne reports that one of several keys must be there.
func (m *mapping) lackOne(message, help string, names ...string) {
	if m != nil {
		m.lack(diag.KeyMissing, message, help, names...)
	}
}

// conflict reports keys that cannot stand together.
func (p *parser) conflict(span source.Span, message, help string) {
	p.report.Add(diag.KeyConflict, span, message).WithHelp(help)
}

// done reports the keys that nobody asked for and those that are missing.
func (m *mapping) done() {
	if m == nil {
		return
	}
	var meant []string
	for i, pair := range m.node.Pairs {
		if !m.used[i] {
			meant = append(meant, m.unknown(pair.Key))
		}
	}
	for _, l := range m.lacks {
		if !slices.ContainsFunc(l.names, func(name string) bool { return slices.Contains(meant, name) }) {
			m.p.report.Add(l.code, m.name, l.message).WithHelp(l.help)
		}
	}
}

// unknown reports a key that nobody asked for and returns the one that was
// probably meant, or "".
func (m *mapping) unknown(key *Node) string {
	d := m.p.report.Add(diag.KeyUnknown, key.Span, fmt.Sprintf("%s has no key %q", m.what, key.Text))
	near := names.Suggest(key.Text, m.known)
	if near != "" {
		d.WithHelp(fmt.Sprintf("did you mean %q?", near))
		return near
	}
	keys := slices.Sorted(slices.Values(m.known))
	d.WithHelp("its keys are " + strings.Join(slices.Compact(keys), ", "))
	return ""
}

// word reads a text. It is the zero Word when n is missing or no text.
func (p *parser) word(n *Node, what string) Word {
	if !p.want(n, Scalar, what) {
		return Word{}
	}
	return Word{Text: n.Text, Span: n.Span, Quoted: n.Quoted}
}

// name reads a text that is a name or a type, which must be quoted in
// brackets when it holds a character that brackets give a meaning to.
func (p *parser) name(n *Node, what string) Word {
	w := p.word(n, what)
	if !w.IsZero() {
		p.inFlow(n)
	}
	return w
}

func (p *parser) inFlow(n *Node) {
	// Most characters were reported by the scan already; the library reads a
	// lone "<" as it is.
	if n.InFlow && !n.Quoted && strings.ContainsRune(n.Text, '<') && !strings.ContainsAny(n.Text, "?[],") {
		add(p.report, unquotedInFlow(&diag.Diagnostic{Code: diag.YAMLUnquotedInFlow, Span: n.Span}))
	}
}

// words reads a list of names.
func (p *parser) words(n *Node, what string) []Word {
	if !p.want(n, List, what) {
		return nil
	}
	var out []Word
	for _, item := range n.Items {
		if w := p.name(item, "an item of "+what); !w.IsZero() {
			out = append(out, w)
		}
	}
	return out
}

// boolean reads true or false.
func (p *parser) boolean(n *Node, what string) bool {
	return p.choice(n, what, "true", "false").Text == "true"
}

// choice reads one of a few words; the zero Word when it is none of them.
func (p *parser) choice(n *Node, what string, options ...string) Word {
	w := p.word(n, what)
	if w.IsZero() || slices.Contains(options, w.Text) {
		return w
	}
	p.report.Add(diag.ChoiceUnknown, w.Span, fmt.Sprintf("%s is %s, not %q", what, orList(options), w.Text)).
		WithHelp(names.DidYouMean(w.Text, options, ""))
	return Word{}
}

func orList(options []string) string {
	if len(options) == 1 {
		return options[0]
	}
	last := len(options) - 1
	return strings.Join(options[:last], ", ") + " or " + options[last]
}

// number reads an integer from low to high.
func (p *parser) number(n *Node, what string, low, high int) (int, bool) {
	w := p.word(n, what)
	if w.IsZero() {
		return 0, false
	}
	v, err := strconv.Atoi(w.Text)
	if err != nil || w.Quoted || strconv.Itoa(v) != w.Text || v < low || v > high {
		p.report.Add(diag.ChoiceUnknown, w.Span, fmt.Sprintf("%s is an integer from %d to %d, not %q", what, low, high, w.Text))
		return 0, false
	}
	return v, true
}
