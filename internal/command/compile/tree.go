package compile

import (
	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/check"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// Tree reads a spec from nodes that another front end made.
func (t Registry) Tree(f *source.File, root *syntax.Node, r *diag.Report) *syntax.Spec {
	return syntax.FromNodes(f, root, r, t.Pins()...)
}

// CheckTree checks a spec, and then the names that it has in every language, and in the targets that
// are made unasked.
func (t Registry) CheckTree(spec *syntax.Spec, r *diag.Report) *model.Protocol {
	p := check.Check(spec, r)
	if !r.OK() {
		return nil
	}
	var outputs []Output
	for _, b := range t {
		if _, code := b.(backend.Declarer); code || !b.Target().OnRequest {
			outputs = append(outputs, Output{Backend: b})
		}
	}
	if _, err := t.plan(p, outputs, r); err != nil {
		return nil
	}
	return p
}
