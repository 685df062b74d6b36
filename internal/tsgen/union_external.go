package tsgen

import (
	"fmt"
	"strings"

	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
)

// externalGuard is the body of a guard of "name" or { name: body }. A name that
// is kept in one form is none that stands in the other.
func (p *plan) externalGuard(t *model.Union, at depth) string {
	var plain, named, cases []string
	for _, v := range t.Variants {
		if v.Type == nil {
			plain = append(plain, quote(v.Tag))
			continue
		}
		named = append(named, quote(v.Tag))
		cases = append(cases, fmt.Sprintf("    case %s:\n      return %s;\n", quote(v.Tag), p.shape(v.Type).guard("v[name]", at.down())))
	}
	var was []string
	for _, w := range takenTags(t) {
		was = append(was, quote(w))
	}
	is := make([]string, len(plain))
	for i, tag := range plain {
		is[i] = equals("v", tag)
	}
	form, kept := externalForm(lower.Reads(t)), p.unknown[t] != ""
	var b strings.Builder
	switch not := append(named, was...); {
	case form == "string":
		return anyOf(is)
	case kept && len(not) == 0:
		b.WriteString("  if (typeof v === \"string\") return true;\n")
	case kept:
		fmt.Fprintf(&b, "  if (typeof v === \"string\") return ![%s].includes(v);\n", strings.Join(not, ", "))
	case form == "both":
		fmt.Fprintf(&b, "  if (typeof v === \"string\") return %s;\n", strings.Join(is, " || "))
	}
	b.WriteString("  const name = only(v);\n  switch (name) {\n" + strings.Join(cases, ""))
	if !kept {
		return b.String() + "    default:\n      return false;\n  }\n"
	}
	if no := append(plain, was...); len(no) > 0 {
		writeCases(&b, no)
		b.WriteString("      return false;\n")
	}
	return b.String() + "    default:\n      return name !== undefined;\n  }\n"
}
