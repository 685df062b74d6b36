package evolution

import (
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/sample"
)

// A version is one of two specs, with its reference reader.
type version struct {
	proto  *model.Protocol
	reader *interp.Reader
	closed map[string]bool // the gates that no peer of the other version can have agreed to
	bases  map[model.Type]string
}

func newVersion(p *model.Protocol) *version {
	return &version{proto: p, reader: interp.New(p), bases: map[model.Type]string{}}
}

// random returns a maker of messages that a writer of the version may write.
func (v *version) random(seed uint64) *sample.Maker {
	return sample.NewWriter(v.proto, seed, func(t model.Type, text string) (string, bool) {
		got := v.read(t, text)
		if !writable(got) {
			return "", false
		}
		return got.Value.Written(), true
	})
}

func (v *version) read(t model.Type, text string) interp.Reading {
	value, err := v.reader.Parse([]byte(text))
	if err != nil {
		return interp.Reading{Err: err}
	}
	return v.reader.ReadType(t, value)
}

// endless reports whether a type has no value that a writer may write: it contains itself
// in what is always written.
func (v *version) endless() bool {
	return slices.ContainsFunc(v.proto.Decls, func(t model.Decl) bool { _, ok := v.base(t); return !ok })
}

// writable reports whether the author of a version may have written what was read by its
// own reader.
func writable(r interp.Reading) bool {
	return r.Err == nil && r.Unfit == nil && len(r.Undeclared) == 0 && len(r.Dropped) == 0 && r.Extensions == 0 && !r.Ignored && !r.Unknown
}

// messagesOf is the name of the messages that a role sends.
func (v *version) messagesOf(role int) string { return names.Pascal(v.proto.Roles[role]) + "Message" }

// methodNamed is the method that a reader reads a name as, from a role; or nil.
func (v *version) methodNamed(name string, role int) *model.Method {
	for _, m := range v.proto.Methods {
		if sends(m.From, role) && (m.Name == name || slices.Contains(m.FormerNames, name)) {
			return m
		}
	}
	return nil
}

// sends reports whether a role sends what is from a side.
func sends(from model.From, role int) bool {
	return from == model.FromBoth || (from == model.FromClient) == (role == 0)
}

// shut finds the gates of w that no peer with r can have agreed to.
func shut(w, r *version) {
	w.closed = map[string]bool{}
	for _, g := range w.proto.Gates {
		w.closed[g.String()] = !mayAgree(g, r.proto)
	}
}

// unsent reports whether a type or a name of it has a gate that no peer can have agreed to.
func (v *version) unsent(t model.Type) bool {
	for {
		if d, ok := t.(model.Decl); ok && v.closed[d.Info().Gate] {
			return true
		}
		switch of := t.(type) {
		case *model.Alias:
			t = of.Type
		case *model.Nullable:
			t = of.Elem
		default:
			return false
		}
	}
}

func mayAgree(g *model.Gate, p *model.Protocol) bool {
	switch g.Kind {
	case model.BySubscription:
		return slices.ContainsFunc(p.Methods, func(m *model.Method) bool {
			return m.Name == g.Name || slices.Contains(g.Method.FormerNames, m.Name)
		})
	case model.ByFeature:
		for _, other := range p.Gates {
			if other.Kind == model.ByFeature && other.Name == g.Name {
				return true
			}
		}
		return slices.ContainsFunc(p.Decls, func(d model.Decl) bool {
			e, ok := d.(*model.Enum)
			return ok && e.Has(g.Name)
		})
	}
	if g.OpenByDefault() {
		return true
	}
	_, path, _ := strings.Cut(g.Name, ".")
	return slices.ContainsFunc(p.Capabilities, func(c *model.Capability) bool {
		return c.Role == g.Capability.Role && c.At == g.Capability.At && model.Follow(c.Type, path) != nil
	})
}

// object makes the text of an object of members in turn: a key and a text.
func object(pairs ...string) string {
	var b strings.Builder
	b.WriteByte('{')
	for i := 0; i < len(pairs); i += 2 {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(model.Quote(pairs[i]) + ":" + pairs[i+1])
	}
	b.WriteByte('}')
	return b.String()
}

func array(items ...string) string { return "[" + strings.Join(items, ",") + "]" }

// members are the members of an object that is being made.
type members []string

// set sets a member, in place if it is there.
func (m members) set(key, text string) members {
	out := slices.Clone(m)
	for i := 0; i < len(out); i += 2 {
		if out[i] == key {
			out[i+1] = text
			return out
		}
	}
	return append(out, key, text)
}

// drop removes a member.
func (m members) drop(key string) members {
	out := slices.Clone(m)
	for i := 0; i < len(out); i += 2 {
		if out[i] == key {
			return slices.Delete(out, i, i+2)
		}
	}
	return out
}

// shell are the members that every message of a shape has, with the base of those that the
// dialect adds; names are what its other members are called.
func (v *version) shell(shape string) (out members, called model.Names) {
	d := &v.proto.Dialect
	called = model.Names{ID: "id", Method: "method", Params: "params", Result: "result", Error: "error"}
	if s := d.Shapes; s != nil {
		out = out.set(s.Tag, model.Quote(map[string]string{"request": s.Request, "notification": s.Notification, "response": s.Response}[shape]))
		if n := s.Names; n != nil {
			called = map[string]model.Names{"request": n.Request, "notification": n.Notification, "response": n.Response}[shape]
		}
	}
	if (d.Shapes == nil || d.Shapes.Names == nil) && (d.JSONRPC.Write || d.JSONRPC.Read == model.ReadRequired || d.JSONRPC.Read == model.ReadAny) {
		out = out.set("jsonrpc", model.Quote(d.JSONRPC.Value))
	}
	for _, f := range slices.Concat(d.Members, called.Members) {
		if f.Required() || f.WriteRequired {
			if text, ok := v.base(f.Type); ok {
				out = out.set(f.Name, text)
			}
		}
	}
	return out, called
}

// ids are the ids that a message may have, as texts.
func (v *version) ids() []string {
	var out []string
	if v.proto.Dialect.ID.String {
		out = append(out, `"a"`, `"1"`)
	}
	if v.proto.Dialect.ID.Int {
		out = append(out, "1", "0")
	}
	return out
}
