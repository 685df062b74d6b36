package syntax

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/source"
)

// An Enum is a list of words.
type Enum struct {
	Span   source.Span
	Values []*EnumValue
	Open   Word // true, false, or zero: as the defaults of the spec say
	// Fallback is the value that an undeclared one is read as, or zero.
	Fallback Word
}

// An EnumValue is one of the words.
type EnumValue struct {
	Name   Word
	Number Word // of an enum of integers, or zero
	Meta
}

func (p *parser) enum(m *mapping, n *Node) *Enum {
	e := &Enum{Span: m.name, Open: p.choice(m.get("open"), "open", "true", "false")}
	e.Fallback = p.word(m.get("fallback"), "fallback")
	if !p.enumValues(e, n) {
		return nil
	}
	return e
}

// enumValues reads the values of an enum, a list or a map from value to doc.
func (p *parser) enumValues(e *Enum, n *Node) bool {
	switch {
	case n.Kind == List && len(n.Items) > 0 && n.Items[0].Kind == Map:
		p.report.Add(diag.YAMLWrongKind, p.head(n), "the values of an enum with docs must be a map, not a list").WithAdvice(mapOfList(n, ""))
		return false
	case n.Kind == List:
		p.enumList(e, n)
	case n.Kind == Scalar:
		p.report.Add(diag.YAMLWrongKind, n.Span, "enum must be a list or a map, not a single value").WithAdvice(enumAdvice(n))
		return false
	case p.want(n, Map, "enum"):
		for _, pair := range n.Pairs {
			e.Values = append(e.Values, p.enumValue(pair))
		}
	default:
		return false
	}
	return true
}

// enumAdvice says how to write the values of an enum that are one text.
func enumAdvice(n *Node) diag.Advice {
	var values []string
	lines := strings.Contains(n.Span.Text(), "\n")
	for _, value := range strings.FieldsFunc(n.Text, func(r rune) bool { return r == '|' || r == ',' || lines && unicode.IsSpace(r) }) {
		if value = strings.Trim(value, " '\""); value == "" || strings.Trim(value, nameLetters+"-.") != "" {
			values = []string{asText(n)}
			break
		}
		values = append(values, value)
	}
	list := "[" + strings.Join(values, ", ") + "]"
	return diag.Advice{Help: "write enum: " + list, Steps: []diag.Step{{Do: diag.Write, At: n.Span, Text: list}}}
}

func (p *parser) enumValue(pair Pair) *EnumValue {
	v := &EnumValue{Name: p.word(pair.Key, "a value of an enum")}
	p.quotedValue(v.Name)
	if pair.Value.Kind == Map {
		inner := p.mapping(pair.Value, fmt.Sprintf("the value %q", v.Name.Text), pair.Key.Span)
		v.Number = p.word(inner.get("value"), "value")
		v.Meta = p.meta(inner, 0)
		inner.done()
	} else {
		v.Doc = p.doc(pair.Value, "the doc of a value")
		if !v.Doc.Quoted && jsonNumber().MatchString(v.Doc.Text) {
			p.report.Add(diag.EnumNumber, v.Doc.Span, fmt.Sprintf("the value of %q here is its doc, not its number", v.Name.Text)).
				WithHelp(fmt.Sprintf("write %s: {value: %s}", asText(pair.Key), v.Doc.Text)).Writes("{value: " + v.Doc.Text + "}")
		}
	}
	return v
}

// quotedValue refuses a value that is not a string in JSON, unless it is quoted.
func (p *parser) quotedValue(w Word) {
	number := jsonNumber().MatchString(w.Text)
	if w.Quoted || !number && w.Text != "true" && w.Text != "false" && w.Text != "null" {
		return
	}
	help := fmt.Sprintf("write %q for the string", w.Text)
	if w.Text == "null" {
		help += ", or remove it, and write | null where the type is used"
	}
	_, err := strconv.Atoi(w.Text)
	if err == nil {
		help += fmt.Sprintf(", or give the integer a name: {one: {value: %s}}", w.Text)
	}
	d := p.report.Add(diag.EnumValueUnquoted, w.Span, fmt.Sprintf("the values of an enum are strings, and %s without quotes is not a string", w.Text)).WithHelp(help)
	if err != nil && w.Text != "null" {
		d.Repairable("", diag.Step{Do: diag.Splice, At: w.Span, Text: quote(w.Text)})
	}
}

func (p *parser) enumList(e *Enum, n *Node) {
	seen := map[string]source.Span{}
	for _, item := range n.Items {
		w := p.word(item, "a value of an enum")
		if w.IsZero() {
			continue
		}
		if words := strings.Fields(w.Text); item.InFlow && !item.Quoted && len(words) > 1 {
			p.report.Add(diag.YAMLUnquotedInFlow, item.Span, fmt.Sprintf("%q is not quoted in brackets", w.Text)).
				WithHelp(fmt.Sprintf("write %s, or %q if that is one value", strings.Join(words, ", "), w.Text)).
				Repairable("make them several values", diag.Step{Do: diag.Splice, At: item.Span, Text: strings.Join(words, ", ")}).
				Repairable("make them one value", diag.Step{Do: diag.Splice, At: item.Span, Text: quote(w.Text)})
		}
		p.quotedValue(w)
		if first, twice := seen[w.Text]; twice {
			p.report.Add(diag.EnumDuplicateValue, w.Span, fmt.Sprintf("the value %q is declared twice", w.Text)).
				WithHelp("keep one of the two").WithRelated(first, "first declared here").Goes()
			continue
		}
		seen[w.Text] = w.Span
		e.Values = append(e.Values, &EnumValue{Name: w})
	}
}
