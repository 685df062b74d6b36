package schemagen_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/wiregen/wiregen/internal/diag"
)

// TestMisspelledKeys misspells every key of every kind of map, one at a time and
// in three ways, and checks the suggestion for each.
func TestMisspelledKeys(t *testing.T) {
	asked := 0
	for name, place := range keyPlaces {
		keys := parserKeys(t, place)
		for _, key := range keys {
			for _, typo := range typos(key) {
				if slices.Contains(keys, typo) {
					continue // another key
				}
				asked++
				if fault := typoFault(place, key, typo, keys); fault != "" {
					t.Errorf("%s: %q, meant for %q: %s", name, typo, key, fault)
				}
			}
		}
	}
	if asked < 500 {
		t.Errorf("only %d keys were misspelled", asked)
	}
	t.Logf("%d misspelled keys", asked)
}

// typoFault returns what is wrong with the diagnostic of typo, in each form of a
// place that has the key; a key that selects the form is suggested in any.
func typoFault(place, key, typo string, keys []string) string {
	right, wrong := keyFaults(place, key), keyFaults(place, typo)
	fault := ""
	for i, d := range wrong {
		if len(right) == len(wrong) && right[i] != nil && right[i].Code == diag.KeyUnknown {
			continue // not a key of this form
		}
		switch {
		case d == nil || d.Code != diag.KeyUnknown:
			return "not reported as unknown"
		case !suggests(d, key, typo, keys):
			fault = d.Help
		case len(right) != len(wrong):
			return "" // suggested where the form is missing
		}
	}
	return fault
}

// suggests reports whether d proposes key, or another one that is as near.
func suggests(d *diag.Diagnostic, key, typo string, keys []string) bool {
	return slices.ContainsFunc(keys, func(k string) bool {
		return d.Help == fmt.Sprintf("did you mean %q?", k) && (k == key || near(k, typo))
	})
}

// typos returns a key with two letters exchanged, one left out, and one twice.
func typos(key string) []string {
	if len(key) < 4 {
		return []string{key + key[len(key)-1:]}
	}
	i := len(key) / 2
	swapped := key[:i-1] + key[i:i+1] + key[i-1:i] + key[i+1:]
	out := []string{key[:i] + key[i+1:], key[:i] + key[i:i+1] + key[i:]}
	if swapped != key {
		out = append(out, swapped)
	}
	return out
}

// near reports whether typo is as near to another key: one letter more or less.
func near(key, typo string) bool { return slices.Contains(typos(key), typo) }
