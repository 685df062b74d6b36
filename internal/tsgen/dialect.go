package tsgen

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
)

// connection is what a connection must know of the dialect: members of a
// constant object, whose text is its type too.
func (p *plan) connection() []entry {
	if len(p.proto.Methods) == 0 {
		return nil
	}
	d := p.proto.Dialect
	var out []entry
	row := func(name, doc, value string) {
		out = append(out, entry{Doc: []string{doc}, Key: name, Value: value, Type: value})
	}
	row("framing", "How messages are told apart in a stream.", framing(d.Framing))
	if d.Framing.Kind == "ndjson" {
		row("blankLines", "What an empty line is.", quote(d.BlankLines))
	}
	batch := "false"
	if d.Batch != nil {
		batch = "{ uniqueIDs: " + strconv.FormatBool(d.Batch.UniqueIDs) + " }"
		if d.Batch.Max > 0 {
			batch = fmt.Sprintf("{ max: %d, uniqueIDs: %t }", d.Batch.Max, d.Batch.UniqueIDs)
		}
	}
	row("batch", "Whether several messages may stand in one array.", batch)
	row("onUnknownRequest", "What answers a request of a method that is not declared.", quote(d.OnUnknownRequest))
	if r := d.Rate; r != nil {
		value := fmt.Sprintf("{ perMinute: %d }", r.PerMinute)
		if r.Error != nil {
			value = fmt.Sprintf("{ perMinute: %d, error: %s }", r.PerMinute, quote(r.Error.Name))
		}
		row("rate", "How many requests a peer may make, and the error that answers one too many.", value)
	}
	if n := p.proto.Negotiation; n != nil {
		row("handshake", "How two peers agree: the method, and where its members stand.", handshake(n))
	}
	return out
}

func framing(f model.Framing) string {
	parts := []string{"kind: " + quote(f.Kind)}
	if f.MaxBytes > 0 {
		parts = append(parts, fmt.Sprintf("maxBytes: %d", f.MaxBytes))
	}
	if f.MaxFrom != "" {
		parts = append(parts, "maxFrom: "+quote(f.MaxFrom))
	}
	if f.Width > 0 {
		parts = append(parts, fmt.Sprintf("width: %d", f.Width), "order: "+quote(f.Order))
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}

func handshake(n *model.Negotiation) string {
	var parts []string
	text := func(name, value string) {
		if value != "" {
			parts = append(parts, name+": "+quote(value))
		}
	}
	flag := func(name string, holds bool) {
		if holds {
			parts = append(parts, name+": true")
		}
	}
	text("method", n.Method.Name)
	text("offer", n.Offer)
	text("chosen", n.Chosen)
	text("pick", n.Pick)
	if n.Features != nil {
		text("offeredFeatures", n.Features.Offer)
		text("commonFeatures", n.Features.Chosen)
	}
	if n.None != nil {
		text("none", n.None.Name)
	}
	flag("first", n.First)
	flag("optional", n.Optional)
	text("legacy", n.Legacy)
	return "{ " + strings.Join(parts, ", ") + " }"
}

// offered is the type of what the list at a path of the handshake holds; nil
// when there is no such list.
func (p *plan) offered(path string) model.Type {
	n := p.proto.Negotiation
	root, rest, _ := strings.Cut(path, ".")
	t := n.Method.Params
	if root == "result" {
		t = n.Method.Result
	}
	for _, name := range strings.Split(rest, ".") {
		t = member(t, name)
	}
	if l, ok := plainType(t).(*model.List); ok {
		return l.Elem
	}
	return nil
}

// plainType is t without names and without null.
func plainType(t model.Type) model.Type {
	if t == nil {
		return nil
	}
	return model.Resolve(model.NonNull(model.Resolve(t)))
}

// member is the type of a member of t; nil when t has no such member.
func member(t model.Type, name string) model.Type {
	if s, ok := plainType(t).(*model.Struct); ok {
		for _, f := range s.Fields {
			if f.Name == name {
				return f.Type
			}
		}
	}
	return nil
}

// A versionPick says how the highest common version is found.
type versionPick struct {
	Numbers bool // peers offer numbers
}

func (p *plan) versionPick() *versionPick {
	n := p.proto.Negotiation
	if n == nil || n.Pick != "highest" {
		return nil
	}
	t := p.offered(n.Offer)
	if t == nil {
		return nil
	}
	return &versionPick{Numbers: lower.Reads(t) == model.Numbers}
}

// featureType is the type of the features that peers agree on; "" when they
// agree on none.
func (p *plan) featureType() string {
	n := p.proto.Negotiation
	if n == nil || n.Features == nil {
		return ""
	}
	t := p.offered(n.Features.Offer)
	if t == nil {
		return ""
	}
	if d, ok := t.(model.Decl); ok {
		return "wire." + p.types[d]
	}
	return p.shape(t).declare()
}
