package modeljson

import (
	"encoding/json"
	"io"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/wirert/session"
)

// LoweredVersion is the version of the format of the rows. It changes like Version.
const LoweredVersion = 2

// A Lowered is the meaning of a protocol, as rows with every rule applied.
type Lowered struct {
	Lowered       int                  `json:"wiregen_lowered"` // LoweredVersion
	File          string               `json:"file"`            // base name of the spec
	Protocol      Protocol             `json:"protocol"`
	Dialect       lower.Dialect        `json:"dialect"`
	Types         []*lower.Type        `json:"types"`             // named ones in the order of the spec, then others; a type refers to another by its index
	Aliases       []lower.Alias        `json:"aliases,omitempty"` // further names
	Calls         []lower.Call         `json:"calls,omitempty"`
	Errors        []lower.Error        `json:"errors,omitempty"`
	Registrations []lower.Registration `json:"registrations,omitempty"` // the names that peers register under
	Journal       *lower.Journal       `json:"journal,omitempty"`       // how sessions are recorded
	Session       *session.Rules       `json:"session,omitempty"`       // what may be sent when
}

// WriteLowered writes the rows of a protocol as one document.
func WriteLowered(w io.Writer, p *lower.Program) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	types := p.Types
	if types == nil {
		types = []*lower.Type{} // a list without items, and not null
	}
	return e.Encode(&Lowered{
		Lowered: LoweredVersion, File: p.Protocol.File, Protocol: newProtocol(p.Protocol),
		Dialect: p.Dialect, Types: types, Aliases: p.Aliases, Calls: p.Calls, Errors: p.Errors, Registrations: p.Registrations, Journal: p.Journal, Session: p.Session(),
	})
}
