package codec

import (
	"math"
	"slices"
)

// CheckInt returns an error unless n is within ±(2^53−1).
func CheckInt(n int64) error {
	if n > maxInt || n < -maxInt {
		return refused(rangeWords(-maxInt, maxInt), foundInt(n), CodeValue)
	}
	return nil
}

// CheckFloat returns an error unless f is finite.
//
//go:noinline
func CheckFloat(f float64) error {
	switch {
	case f != f:
		return refused("a number", foundNumber("NaN"), CodeValue)
	case f > math.MaxFloat64:
		return refused("a number", foundNumber("Infinity"), CodeValue)
	case f < -math.MaxFloat64:
		return refused("a number", foundNumber("-Infinity"), CodeValue)
	}
	return nil
}

// CheckRaw returns an error unless r is one JSON value that is not nested too deep. depth is
// the number of objects and arrays around it. The zero Raw counts as null.
func CheckRaw(r Raw, depth int) error {
	if _, ok := scanRaw(r, false, DefaultMaxDepth-depth); ok || len(r) == 0 {
		return nil
	}
	return rawFault(r, Any, depth)
}

// CheckRawObject is like CheckRaw, for one JSON object. The zero Raw counts as {}.
func CheckRawObject(r Raw, depth int) error {
	if len(r) == 0 {
		return checkDepth(depth, []byte("{}"))
	}
	if _, ok := scanRaw(r, true, DefaultMaxDepth-depth); ok {
		return nil
	}
	return rawFault(r, Object, depth)
}

// rawFault returns why r, at a depth, must not be written.
func rawFault(r Raw, id TypeID, depth int) error {
	if _, err := rawTable.normalize(r, id, Options{}); err != nil {
		return err
	}
	return checkDepth(depth, r)
}

// Missing returns the error of a value that must not be nil.
//
//go:noinline
func (t *Table) Missing(id TypeID) error {
	return &Error{Expected: t.expected(id), Found: nothing, Code: CodeMissing}
}

// Undeclared returns the error of a value that the closed enum id does not declare.
//
//go:noinline
func (t *Table) Undeclared(id TypeID, value string) error {
	return refused(oneOf(t.typ(id).Values), foundString([]byte(value)), CodeValue)
}

// UndeclaredKey returns the error of a map key that the closed enum id does not declare.
func (t *Table) UndeclaredKey(id TypeID, key string) error {
	return refused(oneOf(t.typ(id).Values), foundKey([]byte(key)), CodeValue)
}

// UndeclaredNumber returns the error of a value that the closed integer enum id does not
// declare.
func (t *Table) UndeclaredNumber(id TypeID, value int64) error {
	return refused(oneOfNumbers(t.typ(id).Numbers), foundInt(value), CodeValue)
}

// CheckUnknown returns an error unless raw is an object with an undeclared tag that the union
// id preserves, and is not nested too deep. depth is the number of objects and arrays around
// it.
func (t *Table) CheckUnknown(id TypeID, tag string, raw Raw, depth int) error {
	u := t.typ(id)
	if t.variant(u, []byte(tag)) != nil || t.isForeign(u, []byte(tag)) {
		return At(u.Tag, refused("a tag that "+u.Name+" does not declare", foundTag([]byte(tag), u.TagKind), CodeValue))
	}
	if !u.KeepUnknown && !u.Extensions.Has(tag) {
		return At(u.Tag, refused(oneOfTags(t.tags(u), u.TagKind), foundTag([]byte(tag), u.TagKind), CodeValue))
	}
	if len(raw) == 0 {
		return t.Missing(id)
	}
	d := Decoder{buf: raw, max: DefaultMaxDepth - depth}
	if kept := d.beginTagged(u.Tag, u.tagKind(), nil); !d.failed && string(kept) == tag && len(u.Tags) == 0 {
		if d.Unknown(); d.atEnd() {
			return nil
		}
	}
	if err := t.unknownFault(id, tag, raw); err != nil {
		return err
	}
	return checkDepth(depth, raw)
}

// unknownFault returns why raw is not preserved under tag, or nil if it is. If the object has
// several tags, the last counts.
func (t *Table) unknownFault(id TypeID, tag string, raw Raw) error {
	u := t.typ(id)
	kept := Table{Types: []Type{{Name: t.name(id), Form: Internal, Tag: u.Tag, TagKind: u.TagKind, Tags: u.Tags, KeepUnknown: true}}}
	normal, err := kept.normalize(raw, 0, Options{})
	if err != nil {
		return err
	}
	d := Decoder{buf: normal, max: DefaultMaxDepth}
	if found := d.beginTagged(u.Tag, u.tagKind(), nil); string(found) != tag {
		return At(u.Tag, notTheTag(shortTag(tag, u.TagKind), foundTag(found, u.TagKind)))
	}
	return nil
}

// notTheTag returns the error of preserved content whose tag is not that of its value.
func notTheTag(tag string, found words) *Error {
	e := refused(tag, found, CodeValue)
	e.hidden.expected = "the tag of the value"
	return e
}

