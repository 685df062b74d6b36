package syntax

import (
	"fmt"
	"strings"
	"unicode"
)

// longForms are the keys whose map people write as a single value, with the map
// that says the same. The value replaces %s.
var longForms = map[string]string{
	"log":          "write log: {truncate: 200}",
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

// kindHelp says how to write n as the kind that belongs in its place, or "". Key
// is the key that n is the value of, or words for an element, which equal no key.
// If n is a single value, longForm says how to write it, with n for %s.
func kindHelp(n *Node, kind Kind, key, longForm string) string {
	if n.Kind == Scalar && longForm != "" {
		return scalarHelp(n, longForm)
	}
	switch kind {
	case List:
		return asListHelp(n, key)
	case Scalar:
		return asScalarHelp(n, key)
	case Map:
		return asMapHelp(n, key)
	}
	return ""
}

// asListHelp says how to write n, which is not a list, as one.
func asListHelp(n *Node, key string) string {
	switch {
	case n.Kind == Scalar && key == "roles":
		return "write both roles, first the one that begins: [client, agent]"
	case n.Kind == Scalar:
		return fmt.Sprintf("write [%s]", asText(n))
	case key == "examples" && n.Flow:
		return "write [" + n.Span.Text() + "]"
	case key == "examples":
		return "put \"- \" before its first key, and indent the others to the same column"
	case n.Kind == Map && len(n.Pairs) > 0:
		return "write " + listOfKeys(n)
	}
	return ""
}

// asScalarHelp says how to write n, which is not a single value, as one.
func asScalarHelp(n *Node, key string) string {
	switch {
	case n.Kind == List && len(n.Items) == 1 && n.Items[0].Kind == Scalar:
		return "write " + asText(n.Items[0])
	case key == "from":
		return "write from: both, or the role that sends it"
	case n.Kind != Map:
		return ""
	case key == "header" || key == "record" || key == "payload":
		return "declare the type under types, and write its name"
	case key == "type" && n.Flow:
		return "write fields: " + n.Span.Text() + " instead of type"
	case key == "type":
		return "write fields: instead of type:"
	}
	return ""
}

// asMapHelp says how to write n, which is not a map, as one.
func asMapHelp(n *Node, key string) string {
	switch {
	case n.Kind == List:
		return mapOfList(n, key)
	case n.Kind != Scalar:
		return ""
	case key == "deprecated" && n.Text == "true":
		return "write deprecated: {use: …}, with what to use instead"
	case key == "jsonrpc" && n.Text == "false":
		return "write jsonrpc: {read: ignored, write: false}"
	}
	return scalarHelp(n, longForms[key])
}

// listOfKeys is the list of the keys of a map.
func listOfKeys(n *Node) string {
	keys := make([]string, len(n.Pairs))
	for i, pair := range n.Pairs {
		keys[i] = asText(pair.Key)
	}
	return "[" + strings.Join(keys, ", ") + "]"
}

// scalarHelp says how to write a single value in its long form, or "" if there is
// none; unless the value looks like a key and a value without the space between.
func scalarHelp(n *Node, longForm string) string {
	text := n.Text
	if odd := strings.IndexFunc(text, isOddSpace); odd >= 0 && !n.Quoted {
		return oddCharacter([]rune(text[odd:])[0])
	}
	if key, value, ok := strings.Cut(text, ":"); ok && !n.Quoted && !strings.Contains(text, " ") && value != "" {
		return fmt.Sprintf("write %s: %s, with a space after the colon", key, value)
	}
	if name, value, ok := strings.Cut(text, " = "); ok && !n.Quoted && strings.Trim(name, nameLetters+"?") == "" {
		return fmt.Sprintf("write %s: %s", name, value)
	}
	return strings.ReplaceAll(longForm, "%s", asText(n))
}

// mapOfList says how to write a list as a map: with the keys of its items, or with
// its items as keys.
func mapOfList(n *Node, key string) string {
	single := 0
	for _, item := range n.Items {
		if item.Kind == Map && len(item.Pairs) > 0 {
			single++
		}
	}
	switch {
	case len(n.Items) == 0:
		return "write {}"
	case key == "id":
		return "write id: {types: [string, int]}"
	case key == "lint_off" && n.Items[0].Kind == Scalar:
		return fmt.Sprintf("write lint_off: {%s: …}, with the reason", asText(n.Items[0]))
	case single == len(n.Items) && len(n.Items[0].Pairs) > 1 && n.Items[0].Pairs[0].Key.Text == "name":
		name := asText(n.Items[0].Pairs[0].Value)
		return fmt.Sprintf("write %s: for \"- name: %[1]s\", and so on, so that the names are the keys", name)
	case single == len(n.Items) && !n.Flow:
		return "remove each \"- \", so that the names are the keys"
	case single == len(n.Items):
		return "write { and } for [ and ], and the names as keys"
	}
	return "write a name and a colon before each item"
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
