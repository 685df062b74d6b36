package compare

import (
	"slices"

	"github.com/wiregen/wiregen/internal/message/sessions"
	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/sample"
)

// A side is one of the two versions.
type side struct {
	proto    *model.Protocol
	rows     *lower.Program
	reader   *interp.Reader
	gates    map[string]string // what those that its elements name mean
	agreed   map[string]bool   // these meanings
	smalls   map[*lower.Type]string
	maker    *sample.Maker   // made on first use
	sessions *sessions.Maker // likewise
}

func newSide(p *model.Protocol) *side {
	return &side{proto: p, rows: lower.New(p), reader: interp.New(p), gates: map[string]string{}, agreed: map[string]bool{}, smalls: map[*lower.Type]string{}}
}

// role is the number of a role: its name is not in messages.
func (s *side) role(name string) int { return slices.Index(s.proto.Roles[:], name) }

// A direction is which version writes what the other one reads.
type direction uint8

const (
	backward direction = iota // the old version writes
	forward                   // the new version writes
)
