package check_test

import (
	"slices"
	"testing"

	"github.com/wiregen/wiregen/internal/diag"
)

// codesOf are the codes of what is found in a spec with some types.
func codesOf(t *testing.T, types string) []string {
	t.Helper()
	r, _ := compile("spec.yaml", head+"types:\n"+types)
	var out []string
	for _, d := range r.All() {
		out = append(out, d.Code.ID)
	}
	return out
}

// A default that leads back to itself through a union by order was accepted: the compiler
// overflowed, and readers in TypeScript threw for every message. Readers try each variant in
// order, some of them go on after a fault, and all tolerate what a writer would not write.
func TestEndlessDefaults(t *testing.T) {
	ordered := func(variants string) string { return "  M: {union: {match: ordered}, variants: {" + variants + "}}\n" }
	const b = `b: {name: B, fields: {"x?": int}}`
	for name, c := range map[string]struct {
		types   string
		endless bool
	}{
		"a later key is missing":      {ordered(`a: {name: A, fields: {m: {type: M, default: {}}, z: int}}, ` + b), true},
		"an earlier key is missing":   {ordered(`a: {name: A, fields: {z: int, m: {type: M, default: {}}}}, ` + b), true},
		"a key that is ignored":       {ordered(`a: {name: A, fields: {m: {type: M, default: {x: 1}}, z: int}}, ` + b), true},
		"a key that is refused":       {ordered(`a: {name: A, extra: reject, fields: {m: {type: M, default: {x: 1}}, z: int}}, ` + b), true},
		"a variant before it":         {ordered(`b: {name: B, fields: {x: int}}, a: {name: A, fields: {y: int, m: {type: M, default: {x: 1}}}}`), false},
		"of another kind":             {ordered(`a: {name: A, fields: {m: {type: M, default: 1}}}, b: int`), false},
		"with a tag":                  {`  M: {union: {tag: t}, variants: {a: {name: A, fields: {m: {type: M, default: {t: b}}}}, b: {name: B, fields: {"x?": int}}}}`, false},
		"by key":                      {`  M: {union: {match: key}, variants: {a: {name: A, fields: {z: int, m: {type: M, default: {x: 1}}}}, b: {name: B, fields: {x: int}}}}`, false},
		"by kind":                     {`  M: {union: {match: kind}, variants: {a: {name: A, fields: {m: {type: M, default: {}}}}, b: int}}`, true},
		"by the last key":             {`  M: {union: {match: key}, variants: {a: {name: A, fields: {z: int}}, b: {name: B, fields: {m: {type: M, default: {}}}}}}`, true},
		"with a tag, again":           {`  M: {union: {tag: t}, variants: {a: {name: A, fields: {m: {type: M, default: {t: a}}}}, b: {name: B}}}`, true},
		"in content":                  {`  M: {union: {tag: t, content: c}, variants: {a: {name: A, fields: {m: {type: M, default: {t: a, c: {}}}}}, b: {name: B}}}`, true},
		"under a name":                {`  M: {union: external, variants: {a: {name: A, fields: {m: {type: M, default: {a: {}}}}}, b: {name: B}}}`, true},
		"in a map":                    {ordered(`a: {name: A, fields: {m: {type: map<M>, default: {q: {}}}, z: int}}, ` + b), true},
		"in a list":                   {ordered(`a: {name: A, fields: {m: {type: "M[]", default: [{}]}, z: int}}, ` + b), true},
		"in an empty list":            {ordered(`a: {name: A, fields: {m: {type: "M[]", default: []}, z: int}}, ` + b), false},
		"through a struct":            {ordered(`a: {name: A, fields: {s: {type: S, default: {}}, z: int}}, `+b) + `  S: {fields: {m: {type: M, default: {}}}}`, true},
		"through a nested union":      {ordered(`a: {name: A, fields: {m: {type: N, default: {}}, z: int}}, `+b) + `  N: {union: {match: kind}, variants: {m: M, i: int}}`, true},
		"a value that cannot be read": {ordered(`a: {name: A, fields: {m: {type: M, default: {m: 5}, on_error: unset}, z: int}}, b: {name: B, extra: keep, fields: {m: int}}`), true},
		"under an older name":         {ordered(`a: {name: A, fields: {k: {type: N, was: [o]}, z: int}}, b: {name: B, extra: keep, fields: {"o": object}}`) + `  N: {fields: {m: {type: M, default: {o: {}}}}}`, true},
		"null is absent":              {ordered(`a: {name: A, fields: {m: {type: M, default: {m: null}, null_is_absent: true}, z: int}}, b: {name: B, extra: keep, fields: {"m?": int | null}}`), true},
		"an undeclared key":           {ordered(`a: {name: A, extra: {type: N}, fields: {z: int}}, b: {name: B, extra: keep, fields: {q: object}}`) + `  N: {fields: {m: {type: M, default: {q: {}}}}}`, true},
	} {
		got := codesOf(t, c.types)
		if slices.Contains(got, diag.DefaultEndless.ID) != c.endless || !c.endless && len(got) > 0 {
			t.Errorf("%s: %v, want default-endless: %v", name, got, c.endless)
		}
	}
}