// CheckID returns an error unless a request or a result may have the id.
func (t *Table) CheckID(id ID) error {
	d := &t.Dialect
	switch id.kind {
	case stringID:
		if d.StringID {
			return nil
		}
		return refused(d.idWords(), foundString([]byte(id.text)), CodeKind)
	case intID:
		if d.IntID {
			return CheckInt(id.num)
		}
		return refused(d.idWords(), foundInt(id.num), CodeKind)
	case nullID:
		return &Error{Expected: d.idWords(), Found: "null", Code: CodeKind}
	}
	return &Error{Expected: d.idWords(), Found: nothing, Code: CodeMissing}
}

// CheckResponse returns an error unless a response with these parts may be written.
func (t *Table) CheckResponse(id ID, result Raw, fault *ResponseError) error {
	names := t.Dialect.namesOf(ResponseShape)
	if fault == nil || !(id.IsNull() && t.Dialect.NullIDOnError || id.IsZero() && t.Dialect.NoIDOnError) {
		if err := t.CheckID(id); err != nil {
			return At(names.ID, err)
		}
	}
	switch {
	case fault != nil && len(result) > 0:
		return &Error{Path: string(appendName(nil, names.fault(), true)), Expected: "no " + quoted(names.fault()) + " beside " + quoted(names.Result), Found: "an object", Code: CodeValue}
	case fault == nil:
		return At(names.Result, CheckRaw(result, 1))
	case names.OK != "":
		if !fault.HasData() {
			return nil
		}
		return At(names.Data, CheckRaw(fault.Data, 1))
	}
	if err := CheckInt(fault.Code); err != nil {
		return At(names.Error, At("code", err))
	}
	return At(names.Error, t.CheckErrorData(fault))
}

// CheckResponseTo is [Table.CheckResponse] of the response to a method, which may have no
// result.
func (t *Table) CheckResponseTo(method string, id ID, result Raw, fault *ResponseError) error {
	if fault == nil && t.LacksResult(method, result) {
		result = Raw("{}")
	}
	return t.CheckResponse(id, result, fault)
}

// LacksResult reports whether the response to a method has no result, as it may.
func (t *Table) LacksResult(method string, result Raw) bool {
	return len(result) == 0 && slices.Contains(t.Dialect.bare, method)
}

// CheckUnknownMessage returns an error unless a message of an undeclared method may be
// written. A zero id means a notification.
func (t *Table) CheckUnknownMessage(id ID, params Raw) error {
	if !id.IsZero() {
		if err := t.CheckID(id); err != nil {
			return At(t.Dialect.namesOf(RequestShape).ID, err)
		}
		return At(t.Dialect.namesOf(RequestShape).Params, CheckRaw(params, 1))
	}
	return t.CheckUnknownNotification(params)
}

// CheckUnknownNotification returns an error unless a notification of an undeclared method may
// be written.
func (t *Table) CheckUnknownNotification(params Raw) error {
	return At(t.Dialect.namesOf(NotificationShape).Params, CheckRaw(params, 1))
}

// Checks collects the results of the checks of a struct. The first error counts.
type Checks struct{ err error }

// Err returns the error of the first check that failed, or nil.
func (c *Checks) Err() error { return c.err }

// Add adds the result of a check.
//
//go:noinline
func (c *Checks) Add(err error) {
	if c.err == nil {
		c.err = err
	}
}

// At adds the result of the check of a member.
//
//go:noinline
func (c *Checks) At(name string, err error) {
	if err != nil && c.err == nil {
		c.err = At(name, err)
	}
}

// Item adds the result of the check of the item i of a list.
func (c *Checks) Item(name string, i int, err error) {
	if err != nil && c.err == nil {
		c.err = At(name, AtIndex(i, err))
	}
}

// Ints checks a list of integers within ±(2^53−1).
func (c *Checks) Ints(name string, list []int64) {
	for i, n := range list {
		c.Item(name, i, CheckInt(n))
	}
}

// Floats checks a list of finite numbers.
func (c *Checks) Floats(name string, list []float64) {
	for i, f := range list {
		c.Item(name, i, CheckFloat(f))
	}
}

// Int checks a member that is an integer within ±(2^53−1).
func (c *Checks) Int(name string, n int64) { c.At(name, CheckInt(n)) }

// Float checks a member that is a finite number.
func (c *Checks) Float(name string, f float64) { c.At(name, CheckFloat(f)) }

// OptionalInt is like Int, if n is not nil.
func (c *Checks) OptionalInt(name string, n *int64) {
	if n != nil {
		c.At(name, CheckInt(*n))
	}
}

// OptionalFloat is like Float, if f is not nil.
func (c *Checks) OptionalFloat(name string, f *float64) {
	if f != nil {
		c.At(name, CheckFloat(*f))
	}
}

// CheckSet returns an error unless set is true. It checks a struct that is valid unless it is
// nil.
//
//go:noinline
func (t *Table) CheckSet(id TypeID, set bool) error {
	if set {
		return nil
	}
	return t.Missing(id)
}

// CheckRequest checks the id of a request. params is the result of checking its params.
//
//go:noinline
func (t *Table) CheckRequest(id ID, params error) error {
	if err := t.CheckID(id); err != nil {
		return At(t.Dialect.namesOf(RequestShape).ID, err)
	}
	return At(t.Dialect.namesOf(RequestShape).Params, params)
}
