package quick

import (
	"math"
	"unicode/utf8"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// kinds are the kinds of values by their first byte.
var kinds = func() (out [256]model.Kinds) {
	for c := range out {
		switch {
		case c == '"':
			out[c] = model.Strings
		case c == '{':
			out[c] = model.Objects
		case c == '[':
			out[c] = model.Lists
		case c == 't' || c == 'f':
			out[c] = model.Booleans
		case c == 'n':
			out[c] = model.Nulls
		case c == '-' || c >= '0' && c <= '9':
			out[c] = model.Numbers
		}
	}
	return out
}()

// value reads a value. If it returns false and sure is set, a reader refuses the value
// whatever is behind it.
func (w *walk) value(r ref) bool {
	c := w.next()
	if r.null && c == 'n' {
		return w.word("null")
	}
	n := r.node
	switch n.form {
	case stringForm:
		if c != '"' {
			return w.refuse()
		}
		if n.text != nil {
			return w.limited(n.text)
		}
		_, ok := w.str()
		return ok
	case structForm:
		return w.structure(n.object)
	case contentForm:
		return w.content(n.union)
	case tagForm:
		return w.tagged(n.union)
	case anyForm:
		return w.any()
	case objectForm:
		if c != '{' {
			return w.refuse()
		}
		return w.any()
	case boolForm:
		switch c {
		case 't':
			return w.word("true")
		case 'f':
			return w.word("false")
		}
		return w.refuse()
	case integerForm:
		return w.integer(n)
	case numberForm:
		if kinds[c] != model.Numbers {
			return w.refuse()
		}
		token, ok := w.number()
		if !ok || math.IsInf(n.low, -1) && math.IsInf(n.high, 1) {
			return ok
		}
		return w.between(float(token), n)
	case enumForm:
		return w.enum(n.enum)
	case listForm:
		return w.list(n)
	case mapForm:
		return w.mapping(n)
	case literalForm:
		return w.literal(n)
	case kindForm:
		return w.byKind(n.union)
	case orderForm:
		return w.byOrder(n.union)
	}
	return w.unusual(n, c)
}

// unusual reads values of the forms that few types have.
func (w *walk) unusual(n *node, c byte) bool {
	switch n.form {
	case nullForm:
		if c != 'n' {
			return w.refuse()
		}
		return w.word("null")
	case emptyForm:
		return w.empty()
	case wideForm:
		return w.wide(n)
	case integerEnumForm:
		return w.integerEnum(n.enum)
	case tupleForm:
		return w.tuple(n)
	case nameForm:
		return w.named(n.union)
	case keyForm:
		return w.byKey(n.union)
	}
	return w.unsure()
}

func (w *walk) between(f float64, n *node) bool {
	return f >= n.low && f <= n.high || w.refuse()
}

func (w *walk) integer(n *node) bool {
	if kinds[w.next()] != model.Numbers {
		return w.refuse()
	}
	token, ok := w.number()
	switch {
	case !ok:
		return false
	case w.simple:
		return w.between(float64(integer(token)), n)
	}
	f := float(token)
	if f != math.Trunc(f) {
		return w.refuse()
	}
	return w.between(f, n)
}

// wide reads an integer whose exact value counts.
func (w *walk) wide(n *node) bool {
	if kinds[w.next()] != model.Numbers {
		return w.refuse()
	}
	token, ok := w.number()
	if !ok {
		return false
	}
	exact, isInteger := model.ExactInteger(string(token))
	switch {
	case !isInteger,
		n.kind == model.Int64Wide && !exact.IsInt64(),
		n.kind == model.Uint64Wide && !exact.IsUint64():
		return w.refuse()
	}
	return w.between(float(token), n)
}

// limited reads a string that must be more than a string.
func (w *walk) limited(t *text) bool {
	s, ok := w.plain()
	if !ok {
		return false
	}
	if t.least > 0 || len(s) > t.most {
		if n := utf8.RuneCount(s); n < t.least || n > t.most {
			return w.refuse()
		}
	}
	if t.form != nil && !t.form(s) || t.pattern != nil && !t.pattern.Match(s) {
		return w.refuse()
	}
	return true
}

func (w *walk) literal(n *node) bool {
	c := w.next()
	if kinds[c] != 1<<n.literal.Kind {
		return w.refuse()
	}
	switch n.literal.Kind {
	case model.StringValue:
		s, ok := w.plain()
		return ok && (string(s) == n.literal.Text || w.refuse())
	case model.NumberValue:
		token, ok := w.number()
		return ok && (float(token) == n.number || w.refuse())
	case model.BoolValue:
		if n.literal.Bool != (c == 't') {
			return w.refuse()
		}
	}
	return w.any()
}

func (w *walk) enum(e *enum) bool {
	if w.next() != '"' {
		return w.refuse()
	}
	s, ok := w.plain()
	if !ok || e.values.find(s) >= 0 {
		return ok
	}
	return w.other(e, s)
}

// other accepts an undeclared value of an enum, or an undeclared key of a map.
func (w *walk) other(e *enum, s []byte) bool {
	switch {
	case e.extensions != nil && e.extensions.Has(string(s)):
		w.extensions++
		return true
	case !e.open:
		return w.refuse()
	}
	return !w.strict || w.unsure()
}

func (w *walk) integerEnum(e *enum) bool {
	if kinds[w.next()] != model.Numbers {
		return w.refuse()
	}
	token, ok := w.number()
	if !ok {
		return false
	}
	f := float(token)
	for _, v := range e.numbers {
		if v == f {
			return true
		}
	}
	switch {
	case f != math.Trunc(f), !e.open, e.kept && (f < -model.MaxSafe || f > model.MaxSafe):
		return w.refuse()
	}
	return !w.strict || w.unsure()
}

// empty reads an object without declared keys.
func (w *walk) empty() bool {
	if w.next() != '{' {
		return w.refuse()
	}
	start := w.pos
	if !w.any() {
		return false
	}
	if !w.strict {
		return true
	}
	for _, c := range w.text[start+1 : w.pos] {
		if c > ' ' {
			return c == '}' || w.unsure()
		}
	}
	return true
}

func (w *walk) list(n *node) bool {
	if w.next() != '[' {
		return w.refuse()
	}
	more, ok := w.enter(']')
	count := 0
	for more {
		if count++; !w.value(n.elem) {
			if n.skips {
				return w.unsure()
			}
			return false
		}
		if more, ok = w.more(']'); !ok {
			return false
		}
	}
	if ok && (count < n.least || count > n.most) {
		return w.refuse()
	}
	return ok
}

func (w *walk) tuple(n *node) bool {
	if w.next() != '[' {
		return w.refuse()
	}
	more, ok := w.enter(']')
	count := 0
	for more {
		if count == len(n.items) {
			return w.refuse()
		}
		if !w.value(n.items[count]) {
			return false
		}
		count++
		if more, ok = w.more(']'); !ok {
			return false
		}
	}
	if ok && count < n.least {
		return w.refuse()
	}
	return ok
}

// mapping reads the members of a map. Of a key that comes twice only the last value
// counts, so that no value is surely refused.
func (w *walk) mapping(n *node) bool {
	if w.next() != '{' {
		return w.refuse()
	}
	from := len(w.kept)
	more, ok := w.enter('}')
	for more {
		raw, isString := w.str()
		if !isString {
			return false
		}
		if n.enum != nil && !w.mapKey(n.enum, raw, from) {
			return false
		}
		if !w.take(':') {
			return false
		}
		before := w.extensions
		if !w.value(n.elem) || w.extensions != before {
			return w.unsure()
		}
		if more, ok = w.more('}'); !ok {
			return false
		}
	}
	return ok
}

func (w *walk) mapKey(e *enum, raw []byte, from int) bool {
	key := w.decoded(raw)
	if e.values.find(key) >= 0 {
		return true
	}
	before := w.extensions
	return w.other(e, key) && (w.extensions == before || w.keep(string(key), from))
}

// A keptKey is the name of an extension that is a key of an object at a depth.
type keptKey struct {
	depth int
	key   string
}

// keep remembers a key that is counted, of an object that began when there were from such
// keys. It leaves to the interpreter one that may come twice.
func (w *walk) keep(key string, from int) bool {
	for _, k := range w.kept[from:] {
		if k.depth == w.depth && k.key == key {
			return w.unsure()
		}
	}
	w.kept = append(w.kept, keptKey{w.depth, key})
	return true
}
