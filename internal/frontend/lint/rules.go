package lint

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// openness warns once for all unions, and once for all enums.
func openness(l *linter) {
	var union, enum bool
	unionHelp := "write defaults: {unknown: keep} or defaults: {unknown: reject} at the top of the spec, or unknown: keep on the union"
	enumHelp := "write defaults: {enums: closed} or defaults: {enums: open} at the top of the spec, or open: true on the enum"
	if len(l.proto.Below) > 0 { // the defaults of a layer are those of the spec below
		unionHelp, enumHelp = "write unknown: keep on it, or unknown: reject", "write open: false on it, or open: true"
	}
	for _, d := range l.proto.Decls {
		switch t := d.(type) {
		case *model.Union:
			if lower.UnionOf(t).By.Tagged() && !t.OpennessExplicit {
				l.warnFirst(&union, t.Span, fmt.Sprintf("the spec does not say how unknown tags of %q are handled", t.Name), unionHelp, says(t.Span, "unknown", "keep"), says(t.Span, "unknown", "reject"))
			}
		case *model.Enum:
			if !t.OpennessExplicit {
				l.warnFirst(&enum, t.Span, fmt.Sprintf("the spec does not say how unknown values of %q are handled", t.Name), enumHelp, says(t.Span, "open", "true"), says(t.Span, "open", "false"))
			}
		}
	}
}

func derivedNames(l *linter) {
	for _, d := range l.proto.Decls {
		if m := d.Info(); m.Derived && len(m.Pins) == 0 {
			l.warn(m.Span, fmt.Sprintf("the name of this type, %q, is derived from its place", d.TypeName()), "declare it by name under types")
		}
	}
}

func missingDocs(l *linter) {
	for _, e := range l.elements {
		if e.kind != "field" && e.kind != "value" && e.kind != "variant" && e.meta.Doc == "" && !e.meta.Derived {
			l.warn(e.meta.Span, fmt.Sprintf("the %s %q has no doc", e.kind, e.name), "add doc: with a sentence that says what it is for")
		}
	}
}

func missingSince(l *linter) {
	if len(l.proto.Versions) < 2 {
		return
	}
	for _, e := range l.elements {
		message := e.kind == "method" || e.kind == "event" || e.kind == "request"
		if message && e.meta.Since.Version == "" {
			l.warn(e.meta.Span, fmt.Sprintf("the spec does not say which version added the %s %q", e.kind, e.name),
				fmt.Sprintf("write since: %q if it was there from the start", l.proto.Versions[0]),
				says(e.meta.Span, "since", model.Quote(l.proto.Versions[0])))
		}
	}
}

// aging are words that say when a thing was named.
var aging = []string{"new", "old", "legacy", "temp", "tmp", "latest", "recent", "modern", "improved", "misc", "stuff"}

// opposites are pairs of words: a name with one is clear if there is one with the
// other.
var opposites = strings.NewReplacer("old", "new", "new", "old")

func agingNames(l *linter) {
	all := make(map[string]bool)
	for _, e := range l.elements {
		all[e.kind+" "+e.name] = true
	}
	for _, e := range l.elements {
		if pair := opposites.Replace(e.name); pair != e.name && all[e.kind+" "+pair] {
			continue
		}
		words := words(e.name)
		for _, w := range words {
			if len(words) > 1 && slices.Contains(aging, w) {
				l.warn(e.meta.Span, fmt.Sprintf("the %s %q is called %q, which will not stay true", e.kind, e.name, w), "choose a name that describes it")
				break
			}
		}
	}
}

// words are the words of a name, in lower case.
func words(name string) []string {
	var out []string
	for _, part := range strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		for _, w := range names.Words(part) {
			out = append(out, strings.ToLower(w))
		}
	}
	return out
}

// mixedStyles reports fields in camelCase among those in snake_case, or the
// reverse, if they are at most a fifth of the fields with a style.
func mixedStyles(l *linter) {
	var snake, camel []element
	for _, e := range l.elements {
		if e.kind != "field" {
			continue
		}
		switch {
		case strings.Contains(strings.Trim(e.name, "_"), "_") && e.name == strings.ToLower(e.name):
			snake = append(snake, e)
		case !strings.Contains(e.name, "_") && strings.ToLower(e.name) != e.name && unicode.IsLower(rune(e.name[0])):
			camel = append(camel, e)
		}
	}
	few, style := camel, "snake_case"
	if len(snake) < len(camel) {
		few, style = snake, "camelCase"
	}
	if len(few)*5 > len(snake)+len(camel) {
		return
	}
	for _, e := range few {
		l.warn(e.meta.Span, fmt.Sprintf("the field %q is not in %s, as nearly all others are", e.name, style),
			"rename it if nobody uses it yet")
	}
}

func deprecatedWithoutUse(l *linter) {
	for _, e := range l.elements {
		if d := e.meta.Deprecated; d != nil && d.Use == "" {
			l.warn(e.meta.Span, fmt.Sprintf("the %s %q is deprecated, but the spec does not say what to use instead", e.kind, e.name), "add use:")
		}
	}
}

