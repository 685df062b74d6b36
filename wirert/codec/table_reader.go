package codec

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// A tableReader checks a text against a table, after the text layer has accepted it. It checks
// each value in the order of the spec and writes the normal form: declared keys only, under
// their current names, each once, tags first. Its first error is the error of the text.
type tableReader struct {
	text
	table    *Table
	strict   bool
	out      []byte
	path     []step
	slots    []place // values of the declared keys of open structs
	key      []byte  // buffer for a key or tag with escapes
	hints    []variantHint
	attempts map[attempt]outcome // results for values of ordered unions
	trying   bool                // only the error is needed
	hides    bool                // what is read is sensitive: errors do not quote it
	logs     bool                // write what a log shows instead of the normal form
	refused  *MessageError       // the invalid message, if there is one
	dropped  dropped             // skipped values

	weighs     bool   // the text may be too heavy
	most, left int64  // the maximum weight, and what remains of it
	overweight *Error // the weight was exceeded: nothing else counts
	tried      int    // 1 + the length of the path of the outermost value that is tried as several arms; or 0
}

// A step of a path: a member or an item.
type step struct {
	name   string
	index  int
	isName bool
	hidden bool // it is a key within something sensitive
}

// normalize checks data against the type id and returns its normal form.
func (t *Table) normalize(data []byte, id TypeID, o Options) ([]byte, error) {
	normal, _, err := t.decide(data, id, o)
	return normal, err
}

// decide is like normalize, and also returns the hints that reading the normal form requires.
func (t *Table) decide(data []byte, id TypeID, o Options) ([]byte, []variantHint, error) {
	p := t.reader(data, o.depth())
	p.weigh(cmp.Or(o.MaxWeight, t.maxWeight()))
	p.strict, p.hides, p.dropped = o.Strict, id&Hidden != 0, dropped{wanted: o.report != nil, room: maxDroppedText}
	if err := p.text.check(); err != nil {
		return nil, nil, p.errorOf(id, NotJSON, err)
	}
	p.out = make([]byte, 0, len(data))
	if err := p.value(place{pos: uint32(p.space(0))}, id); err != nil {
		return nil, nil, p.errorOf(id, NotMessage, err)
	}
	p.dropped.report(o.report)
	return p.out, p.hints, nil
}

// reader returns a tableReader of data with a maximum nesting.
func (t *Table) reader(data []byte, max int) tableReader {
	t.prepared.Do(t.prepare)
	return tableReader{text: text{data: data, max: max}, table: t}
}

// errorOf returns err as the error of reading a value of the type id. For a message, it is a
// MessageError.
func (p *tableReader) errorOf(id TypeID, r Refusal, err *Error) error {
	if typ := p.table.typ(id); typ == nil || typ.Form != Messages && typ.Form != Batches {
		return err
	}
	if p.refused == nil {
		p.refused = &MessageError{Refusal: r}
	}
	p.refused.Err = err
	return p.refused
}

// value checks the value at v against the type id, and appends its normal form.
func (p *tableReader) value(v place, id TypeID) *Error {
	kind := kindOf(p.data[v.pos])
	if id&OrNull != 0 && kind == KindNull {
		p.copy(v)
		return nil
	}
	outer := p.hides
	p.hides = outer || p.table.hides(id)
	err := p.ofKind(v, kind, id)
	p.hides = outer
	return err
}

// ofKind checks the kind of a value, and then the value.
func (p *tableReader) ofKind(v place, kind Kind, id TypeID) *Error {
	typ := p.table.typ(id)
	if typ == nil {
		return p.scalar(v, kind, id)
	}
	if !p.table.reads(id, kind) {
		return p.wrongKind(v, id)
	}
	start := len(p.out)
	err := p.typed(v, kind, id, typ)
	p.shorten(start, typ.Log)
	return err
}

// typed checks a value against a type of the table.
func (p *tableReader) typed(v place, kind Kind, id TypeID, typ *Type) *Error {
	switch typ.Form {
	case ByKind:
		return p.byKind(v, kind, typ)
	case Limited:
		return p.limited(v, id, typ)
	case Struct:
		return p.structure(v, typ)
	case Enum:
		return p.enum(v, typ)
	case Literal:
		return p.literal(v, typ)
	case List:
		return p.list(v, typ)
	case Map:
		return p.mapping(v, typ)
	case Tuple:
		return p.tuple(v, typ)
	case Internal:
		return p.internal(v, typ)
	case Adjacent:
		return p.adjacent(v, typ)
	case External:
		return p.external(v, kind, typ)
	case ByKey:
		return p.byKey(v, typ)
	case Ordered:
		return p.ordered(v, kind, id&^(OrNull|Hidden), typ)
	case Batches:
		return p.batch(v, typ)
	}
	return p.message(v, typ)
}

// scalar checks a value of a scalar type.
func (p *tableReader) scalar(v place, kind Kind, id TypeID) *Error {
	switch row := id.scalar(); {
	case row.kind != kind && row.kind != KindNone:
		return p.wrongKind(v, id)
	case row.integer:
		return p.integer(v, row)
	case row.wide != notWide:
		return p.wide(v, row.wide)
	case row.format != "" && !row.valid(unquoted(p.token(v), &p.key)):
		return p.wrong(v, row.format, CodeValue)
	case id&^(OrNull|Hidden) == Empty:
		p.out = append(p.out, "{}"...)
		return p.undeclared(v, nil)
	}
	p.copy(v)
	return nil
}

// integer checks an integer within the bounds of its type.
func (p *tableReader) integer(v place, row *scalar) *Error {
	f := parseFloat(p.token(v))
	n, ok := toInt(f)
	switch {
	case ok && n >= row.low && n <= row.high:
		p.out = AppendInt(p.out, n)
		return nil
	case f == math.Trunc(f):
		return p.wrong(v, rangeWords(row.low, row.high), CodeValue)
	}
	return p.wrong(v, "an integer", CodeValue)
}

