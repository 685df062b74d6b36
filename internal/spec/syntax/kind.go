package syntax

import (
	"fmt"
	"strings"
	"unicode"
)

// mapsOfText are the maps that people write as a text, the long form of which
// the text can be put into.
var mapsOfText = map[string]string{
	"deprecated": "deprecated: {use: %s}", "framing": "framing: {kind: %s}", "features": "features: {at: %s}",
	"params": "params: {form: %s}", "jsonrpc": "jsonrpc: {value: %s}", "id": "id: {types: [%s]}", "error": "error: {data: %s}",
	"progress": "progress: {method: %s, token: params.token}",
	"protocol": "protocol: {name: %s, version: \"1\"}",
}

// kindHelp says how to make of n what belongs in its place, or "".
func kindHelp(n *Node, kind Kind, what string) string {
	switch {
	case kind == List && n.Kind == Scalar && what == "roles":
		return "write both roles, the one that begins first: [client, agent]"
	case kind == List && n.Kind == Scalar && what == "a range of codes":
		return fmt.Sprintf("write [%s, %s]", n.Text, n.Text)
	case kind == List && n.Kind == Scalar:
		return fmt.Sprintf("write [%s]", asText(n))
	case kind == List && what == "examples" && n.Flow:
		return "write [" + n.Span.Text() + "]"
	case kind == List && what == "examples":
		return "put \"- \" before its first key, and indent the others as far"
	case kind == List && n.Kind == Map && len(n.Pairs) > 0:
		return "write " + listOfKeys(n)
	case kind == Scalar && n.Kind == List && len(n.Items) == 1 && n.Items[0].Kind == Scalar:
		return "write " + asText(n.Items[0])
	case kind == Scalar && what == "from":
		return "write the role that sends it, or both"
	case kind == Map && n.Kind == Scalar:
		return mapOfText(n, what)
	case kind == Map && n.Kind == List:
		return mapOfList(n, what)
	}
	return ""
}

// listOfKeys is a map as the list of its keys.
func listOfKeys(n *Node) string {
	keys := make([]string, len(n.Pairs))
	for i, pair := range n.Pairs {
		keys[i] = asText(pair.Key)
	}
	return "[" + strings.Join(keys, ", ") + "]"
}

func mapOfText(n *Node, what string) string {
	text := n.Text
	if odd := strings.IndexFunc(text, isOddSpace); odd >= 0 && !n.Quoted {
		return oddCharacter([]rune(text[odd:])[0])
	}
	if key, value, ok := strings.Cut(text, ":"); ok && !n.Quoted && !strings.Contains(text, " ") && value != "" {
		return fmt.Sprintf("write %s: %s, with a space behind the colon", key, value)
	}
	switch {
	case what == "the spec":
		return "begin with wiregen: 1; wiregen init writes a small spec"
	case what == "log":
		return "write log: {truncate: 200}"
	case what == "deprecated" && text == "true":
		return "write deprecated: {use: …}, and what to use instead"
	case mapsOfText[what] != "":
		return "write " + fmt.Sprintf(mapsOfText[what], asText(n))
	case strings.HasPrefix(what, "the event ") || strings.HasPrefix(what, "the request "):
		return fmt.Sprintf("write {payload: %s}", asText(n))
	case strings.HasPrefix(what, "the capabilities "):
		return fmt.Sprintf("write {type: %s, at: params.capabilities}", text)
	case strings.HasPrefix(what, "the error "):
		return fmt.Sprintf("write {code: %s}", text)
	}
	return ""
}

// mapOfList says how a list becomes a map: the keys of its items are those of
// the map, or its items are.
func mapOfList(n *Node, what string) string {
	single := 0
	for _, item := range n.Items {
		if item.Kind == Map && len(item.Pairs) > 0 {
			single++
		}
	}
	switch {
	case len(n.Items) == 0:
		return "write {}"
	case what == "id":
		return "write id: {types: [string, int]}"
	case single == len(n.Items) && !n.Flow:
		return "remove each \"- \", so that the names are the keys"
	case single == len(n.Items):
		return "write { and } for [ and ], and the names as keys"
	}
	return "write a name and a colon before each item"
}

// asText is a text of the spec as it stands there, in quotes where YAML or the
// language wants them.
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

// isOddSpace reports whether r looks like a space, a colon or nothing at all, and
// is none of YAML's.
func isOddSpace(r rune) bool {
	return r > unicode.MaxASCII && (unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) || r == '\uFF1A')
}

// oddCharacter says what to write for a character that is not what it looks like.
func oddCharacter(r rune) string {
	switch {
	case unicode.IsSpace(r):
		return fmt.Sprintf("the space U+%04X is none of YAML's: write an ordinary one", r)
	case r == '\uFF1A':
		return "the colon U+FF1A is none of YAML's: write an ordinary one, and a space behind it"
	}
	return fmt.Sprintf("remove the character U+%04X, which cannot be seen", r)
}
