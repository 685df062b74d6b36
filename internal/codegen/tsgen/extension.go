package tsgen

import (
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// extensions is the names of extensions as templates see them.
type extensions struct{ *lower.Extensions }

// Is is the condition that x, a string, is such a name.
func (e extensions) Is(x string) string {
	conds := e.Begins(x)
	if len(e.Declared) == 0 {
		return conds
	}
	if len(e.Prefixes) > 1 {
		conds = "(" + conds + ")"
	}
	return conds + " && !" + quoteAll(e.Declared) + ".includes(" + x + ")"
}

// Begins is the condition that x, a string that is not declared, is such a name.
func (e extensions) Begins(x string) string {
	return strings.Join(each(e.Prefixes, func(prefix string) string { return x + ".startsWith(" + quote(prefix) + ")" }), " || ")
}

// Grouped is Is where it is one of several conditions that must hold.
func (e extensions) Grouped(x string) string {
	if len(e.Prefixes) > 1 && len(e.Declared) == 0 {
		return "(" + e.Is(x) + ")"
	}
	return e.Is(x)
}

// extensionText is the type of the names of extensions. Where a declared name has the
// same prefix, it has the mark of unknown names, so that narrowing can exclude it.
func extensionText(e *lower.Extensions) string { return strings.Join(extensionTexts(e), " | ") }

// extensionTexts are its parts, for each prefix.
func extensionTexts(e *lower.Extensions) []string {
	return each(e.Prefixes, func(prefix string) string {
		if e.Shares(prefix) {
			return textWith(prefix, `\u0000unknown`)
		}
		return textWith(prefix, "")
	})
}

// textWith is the type of the texts with a prefix and a suffix, which is one within
// backquotes.
func textWith(prefix, suffix string) string {
	return "`" + templateText(prefix) + "${string}" + suffix + "`"
}

// hasExtensions reports whether the runtime handles names of extensions.
func (p *plan) hasExtensions() bool {
	return p.rows.Dialect.Extensions != nil || slices.ContainsFunc(p.rows.Types, func(t *lower.Type) bool {
		return t.Struct != nil && onlyExtensions(t.Struct) || t.Enum != nil && keepsExtensions(t.Enum) || t.Union != nil && t.Union.Unknown == lower.UnknownExtended
	})
}

// keepsExtensions reports whether values of extensions are all that an enum keeps.
func keepsExtensions(e *lower.Enum) bool { return e.Other == lower.OtherRefused && e.Extensions != nil }

// extensionsOf are the values of extensions of a type; nil if it can have none.
func (p *plan) extensionsOf(d model.Decl) *lower.Extensions {
	switch t := p.rows.Decl(d); {
	case t != nil && t.Enum != nil:
		return t.Enum.Extensions
	case t != nil && t.Union != nil:
		return t.Union.Extensions
	}
	return nil
}

// An extensionView is the guard of the values of extensions of an enum.
type extensionView struct {
	Name, Type string
	extensions
}

// extended are the enums that can have values of extensions.
func (p *plan) extended() []extensionView {
	var out []extensionView
	for _, d := range p.proto.Decls {
		if x := p.extensionsOf(d); x != nil && p.rows.Decl(d).Enum != nil {
			out = append(out, extensionView{p.types[d], extensionText(x), extensions{x}})
		}
	}
	return out
}

// plainExtensionText is extensionText without the mark.
func plainExtensionText(e *lower.Extensions) string {
	return strings.Join(each(e.Prefixes, func(prefix string) string { return textWith(prefix, "") }), " | ")
}

// templateText is a text within backquotes.
func templateText(s string) string {
	quoted := quote(s)
	return strings.NewReplacer("`", "\\`", "${", "\\${", `\"`, `"`).Replace(quoted[1 : len(quoted)-1])
}

// extensionMessageDecls declare the messages of extensions.
func (e *declarations) extensionMessageDecls() []declaration {
	x := e.rows.Dialect.Extensions
	if x == nil {
		return nil
	}
	doc := "A message of an extension: its method is an undeclared one in a namespace for extensions."
	return []declaration{{Name: "ExtensionMessage", Doc: []string{doc}, Arms: e.undeclaredArms(extensionText(x))}}
}

// onlyExtensions reports whether the keys of extensions are all undeclared keys that a
// struct keeps.
func onlyExtensions(s *lower.Struct) bool { return s.Extra != lower.ExtraKept && s.Extensions != nil }

// extensionMembers are the members of an interface for the keys of extensions, if these
// are all that is kept.
func extensionMembers(s *lower.Struct) []memberView {
	if !onlyExtensions(s) {
		return nil
	}
	var out []memberView
	for _, prefix := range s.Extensions.Prefixes {
		out = append(out, memberView{Doc: []string{"Keys of extensions, preserved verbatim."}, Key: "[key: " + textWith(prefix, "") + "]", Type: "unknown"})
	}
	return out
}

// extensionsNode says which undeclared keys of a struct are kept, and that others are
// faults, if they are.
func (e *tables) extensionsNode(s *lower.Struct) string {
	var o object
	o.add("is", "(k) => "+extensions{s.Extensions}.Begins("k"))
	o.flag("rejects", s.Extra == lower.ExtraRefused)
	return o.String()
}
