package verify

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// begin decides from the first line whether the recording is a journal, and reports
// whether the line is its header.
func (v *Verifier) begin(value *interp.Value) bool {
	j := v.proto.Journal
	if j == nil || v.opt.As != "" && v.opt.As != nameOf(j.Record) {
		return false
	}
	var header interp.Reading
	if j.Header != nil {
		header = v.reader.ReadType(j.Header, value)
		if header.Err == nil {
			v.journal = v.opt.As == ""
			v.headed(header, value)
			return true
		}
	}
	switch {
	case v.opt.As != "":
	case j.NoHeader != "":
		v.journal = v.journal || v.isRecord(value) && (len(v.proto.Methods) == 0 || !v.likeMessage(value))
		if v.journal {
			v.result.Version = j.NoHeader
		}
	case v.opt.Journal && header.Err != nil:
		v.say(header.Err.Path, "the journal begins without its header: "+header.Err.Message())
		return !v.isRecord(value)
	}
	return false
}

// headed reads the header of the journal.
func (v *Verifier) headed(header interp.Reading, value *interp.Value) {
	v.enter(Header, "")
	v.judge(header, "")
	if at := header.Value.At(v.proto.Journal.VersionPath()...); at != nil {
		v.result.Version = at.Text
	}
	v.entry.Valid, v.entry.Type = true, v.proto.Journal.Header
	v.leaveValue(value)
}

// isRecord reports whether value is a record of the journal.
func (v *Verifier) isRecord(value *interp.Value) bool {
	return v.reader.ReadType(v.proto.Journal.Record, value).Err == nil
}

// likeMessage reports whether value has a member of messages: an invalid message must
// not be mistaken for a record of a permissive type.
func (v *Verifier) likeMessage(value *interp.Value) bool {
	marks := v.rows.Dialect.Marks()
	return slices.ContainsFunc(value.Members, func(m interp.Member) bool { return slices.Contains(marks, m.Key) })
}

// record reads a line of a journal.
func (v *Verifier) record(value *interp.Value) {
	j := v.proto.Journal
	v.enter(Record, "")
	got := v.reader.ReadType(j.Record, value)
	if v.entry.Valid = v.judge(got, ""); got.Err == nil {
		v.result.Records++
		v.seenType(j.Record, got.Value)
	}
	v.entry.Type = j.Record
	v.leaveValue(value)
}

// nameOf is the name of a named type, or "".
func nameOf(t model.Type) string {
	if d, ok := t.(model.Decl); ok {
		return d.TypeName()
	}
	return ""
}

// seenType counts the events and requests in a value of t.
func (v *Verifier) seenType(t model.Type, value *interp.Value) {
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

func (v *Verifier) seenUnion(t *model.Union, value *interp.Value) {
	e := v.proto.Envelope
	if e == nil || t != e.Messages && t != e.Events && t != e.Requests {
		return
	}
	if tag := value.Member(t.TagKey); tag != nil {
		if x := v.seenTag(t, tag.Text); x != nil {
			v.seenType(x.Type, value.Member(t.Content))
		}
	}
}

// seenTag counts the event or the request that a tag in a value of t names, and returns
// it; or nil if it is not declared.
func (v *Verifier) seenTag(t *model.Union, tag string) *model.Variant {
	e := v.proto.Envelope
	for _, u := range []*model.Union{e.Events, e.Requests} {
		if u == nil {
			continue
		}
		if x := v.variants.of(u, tag); x != nil {
			v.tally(u).add(x.Tag)
			v.noteTag(x.Tag)
			return x
		}
	}
	of := e.Events
	if t == e.Requests || e.Events == nil {
		of = e.Requests
	}
	if v.rows.Decl(of).Union.Extensions.Has(tag) {
		v.extensionsOf(of).add(tag)
		v.noteTag(tag)
	} else {
		v.unknown(v.tally(of), tag)
		v.noteTag(tag)
	}
	return nil
}

// variants are the variants of unions by their tags, as they were looked up.
type variants map[*model.Union]map[string]*model.Variant

func (x variants) of(u *model.Union, tag string) *model.Variant {
	found, known := x[u][tag]
	if !known {
		if found = u.Variant(tag); found != nil { // any number of others may be met
			if x[u] == nil {
				x[u] = make(map[string]*model.Variant)
			}
			x[u][tag] = found
		}
	}
	return found
}

func (v *Verifier) extensionsOf(u *model.Union) tally {
	if v.extensions[u] == nil {
		v.extensions[u] = make(tally)
	}
	return v.extensions[u]
}

func (v *Verifier) tally(u *model.Union) tally {
	if v.cover[u] == nil {
		v.cover[u] = make(tally)
	}
	return v.cover[u]
}
