package e2e

import (
	"fmt"
	"strings"

	"github.com/wiregen/wiregen/internal/message/sessions"
	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/sample"
)

// proofs holds what check has proved of a spec against values and sessions that are made
// from it. That no default is endless and that what is written is read as the same variant,
// the stages after this one find.
func (s *stages) proofs(f *fuzzed) {
	reader, maker := interp.New(f.protocol), sample.New(f.protocol, 1)
	for _, d := range f.protocol.Decls {
		t, ok := d.(*model.Struct)
		if !ok {
			continue
		}
		for _, from := range t.With {
			for _, other := range from.Fields {
				if own := t.Field(other.Name); own != nil && own.Span != other.Span {
					s.replaced(f, t, own, other, reader, maker)
				}
			}
		}
	}
	if m := sessions.New(f.protocol, 1); m != nil {
		for n := range uint64(200) {
			if len(m.Session(n)) > 0 {
				return
			}
		}
		s.fail(f, "no message may begin a session", "")
	}
}

// replaced checks a field that replaces another one: it keeps the marks that the spec does not
// drop, and its values are values of that one.
func (s *stages) replaced(f *fuzzed, t *model.Struct, own, other *model.Field, reader *interp.Reader, maker *sample.Maker) {
	for _, mark := range []struct {
		name    string
		is, was bool
	}{
		{"sensitive", own.Sensitive, other.Sensitive}, {"log", own.LogTruncate > 0, other.LogTruncate > 0},
		{"deprecated", own.Deprecated != nil, other.Deprecated != nil}, {"experimental", own.Experimental, other.Experimental},
		{"doc", own.Doc != "", other.Doc != ""}, {"unit", own.Unit != "", other.Unit != ""}, {"since", own.Since != model.Since{}, other.Since != model.Since{}},
		{"on_error", own.Tolerant || own.Required(), other.Tolerant},
	} {
		if mark.was && !mark.is && !strings.Contains(f.text, mark.name+": false") && !strings.Contains(f.text, mark.name+": refuse") {
			s.fail(f, "a replaced field loses "+mark.name, fmt.Sprintf("%s.%s", t.Name, own.Name))
		}
	}
	for range 60 + min(maker.Edges(t.Name), 200) {
		text := maker.Message(t.Name)
		v, err := reader.Parse([]byte(text))
		if err != nil || v.Member(own.Name) == nil || reader.ReadValue(t.Name, v).Err != nil {
			continue
		}
		value := v.Member(own.Name)
		if value.Kind == model.NullValue && other.NullIsAbsent {
			continue
		}
		if got := reader.ReadType(other.Type, value); got.Err != nil && !own.Tolerant {
			s.fail(f, "a replaced field is wider", fmt.Sprintf("%s.%s: %s: %s", t.Name, own.Name, value.Written(), got.Err.Error()))
			return
		}
	}
}
