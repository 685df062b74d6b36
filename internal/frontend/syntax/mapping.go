package syntax

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/source"
)

type parser struct {
	file         *source.File
	report       *diag.Report
	part         bool             // the file is a part of a spec
	pins         []string         // the targets for which an element may pin its name
	typos        map[*Node]string // misspelled keys, and the names that were meant
	freeMappings []*mapping       // those that were read, for the next ones

	excuses []*Excuse // those read so far
}

// meant is the name of a key, or the name that a misspelled one was meant to be.
func (p *parser) meant(key *Node) string {
	if len(p.typos) > 0 {
		if name, ok := p.typos[key]; ok {
			return name
		}
	}
	return key.Text
}

// A mapping reads the keys of one map of the spec by name. When it is done, it
// reports the keys that were not read.
type mapping struct {
	p       *parser
	node    *Node
	what    string // what the map is: "a field"
	name    source.Span
	known   []string     // the keys that the map may have
	every   []string     // those of them that every element has
	used    []bool       // by position in node.Pairs
	missing []missingKey // required keys

	formless  bool              // a type that does not say what it is
	redundant string            // a key that is not needed beside a misspelled one, or ""
	elsewhere map[string]string // what to write for keys that belong in another place
}

// A missingKey is a required key that is missing. It is reported at the end, unless an
// unknown key looks like a misspelling of one of names.
type missingKey struct {
	names         []string
	code          *diag.Code
	message, help string
	steps         []diag.Step
}

// mapping begins to read the map n, which what names in messages: it is the key
// that n is the value of, or words for an element. The result is nil if n is not a
// map. A missing key is reported at name. For longForm see want.
func (p *parser) mapping(n *Node, what string, name source.Span, longForm ...string) *mapping {
	if !p.want(n, Map, what, longForm...) {
		return nil
	}
	var m *mapping
	if last := len(p.freeMappings) - 1; last >= 0 {
		m, p.freeMappings = p.freeMappings[last], p.freeMappings[:last]
	} else {
		m = &mapping{p: p}
	}
	m.node, m.what, m.name = n, what, name
	m.used = slices.Grow(m.used[:0], len(n.Pairs))[:len(n.Pairs)]
	clear(m.used)
	return m
}

// release keeps m, which nobody uses any more, for the next map: its lists of
// keys are long, and a spec has as many maps as it has fields.
func (m *mapping) release() {
	m.known, m.every, m.missing, m.formless = m.known[:0], m.every[:0], m.missing[:0], false
	m.redundant, m.elsewhere = "", nil
	m.p.freeMappings = append(m.p.freeMappings, m)
}

// want reports whether n is of a kind, and adds a diagnostic if it is not. For an
// element, which has no key of the language, longForm says how to write a single
// value in its place, with the value for %s.
func (p *parser) want(n *Node, kind Kind, what string, longForm ...string) bool {
	if n == nil || n.Kind == Invalid {
		return false
	}
	if n.Kind == kind {
		return true
	}
	p.wrongKind(n, kind, what, strings.Join(longForm, ""))
	return false
}

// wrongKind reports a value that is not of the kind that belongs in its place.
func (p *parser) wrongKind(n *Node, kind Kind, what, longForm string) *diag.Diagnostic {
	return p.report.Add(diag.YAMLWrongKind, p.head(n), fmt.Sprintf("%s must be %s, not %s", what, (&Node{Kind: kind}).kindName(), n.kindName())).
		WithAdvice(kindAdvice(n, kind, what, longForm))
}

// head is a short span for n: all of a text in quotes, the first line of
// anything else.
func (p *parser) head(n *Node) source.Span {
	if n.Kind == Scalar && n.Quoted {
		return n.Span
	}
	span := n.Span
	text := span.File.Text[span.Start:span.End]
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		span.End = span.Start + len(bytes.TrimRight(text[:i], "\r "))
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
		if m.p.meant(pair.Key) == name {
			m.used[i] = true
			return pair.Key, pair.Value
		}
	}
	return nil, nil
}

