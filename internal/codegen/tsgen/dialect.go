package tsgen

import (
	"strconv"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// transport is the part of the dialect that a connection needs: members of a constant
// object, whose text is also its type.
func (e *protocol) transport() []entry {
	if !e.hasMessages() {
		return nil
	}
	d := &e.rows.Dialect
	var out []entry
	row := func(name, doc, value string) { out = append(out, entry{[]string{doc}, name, value}) }
	row("framing", "How messages are delimited in a stream.", framing(d.Framing))
	if d.Framing.Kind == lower.Lines {
		row("blankLines", "How an empty line is handled.", quote(d.BlankLines.String()))
	}
	batch := "false"
	if d.Batch != nil {
		var o object
		o.number("max", d.Batch.Max)
		o.add("uniqueIDs", strconv.FormatBool(d.Batch.UniqueIDs))
		batch = o.String()
	}
	row("batch", "Whether several messages may be sent in one array.", batch)
	row("onUnknownRequest", "The answer to a request with an undeclared method.", quote(d.Unknown.String()))
	if d.Rate != nil {
		var o object
		o.number("perMinute", d.Rate.PerMinute)
		o.text("error", d.Rate.Error)
		row("rate", "How many requests a peer may make, and the error for those beyond the limit.", o.String())
	}
	if n := e.proto.Negotiation; n != nil {
		row("handshake", "The handshake: its method, and the paths of its members.", handshake(n))
	}
	return out
}

func framing(f lower.Framing) string {
	var o object
	o.text("kind", f.Kind.String())
	o.number("maxBytes", f.MaxBytes)
	o.text("maxFrom", f.MaxFrom)
	o.number("width", f.Width)
	if f.LittleEndian {
		o.text("order", "little")
	} else if f.Width > 0 {
		o.text("order", "big")
	}
	o.text("tooLarge", f.TooLarge)
	return o.String()
}

func handshake(n *model.Negotiation) string {
	var o object
	o.text("method", n.Method.Name)
	o.text("offer", n.Offer)
	o.text("chosen", n.Chosen)
	o.text("pick", n.Pick)
	if n.Features != nil {
		o.text("offeredFeatures", n.Features.Offer)
		o.text("commonFeatures", n.Features.Chosen)
	}
	if n.None != nil {
		o.text("none", n.None.Name)
	}
	o.flag("first", n.First)
	if n.Early != nil {
		o.text("early", n.Early.Name)
	}
	o.flag("optional", n.Optional)
	o.text("legacy", n.Legacy)
	return o.String()
}

// A versionPick says how the highest common version is found.
type versionPick struct {
	Numbers bool // peers offer numbers
}

func (e *protocol) versionPick() *versionPick {
	n := e.proto.Negotiation
	if n == nil || n.Pick != "highest" {
		return nil
	}
	t := n.Method.Listed(n.Offer)
	if t == nil {
		return nil
	}
	return &versionPick{Numbers: lower.Reads(t) == model.Numbers}
}

// featureType is the type of the features that peers agree on; "" if there are none.
func (e *protocol) featureType() string {
	n := e.proto.Negotiation
	if n == nil || n.Features == nil {
		return ""
	}
	t := n.Method.Listed(n.Features.Offer)
	if t == nil {
		return ""
	}
	if d, ok := t.(model.Decl); ok {
		return "wire." + e.types[d]
	}
	return e.typ(t)
}
