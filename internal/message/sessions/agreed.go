package sessions

import (
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/sample"
	"github.com/wiregen/wiregen/wirert/session"
)

// At returns the value at a path of the spec in params or a result; or nil.
func At(v *interp.Value, path string) *interp.Value {
	if v == nil {
		return nil
	}
	return v.At(strings.Split(path, ".")[1:]...)
}

// offers are what the params of a method offer: the versions of the protocol, and that messages
// may be as long as it says. It is nil unless the method is the handshake.
func (m *Maker) offers(method string) []sample.Setting {
	n := m.proto.Negotiation
	if n == nil || n.Method.Name != method {
		return nil
	}
	out := m.limits(n.Method.Params, false)
	if n.Offer == "" {
		return out
	}
	own := sample.Setting{Path: lower.Inside(n.Method, n.Offer)}
	if n.Pick == "" {
		own.JSON = written(m.proto.Version, !m.proto.Versioning.Integers())
		return append(out, own)
	}
	texts := lower.Reads(n.Method.Listed(n.Offer)) == model.Strings
	var list []string
	for _, v := range m.proto.Versions {
		list = append(list, written(v, texts))
	}
	own.JSON = "[" + strings.Join(list, ",") + "]"
	return append(out, own)
}

// limits are the lengths of messages that a part of the handshake allows: those of the
// protocol, where it can say them.
func (m *Maker) limits(part model.Type, isResult bool) []sample.Setting {
	var out []sample.Setting
	most := strconv.Itoa(m.rows.Dialect.Framing.MaxBytes)
	for _, l := range m.rows.Limits() {
		if l == nil || l.InResult != isResult {
			continue
		}
		if at := model.Follow(part, strings.Join(l.Path, ".")); len(at) > 0 && interp.Accepts(at[0].Type, interp.Number(most)) {
			out = append(out, sample.Setting{Path: l.Path, JSON: most})
		}
	}
	return out
}

// written is a version as JSON.
func written(version string, isText bool) string {
	if isText {
		return model.Quote(version)
	}
	return version
}

// Agreed is what the result of a method says that both peers agree on, by the params of the
// request: nothing unless the method is the handshake. failure is the error if they agree on
// nothing.
func (m *Maker) Agreed(method string, params *interp.Value) (set []sample.Setting, failure string) {
	n := m.proto.Negotiation
	if n == nil || n.Method.Name != method {
		return nil, ""
	}
	set = m.limits(n.Method.Result, true)
	if n.Chosen != "" {
		version, ok := m.version(At(params, n.Offer))
		if !ok && n.None != nil {
			return nil, n.None.Name
		}
		set = append(set, sample.Setting{Path: lower.Inside(n.Method, n.Chosen), JSON: version})
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
		set = append(set, sample.Setting{Path: lower.Inside(n.Method, f.Chosen), JSON: "[" + strings.Join(common, ",") + "]"})
	}
	return set, ""
}

// version is the version that is chosen of what is offered, as JSON; ok is false if none is
// common.
func (m *Maker) version(offered *interp.Value) (version string, ok bool) {
	own := m.proto.Versions
	version = written(m.proto.Version, !m.proto.Versioning.Integers())
	if offered == nil {
		return version, true
	}
	list := []*interp.Value{offered}
	if offered.Kind == model.ListValue {
		list = offered.Items
	}
	for _, v := range slices.Backward(own) {
		if i := slices.IndexFunc(list, func(x *interp.Value) bool { return x.Text == v || x.Written() == v }); i >= 0 {
			return list[i].Written(), true
		}
	}
	return version, false
}

// Same returns the members of the result of a method, or of a request that it carries, that
// are those of the params: of the same distinct type, or with the same name of an id. A member
// called like request_id is the id of the request.
func (m *Maker) Same(c *session.Call, params *interp.Value) []sample.Setting {
	call := m.rows.CallNamed(c.Method)
	if call == nil || params == nil {
		return nil
	}
	asked, given := call.Of.Params, call.Of.Result
	if c.Event != "" {
		v := m.proto.Envelope.Messages.Variant(c.Event)
		if v == nil {
			return nil
		}
		asked = v.Type
		if v.Result != nil {
			given = v.Result
		}
		params = params.At(m.proto.Envelope.Content)
	}
	from, _ := model.Resolve(asked).(*model.Struct)
	to, _ := model.Resolve(given).(*model.Struct)
	if from == nil || to == nil || params == nil {
		return nil
	}
	var out []sample.Setting
	for _, f := range to.Fields {
		name := strings.ToLower(f.Name)
		if strings.ReplaceAll(name, "_", "") == "requestid" && model.Resolve(f.Type).String() == idType(c.ID) {
			out = append(out, sample.Setting{Path: []string{f.Name}, JSON: c.ID})
			continue
		}
		for _, g := range from.Fields {
			isID := f.Name == g.Name && (strings.HasSuffix(name, "id") || strings.HasSuffix(name, "token"))
			if v := params.Member(g.Name); v != nil && v.Kind != model.NullValue && (isID || model.DistinctOf(f.Type) != nil && model.DistinctOf(f.Type) == model.DistinctOf(g.Type)) {
				out = append(out, sample.Setting{Path: []string{f.Name}, JSON: v.Written()})
				break
			}
		}
	}
	return out
}

// idType is the type of an id, which is JSON.
func idType(id string) string {
	if strings.HasPrefix(id, `"`) {
		return "string"
	}
	return "int"
}
