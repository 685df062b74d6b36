package verify

import (
	"strings"

	"github.com/wiregen/wiregen/internal/meaning"
	"github.com/wiregen/wiregen/internal/model"
)

// isHeader tells whether the first line is the header of a journal.
func (v *Verifier) isHeader(value *meaning.Value) bool {
	j := v.proto.Journal
	if j == nil || j.Header == nil {
		return false
	}
	got := v.reader.ReadType(j.Header, value)
	if got.Err != nil {
		return false
	}
	if at := got.Value.At(steps(strings.TrimPrefix(j.Version, "header."))...); at != nil {
		v.result.Version = at.Text
	}
	return true
}

// record reads a line of a journal.
func (v *Verifier) record(value *meaning.Value) {
	j := v.proto.Journal
	got := v.reader.ReadType(j.Record, value)
	if got.Err != nil {
		v.refused(got.Err)
		return
	}
	v.result.Records++
	v.seenType(j.Record, got.Value)
}

func steps(path string) []string {
	if path == "" {
		return nil
	}
	return strings.Split(path, ".")
}

// seenNamed counts what a value of the type called name shows.
func (v *Verifier) seenNamed(name string, value *meaning.Value) {
	for _, d := range v.proto.Decls {
		if d.TypeName() == name {
			v.seenType(d, value)
		}
	}
}

// seenType counts the events and requests in a value of t.
func (v *Verifier) seenType(t model.Type, value *meaning.Value) {
	if t == nil || value == nil {
		return
	}
	switch t := model.Resolve(t).(type) {
	case *model.Nullable:
		if value.Kind != model.NullValue {
			v.seenType(t.Elem, value)
		}
	case *model.Struct:
		for _, f := range t.Fields {
			v.seenType(f.Type, value.Member(f.Name))
		}
	case *model.List:
		for _, item := range value.Items {
			v.seenType(t.Elem, item)
		}
	case *model.Union:
		v.seenUnion(t, value)
	}
}

func (v *Verifier) seenUnion(t *model.Union, value *meaning.Value) {
	e := v.proto.Envelope
	if e == nil || t != e.Messages && t != e.Events && t != e.Requests {
		return
	}
	tag := value.Member(t.TagKey)
	if tag == nil {
		return
	}
	for _, u := range []*model.Union{e.Events, e.Requests} {
		if u == nil {
			continue
		}
		if x := u.Variant(tag.Text); x != nil {
			v.count(u, x.Tag)
			v.seenType(x.Type, value.Member(t.Content))
			return
		}
	}
	v.result.Unknown++
}

func (v *Verifier) count(u *model.Union, tag string) {
	if v.cover[u] == nil {
		v.cover[u] = make(map[string]int)
	}
	v.cover[u][tag]++
}
