package mock

import (
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/sample"
	"github.com/wiregen/wiregen/wirert/session"
)

// valueAt is the value at a path of the spec in params or a result; or nil.
func valueAt(v *interp.Value, path string) *interp.Value {
	if v == nil {
		return nil
	}
	return v.At(strings.Split(path, ".")[1:]...)
}

// result makes the result of a request, or names the error that answers it.
func (s *Session) result(p *pending) (result, failure string) {
	c := p.call
	var set []sample.Setting
	if n := s.proto.Negotiation; n != nil && n.Method.Name == c.Method {
		if set, failure = s.negotiate(n, p.params); failure != "" {
			return "", failure
		}
	}
	set = append(set, s.same(p)...)
	for range 20 {
		if text := s.peer.Maker().Result(c.Method, c.Event, set); s.peer.Fits(c, text) {
			return text, ""
		}
	}
	return s.peer.Maker().Result(c.Method, c.Event, nil), ""
}

// negotiate is what both peers agree on; failure is the error if that is nothing.
func (s *Session) negotiate(n *model.Negotiation, params *interp.Value) (set []sample.Setting, failure string) {
	if n.Chosen != "" {
		version, ok := s.version(valueAt(params, n.Offer))
		if !ok && n.None != nil {
			return nil, n.None.Name
		}
		if s.proto.Versioning != model.Integer {
			version = model.Quote(version)
		}
		set = append(set, sample.Setting{Path: strings.Split(n.Chosen, ".")[1:], JSON: version})
	}
	if f := n.Features; f != nil {
		var common []string
		if offered := valueAt(params, f.Offer); offered != nil {
			for _, x := range offered.Items {
				if slices.ContainsFunc(s.peer.Rules().Gates, func(g session.Gate) bool { return g.Feature == x.Text }) {
					common = append(common, model.Quote(x.Text))
				}
			}
		}
		set = append(set, sample.Setting{Path: strings.Split(f.Chosen, ".")[1:], JSON: "[" + strings.Join(common, ",") + "]"})
	}
	return set, ""
}

// version is the version that is chosen of what is offered; ok is false if none is common.
func (s *Session) version(offered *interp.Value) (version string, ok bool) {
	own := s.proto.Versions
	if offered == nil {
		return s.proto.Version, true
	}
	list := []*interp.Value{offered}
	if offered.Kind == model.ListValue {
		list = offered.Items
	}
	for _, v := range slices.Backward(own) {
		if slices.ContainsFunc(list, func(x *interp.Value) bool { return x.Text == v || x.Written() == v }) {
			return v, true
		}
	}
	return s.proto.Version, false
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
