package gogen

import (
	"strconv"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// listed returns what a list at a path of the handshake, such as
// params.versions, holds; or nil.
func (p *plan) listed(m *model.Method, path string) *shape {
	if t := m.Listed(path); t != nil {
		return p.shape(t)
	}
	return nil
}

// emitNegotiation emits the functions that both sides of the handshake need.
func (p about) emitNegotiation(f *file) {
	n := p.proto.Negotiation
	if n == nil || n.Method == nil {
		return
	}
	if sh := p.listed(n.Method, n.Offer); n.Pick == "highest" && sh != nil {
		f.document("PickVersion returns the newest version that a peer offers and this package supports, and whether there is one.", `
			func PickVersion(offered []$1) ($1, bool) {
				return wirert.PickVersion(offered, $2)
			}`, p.goType(sh), p.spoken(sh))
	}
	if typ := p.featureType(); typ != "" {
		f.document("CommonFeatures returns the offered features that this package supports, in the order of offered.", `
			func CommonFeatures(offered, supported []$1) []$1 {
				return wirert.CommonFeatures(offered, supported)
			}`, typ)
	}
}

// spoken returns the versions of this package as a list of the shape that peers
// offer.
func (p about) spoken(sh *shape) code {
	if sh.form == formString && sh.spelled == "" {
		return src("Protocol.Versions()")
	}
	var versions []code
	for _, v := range p.versions() {
		if e, ok := sh.decl.(*model.Enum); sh.form == formString || ok && !e.Integer {
			versions = append(versions, quote(v))
		} else if _, err := strconv.ParseUint(v, 10, 32); err == nil {
			versions = append(versions, code(v))
		}
	}
	return src("[]$1{$2}", p.goType(sh), list(versions))
}

// featureType returns the Go type of a feature, "" when the peers agree on none.
func (p *plan) featureType() code {
	n := p.proto.Negotiation
	if n == nil || n.Features == nil || n.Method == nil {
		return ""
	}
	if sh := p.listed(n.Method, n.Features.Offer); sh != nil {
		return p.goType(sh)
	}
	return ""
}

// handshake returns the row of the dialect about the handshake.
func (p tables) handshake(n *model.Negotiation) code {
	w := &entryWriter{}
	w.add("Method", src("Method$1", p.methods[n.Method]))
	w.text("Offer", n.Offer)
	w.text("Chosen", n.Chosen)
	w.flag("Highest", n.Pick == "highest")
	if n.Features != nil {
		w.text("OfferedFeatures", n.Features.Offer)
		w.text("CommonFeatures", n.Features.Chosen)
	}
	if n.None != nil {
		w.add("None", src("Err$1", p.codes[n.None]))
	}
	w.flag("First", n.First)
	if n.Early != nil {
		w.add("Early", src("Err$1", p.codes[n.Early]))
	}
	w.flag("Optional", n.Optional)
	w.text("Legacy", n.Legacy)
	return "&" + rt("Handshake") + w.code()
}
