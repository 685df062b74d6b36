package check

import (
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/source"
)

// checkBeginning refuses rules by which no message may be the first one, so that nothing may
// ever be sent.
func checkBeginning(d *draft) {
	n := d.out.Negotiation
	if len(d.sessions) == 0 && len(d.gates) == 0 && (n == nil || !n.First) {
		return
	}
	if why := lower.New(d.out).Unbegun(); why != "" {
		d.error(diag.SessionBegins, beginningOf(d), "no message may begin a session: "+why, "remove a rule of the message that is sent first")
	}
}

// beginningOf is the place of the first rule.
func beginningOf(d *draft) source.Span {
	switch {
	case len(d.sessions) > 0:
		return d.sessions[0].from.Of.Span
	case len(d.gates) > 0:
		return d.gates[0].from.Word().Span
	}
	return section(d.spec, "negotiation")
}
