package sample

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A Invalid is a message with one fault.
type Invalid struct {
	Path  string `json:"path"`  // of the fault; empty for the whole
	Fault string `json:"fault"` // in a few words
	Text  string `json:"text"`
}

// MarshalJSON writes a text that is not UTF-8 as base64: no string holds it.
func (m Invalid) MarshalJSON() ([]byte, error) {
	type plain Invalid
	if utf8.ValidString(m.Text) {
		return json.Marshal(plain(m))
	}
	return json.Marshal(struct {
		Path  string `json:"path"`
		Fault string `json:"fault"`
		Bytes []byte `json:"base64"`
	}{m.Path, m.Fault, []byte(m.Text)})
}

// Invalid returns the next invalid message of the type called name.
func (m *Maker) Invalid(name string) Invalid {
	if m.chance(12) {
		return m.badText(name)
	}
	for {
		root := m.passed(name).copy()
		var faults []fault
		m.collect(root, "", anywhere, &faults)
		if len(faults) == 0 {
			if m.chance(3) {
				return m.badText(name)
			}
			continue
		}
		f := pick(m, faults)
		f.make()
		return Invalid{Path: f.path, Fault: f.what, Text: m.text(root)}
	}
}

// MultiFault returns a message of the type called name with several faults, or with one if
// there is room for only one. A JSON-RPC message may have members of another shape
// instead, and a batch several messages with one id, which some dialects accept.
func (m *Maker) MultiFault(name string) string {
	root := m.passed(name).copy()
	m.everywhere = true
	defer func() { m.everywhere = false }()
	if name == m.messages.Any && m.chance(2) {
		m.mix(root)
		return m.text(root)
	}
	if name == m.messages.Batch && m.chance(2) {
		m.repeatIDs(root)
		return m.text(root)
	}
	for range 2 + m.rand.IntN(2) {
		var faults []fault
		m.collect(root, "", anywhere, &faults)
		if len(faults) > 0 {
			pick(m, faults).make()
		}
	}
	return m.text(root)
}

// A fault is one way to make a message invalid.
type fault struct {
	path, what string
	make       func()
}

// anywhere selects every place of a message.
func anywhere(string) bool { return true }

// collect collects the faults for n, at path, and for the values inside it, at the
// wanted places. Nothing inside a place that is not wanted is collected, and nothing
// where a reader passes over faults, unless they are to be everywhere.
func (m *Maker) collect(n *node, path string, wanted func(path string) bool, out *[]fault) {
	if n.ordered || n.loose && !m.everywhere || !wanted(path) {
		return
	}
	add := func(path, what string, make func()) {
		if wanted(path) {
			*out = append(*out, fault{path, what, make})
		}
	}
	for i := range n.members {
		x := &n.members[i]
		here := inside(path, x.key)
		if x.required && !n.byKey && !(x.field != nil && x.key != x.field.Name) {
			add(here, "a required key is missing", func() { n.members = slices.Delete(n.members, i, i+1) })
		}
		if x.tag != nil {
			m.tagFaults(x, here, add)
		}
		m.collect(x.value, here, wanted, out)
	}
	for i, item := range n.items {
		if n.typ != nil && n.typ.Items == lower.ItemsSkipped && !m.everywhere {
			break
		}
		m.collect(item, fmt.Sprintf("%s[%d]", path, i), wanted, out)
	}
	if n.takes != 0 {
		m.valueFaults(n, path, add)
	}
	if n.typ != nil && n.typ.Form == lower.StructForm && !n.byKey {
		m.groupFaults(n, path, add)
	}
	if n.typ != nil && n.typ.Form == lower.StructForm && n.typ.Struct.Extra == lower.ExtraRefused {
		for _, key := range undeclaredKeys(n.typ.Struct) {
			add(inside(path, key), "an undeclared key", func() {
				n.members = append(n.members, member{key: key, value: m.anyValue()})
			})
		}
	}
}

func (m *Maker) tagFaults(x *member, path string, add func(string, string, func())) {
	u := x.tag
	wrongKind := number("1")
	if u.TagKind == lower.IntegerTag {
		wrongKind = str("1")
	}
	add(path, "a tag of the wrong kind", func() { x.value = wrongKind })
	add(path, "a tag that is null", func() { x.value = null() })
	if u.Unknown == lower.UnknownRefused && u.TagKind == lower.StringTag {
		add(path, "an undeclared tag", func() { x.value = str("undeclared tag") })
	}
	if u.Unknown == lower.UnknownExtended {
		for _, wrong := range unextended(u.Extensions, nil) {
			if !isKnown(u, wrong) {
				add(path, "an undeclared tag", func() { x.value = str(wrong) })
			}
		}
	}
	if len(u.Foreign) > 0 {
		add(path, "a tag of the other union", func() { x.value = str(pick(m, u.Foreign)) })
	}
}

