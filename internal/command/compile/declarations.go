package compile

import (
	"errors"
	"slices"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/parallel"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/review/compare"
	"github.com/wiregen/wiregen/internal/review/surface"
)

// Compare compares two versions: what happens to messages, and to code that uses what is
// generated. Targets on request count if they are asked for.
func (t Registry) Compare(old, today *model.Protocol, asked ...string) (*compare.Report, error) {
	var r *compare.Report
	var before, after []backend.Surface
	var err error
	parallel.Do(2, func(i int) {
		if i == 0 {
			r = compare.Compare(old, today)
			return
		}
		before, after, err = t.Surfaces(old, today, asked...)
	})
	if err != nil {
		return nil, err
	}
	surface.Add(r, before, after)
	return r, nil
}

// Surfaces returns the public declarations of two versions, for every target that knows them,
// with its usual options, and is made unasked or among those asked for; of types only those that may differ. There are none of a version
// if the names of a target clash, which is a fault that generate reports.
func (t Registry) Surfaces(old, today *model.Protocol, asked ...string) (a, b []backend.Surface, err error) {
	var both [2][]backend.Surface
	var errs [2]error
	var types [2][]model.Decl
	parallel.Do(3, func(i int) {
		if i == 0 {
			types = surface.Affected(old, today)
			return
		}
		both[i-1], errs[i-1] = t.planned([]*model.Protocol{old, today}[i-1], asked)
	})
	if err := errors.Join(errs[:]...); err != nil {
		return nil, nil, err
	}
	var all []*backend.Surface
	for side := range both {
		for i := range both[side] {
			s := &both[side][i]
			s.Types = types[side]
			all = append(all, s)
		}
	}
	parallel.Do(len(all), func(i int) { all[i].Declarations = all[i].Backend.Declarations(all[i].Plan, all[i].Types) })
	return both[0], both[1], nil
}

// planned are the plans of every target that knows its public declarations, as Surfaces has them.
func (t Registry) planned(p *model.Protocol, asked []string) ([]backend.Surface, error) {
	var outputs []Output
	for _, b := range t {
		target := b.Target()
		if _, ok := b.(backend.Declarer); ok && (!target.OnRequest || slices.Contains(asked, target.Name)) {
			outputs = append(outputs, Output{Backend: b})
		}
	}
	r := &diag.Report{}
	plans, err := Plan(p, outputs, r)
	if err != nil || !r.OK() {
		return nil, err
	}
	out := make([]backend.Surface, len(outputs))
	for i, o := range outputs {
		out[i] = backend.Surface{Backend: o.Backend.(backend.Declarer), Plan: plans[i]}
	}
	return out, nil
}

// Declaring returns the names of the targets that know their public declarations.
func (t Registry) Declaring() []string {
	var out []string
	for _, b := range t {
		if _, ok := b.(backend.Declarer); ok {
			out = append(out, b.Target().Name)
		}
	}
	return out
}
