package gogen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/source"
)

// An element is what a name was made for: a place in the spec, and words for it.
type element struct {
	span source.Span
	what string // type "Foo"
}

// A scope is one set of names that must differ: the package, or the fields and
// methods of one struct.
type scope struct {
	r        *diag.Report
	where    string // "the package", `struct "Foo"`
	taken    map[string]element
	reserved map[string]string
	refused  []string // reserved names that elements claimed
	reported map[[2]element]bool
}

func newScope(r *diag.Report, where string) *scope {
	return &scope{r: r, where: where, taken: map[string]element{}, reserved: map[string]string{}, reported: map[[2]element]bool{}}
}

// claim takes names for an element, and reports the first of them that is
// taken or reserved.
func (s *scope) claim(e element, wanted ...string) {
	for _, name := range wanted {
		if why, ok := s.reserved[name]; ok {
			s.refused = append(s.refused, name)
			s.r.Add(diag.GoNameReserved, e.span,
				fmt.Sprintf("%s would be %q in Go, which %s keeps for itself: %s", e.what, name, s.where, why)).
				WithHelp("rename it, or pin another name with go:")
			return
		}
		other, ok := s.taken[name]
		if !ok {
			s.taken[name] = e
			continue
		}
		// What is made of a refused name meets what it is reserved for.
		follows := slices.ContainsFunc(s.refused, func(head string) bool { return strings.HasPrefix(name, head) })
		if other != e && !follows && !s.reported[[2]element{other, e}] {
			s.reported[[2]element{other, e}] = true
			s.r.Add(diag.GoNameDuplicate, e.span,
				fmt.Sprintf("%s would be %q in Go, which is taken by %s", e.what, name, other.what)).
				WithHelp("pin another name with go:").
				WithRelated(other.span, other.what+" takes the name here")
		}
		return
	}
}

// free tells whether nothing has taken name.
func (s *scope) free(name string) bool {
	_, taken := s.taken[name]
	_, reserved := s.reserved[name]
	return !taken && !reserved
}

// pinned is the name that the spec pins with go:, checked, or "".
func pinned(r *diag.Report, e element, name string) string {
	if name == "" || names.IsGoExported(name) {
		return name
	}
	r.Add(diag.GoNameInvalid, e.span,
		fmt.Sprintf("the Go name %q that is pinned for %s is no exported identifier", name, e.what)).
		WithHelp(fmt.Sprintf("write go: %s, a capital letter with letters, digits and underscores behind it", names.GoExported(name)))
	return ""
}
