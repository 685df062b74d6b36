package gogen_test

import (
	"strings"
	"testing"
)

// TestVariantNames has unions without tags: their constants were named by their place, so that
// two that changed places gave each other their names.
func TestVariantNames(t *testing.T) {
	const head = "wiregen: 1\nprotocol: {name: demo, version: \"1\"}\ntypes:\n"
	for _, c := range []struct{ name, types, want string }{
		{"by label", "  Sync:\n    union: {match: ordered}\n    variants: {none: {const: 0}, full: {const: 1}, other: int}\n", "SyncNone, SyncFull and SyncOther"},
		{"by label, the other way round", "  Sync:\n    union: {match: ordered}\n    variants: {full: {const: 1}, none: {const: 0}, other: int}\n", "SyncFull, SyncNone and SyncOther"},
		{"by value, where the label is that of a type", "  SyncNone: {fields: {a: int}}\n  Sync:\n    union: {match: ordered}\n    variants: {none: {const: -1}, full: {const: 1.5}, other: int}\n", "SyncMinus1, SyncFull and SyncOther"},
		{"by value and by kind", "  SyncNone: {fields: {a: int}}\n  SyncOff: {fields: {a: int}}\n  SyncOther: {fields: {a: int}}\n  Sync:\n    union: {match: ordered}\n    variants: {none: {const: 'off'}, other: int}\n", "SyncLiteralOff and SyncInt"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, text := range emit(t, head+c.types) {
				if strings.Contains(text, "Its variants are "+c.want+".") {
					return
				}
			}
			t.Errorf("the variants are not %s", c.want)
		})
	}
}