func (p *tableReader) byKind(v place, kind Kind, typ *Type) *Error {
	arm := slices.IndexFunc(typ.Arms, func(arm TypeID) bool { return p.table.reads(arm, kind) })
	return p.value(v, typ.Arms[arm])
}

func (p *tableReader) enum(v place, typ *Type) *Error {
	if typ.Numbers != nil {
		return p.integerEnum(v, typ)
	}
	if p.isOneOf(v, typ.Values) {
		p.copy(v)
		return nil
	}
	for _, older := range typ.FormerValues {
		if p.isOneOf(v, []string{older.Name}) {
			p.out = AppendString(p.out, older.Value)
			return nil
		}
	}
	switch {
	case typ.Open && !p.strict, p.isExtension(v, typ.Extensions):
		p.copy(v)
		return nil
	case typ.Fallback != "" && !p.strict:
		p.out = append(p.out, typ.Fallback...)
		return nil
	}
	return p.wrong(v, oneOf(typ.Values), CodeValue)
}

// integerEnum checks a value of an enum of integers.
func (p *tableReader) integerEnum(v place, typ *Type) *Error {
	f := parseFloat(p.token(v))
	if f != math.Trunc(f) {
		return p.wrong(v, "an integer", CodeValue)
	}
	for _, n := range typ.Numbers {
		if float64(n) == f {
			p.out = AppendInt(p.out, n)
			return nil
		}
	}
	switch {
	case typ.Fallback != "" && !p.strict:
		p.out = append(p.out, typ.Fallback...)
		return nil
	case typ.Open && !p.strict:
		return p.integer(v, Int.scalar())
	}
	return p.wrong(v, oneOfNumbers(typ.Numbers), CodeValue)
}

// isOneOf reports whether the value at v is one of a list of strings.
func (p *tableReader) isOneOf(v place, values []string) bool {
	if p.data[v.pos] != '"' {
		return false
	}
	s := unquoted(p.token(v), &p.key)
	for _, value := range values {
		if string(s) == value {
			return true
		}
	}
	return false
}

// literal checks a value that has the kind of the literal.
func (p *tableReader) literal(v place, typ *Type) *Error {
	var same bool
	switch want := typ.JSON; want[0] {
	case '"':
		var scratch []byte
		same = p.isOneOf(v, []string{string(unquoted([]byte(want), &scratch))})
	case 't', 'f', 'n':
		same = string(p.token(v)) == want
	default:
		same = parseFloat(p.token(v)) == parseFloat([]byte(want))
	}
	if !same {
		return p.wrong(v, typ.JSON, CodeValue)
	}
	p.out = append(p.out, typ.JSON...)
	return nil
}

func (p *tableReader) list(v place, typ *Type) *Error {
	if err := p.counted(v, typ.Limits); err != nil {
		return err
	}
	if p.weighs {
		if err := p.spend(v, p.count(v), itemWeight); err != nil {
			return err
		}
	}
	if typ.SkipBad && !p.strict {
		return p.validItems(v, typ.Elem)
	}
	return p.items(v, func(_ int, item place) *Error { return p.value(item, typ.Elem) })
}

// items calls check for each item of an array.
func (p *tableReader) items(v place, check func(i int, item place) *Error) *Error {
	p.out = append(p.out, '[')
	w := p.walk(v)
	for i := 0; w.next(); i++ {
		if i > 0 {
			p.out = append(p.out, ',')
		}
		p.path = append(p.path, step{index: i})
		if err := check(i, w.value); err != nil {
			return err
		}
		p.leave()
	}
	p.out = append(p.out, ']')
	return nil
}

// mapping checks all members: the error is that of the first key in sorted order, which need
// not be the first in the text.
func (p *tableReader) mapping(v place, typ *Type) *Error {
	var fault *Error
	var faulty string
	members := p.distinct(v)
	if p.weighs { // then it matters what is read before the weight is exceeded
		slices.SortFunc(members, func(a, b member) int {
			var scratch []byte
			return strings.Compare(string(p.keyText(a, &p.key)), string(p.keyText(b, &scratch)))
		})
	}
	if err := p.spendEntries(v, len(members)); err != nil {
		return err
	}
	p.out = append(p.out, '{')
	depth, slots, sorted := len(p.path), len(p.slots), p.dropped.byKey()
	for i, m := range members {
		if i > 0 {
			p.out = append(p.out, ',')
		}
		p.out = append(append(p.out, p.keyToken(m)...), ':')
		key := string(p.keyText(m, &p.key))
		sorted.next(key)
		p.path = append(p.path, p.stepInto(key))
		err := p.mapKey(m, key, typ)
		if err == nil {
			err = p.value(m.value, typ.Elem)
		}
		if err != nil && (fault == nil || key < faulty) {
			fault, faulty = err, key
		}
		if p.weighs && err != nil { // nothing counts once there is a fault
			return err
		}
		p.path, p.slots = p.path[:depth], p.slots[:slots]
	}
	sorted.sort()
	p.out = append(p.out, '}')
	return fault
}

// mapKey checks a key of a map with restricted keys.
func (p *tableReader) mapKey(m member, key string, typ *Type) *Error {
	if len(typ.Values) == 0 || typ.Open && !p.strict || contains(typ.Values, []byte(key)) || typ.Extensions.Has(key) {
		return nil
	}
	return p.wrongWords(place{pos: m.key}, oneOf(typ.Values), foundKey([]byte(key)))
}

// copy appends the value at v without the white space between its tokens.
func (p *tableReader) copy(v place) { p.out = appendCompact(p.out, p.token(v)) }