// misplaced reports a key that belongs under another one.
func (m *mapping) misplaced(name, help string) {
	for i, pair := range m.node.Pairs {
		if pair.Key.Text == name {
			m.used[i] = true
			m.noKey(pair.Key).WithHelp(help)
		}
	}
}

// has reports whether the map has the key name.
func (m *mapping) has(name string) bool {
	return m != nil && slices.ContainsFunc(m.node.Pairs, func(pair Pair) bool { return m.p.meant(pair.Key) == name })
}

// hasAny reports whether one of the keys is there.
func (m *mapping) hasAny(names []string) bool { return slices.ContainsFunc(names, m.has) }

// get is the value of the key name, or nil.
func (m *mapping) get(name string) *Node {
	_, value := m.pair(name)
	return value
}

// need is the value of a required key.
func (m *mapping) need(name, why string) *Node {
	value := m.get(name)
	if m != nil && value == nil {
		m.addMissing(diag.KeyMissing, fmt.Sprintf("%s has no %q", m.what, name), why, name)
	}
	return value
}

// insertMissing says that a missing key of the whole file goes before the others, with a value.
func (m *mapping) insertMissing(name, value string) {
	if m == nil || len(m.node.Pairs) == 0 {
		return
	}
	first := m.node.Pairs[0].Key.Span
	text := name + ": " + value + "\n"
	if m.node.Flow {
		before := first.File.Text[:first.Start]
		text = quote(name) + ": " + value + "," + string(before[len(bytes.TrimRight(before, " \n")):])
	}
	for i := range m.missing {
		if l := &m.missing[i]; l.names[0] == name {
			l.steps = []diag.Step{{Do: diag.Splice, At: source.Span{File: first.File, Start: first.Start, End: first.Start}, Text: text}}
		}
	}
}

func (m *mapping) addMissing(code *diag.Code, message, help string, names ...string) {
	m.missing = append(m.missing, missingKey{names: names, code: code, message: message, help: help})
}

// missingOne reports that one of several keys is required.
func (m *mapping) missingOne(message, help string, names ...string) {
	if m != nil {
		m.addMissing(diag.KeyMissing, message, help, names...)
	}
}

// conflict reports keys that exclude each other.
func (p *parser) conflict(span source.Span, message, help string) {
	p.report.Add(diag.KeyConflict, span, message).WithHelp(help)
}

// done adds diagnostics for unknown and missing keys. It reports whether there was
// no unknown key. The mapping must not be used afterwards.
func (m *mapping) done() bool {
	if m == nil {
		return true
	}
	defer m.release()
	if m.formless && m.fieldsAbove() {
		return false
	}
	var meant []string
	known, foreign := true, false
	for i, pair := range m.node.Pairs {
		if name, typo := m.p.typos[pair.Key]; typo && m.used[i] {
			m.misspelled(pair.Key, name)
		} else if !m.used[i] {
			near, isForeign := m.unknown(pair)
			meant, known, foreign = append(meant, near), false, foreign || isForeign
		}
	}
	if len(m.missing) > 1 {
		m.mergeMissing()
	}
	for _, l := range m.missing {
		if foreign && l.code != diag.KeyMissing {
			continue
		}
		if !slices.ContainsFunc(l.names, func(name string) bool { return slices.Contains(meant, name) }) {
			m.p.report.Add(l.code, m.name, l.message).WithAdvice(diag.Advice{Help: l.help, Steps: l.steps})
		}
	}
	return known
}

// mergeMissing merges the diagnostics of successive missing keys with the same help.
func (m *mapping) mergeMissing() {
	var out []missingKey
	var missing []string
	for i, l := range m.missing {
		missing = append(missing, fmt.Sprintf("%q", l.names[0]))
		if l.code == diag.KeyMissing && i+1 < len(m.missing) && m.missing[i+1].help == l.help {
			continue
		}
		if n := len(missing); n > 1 {
			l.message = fmt.Sprintf("%s has no %s and no %s", m.what, strings.Join(missing[:n-1], ", no "), missing[n-1])
		}
		out, missing = append(out, l), nil
	}
	m.missing = out
}