// secrets are words of names whose text is likely to be a secret; secretPairs are
// pairs of words. The word token alone is one, unless the field is that of progress.
var secrets = []string{"password", "passwd", "passphrase", "secret", "credential", "credentials", "authorization", "apikey", "bearer", "jwt"}

var secretPairs = []string{"api key", "access token", "refresh token", "auth token", "oauth token", "id token", "private key", "session token"}

func unmarkedSecrets(l *linter) {
	harmless := progressTokens(l.proto)
	for _, e := range l.elements {
		if e.kind != "field" || e.meta.Sensitive || !isText(e.typ) {
			continue
		}
		words := words(e.name)
		spaced := " " + strings.Join(words, " ") + " "
		secret := spaced == " token " && !harmless[e.meta.Span] ||
			slices.ContainsFunc(words, func(w string) bool { return slices.Contains(secrets, w) }) ||
			slices.ContainsFunc(secretPairs, func(p string) bool { return strings.Contains(spaced, " "+p+" ") })
		if secret {
			l.warn(e.meta.Span, fmt.Sprintf("the field %q looks like a secret and is not marked as sensitive", e.name), "add sensitive: true",
				diag.Repair{Steps: []diag.Step{{Do: diag.Set, At: e.meta.Span, Key: "sensitive", Text: "true"}}})
		}
	}
}

// progressTokens are the places of the fields with the tokens of progress: in requests, and
// in the notifications that report it.
func progressTokens(p *model.Protocol) map[source.Span]bool {
	out := make(map[source.Span]bool)
	walk := func(t model.Type, path []string) {
		for i, name := range path {
			s, ok := model.Plain(t).(*model.Struct)
			if !ok {
				return // a parameter by position
			}
			f := s.Field(name)
			if t = f.Type; i == len(path)-1 {
				out[f.Span] = true
			}
		}
	}
	for _, m := range p.Methods {
		for _, x := range m.Progress {
			walk(m.Params, strings.Split(x.Token, ".")[1:])
			walk(x.Method.Params, []string{x.As})
		}
	}
	return out
}

// isText reports whether t is a string, possibly nullable.
func isText(t model.Type) bool {
	s, ok := model.Plain(t).(*model.Scalar)
	return ok && (s.Kind == model.String || s.Kind == model.Bytes)
}

// measures are the last words in names of times and sizes.
var measures = []string{"timeout", "duration", "delay", "interval", "ttl", "elapsed", "latency", "age", "size", "length"}

func missingUnits(l *linter) {
	for _, e := range l.elements {
		if e.kind != "field" || e.meta.Unit != "" || !isNumber(e.typ) {
			continue
		}
		if words := words(e.name); len(words) > 0 && slices.Contains(measures, words[len(words)-1]) {
			l.warn(e.meta.Span, fmt.Sprintf("the field %q has no unit", e.name), "add its unit, such as unit: seconds or unit: bytes",
				says(e.meta.Span, "unit", "seconds"), says(e.meta.Span, "unit", "milliseconds"), says(e.meta.Span, "unit", "bytes"))
		}
	}
}

func isNumber(t model.Type) bool {
	s, ok := model.Plain(t).(*model.Scalar)
	return ok && s.Kind.Info().Kinds == model.Numbers
}

// unusedTypes reports declarations that no message uses.
func unusedTypes(l *linter) {
	p := l.proto
	if len(p.Methods) == 0 && p.Envelope == nil {
		return
	}
	used := make(map[model.Type]bool)
	var visit func(t model.Type)
	visit = func(t model.Type) {
		if t == nil || used[t] {
			return
		}
		used[t] = true
		for _, child := range t.Children() {
			visit(child)
		}
		if s, ok := t.(*model.Struct); ok {
			for _, from := range s.With {
				visit(from)
			}
		}
	}
	for _, t := range roots(p) {
		visit(t)
	}
	for _, d := range p.Decls {
		if m := d.Info(); !used[d] && !m.Derived && !m.Span.IsZero() {
			l.warn(m.Span, fmt.Sprintf("no message uses the type %q", d.TypeName()), "remove it, or use it in a message",
				diag.Choice("remove it", diag.Step{Do: diag.Remove, At: m.Span}))
		}
	}
}

// roots are the types of params, results, data and other parts of messages.
func roots(p *model.Protocol) []model.Type {
	out := carriedTypes(p)
	if e := p.Envelope; e != nil {
		out = append(out, e.Messages)
		if e.Events != nil {
			out = append(out, e.Events)
		}
		if e.Requests != nil {
			out = append(out, e.Requests)
			for _, v := range e.Requests.Variants {
				if v.Result != nil {
					out = append(out, v.Result)
				}
			}
		}
	}
	for _, c := range p.Capabilities {
		out = append(out, c.Type)
	}
	if j := p.Journal; j != nil {
		for _, t := range []model.Type{j.Header, j.Record} {
			if t != nil {
				out = append(out, t)
			}
		}
	}
	for _, f := range p.Dialect.AllMembers() {
		out = append(out, f.Type)
	}
	return out
}
