package layout

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/wiregen/wiregen/internal/frontend/syntax"
)

// A place says what a text may be, depending on the keys above it.
type place struct {
	free    bool // within a value of the protocol itself: an example, a default
	named   bool // the keys of this map are names, not words of the language
	typed   bool // a text here is a type
	isKey   bool
	isAlone bool // an item of a list
}

// freeKeys hold values of the protocol.
var freeKeys = []string{"examples", "default", "const", "on_failure", "enum", "reserved"}

// nameKeys hold maps from names; in those of typeMaps a text is a type.
var (
	nameKeys = []string{"types", "fields", "common", "variants", "members", "events", "requests", "methods", "errors", "capabilities", "error_ranges", "add"}
	typeMaps = []string{"types", "fields", "common", "variants", "members"}
	typeKeys = []string{"type", "payload", "params", "params?", "result", "result?", "notify", "notify?", "data", "header", "record"}
)

func (p place) into(key string) place {
	if p.free || !p.named && slices.Contains(freeKeys, key) {
		return place{free: true}
	}
	if p.named {
		return place{typed: p.typed}
	}
	return place{
		named: slices.Contains(nameKeys, key),
		typed: slices.Contains(typeMaps, key) || slices.Contains(typeKeys, key),
	}
}

func (p place) key() place  { return place{isKey: true, free: p.free} }
func (p place) item() place { return place{isAlone: true, free: p.free, typed: p.typed && !p.named} }

// canonical is a text in the canonical layout.
func canonical(n *syntax.Node, at place) string {
	written := n.Span.Text()
	if at.free {
		return written
	}
	if at.typed && !at.isKey {
		return typeText(n, written)
	}
	if at.isKey && n.Quoted && !n.InFlow && Plain(n.Text) {
		return n.Text
	}
	return doubleQuoted(n, written)
}

// Plain reports whether a name needs no quotes.
func Plain(name string) bool {
	return plainKey().MatchString(name) && !slices.Contains(yamlWords, strings.ToLower(name))
}

// doubleQuoted changes single quotes to double ones, if no escapes are needed.
func doubleQuoted(n *syntax.Node, written string) string {
	if strings.HasPrefix(written, "'") && !strings.ContainsAny(n.Text, "\"\\\n\t") {
		return `"` + n.Text + `"`
	}
	return written
}

var (
	plainKey  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*\??$`) })
	plainType = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z_(][A-Za-z0-9_ |<>,()\[\]]*$`) })
	// yamlWords are words that other tools read as something else.
	yamlWords = []string{"y", "n", "yes", "no", "on", "off", "true", "false", "null"}
)

// typeText is a type expression with single spaces where they belong, and
// without quotes where it needs none.
func typeText(n *syntax.Node, written string) string {
	if strings.Contains(n.Text, "\n") || n.Quoted && strings.ContainsAny(n.Text, `"\`) {
		return written
	}
	expr, value, hasDefault := strings.Cut(n.Text, "=")
	tidy := tidyExpr(expr)
	if hasDefault {
		tidy += " = " + strings.TrimSpace(value)
	}
	switch {
	case !n.Quoted:
		return tidy
	case !n.InFlow && plainType().MatchString(tidy) && !slices.Contains(yamlWords, strings.ToLower(tidy)):
		return tidy
	case strings.HasPrefix(written, "'"):
		return `"` + tidy + `"`
	}
	return written[:1] + tidy + written[:1]
}

var exprToken = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[A-Za-z0-9_]+|[^\sA-Za-z0-9_]`) })

func tidyExpr(text string) string {
	var out strings.Builder
	last := ""
	for _, token := range exprToken().FindAllString(text, -1) {
		switch {
		case token == "|":
			out.WriteString(" ")
		case last == "|" || last == ",", wordEnd(last) && wordEnd(token):
			out.WriteString(" ")
		}
		out.WriteString(token)
		last = token
	}
	return out.String()
}

func wordEnd(token string) bool { return token != "" && plainKey().MatchString(token+"_") }

// same reports whether two trees have the same meaning. Types may differ in their spaces.
func same(a, b *syntax.Node, at place) bool {
	if a.Kind != b.Kind || len(a.Pairs) != len(b.Pairs) || len(a.Items) != len(b.Items) {
		return false
	}
	if a.Text != b.Text && (!at.typed || squeezed(a.Text) != squeezed(b.Text)) {
		return false
	}
	for i := range a.Pairs {
		key := a.Pairs[i].Key
		if key.Text != b.Pairs[i].Key.Text || !same(a.Pairs[i].Value, b.Pairs[i].Value, at.into(key.Text)) {
			return false
		}
	}
	for i := range a.Items {
		if !same(a.Items[i], b.Items[i], at.item()) {
			return false
		}
	}
	return true
}

func squeezed(text string) string { return strings.Join(strings.Fields(tidyExpr(text)), "") }
