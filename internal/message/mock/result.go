package mock

import (
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/sample"
)

// result makes the result of a request, or names the error that answers it.
func (s *Session) result(p *pending) (result, failure string) {
	c := p.call
	var set []sample.Setting
	if set, failure = s.peer.Agreed(c.Method, p.params); failure != "" {
		return "", failure
	}
	set = append(set, s.same(p)...)
	for range 20 {
		if text := s.peer.Maker().Result(c.Method, c.Event, set); s.peer.Fits(c, text) {
			return text, ""
		}
	}
	return s.peer.Maker().Result(c.Method, c.Event, nil), ""
}

// same are the members of a result that are those of the request: of the same distinct
// type, or with the same name of an id.
func (s *Session) same(p *pending) []sample.Setting {
	c := p.call
	call := s.rows.CallNamed(c.Method).Of
	asked, given, params := call.Params, call.Result, p.params
	if c.Event != "" {
		v := s.proto.Envelope.Requests.Variant(c.Event)
		asked, given = v.Type, v.Result
		params = params.At(s.proto.Envelope.Content)
	}
	from, _ := model.Resolve(asked).(*model.Struct)
	to, _ := model.Resolve(given).(*model.Struct)
	if from == nil || to == nil || params == nil {
		return nil
	}
	var out []sample.Setting
	for _, f := range to.Fields {
		for _, g := range from.Fields {
			name := strings.ToLower(f.Name)
			isID := f.Name == g.Name && (strings.HasSuffix(name, "id") || strings.HasSuffix(name, "token"))
			if v := params.Member(g.Name); v != nil && v.Kind != model.NullValue && (isID || model.DistinctOf(f.Type) != nil && model.DistinctOf(f.Type) == model.DistinctOf(g.Type)) {
				out = append(out, sample.Setting{Path: []string{f.Name}, JSON: v.Written()})
				break
			}
		}
	}
	return out
}
