package page

import (
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/names"
)

// CodeOf returns the public declarations of a target in which two versions differ: those of
// the new version in its order, then those that it lost.
func CodeOf(old, today backend.Surface) Code {
	was := map[string]string{}
	for _, d := range old.Declarations {
		was[d.Name] = d.Text
	}
	out := Code{Title: today.Backend.Target().Title}
	add := func(name, a, b string) {
		d := Declaration{Name: name}
		if a != "" {
			d.Was = today.Backend.Shown(a)
		}
		if b != "" {
			d.Is = today.Backend.Shown(b)
		}
		out.Declarations = append(out.Declarations, d)
	}
	for _, d := range today.Declarations {
		if was[d.Name] != d.Text {
			add(d.Name, was[d.Name], d.Text)
		}
		delete(was, d.Name)
	}
	for _, d := range old.Declarations {
		if _, lost := was[d.Name]; lost {
			add(d.Name, d.Text, "")
		}
	}
	return out
}

// A target is generated code that is shown.
type target struct {
	Title        string
	Declarations []declaration
}

type declaration struct {
	Name  string
	What  string // added, removed or changed
	Rows  []row
	Sides int
}

// code puts each declaration with the section that it has the name of, and returns the
// others.
func (v view) code(all []Code, sections []*section) []*target {
	var rest []*target
	for _, c := range all {
		left := &target{Title: c.Title}
		for _, d := range c.Declarations {
			at := slices.IndexFunc(sections, func(s *section) bool { return isOf(d.Name, s.Name) })
			to := left
			if at >= 0 {
				s := sections[at]
				if n := len(s.Code); n == 0 || s.Code[n-1].Title != c.Title {
					s.Code = append(s.Code, &target{Title: c.Title})
				}
				to = s.Code[len(s.Code)-1]
			}
			to.Declarations = append(to.Declarations, declarationOf(d))
		}
		if len(left.Declarations) > 0 {
			rest = append(rest, left)
		}
	}
	return rest
}

// isOf reports whether a declaration has the name of an element: as a target writes it,
// and perhaps as the form of it that is written.
func isOf(declared, element string) bool {
	a, b := joined(declared), joined(element)
	return b != "" && (a == b || a == b+"input")
}

func joined(name string) string { return strings.ToLower(strings.Join(names.Words(name), "")) }

func declarationOf(d Declaration) declaration {
	out := declaration{Name: clean(d.Name), What: "changed", Rows: sideBySide(lines(d.Was), lines(d.Is)), Sides: 2}
	switch {
	case d.Was == "":
		out.What, out.Sides = "added", 1
	case d.Is == "":
		out.What, out.Sides = "removed", 1
	}
	return out
}

// lines is a text as a block.
func lines(text string) block {
	if text == "" {
		return block{}
	}
	return shown(block{1, strings.Split(strings.TrimRight(text, "\n"), "\n")})
}
