// Package tsgen is the TypeScript backend. In goes the checked protocol, out
// comes an npm package that is ready to publish without a compiler:
// declarations (.d.ts, .d.cts), modules (.js, .cjs), package.json and a
// README. It fills the templates of templates/ts from plain views; it must
// not decide what a spec means, write a .ts file, or know a protocol by name.
package tsgen

import (
	"github.com/wiregen/wiregen/internal/backend"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/model"
)

// New is the backend.
func New() backend.Backend { return target{} }

type target struct{}

// Name is the target's name on the command line.
func (target) Name() string { return "ts" }

// Plan picks every exported name and reports what cannot stand together.
func (target) Plan(p *model.Protocol, opts backend.Options, r *diag.Report) (backend.Plan, error) {
	return newPlan(p, opts, r), nil
}

// Emit fills the templates.
func (p *plan) Emit() ([]backend.File, error) {
	rd, err := newRenderer()
	if err != nil {
		return nil, err
	}
	p.renderTypes(rd)
	p.renderGuards(rd)
	p.renderCodec(rd)
	p.renderUnions(rd)
	p.renderProtocol(rd)
	p.renderPackage(rd)
	p.renderVectors(rd)
	return rd.files, rd.err
}

// Names are the exported names that stand for an element of the spec, the
// most important first.
func (p *plan) Names(element any) []string {
	switch e := element.(type) {
	case *model.Variant:
		for u, variants := range p.variants {
			for _, v := range variants {
				if v.Variant == e && v.envelope != "" && len(u.Parts) == 0 {
					return []string{v.envelope}
				}
			}
		}
		return nil
	case model.Decl:
		name := p.types[e]
		return append([]string{name}, functionsOf(name)...)
	case *model.Method:
		return []string{p.methods[e]}
	case *model.ErrorCode:
		return []string{"ErrorCodes" + property(e.Name)}
	case *model.Field:
		return []string{e.Name}
	default:
		return nil
	}
}