// fieldsAbove adds a diagnostic for a type that lists fields without the key
// fields, or variants without a key that distinguishes them. It reports whether it
// did.
func (m *mapping) fieldsAbove() bool {
	var strange []Pair
	for i, pair := range m.node.Pairs {
		if m.used[i] {
			continue
		}
		if pair.Key.Text == "variants" {
			m.p.report.Add(diag.TypeFormMissing, pair.Key.Span, m.what+" has variants but does not say how they are distinguished").
				WithHelp("add union: {tag: type} next to them").
				Repairable("", diag.Step{Do: diag.Set, At: m.name, Key: "union", Text: "{tag: type}"})
			return true
		}
		if names.Suggest(pair.Key.Text, m.known) != "" || foreignWay(pair) != "" || m.elsewhere[pair.Key.Text] != "" || m.foreignKey(pair) || pair.Value.Kind != Scalar {
			return false
		}
		strange = append(strange, pair)
	}
	if len(strange) == 0 {
		return false
	}
	first := strange[0].Key
	help := fmt.Sprintf("if %q is a field, write fields: above it and indent the fields below that", first.Text)
	if m.node.Flow {
		help = fmt.Sprintf("if %q is a field, write fields: {%s: …}", first.Text, first.Text)
	}
	d := m.p.report.Add(diag.KeyUnknown, first.Span, fmt.Sprintf("%s does not define a type, and its key %q is unknown", m.what, first.Text)).WithHelp(help)
	if len(strange) == len(m.node.Pairs) {
		all := source.Span{File: first.Span.File, Start: first.Span.Start, End: strange[len(strange)-1].Value.Span.End}
		d.Repairable("", diag.Step{Do: diag.Enclose, At: all, Key: "fields"})
	}
	return true
}

// unknown reports an unknown key. It returns the key that was probably meant, or "";
// if the map does not have that one, the key is treated as it. foreign reports that
// the key is one of another language without a counterpart, for which the help says
// what to write instead.
func (m *mapping) unknown(pair Pair) (near string, foreign bool) {
	key := pair.Key
	if help := m.elsewhere[key.Text]; help != "" {
		d := m.noKey(key).WithHelp(help)
		if word, ok := strings.CutPrefix(help, "write "); ok && strings.Trim(word, nameLetters) == "" {
			d.Means(word)
		}
		return "", false
	}
	near = names.Suggest(key.Text, m.known)
	for _, name := range foreignKeys[key.Text] {
		if slices.Contains(m.known, name) {
			near = name
		}
	}
	if near == "with" && foreignKeys[key.Text] != nil && m.extended(pair) {
		return "fields", false // which is not missing as well
	}
	if near != "" {
		m.misspelled(key, near)
		if !slices.ContainsFunc(m.node.Pairs, func(pair Pair) bool { return m.p.meant(pair.Key) == near }) {
			m.p.typos[key] = near
		}
		return near, false
	}
	if help := foreignWay(pair); help != "" {
		d := m.noKey(key).WithHelp(help)
		if steps := m.foreignSteps(pair); steps != nil {
			d.Repairable("", steps...)
		}
		if key.Text == "notification" {
			return "notify", true // which is not missing as well
		}
		return "", true
	}
	m.noKey(key).WithHelp(m.keys())
	return "", false
}

// extended reports the key of another language for one struct whose fields a struct has, in one
// diagnostic: here it is a list. It reports whether it did.
func (m *mapping) extended(pair Pair) bool {
	if pair.Value.Kind != Scalar {
		return false
	}
	list := "[" + pair.Value.Span.Text() + "]"
	m.noKey(pair.Key).WithAdvice(diag.Advice{Help: "write with: " + list, Steps: []diag.Step{
		{Do: diag.Replace, At: pair.Key.Span, Text: "with"}, {Do: diag.Write, At: pair.Value.Span, Text: list},
	}})
	return true
}

func (m *mapping) misspelled(key *Node, name string) {
	a := diag.Advice{Help: fmt.Sprintf("did you mean %q?", name), Steps: []diag.Step{{Do: diag.Replace, At: key.Span, Text: name}}}
	if m.redundant != "" {
		a.Help = fmt.Sprintf("write %s, and remove %s, which is not needed with it", name, m.redundant)
		for _, pair := range m.node.Pairs {
			if pair.Key.Text == m.redundant {
				a.Steps = append(a.Steps, diag.Step{Do: diag.Remove, At: pair.Key.Span})
			}
		}
	}
	m.noKey(key).WithAdvice(a)
}

