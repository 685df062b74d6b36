package syntax

import (
	"fmt"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/source"
)

// An Excuse turns a rule of lint off for an element, or for the whole spec.
type Excuse struct {
	Rule Word
	// Places are those of the element: its name, and what is written at it apart from
	// other elements within it. None means the whole spec.
	Places []source.Span
}

// lintOff reads the rules that are off for the element m, each with the reason.
func (p *parser) lintOff(m *mapping) {
	if m == nil || !m.has("lint_off") {
		m.get("lint_off")
		return
	}
	places := []source.Span{m.name}
	for _, pair := range m.node.Pairs {
		places = append(places, pair.Key.Span)
		if pair.Value.Kind == Scalar {
			places = append(places, pair.Value.Span)
		}
	}
	p.excuse(m, places)
}

// excuse reads lint_off in m.
func (p *parser) excuse(m *mapping, places []source.Span) {
	key, value := m.pair("lint_off")
	if key == nil {
		return
	}
	off := p.mapping(value, "lint_off", key.Span)
	if off == nil {
		return
	}
	var rules []string
	for _, c := range diag.Rules() {
		rules = append(rules, c.ID)
		name, reason := off.pair(c.ID)
		if name == nil {
			continue
		}
		if w := p.word(reason, c.ID); !w.IsZero() && w.Text == "" {
			p.report.Add(diag.YAMLEmptyValue, w.Span, fmt.Sprintf("%q has no reason", c.ID)).WithHelp("say why the rule does not apply here")
		}
		p.excuses = append(p.excuses, &Excuse{Rule: Word{Text: c.ID, Span: name.Span}, Places: places})
	}
	if len(value.Pairs) == 0 {
		off.missingOne("lint_off names no rule", "write the rule and the reason: lint_off: {name-ages-badly: The name is not ours.}", rules...)
	}
	off.done()
}