// valueFaults are the ways to replace n with an invalid value.
func (m *Maker) valueFaults(n *node, path string, add func(string, string, func())) {
	replace := func(by *node) func() {
		return func() { *n = *by }
	}
	for _, other := range []*node{null(), boolean(true), number("1"), str("text"), list(), object()} {
		if !n.takes.Has(other.kind) && !(n.places && other.kind == model.ListValue) {
			add(path, "a value of the wrong kind", replace(other))
		}
	}
	if n.typ == nil {
		return
	}
	switch t := n.typ; t.Form {
	case lower.ScalarForm:
		for _, wrong := range scalarFaults(t) {
			add(path, "a value out of range", replace(wrong))
		}
	case lower.EnumForm:
		switch {
		case t.Enum.Other != lower.OtherRefused:
		case t.Enum.Integer:
			add(path, "an undeclared value", replace(number("4711")))
		default:
			known := slices.Clone(t.Enum.Values)
			for _, older := range t.Enum.FormerValues {
				known = append(known, older.Name)
			}
			for _, wrong := range unextended(t.Enum.Extensions, known) {
				add(path, "an undeclared value", replace(str(wrong)))
			}
		}
	case lower.LiteralForm:
		if t.Literal.Kind == model.StringValue {
			add(path, "another value than the literal", replace(str(t.Literal.Text+"?")))
		}
	case lower.ListForm:
		listFaults(n, path, add)
	case lower.TupleForm:
		longer := *n
		longer.items = append(slices.Clone(n.items), null())
		for len(longer.items) <= len(t.Tuple.Items) {
			longer.items = append(longer.items, null())
		}
		add(path, "an item too many", replace(&longer))
	}
}

func listFaults(n *node, path string, add func(string, string, func())) {
	l := n.typ.Limit(lower.OfItems)
	if n.typ.Checks != lower.CheckedByAll {
		return
	}
	if l.Min != nil && *l.Min > 0 && len(n.items) > 0 {
		add(path, "too few items", func() { n.items = n.items[:int(*l.Min)-1] })
	}
	if l.Max != nil && len(n.items) > 0 && *l.Max < 1000 {
		add(path, "too many items", func() {
			for len(n.items) <= int(*l.Max) {
				n.items = append(n.items, n.items[0])
			}
		})
	}
}

// scalarFaults are values of the right kind that t refuses.
func scalarFaults(t *lower.Type) []*node {
	var out []*node
	numbers := func(tokens ...string) {
		for _, s := range tokens {
			out = append(out, number(s))
		}
	}
	texts := func(texts ...string) {
		for _, s := range texts {
			out = append(out, str(s))
		}
	}
	info := t.Scalar.Kind.Info()
	switch {
	case t.Scalar.Kind.Wide():
		numbers("1.5", "-0.5")
		numbers(info.Near...)
	case info.Integer:
		numbers("1.5", "-0.5", "1e300", model.FormatNumber(info.Min-1), model.FormatNumber(info.Max+1))
	}
	if info.Checked {
		texts(info.Near...)
	}
	if t.Checks != lower.CheckedByAll {
		return out
	}
	for _, l := range t.Limits {
		switch {
		case l.Of == lower.OfText && l.Pattern == info.Pattern:
			texts(info.Near...)
		case l.Of == lower.OfNumber:
			if l.Min != nil && *l.Min > -model.MaxSafe {
				numbers(model.FormatNumber(*l.Min - 1))
			}
			if l.Max != nil && *l.Max < model.MaxSafe {
				numbers(model.FormatNumber(*l.Max + 1))
			}
		case l.Of == lower.OfLength:
			if l.Min != nil && *l.Min > 0 {
				texts(strings.Repeat("é", int(*l.Min)-1))
			}
			if l.Max != nil && *l.Max < 10_000 {
				texts(strings.Repeat("é", int(*l.Max)+1))
			}
		}
	}
	return out
}

// inside is the path of a member, as readers write it.
func inside(path, key string) string {
	for i, r := range key {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '_' || r == '$'
		if !letter && (i == 0 || r < '0' || r > '9') {
			return path + "[" + model.Quote(key) + "]"
		}
	}
	switch {
	case key == "":
		return path + `[""]`
	case path == "":
		return key
	}
	return path + "." + key
}

// badText is a text that is not JSON, or that every reader must refuse.
func (m *Maker) badText(name string) Invalid {
	text := m.Plain(name)
	at := m.rand.IntN(len(text))
	cut := strings.ToValidUTF8(text[:at], "")
	if !strings.ContainsAny(text[:1], `{["`) {
		cut = "[" + cut // the first half of a number may be a number
	}
	deep := strings.Repeat("[", 1001) + strings.Repeat("]", 1001)
	return pick(m, []Invalid{
		{"", "the text ends too early", cut},
		{"", "there is more text after the value", text + pick(m, []string{",", " 1", " {}", "]", "\x00"})},
		{"", "a byte is not UTF-8", `"` + pick(m, []string{"\xff", "\xc3", "\xed\xa0\x80", "\xf5\x80\x80\x80", "\xc0\xaf"}) + `"`},
		{"", "a number is not finite", pick(m, []string{"1e400", "[-1e400]", `{"a":1e999999999}`})},
		{"", "the nesting is too deep", deep},
		{"", "a superfluous comma", `[1,]`},
		{"", "a control character in a string", "\"\x01\""},
		{"", "an invalid escape", pick(m, []string{`"\x"`, `"\u12"`, `"\u12G4"`})},
		{"", "an invalid number", pick(m, []string{"01", "1.", ".5", "+1", "-", "0x1", "NaN", "Infinity", "1e"})},
		{"", "an invalid word", pick(m, []string{"nul", "True", "undefined", "'a'"})},
	})
}
