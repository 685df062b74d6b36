package syntax

import (
	"math"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/source"
)

// A Meta is what every element of a spec may carry.
type Meta struct {
	Doc          Word
	Since        *Since
	Deprecated   *Deprecated
	Experimental bool
	FormerNames  []Word
	Reserved     []Word
	Gate         *Gate
	Sensitive    bool
	LogTruncate  int
	Unmarked     []Word // the marks that are false: a field may drop those of the field that it replaces
	Unit         Word
	Hot          bool
	Unrecorded   bool
	Examples     []*Value
	Pins         map[string]Word // by the name of the target
	Annotations  []Annotation
}

// An Annotation is a key that begins with x-, whose meaning other tools know.
type Annotation struct {
	Key   Word
	Value *Value
}

// A Since says when an element was added.
type Since struct {
	Version Word
	After   bool
}

// A Deprecated says since when an element should not be used, and what to use
// instead.
type Deprecated struct {
	Span       source.Span
	Since, Use Word
}

// metaSet says which of the rarer keys an element has.
type metaSet int

const (
	withReserved metaSet = 1 << iota
	withExamples
)

// meta reads the keys that every element may have.
func (p *parser) meta(m *mapping, set metaSet) (out Meta) {
	from := 0
	if m != nil {
		from = len(m.known)
	}
	out.Doc = p.doc(m.get("doc"), "doc")
	out.Since = p.since(m.pair("since"))
	out.Deprecated = p.deprecated(m.pair("deprecated"))
	out.Experimental = p.boolean(m.get("experimental"), "experimental")
	out.Gate = p.gate(m.pair("gate"))
	out.Sensitive = p.boolean(m.get("sensitive"), "sensitive")
	out.LogTruncate = p.log(m.pair("log"))
	out.Unmarked = p.unmarked(m)
	out.Unit = p.word(m.get("unit"), "unit")
	out.Hot = p.boolean(m.get("hot"), "hot")
	out.Pins = p.pinned(m)
	out.Annotations = p.annotations(m)
	p.lintOff(m)
	out.Unrecorded = p.choice(m.get("recorded"), "recorded", "true", "false").Text == "false"
	out.FormerNames = p.words(m.get("was"), "was")
	if set&withReserved != 0 {
		out.Reserved = p.words(m.get("reserved"), "reserved")
	}
	if set&withExamples != 0 {
		out.Examples = p.examples(m.get("examples"))
	}
	if m != nil {
		m.every = append(m.every, m.known[from:]...)
	}
	return out
}

// unmarked are the marks that are false.
func (p *parser) unmarked(m *mapping) []Word {
	if m == nil {
		return nil
	}
	var out []Word
	for _, pair := range m.node.Pairs {
		mark := p.meant(pair.Key)
		if slices.Contains([]string{"sensitive", "log", "deprecated", "experimental"}, mark) && isFalse(pair.Value) {
			out = append(out, Word{Text: mark, Span: pair.Key.Span})
		}
	}
	return out
}

// annotations reads the keys of an element that are for other tools.
func (p *parser) annotations(m *mapping) []Annotation {
	if m == nil {
		return nil
	}
	var out []Annotation
	for i, pair := range m.node.Pairs {
		name, ok := strings.CutPrefix(pair.Key.Text, "x-")
		if !ok {
			continue
		}
		m.used[i] = true
		if name == "" {
			p.report.Add(diag.AnnotationName, pair.Key.Span, `the key "x-" has no name`).WithHelp("write a name after x-")
		} else if v := p.value(pair.Value); v != nil {
			out = append(out, Annotation{Word{Text: pair.Key.Text, Span: pair.Key.Span}, v})
		}
	}
	return out
}

// pinned reads the names that an element has in the targets.
func (p *parser) pinned(m *mapping) map[string]Word {
	var out map[string]Word
	for _, target := range p.pins {
		w := p.name(m.get(target), target)
		if w.Text == "" {
			continue
		}
		if out == nil {
			out = map[string]Word{}
		}
		out[target] = w
	}
	return out
}

func (p *parser) since(key, n *Node) *Since {
	switch {
	case n == nil || n.Kind == Invalid:
		return nil
	case n.Kind == Map:
		m := p.mapping(n, "since", key.Span)
		w := p.version(m.need("after", `write since: {after: "1.5"}`), "after")
		m.done()
		if w.IsZero() {
			return nil
		}
		return &Since{Version: w, After: true}
	default:
		w := p.version(n, "since")
		if w.IsZero() {
			return nil
		}
		return &Since{Version: w}
	}
}

// isFalse reports whether n is the word false.
func isFalse(n *Node) bool { return n != nil && n.Kind == Scalar && n.Text == "false" }

func (p *parser) deprecated(key, n *Node) *Deprecated {
	if n == nil || isFalse(n) {
		return nil
	}
	m := p.mapping(n, "deprecated", key.Span)
	if m == nil {
		return nil
	}
	out := &Deprecated{Span: key.Span}
	if v := m.get("since"); v != nil {
		out.Since = p.version(v, "since")
	}
	out.Use = p.word(m.get("use"), "use")
	m.done()
	return out
}

func (p *parser) log(key, n *Node) int {
	if n == nil || isFalse(n) {
		return 0
	}
	m := p.mapping(n, "log", key.Span)
	limit, _ := p.number(m.need("truncate", "write log: {truncate: 200}"), "truncate", 1, math.MaxInt32)
	m.done()
	return limit
}

func (p *parser) examples(n *Node) []*Value {
	if !p.want(n, List, "examples") {
		return nil
	}
	var out []*Value
	for _, item := range n.Items {
		if v := p.value(item); v != nil {
			out = append(out, v)
		}
	}
	return out
}
