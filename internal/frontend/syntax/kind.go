package syntax

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/wiregen/wiregen/internal/diag"
)

// longForms are the keys whose map people write as a single value, with the map
// that says the same. The value replaces %s.
var longForms = map[string]string{
	"log":          "write log: {truncate: %s}",
	"deprecated":   "write deprecated: {use: %s}",
	"framing":      "write framing: {kind: %s}",
	"features":     "write features: {at: %s}",
	"params":       "write params: {form: %s}",
	"jsonrpc":      "write jsonrpc: {value: %s}",
	"id":           "write id: {types: [%s]}",
	"error":        "write error: {data: %s}",
	"progress":     "write progress: {method: %s, token: params.token}",
	"registration": "write registration: {options: %s}",
	"protocol":     "write protocol: {name: %s, version: \"1\"}",
}

// kindAdvice says how to write n as the kind that belongs in its place. Key is the key
// that n is the value of, or words for an element, which equal no key. If n is a single
// value, longForm says how to write it, with n for %s.
func kindAdvice(n *Node, kind Kind, key, longForm string) diag.Advice {
	if n.Kind == Scalar && longForm != "" {
		return scalarAdvice(n, longForm)
	}
	switch kind {
	case List:
		return asListAdvice(n, key)
	case Scalar:
		return asScalarAdvice(n, key)
	case Map:
		return asMapAdvice(n, key)
	}
	return diag.Advice{}
}

// help is advice that a person follows.
func help(text string) diag.Advice { return diag.Advice{Help: text} }

// written is the advice to write n in another way, which is YAML on one line.
func written(n *Node, text string) diag.Advice {
	return diag.Advice{Help: "write " + text, Steps: []diag.Step{{Do: diag.Write, At: n.Span, Text: text}}}
}

// asListAdvice says how to write n, which is not a list, as one.
func asListAdvice(n *Node, key string) diag.Advice {
	switch {
	case n.Kind == Scalar && key == "roles":
		return help("write both roles, first the one that begins: [client, agent]")
	case n.Kind == Scalar:
		return written(n, "["+asText(n)+"]")
	case key == "examples" && n.Flow:
		return written(n, "["+n.Span.Text()+"]")
	case key == "examples":
		return help("put \"- \" before its first key, and indent the others to the same column")
	case n.Kind == Map && len(n.Pairs) > 0:
		return help("write " + listOfKeys(n))
	}
	return diag.Advice{}
}

// asScalarAdvice says how to write n, which is not a single value, as one.
func asScalarAdvice(n *Node, key string) diag.Advice {
	switch {
	case n.Kind == List && len(n.Items) == 1 && n.Items[0].Kind == Scalar:
		return written(n, asText(n.Items[0]))
	case key == "from":
		return help("write from: both, or the role that sends it")
	case n.Kind != Map:
		return diag.Advice{}
	case key == "header" || key == "record" || key == "payload":
		return help("declare the type under types, and write its name")
	case key == "type" && n.Flow:
		return help("write fields: " + n.Span.Text() + " instead of type")
	case key == "type":
		return help("write fields: instead of type:")
	}
	return diag.Advice{}
}

// asMapAdvice says how to write n, which is not a map, as one.
func asMapAdvice(n *Node, key string) diag.Advice {
	switch {
	case n.Kind == List:
		return mapOfList(n, key)
	case n.Kind != Scalar:
		return diag.Advice{}
	case key == "deprecated" && n.Text == "true":
		return help("write deprecated: {use: …}, with what to use instead")
	case key == "jsonrpc" && n.Text == "false":
		return longWritten(n, "write jsonrpc: {read: ignored, write: false}")
	}
	return scalarAdvice(n, longForms[key])
}

// longWritten is the advice to write n in its long form, which is the part of the help in braces.
func longWritten(n *Node, help string) diag.Advice {
	a := diag.Advice{Help: help}
	if at := strings.IndexByte(help, '{'); at >= 0 && strings.HasSuffix(help, "}") {
		a.Steps = []diag.Step{{Do: diag.Write, At: n.Span, Text: help[at:]}}
	}
	return a
}

// listOfKeys is the list of the keys of a map.
func listOfKeys(n *Node) string {
	keys := make([]string, len(n.Pairs))
	for i, pair := range n.Pairs {
		keys[i] = asText(pair.Key)
	}
	return "[" + strings.Join(keys, ", ") + "]"
}

