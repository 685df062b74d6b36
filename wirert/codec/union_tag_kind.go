package codec

import (
	"math"
	"strconv"
	"strings"
)

// Tags may be strings, integers or booleans. In this package, a tag is the text of a string,
// or the JSON of an integer or boolean.

// tagWords describes the kind of a tag.
func tagWords(kind Kind) string {
	switch kind {
	case KindNumber:
		return "an integer"
	case KindBool:
		return "a boolean"
	}
	return "a string"
}

// oneOfTags describes one of several tags.
func oneOfTags(tags []string, kind Kind) string {
	switch {
	case kind != KindNumber && kind != KindBool:
		return oneOf(tags)
	case len(tags) == 1:
		return tags[0]
	}
	return "one of " + strings.Join(tags, ", ")
}

// foundTag describes a tag that was found.
func foundTag(tag []byte, kind Kind) words {
	switch kind {
	case KindNumber:
		return foundNumber(string(tag))
	case KindBool:
		return words{string(tag), hiddenBool}
	}
	return foundString(tag)
}

// shortTag returns a tag as quoted in errors.
func shortTag(tag string, kind Kind) string {
	if kind == KindNumber || kind == KindBool {
		return tag
	}
	return quoteShort([]byte(tag))
}

// tagKind returns the JSON kind of a union's tags.
func (typ *Type) tagKind() Kind {
	if typ.TagKind == KindNone {
		return KindString
	}
	return typ.TagKind
}

// appendTag appends a tag as JSON.
func appendTag(dst []byte, tag string, kind Kind) []byte {
	if kind == KindNumber || kind == KindBool {
		return append(dst, tag...)
	}
	return AppendString(dst, tag)
}

// tagText returns the text of the tag at v, valid until the next key or tag. It returns false
// if the value has another kind.
func (p *tableReader) tagText(v place, kind Kind) (text []byte, ok bool) {
	found := kindOf(p.data[v.pos])
	switch kind {
	case KindNumber:
		if found != KindNumber {
			return nil, false
		}
		n, ok := tagInt(parseFloat(p.token(v)))
		p.key = AppendInt(p.key[:0], n)
		return p.key, ok
	case KindBool:
		return p.token(v), found == KindBool
	}
	if found != KindString {
		return nil, false
	}
	return unquoted(p.token(v), &p.key), true
}

// tagInt returns f as an integer. Integers beyond the range of int64 become the nearest int64;
// they are undeclared anyway.
func tagInt(f float64) (n int64, ok bool) {
	switch {
	case f != math.Trunc(f):
		return 0, false
	case f >= math.MaxInt64:
		return math.MaxInt64, true
	case f <= math.MinInt64:
		return math.MinInt64, true
	}
	return int64(f), true
}

// BeginIntTagged is BeginTagged for integer tags.
func (d *Decoder) BeginIntTagged(key string) (tag int64) {
	d.beginTagged(key, KindNumber, nil)
	return d.tagInt()
}

// BeginIntTaggedOr is BeginTaggedOr for integer tags.
func (d *Decoder) BeginIntTaggedOr(key string, absent int64) (tag int64) {
	d.beginTagged(key, KindNumber, strconv.AppendInt(nil, absent, 10))
	return d.tagInt()
}

// BeginIntAdjacent is BeginAdjacent for integer tags.
func (d *Decoder) BeginIntAdjacent(key, content string) (tag int64, seen uint64) {
	_, seen = d.beginAdjacent(key, content, KindNumber)
	return d.tagInt(), seen
}

// UnknownInt is Unknown for integer tags.
func (d *Decoder) UnknownInt() (tag int64, raw Raw) {
	tag = d.tagInt()
	_, raw = d.Unknown()
	return tag, raw
}

func (d *Decoder) tagInt() int64 {
	n, _ := strconv.ParseInt(string(d.tag), 10, 64)
	return n
}

// BeginBoolTagged is BeginTagged for boolean tags.
func (d *Decoder) BeginBoolTagged(key string) (tag bool) {
	d.beginTagged(key, KindBool, nil)
	return d.tagBool()
}

// BeginBoolTaggedOr is BeginTaggedOr for boolean tags.
func (d *Decoder) BeginBoolTaggedOr(key string, absent bool) (tag bool) {
	d.beginTagged(key, KindBool, strconv.AppendBool(nil, absent))
	return d.tagBool()
}

// BeginBoolAdjacent is BeginAdjacent for boolean tags.
func (d *Decoder) BeginBoolAdjacent(key, content string) (tag bool, seen uint64) {
	_, seen = d.beginAdjacent(key, content, KindBool)
	return d.tagBool(), seen
}

// UnknownBool is Unknown for boolean tags.
func (d *Decoder) UnknownBool() (tag bool, raw Raw) {
	tag = d.tagBool()
	_, raw = d.Unknown()
	return tag, raw
}

func (d *Decoder) tagBool() bool { return string(d.tag) == "true" }

// ConstInt reads an integer that must be one of values.
func (d *Decoder) ConstInt(values ...int64) {
	d.TagIntOf(values...)
}

// TagOf reads a string that must be one of values, and returns it.
func (d *Decoder) TagOf(values ...string) string {
	text := d.Text()
	for _, v := range values {
		if string(text) == v {
			return v
		}
	}
	d.Fail()
	return ""
}

// TagIntOf reads an integer that must be one of values, and returns it.
func (d *Decoder) TagIntOf(values ...int64) int64 {
	n := d.Int()
	for _, v := range values {
		if n == v {
			return n
		}
	}
	d.Fail()
	return 0
}

// CheckUnknownInt is CheckUnknown for integer tags.
func (t *Table) CheckUnknownInt(id TypeID, tag int64, raw Raw, depth int) error {
	return t.CheckUnknown(id, strconv.FormatInt(tag, 10), raw, depth)
}

// CheckUnknownBool is CheckUnknown for boolean tags.
func (t *Table) CheckUnknownBool(id TypeID, tag bool, raw Raw, depth int) error {
	return t.CheckUnknown(id, strconv.FormatBool(tag), raw, depth)
}

// NotATag returns the error of a struct of the type id whose field for the tag key has an
// invalid value, tag.
func (t *Table) NotATag(id TypeID, key, tag string) error {
	typ := t.typ(id)
	for i := range typ.tagCount() {
		if own := typ.ownTag(i); own.Key == key {
			return At(key, refused(oneOfTags(own.Values[:max(own.Current, 1)], own.Kind), foundTag([]byte(tag), own.Kind), CodeValue))
		}
	}
	return nil
}

// tagCount returns the number of tags of a struct.
func (typ *Type) tagCount() int {
	if typ.Tag != "" {
		return 1
	}
	return len(typ.Tags)
}

// ownTag returns a tag of a struct, the outermost first.
func (typ *Type) ownTag(i int) OwnTag {
	if typ.Tag != "" {
		return OwnTag{Key: typ.Tag, Values: typ.Values}
	}
	return typ.Tags[i]
}