func (m *mapping) noKey(key *Node) *diag.Diagnostic {
	return m.p.report.Add(diag.KeyUnknown, key.Span, fmt.Sprintf("unknown key %[2]q in %[1]s", m.what, key.Text))
}

// keys lists the keys that m may have, those of every element last.
func (m *mapping) keys() string {
	var own, every []string
	for _, name := range m.known {
		if slices.Contains(m.every, name) {
			every = append(every, name)
		} else {
			own = append(own, name)
		}
	}
	list := func(names []string) string {
		slices.Sort(names)
		return strings.Join(slices.Compact(names), ", ")
	}
	if len(every) == 0 {
		return "its keys are " + list(own)
	}
	return "its keys are " + list(own) + "; and those of every element: " + list(every)
}

// word reads a text. It is the zero Word if n is missing or not a text.
func (p *parser) word(n *Node, what string) Word {
	if !p.want(n, Scalar, what) {
		return Word{}
	}
	return Word{Text: n.Text, Span: n.Span, Quoted: n.Quoted}
}

// name reads a text that is a name or a type, which must be quoted in
// brackets if it contains a character with a special meaning there.
func (p *parser) name(n *Node, what string) Word {
	w := p.word(n, what)
	switch {
	case w.IsZero():
	case w.Text == "":
		p.report.Add(diag.YAMLEmptyValue, w.Span, what+" is empty").WithHelp("write a name")
	}
	return w
}

// words reads a list of names.
func (p *parser) words(n *Node, what string) []Word {
	if !p.want(n, List, what) {
		return nil
	}
	var out []Word
	for _, item := range n.Items {
		// An older value of an enum may be empty.
		if w := p.word(item, "an item of "+what); !w.IsZero() {
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
	d := p.report.Add(diag.ChoiceUnknown, w.Span, fmt.Sprintf("%s must be %s, not %q", what, names.List(options, "or"), w.Text)).
		WithHelp(names.DidYouMean(w.Text, options, ""))
	if d.Help != "" {
		d.Writes(names.Suggest(w.Text, options))
		return Word{}
	}
	for _, known := range foreignChoices[strings.ToLower(w.Text)] {
		if slices.Contains(options, known) {
			d.WithHelp("write " + known).Writes(known)
			return Word{}
		}
	}
	d.WithHelp("write " + names.List(options, "or"))
	if len(options) == 1 {
		d.Writes(options[0])
	}
	return Word{}
}

// number reads an integer from low to high.
func (p *parser) number(n *Node, what string, low, high int) (int, bool) {
	w := p.word(n, what)
	if w.IsZero() {
		return 0, false
	}
	v, err := strconv.Atoi(w.Text)
	if err != nil || w.Quoted || strconv.Itoa(v) != w.Text || v < low || v > high {
		p.report.Add(diag.ChoiceUnknown, w.Span, fmt.Sprintf("%s must be an integer from %d to %d, not %q", what, low, high, w.Text)).
			WithAdvice(numberAdvice(n, low, high))
		return 0, false
	}
	return v, true
}

// numberAdvice writes a number without the notations of other languages: quotes,
// separators, the k, M and G of sizes.
func numberAdvice(n *Node, low, high int) diag.Advice {
	digits := strings.TrimSpace(strings.NewReplacer("_", "", ",", "", " ", "").Replace(n.Text))
	digits = strings.TrimRight(digits, "iIbB")
	unit := 1
	if last := len(digits) - 1; last >= 0 {
		if power := strings.IndexByte("kmg", digits[last]|0x20); power >= 0 {
			digits, unit = digits[:last], 1<<(10*(power+1))
		}
	}
	v, err := strconv.Atoi(digits)
	if err != nil || v > high/unit || v*unit < low {
		return diag.Advice{}
	}
	number := strconv.Itoa(v * unit)
	return diag.Advice{Help: "write " + number, Steps: []diag.Step{{Do: diag.Write, At: n.Span, Text: number}}}
}
