package sessions

import (
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/sample"
	"github.com/wiregen/wiregen/wirert/session"
)

// At is the value at a path of the spec in params or a result; or nil.
func At(v *interp.Value, path string) *interp.Value {
	if v == nil {
		return nil
	}
	return v.At(strings.Split(path, ".")[1:]...)
}

// Agreed is what the result of a method says that both peers agree on, by the params of the
// request: nothing unless the method is the handshake. failure is the error if they agree on
// nothing.
func (m *Maker) Agreed(method string, params *interp.Value) (set []sample.Setting, failure string) {
	n := m.proto.Negotiation
	if n == nil || n.Method.Name != method {
		return nil, ""
	}
	if n.Chosen != "" {
		version, ok := m.version(At(params, n.Offer))
		if !ok && n.None != nil {
			return nil, n.None.Name
		}
		if m.proto.Versioning != model.Integer {
			version = model.Quote(version)
		}
		set = append(set, sample.Setting{Path: strings.Split(n.Chosen, ".")[1:], JSON: version})
	}
	if f := n.Features; f != nil {
		var common []string
		if offered := At(params, f.Offer); offered != nil {
			for _, x := range offered.Items {
				if slices.ContainsFunc(m.rules.Gates, func(g session.Gate) bool { return g.Feature == x.Text }) {
					common = append(common, model.Quote(x.Text))
				}
			}
		}
		set = append(set, sample.Setting{Path: strings.Split(f.Chosen, ".")[1:], JSON: "[" + strings.Join(common, ",") + "]"})
	}
	return set, ""
}

// version is the version that is chosen of what is offered; ok is false if none is common.
func (m *Maker) version(offered *interp.Value) (version string, ok bool) {
	own := m.proto.Versions
	if offered == nil {
		return m.proto.Version, true
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
	return m.proto.Version, false
}
