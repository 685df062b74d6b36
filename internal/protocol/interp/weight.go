package interp

import (
	"math"
	"strconv"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// spend counts the weight of n values at a path that weigh as much each. It returns an error
// if all are too heavy.
func (p *pass) spend(path string, n int, each int64) *Error {
	if p.MaxWeight == 0 {
		return nil
	}
	if p.left -= int64(n) * each; p.left >= 0 {
		return nil
	}
	if p.heavy == nil {
		if p.tried != nil {
			path = *p.tried
		}
		p.heavy = &Error{Path: path, Expected: "a weight of at most " + strconv.FormatInt(p.MaxWeight, 10), Found: "more"}
	}
	return p.heavy
}

// spendEntries counts the weight of n entries of the object at a path.
func (p *pass) spendEntries(path string, n int) *Error {
	if n == 0 {
		return nil
	}
	if err := p.spend(path, 1, model.TableWeight); err != nil {
		return err
	}
	return p.spend(path, n, model.EntryWeight)
}

// keptOf returns how many unknown members of an object are kept; 0 if some are refused.
func (p *pass) keptOf(t *model.Struct, rest []Member) int {
	n := 0
	for _, m := range rest {
		switch {
		case t.Extra == model.ExtraKeep, t.Extra == model.ExtraTyped, within(t.Extensions, m.Key):
			n++
		case t.Extra == model.ExtraReject:
			return 0
		}
	}
	return n
}

// spendDefault counts the weight of a default of an absent field, as if the object at a path
// had it.
func (p *pass) spendDefault(path string, f *model.Field) *Error {
	if p.MaxWeight == 0 {
		return nil
	}
	return p.spend(path, 1, p.defaultWeight(f))
}

// maxDefaultWeight is the weight of all defaults that weigh more.
const maxDefaultWeight = math.MaxInt32

// DefaultWeight is the weight of the default of a field.
func (r *Reader) DefaultWeight(f *model.Field) int64 { return r.pass().defaultWeight(f) }

// defaultWeight weighs each default once, also those within others.
func (p *pass) defaultWeight(f *model.Field) int64 {
	if f.Default == nil || f.Default.Kind < model.ListValue {
		return 0
	}
	if w, ok := p.weights.Load(f); ok {
		return w.(int64)
	}
	inner := p.Reader.pass()
	if inner.filling = p.filling + 1; inner.filling > maxFilling {
		return 0
	}
	inner.left, inner.verdict = maxDefaultWeight, true
	_, err := inner.value(f.Type, constant(*f.Default), "")
	w := int64(maxDefaultWeight) - max(inner.left, 0)
	if err != nil && inner.heavy == nil {
		w = 0
	}
	p.weights.Store(f, w)
	return w
}
