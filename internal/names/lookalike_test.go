package names_test

import (
	"testing"

	"github.com/wiregen/wiregen/internal/names"
)

func TestSkeleton(t *testing.T) {
	for name, want := range map[string]string{
		"user":             "user",
		"usеr":             "user", // Cyrillic е
		"ｕser":             "user",
		"us\u200ber":       "user",
		"e\u0301te":        "éte",
		"Α":                "A",
		"σ":                "σ",
		"日本":               "日本",
		"a\U000e0061":      "a",
		"𝐛old":             "bold",
		"snake‐case":       "snake-case",
		"\u3164hangul":     "hangul",
		"\u202euser\ufeff": "user",
	} {
		if got := names.Skeleton(name); got != want {
			t.Errorf("%q looks like %q, want %q", name, got, want)
		}
	}
	if names.IsNormal("e\u0301") || !names.IsNormal("é") || names.Normal("e\u0301") != "é" {
		t.Error("é has one normal form")
	}
}
