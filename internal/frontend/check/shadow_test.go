package check_test

import (
	"slices"
	"testing"

	"github.com/wiregen/wiregen/internal/diag"
)

// A key that the earlier variant refuses and the later one leaves out when it writes was not
// seen, unless the earlier one declares it: Go refused to write what it had read, and
// TypeScript wrote the other variant.
func TestShadowedByUndeclaredKeys(t *testing.T) {
	for _, c := range []struct {
		a, b     string
		shadowed bool
	}{
		{`extra: reject, fields: {v: int}`, `extra: reject, fields: {v: int, "beta?": int | null}`, true},
		{`extra: reject, fields: {v: int}`, `extra: keep, fields: {v: int, "beta?": int | null}`, true},
		{`extra: reject, fields: {v: int}`, `extra: keep, fields: {v: int, "beta?": {type: int, null_is_absent: true}}`, true},
		{`extra: reject, fields: {v: int}`, `extra: keep, fields: {v: int, beta: {type: int, default: 1, write: omit_default}}`, true},
		{`extra: reject, fields: {v: int}`, `extra: keep, fields: {v: int, "beta?": {type: int, on_error: unset}}`, true},
		{`extra: reject, fields: {v: int}`, `extra: keep, fields: {v: int, "beta?": {type: int | null, write: omit}}`, true},
		{`extra: reject, fields: {v: int}`, `extra: keep, fields: {v: int, "beta?": {type: int, was: [old]}}`, false},
		{`extra: reject, fields: {v: int}`, `extra: keep, fields: {v: int, "beta?": int}`, false},
		{`extra: reject, fields: {v: int}`, `extra: keep, fields: {v: int, "beta?": {type: int | null, patch: true}}`, false},
		{`extra: reject, fields: {v: int}`, `extra: keep, fields: {v: int, "beta?": {type: int | null, write: null}}`, false},
		{`extra: reject, fields: {v: int}`, `extra: keep, fields: {v: int, beta: int | null}`, false},
		{`extra: reject, fields: {v: int}`, `extra: keep, fields: {v: int, beta: {type: int, default: 1}}`, false},
		{`extra: reject, fields: {v: int}`, `fields: {v: int, "beta?": int}`, true},
		{`fields: {"v?": int}`, `extra: keep, fields: {"v?": float, "beta?": int | null}`, false},
		{`extra: {type: int}, fields: {v: int}`, `extra: keep, fields: {v: int, "beta?": int | null}`, true},
		// A key that is an older name of the earlier variant.
		{`extra: reject, fields: {"v?": {type: int, was: [w]}}`, `extra: keep, fields: {"v?": float, "w?": float | null}`, true},
		{`extra: reject, fields: {"v?": {type: int, was: [w]}}`, `extra: keep, fields: {"v?": float, "x?": {type: float, was: [w]}}`, true},
		{`extra: keep, fields: {"v?": {type: int, was: [w]}, "y?": int}`, `fields: {"v?": float, "y?": float}`, true},
		{`extra: keep, fields: {"v?": {type: int, was: [w]}}`, `extra: keep, fields: {"v?": {type: float, was: [w]}}`, false},
		{`extra: reject, fields: {v: {type: int, was: [w]}}`, `extra: keep, fields: {v: float, "x?": int}`, false},
	} {
		got := codesOf(t, "  U: {union: {match: ordered}, variants: {a: {name: A, "+c.a+"}, b: {name: B, "+c.b+"}}}\n")
		if slices.Contains(got, diag.UnionShadowed.ID) != c.shadowed || !c.shadowed && len(got) > 0 {
			t.Errorf("%s, then %s: %v, want union-variant-shadowed: %v", c.a, c.b, got, c.shadowed)
		}
	}
}

// The error said that a variant is never read, which undeclared keys are.
func TestUnreachableWords(t *testing.T) {
	r, _ := compile("spec.yaml", head+`types:
  U: {union: {match: ordered}, variants: {a: {name: A, extra: reject, fields: {"v?": int}}, b: {name: B, extra: keep, fields: {}}}}
`)
	const want = `no declared value is read as "B": "A" comes first and accepts each, such as {}`
	if all := r.All(); len(all) != 1 || all[0].Message != want {
		t.Errorf("%s, want %s", describe(all), want)
	}
}
