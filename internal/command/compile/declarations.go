package compile

import (
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/spec/diag"
	"github.com/wiregen/wiregen/internal/target/backend"
)

// A Surface is what the users of a target's output see of a protocol.
type Surface struct {
	Target       backend.Target
	Declarations []backend.Declaration
}

// Surfaces makes the output of every target that can say which of its declarations are
// public, with its usual options, and returns those. There are none if the names of a
// target clash, which is a fault that generate reports.
func (t Registry) Surfaces(p *model.Protocol) ([]Surface, error) {
	var outputs []Output
	for _, b := range t {
		if _, ok := b.(backend.Declarer); ok {
			outputs = append(outputs, Output{Backend: b})
		}
	}
	r := &diag.Report{}
	plans, err := Plan(p, outputs, r)
	if err != nil || !r.OK() {
		return nil, err
	}
	var out []Surface
	for i, o := range outputs {
		files, err := plans[i].Emit()
		if err != nil {
			return nil, err
		}
		declarations, err := o.Backend.(backend.Declarer).Declarations(files)
		if err != nil {
			return nil, err
		}
		out = append(out, Surface{o.Backend.Target(), declarations})
	}
	return out, nil
}
