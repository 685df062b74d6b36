package lint_test

import (
	"strings"
	"testing"
)

// TestLoneVariants: a variant that is used outside of its union demands its tag there,
// which nothing said.
func TestLoneVariants(t *testing.T) {
	const head = `wiregen: 1
protocol: {name: demo, version: "1"}
defaults: {unknown: keep}
types:
  Part: {doc: P., union: {tag: type}, variants: {text: {name: Text, doc: T., fields: {x: int}}, media: Media}}
  Media: {doc: M., union: {tag: kind}, variants: {image: {name: Image, doc: I., fields: {y: int}}}}
  Server: {doc: S., union: {tag: via}, default: pipe, variants: {pipe: {name: Pipe, doc: P., fields: {z: int}}, net: {name: Net, doc: N., fields: {z: int}}}}
`
	for line, want := range map[string]string{
		"  Use: {doc: U., fields: {a: Part, b: Server, c: Pipe}}\n": "",
		"  Use: {doc: U., with: [Text]}\n":                          "",
		"  Use: {doc: U., fields: {a: Free}}\n  Free: {doc: F., fields: {x: int}}\n  Own: {doc: O., union: {tag: by}, variants: {free: {name: Mine, doc: M., body: Free}}}\n": "",
		"  Use: {doc: U., fields: {\"a?\": \"Text[] | null\"}}\n": `8:28 variant-outside-union: the field "a" has "Text" outside of "Part", and so must have its tag "type" there`,
		"  Use: {doc: U., fields: {a: \"map<Image>\"}}\n":         `8:27 variant-outside-union: the field "a" has "Image" outside of "Media", and so must have its tag "kind" there`,
		"  Use: {doc: U., fields: {a: Media}}\n":                  `8:27 variant-outside-union: the field "a" has "Media" outside of "Part", and so must have its tag "type" there`,
		"  Use: {doc: U., extra: {type: Text}, fields: {}}\n  Own: {doc: O., union: {tag: by}, variants: {a: {name: Mine, doc: M., body: Use}}}\n": `8:3 variant-outside-union: the type "Use" has "Text" outside of "Part", and so must have its tag "type" there`,
		"  Use: {doc: U., type: Net}\n":                                                `8:3 variant-outside-union: the type "Use" has "Net" outside of "Server", and so must have its tag "via" there`,
		"  Use: {doc: U., type: \"int | Text\"}\n":                                     `8:3 variant-outside-union: the type "Use" has "Text" outside of "Part", and so must have its tag "type" there`,
		"  Use: {doc: U., type: \"[int, Text]\"}\n":                                    `8:3 variant-outside-union: the type "Use" has "Text" outside of "Part", and so must have its tag "type" there`,
		"methods:\n  do: {doc: Do., from: client, params: Text, result: \"Text[]\"}\n": `9:3 variant-outside-union: the method "do" has "Text" outside of "Part", and so must have its tag "type" there`,
		"errors:\n  BUSY: {doc: B., code: 1, data: Text}\n":                            `9:3 variant-outside-union: the error "BUSY" has "Text" outside of "Part", and so must have its tag "type" there`,
	} {
		if got := strings.Join(run(t, head+line, "type-unused"), "\n"); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", line, got, want)
		}
	}
}
