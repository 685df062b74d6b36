package lower

import (
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A SizeLimit is the place in the handshake of the maximum length of messages to a side.
type SizeLimit struct {
	InResult bool     // of the handshake; else in its params
	Path     []string // within the params or the result
	Default  int      // where the place is empty; 0: none
}

// Limits returns the places in the handshake of the maximum length of messages to each side;
// nil where there is none.
func (p *Program) Limits() (out [2]*SizeLimit) {
	role, path, _ := strings.Cut(p.Dialect.Framing.MaxFrom, ".")
	n := p.Protocol.Negotiation
	if path == "" || n == nil {
		return out
	}
	for _, c := range p.Protocol.Capabilities {
		if c.Role == role {
			l := &SizeLimit{InResult: strings.HasPrefix(c.At, "result."), Path: append(Inside(n.Method, c.At), strings.Split(path, ".")...)}
			for _, f := range model.Follow(c.Type, path) {
				if f.Default != nil && l.Default == 0 {
					l.Default, _ = strconv.Atoi(f.Default.Text)
				}
			}
			out[slices.Index(p.Protocol.Roles[:], role)] = l
		}
	}
	return out
}

// counting are the kinds of a member that counts.
var counting = []model.ScalarKind{model.Int, model.Int32, model.Uint32, model.Int64, model.Uint64}

// Counter returns the member with the sequence number of messages: that of the ids of
// requests, if other shapes have an integer with its name. "" if there is none.
func (d *Dialect) Counter() string {
	key := d.NamesOf(RequestShape).ID
	if key == "" || !d.Named() {
		return ""
	}
	counts := false
	for _, shape := range []Shape{NotificationShape, ResponseShape} {
		for _, f := range d.MembersOf(shape) {
			if f.Name != key {
				continue
			}
			if t, ok := model.Resolve(f.Of.Type).(*model.Scalar); !ok || f.Patch || !slices.Contains(counting, t.Kind) {
				return ""
			}
			counts = true
		}
	}
	if !counts || !d.IntegerID {
		return ""
	}
	return key
}
