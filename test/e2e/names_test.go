package e2e

import (
	"cmp"
	"slices"

	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// nameIn is what a package of a target, go or ts, calls the type that the spec, or a line of
// vectors, calls typ.
func (c *construct) nameIn(target, typ string) string {
	if d := c.decl(typ); d != nil {
		return cmp.Or(d.Info().Pins[target].Name, typ)
	}
	of := c.protocol.MessageNames()
	switch typ {
	case of.Any:
		return "Message"
	case of.Batch:
		return "Batch"
	}
	for _, role := range c.protocol.Roles {
		if typ == c.sentBy(role) {
			return names.GoExported(role) + "Message"
		}
	}
	return typ // of a construct that lists what is no type of the spec
}

// sentBy is what the messages of a role are called.
func (c *construct) sentBy(role string) string {
	return c.protocol.MessageNames().Sent[slices.Index(c.protocol.Roles[:], role)]
}

func (c *construct) decl(typ string) model.Decl {
	for _, d := range c.protocol.Decls {
		if d.TypeName() == typ {
			return d
		}
	}
	return nil
}

// isMessage reports whether typ is that of messages: of any side, of one, or of a batch.
func (c *construct) isMessage(typ string) bool {
	of := c.protocol.MessageNames()
	return typ != "" && (typ == of.Any || typ == of.Sent[0] || typ == of.Sent[1] || typ == of.Batch)
}
