package schemagen

import (
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// errorObject is the error of a response.
func (b *builder) errorObject() *schema {
	code := &model.Scalar{Kind: model.Int}
	var props object
	props.add("code", b.scalar(code))
	props.add("message", ofType("string"))
	data, conditions := b.errorData()
	props.add("data", data)
	keys := []string{"code", "message"}
	if b.side == write && b.rows.Dialect.ErrorData == lower.DataNull {
		keys = append(keys, "data")
	}
	return b.seal(ofType("object").members("properties", props).texts("required", keys)).subs("allOf", conditions)
}

// errorData is the data of any error, and what holds for that of declared ones.
func (b *builder) errorData() (data *schema, conditions []*schema) {
	if b.rows.Dialect.ErrorIdentity == lower.ByDataKind {
		return b.dataByKind()
	}
	for _, g := range b.errorsByData() {
		codes := make([]model.Value, len(g))
		for i, e := range g {
			codes[i] = number(int64(e.Code))
		}
		s := b.typ(g[0].Of.Data)
		if b.mayBeNull() {
			s = new(schema).sub("if", ofType("null")).sub("else", s)
		}
		conditions = append(conditions, new(schema).sub("if", hasValue("code", codes)).sub("then", member("data", s)))
	}
	return new(schema), conditions
}

// errorsByData are the errors that declare their data, together where it is the same.
func (b *builder) errorsByData() [][]*lower.Error {
	var groups [][]*lower.Error
	at := map[lower.Ref]int{} // without what is sensitive
	for i := range b.rows.Errors {
		e := &b.rows.Errors[i]
		if e.Data == lower.NoType {
			continue
		}
		place, ok := at[e.Data.Bare()]
		if !ok {
			place = len(groups)
			at[e.Data.Bare()] = place
			groups = append(groups, nil)
		}
		groups[place] = append(groups[place], e)
	}
	return groups
}

// mayBeNull reports whether data may be null, which is none: readers accept that, and
// some writers write it.
func (b *builder) mayBeNull() bool {
	return b.side != write || b.rows.Dialect.ErrorData == lower.DataNull
}

// dataByKind is errorData where errors are identified by a member of their data.
func (b *builder) dataByKind() (data *schema, conditions []*schema) {
	names := make([]string, len(b.rows.Errors))
	for i := range b.rows.Errors {
		names[i] = b.rows.Errors[i].Name
	}
	fallback := b.rows.Dialect.ErrorFallback
	kind := ofType("string")
	if fallback != "" && b.side == write {
		kind = oneOf(texts(names))
	}
	for _, g := range b.errorsByData() {
		if b.rows.CheckedData(g[0]) == lower.NoType {
			continue
		}
		kinds := make([]string, len(g))
		for i, e := range g {
			kinds[i] = e.Name
		}
		is := member("data", hasValue("kind", texts(kinds))).texts("required", []string{"data"})
		conditions = append(conditions, new(schema).sub("if", is).sub("then", member("data", b.wholeData(g[0], oneOf(texts(kinds))))))
		for _, e := range g {
			if e.Name == fallback && b.side != write {
				other := having("kind").sub("not", hasValue("kind", texts(names)))
				is := member("data", other).texts("required", []string{"data"})
				conditions = append(conditions, new(schema).sub("if", is).sub("then", member("data", b.wholeData(e, ofType("string")))))
			}
		}
	}
	data = member("kind", kind).texts("required", []string{"kind"}).with("type", text("object"))
	if b.mayBeNull() {
		data = orNull(data)
	}
	return data, conditions
}

// wholeData is the data of an error with its kind.
func (b *builder) wholeData(e *lower.Error, kind *schema) *schema {
	if !e.AddsKind {
		return b.typ(e.Of.Data)
	}
	t := *b.rows.At(e.Data).Struct
	o := &fields{builder: b, required: []string{"kind"}}
	o.properties.add("kind", kind)
	return b.structOf(o, &t)
}