// scalarAdvice says how to write a single value in its long form, if there is one; unless
// the value looks like a key and a value without the space between.
func scalarAdvice(n *Node, longForm string) diag.Advice {
	text := n.Text
	as := func(help, text string) diag.Advice {
		return diag.Advice{Help: help, Steps: []diag.Step{{Do: diag.Splice, At: n.Span, Text: text}}}
	}
	if odd := strings.IndexFunc(text, isOddSpace); odd >= 0 && !n.Quoted {
		r := []rune(text[odd:])[0]
		return as(oddCharacter(r), strings.ReplaceAll(text, string(r), ordinary(r)))
	}
	if key, value, ok := strings.Cut(text, ":"); ok && !n.Quoted && !strings.Contains(text, " ") && value != "" {
		return as(fmt.Sprintf("write %s: %s, with a space after the colon", key, value), key+": "+value)
	}
	if name, value, ok := strings.Cut(text, " = "); ok && !n.Quoted && strings.Trim(name, nameLetters+"?") == "" {
		return as(fmt.Sprintf("write %s: %s", name, value), name+": "+value)
	}
	return longWritten(n, strings.ReplaceAll(longForm, "%s", asText(n)))
}

// mapOfList says how to write a list as a map: with the keys of its items, or with
// its items as keys.
func mapOfList(n *Node, key string) diag.Advice {
	single := 0
	for _, item := range n.Items {
		if item.Kind == Map && len(item.Pairs) > 0 {
			single++
		}
	}
	joined := func(help, name string) diag.Advice {
		return diag.Advice{Help: help, Steps: []diag.Step{{Do: diag.Unlist, At: n.Span, Key: name}}}
	}
	switch {
	case len(n.Items) == 0:
		return written(n, "{}")
	case key == "id":
		return help("write id: {types: [string, int]}")
	case key == "lint_off" && n.Items[0].Kind == Scalar:
		return help(fmt.Sprintf("write lint_off: {%s: …}, with the reason", asText(n.Items[0])))
	case key == "events" && n.Flow && single == 0:
		names := make([]string, len(n.Items))
		for i, item := range n.Items {
			names[i] = asText(item) + ": {}"
		}
		return written(n, "{"+strings.Join(names, ", ")+"}")
	case single == len(n.Items) && len(n.Items[0].Pairs) > 1 && n.Items[0].Pairs[0].Key.Text == "name":
		name := asText(n.Items[0].Pairs[0].Value)
		return joined(fmt.Sprintf("write %s: for \"- name: %[1]s\", and so on, so that the names are the keys", name), "name")
	case single == len(n.Items) && !n.Flow:
		return joined("remove each \"- \", so that the names are the keys", "")
	case single == len(n.Items):
		return joined("write { and } for [ and ], and the names as keys", "")
	}
	return help("write a name and a colon before each item")
}

// asText is a single value as it is written in the spec, in quotes where YAML or
// the language needs them.
func asText(n *Node) string {
	if n.Quoted || strings.ContainsAny(n.Text, "?[]{},:#\"'") {
		return quote(n.Text)
	}
	return n.Text
}

// quote puts a text into quotes of YAML.
func quote(text string) string {
	if strings.ContainsAny(text, "\"\\") {
		return "'" + strings.ReplaceAll(text, "'", "''") + "'"
	}
	return "\"" + text + "\""
}

// isOddSpace reports whether r looks like a space, a colon or nothing at all, but
// is not a character of the YAML syntax.
func isOddSpace(r rune) bool {
	return r > unicode.MaxASCII && (unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) || r == '\uFF1A')
}

// ordinary is what an odd character looks like.
func ordinary(r rune) string {
	switch {
	case unicode.IsSpace(r):
		return " "
	case r == '\uFF1A':
		return ": "
	}
	return ""
}

// oddCharacter says what to write for a character that is not what it looks like.
func oddCharacter(r rune) string {
	switch {
	case unicode.IsSpace(r):
		return fmt.Sprintf("the space U+%04X is not a YAML space: write an ordinary one", r)
	case r == '\uFF1A':
		return "the colon U+FF1A is not a YAML colon: write an ordinary one, followed by a space"
	}
	return fmt.Sprintf("remove the invisible character U+%04X", r)
}
