package adversarial

import "strings"

// unionTexts returns nested unions of every form except tags: a reader that searches
// for what distinguishes variants, or tries them in order, must not repeat this on
// every level for everything inside.
func unionTexts() []text {
	const levels = 980
	deep := func(name, typ string, outer, inner [2]string) text {
		return text{name, "small", typ, func(n int) string { return nest(levels, n, outer, inner) }, ""}
	}
	endless := func(name, typ, outer string) text {
		return text{name, "small", typ, func(n int) string { return repeat(outer, n) }, tooDeep}
	}
	return []text{
		deep("bodies under their names", "Tree", [2]string{`{"wrap":`, `}`}, [2]string{`{"leaf":"`, `"}`}),
		deep("duplicate names", "Tree", [2]string{`{"wrap":1,"wrap":`, `}`}, [2]string{`{"leaf":[],"leaf":"`, `"}`}),
		endless("bodies without an end", "Tree", `{"wrap":`),
		deep("lists by order", "Value", [2]string{`[1,`, `,"x"]`}, [2]string{`"`, `"`}),
		deep("objects by order", "Value", [2]string{`{"at":`, `}`}, [2]string{`"`, `"`}),
		deep("objects by order, keys twice", "Value", [2]string{`{"at":null,"note":"x","at":`, `}`}, [2]string{`"`, `"`}),
		endless("objects by order without an end", "Value", `{"at":`),
		{"a fault in the deepest by order", "small", "Value", func(n int) string {
			return nest(levels, n, [2]string{`{"at":`, `}`}, [2]string{`{"pad":"`, `"}`})
		}, strings.TrimPrefix(strings.Repeat(".at", levels+1), ".") + " is missing: expected "},
		deep("objects by order, the last key tells", "Link", [2]string{`{"next":`, `}`}, [2]string{`{"pad":"`, `"}`}),
		{"lists by order, the last key tells", "small", "Link", func(n int) string {
			return nest(levels/2, n, [2]string{`{"links":[{"name":"x"},`, `,{}]}`}, [2]string{`{"pad":"`, `"}`})
		}, ""},
		deep("keys that tell, first", "Filter", [2]string{`{"not":`, `,"note":"x"}`}, [2]string{`{"field":"`, `"}`}),
		deep("keys that tell, last", "Filter", [2]string{`{"note":"x","not":`, `}`}, [2]string{`{"x":1,"field":"`, `"}`}),
		deep("keys that tell, behind another's", "Filter", [2]string{`{"field":1,"not":2,"not":`, `,"field":[]}`}, [2]string{`{"field":"`, `"}`}),
		endless("keys that tell without an end", "Filter", `{"all":[{"not":`),
	}
}
