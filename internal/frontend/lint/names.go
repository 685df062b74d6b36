package lint

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/source"
)

// A named is a name as it is written, with its place.
type named struct {
	what string // field, role
	name string
	in   string // the names among which it must stand out
	at   source.Span
}

// named are all names of the spec.
func (l *linter) named() []named {
	var out []named
	for i, role := range l.proto.Roles {
		if at := l.proto.RoleSpans[i]; !at.IsZero() {
			out = append(out, named{"role", role, "role", at})
		}
	}
	for _, e := range l.elements {
		out = append(out, named{e.kind, e.name, e.kind + " " + e.in, e.meta.Span})
	}
	return out
}

// unusualNames reports names with characters that are rather a slip, or part of a notation of
// another language. An enum may have any text as its value.
func unusualNames(l *linter) {
	for _, n := range l.named() {
		trimmed := strings.TrimSpace(n.name)
		switch {
		case strings.Trim(n.name, " ?!*") == "": // it is meant
		case trimmed != n.name:
			l.warn(n.at, fmt.Sprintf("the %s %q begins or ends with a blank", n.what, n.name), "write "+quoted(trimmed)+", unless the messages really have the blank", renamed(n.at, trimmed))
		case n.what == "value":
		case strings.ContainsAny(n.name, " ?!*"):
			at := strings.IndexAny(n.name, " ?!*")
			l.warn(n.at, fmt.Sprintf("the %s %q has the character %q in its name", n.what, n.name, n.name[at:at+1]),
				"remove it, unless the messages really have it", renamed(n.at, strings.NewReplacer(" ", "", "?", "", "!", "", "*", "").Replace(n.name)))
		}
	}
}

// invisibleNames reports names with characters that nobody sees.
func invisibleNames(l *linter) {
	for _, n := range l.named() {
		for _, r := range n.name {
			if names.IsInvisible(r) {
				l.warn(n.at, fmt.Sprintf("the %s %s has the invisible character U+%04X in its name", n.what, quoted(n.name), r), "remove it",
					diag.Repair{Steps: []diag.Step{{Do: diag.Replace, At: n.at, Text: strings.ReplaceAll(n.name, string(r), "")}}})
				break
			}
		}
	}
}

// confusableNames reports names that look like others: with letters of another alphabet among
// Latin ones, in another normal form than a keyboard gives, or like a name beside it.
func confusableNames(l *linter) {
	type place struct{ in, looks string }
	first := map[place]named{}
	for _, n := range l.named() {
		if !names.IsNormal(n.name) {
			normal := names.Normal(n.name)
			l.warn(n.at, fmt.Sprintf("the %s %s is not in normal form C: it is spelled %s, and %s in messages is another name", n.what, quoted(normal), spelled(n.name, normal), spelled(normal, n.name)),
				"write it in normal form C, unless the messages really have this one", renamed(n.at, normal))
			continue
		}
		if odd, like, ok := mixed(n.name); ok {
			l.warn(n.at, fmt.Sprintf("the %s %s has the letter %q (U+%04X) among Latin letters, which looks like %q", n.what, quoted(n.name), odd, odd, like),
				fmt.Sprintf("write %q, unless the messages really have the other letter", names.Skeleton(n.name)), renamed(n.at, names.Skeleton(n.name)))
			continue
		}
		key := place{n.in, names.Skeleton(n.name)}
		other, ok := first[key]
		switch {
		case !ok:
			first[key] = n
		case other.name != n.name:
			l.warn(n.at, fmt.Sprintf("the %s %s, spelled %s, looks like the %s %s, spelled %s", n.what, quoted(n.name), spelled(n.name, other.name), other.what, quoted(other.name), spelled(other.name, n.name)),
				"choose names that people can tell apart")
		}
	}
}

// renamed gives a name another text, which messages then have: a person decides.
func renamed(at source.Span, name string) diag.Repair {
	return diag.Choice("write "+quoted(name), diag.Step{Do: diag.Replace, At: at, Text: name})
}

// mixed returns a letter of a name that looks like a Latin one and stands among Latin ones.
func mixed(name string) (odd, like rune, ok bool) {
	latin := false
	for _, r := range name {
		latin = latin || r < 0x80 && unicode.IsLetter(r)
		if to, is := names.LooksLike(r); is && unicode.IsLetter(r) && !ok {
			odd, like, ok = r, to, true
		}
	}
	return odd, like, ok && latin
}

// spelled lists the characters of a name in which another one differs, from the first to the
// last, by their numbers.
func spelled(name, other string) string {
	list, others := []rune(name), []rune(other)
	for len(list) > 1 && len(others) > 0 && list[0] == others[0] {
		list, others = list[1:], others[1:]
	}
	for len(list) > 1 && len(others) > 1 && list[len(list)-1] == others[len(others)-1] {
		list, others = list[:len(list)-1], others[:len(others)-1]
	}
	const most = 4
	var out []string
	for _, r := range list[:min(len(list), most)] {
		out = append(out, fmt.Sprintf("U+%04X", r))
	}
	text := strings.Join(out, " ")
	if len(list) > most {
		text += " …"
	}
	return text
}

// quoted is a name in quotes, with escapes for what nobody sees.
func quoted(name string) string { return fmt.Sprintf("%q", name) }
