package imports

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/draft"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/source"
)

// repair changes what a diagnostic of the spec is about, and reports whether it did.
func (x *importer) repair(d *diag.Diagnostic) bool {
	of := x.elements(d.Span)
	if strings.HasPrefix(d.Code.ID, "target-name-") {
		for _, related := range d.Related {
			if x.pin(d, of) {
				return true
			}
			of = x.elements(related.Span)
		}
		return x.pin(d, of)
	}
	if d.Code == diag.TypeDuplicate && x.declare(d) {
		return true
	}
	if strings.HasPrefix(d.Code.ID, "union-") {
		if u := around(x.written.Unions, d.Span); u != nil {
			if inner := nested(u, 0); inner != nil && x.weakenType(inner, d) {
				return true
			}
			return x.weakenType(u, d)
		}
	}
	for i := len(of) - 1; i >= 0; i-- {
		if x.weaken(of[i], d) {
			return true
		}
	}
	return false
}

// nested is a union by order among the variants of a union, or of one inside it, or nil. It is the
// part that the language refuses, and less is lost with it.
func nested(t *draft.Type, depth int) *draft.Type {
	if t.Kind != draft.Union || t.Union.By != draft.ByTag || depth > 10 {
		return nil
	}
	for _, v := range t.Union.Variants {
		if v.To == nil {
			continue
		}
		inner := v.To.Resolved().Type
		if inner.Kind == draft.Union && inner.Union.By == draft.ByOrder {
			return inner
		}
		if found := nested(inner, depth+1); found != nil {
			return found
		}
	}
	return nil
}

// declare gives the inline types that would have one name declarations of their own.
func (x *importer) declare(d *diag.Diagnostic) bool {
	of := x.elements(d.Span)
	for _, related := range d.Related {
		of = slices.Concat(of, x.elements(related.Span))
	}
	own := map[*draft.Type]bool{} // those that have a declaration
	for _, d := range x.spec.Types {
		own[d.Type] = true
	}
	done := false
	for _, e := range of {
		if t, ok := e.(*draft.Type); ok && !t.Declared && !own[t] {
			t.Declared, done = true, true
		}
	}
	if done {
		return true
	}
	for _, e := range x.elements(d.Span) {
		if t, ok := e.(*draft.Decl); ok {
			t.Name += "Type" // the language gives the other one its name
			return true
		}
	}
	return false
}

// elements are what was written at a span, or at the smallest span around it.
func (x *importer) elements(at source.Span) []any { return around(x.written.Of, at) }

// around is what a map has for a span, or else for the smallest span around it.
func around[T any](of map[source.Span]T, at source.Span) T {
	if found, ok := of[at]; ok {
		return found
	}
	var best source.Span
	for span := range of {
		if span.File == at.File && span.Start <= at.Start && at.End <= span.End && (best.IsZero() || span.End-span.Start < best.End-best.Start) {
			best = span
		}
	}
	return of[best]
}

// pinFor finds in the help of a diagnostic the target that needs a pin, and the name that it advises.
var pinFor = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?:with|write) (\w+):(?: (\w+))?`) })

// pin gives an element another name in the target that a diagnostic names.
func (x *importer) pin(d *diag.Diagnostic, of []any) bool {
	m := pinFor().FindStringSubmatch(d.Help)
	if m == nil {
		return false
	}
	kind, done := "", false
	meant := slices.DeleteFunc(slices.Clone(of), func(e any) bool {
		_, name, own := pinned(e)
		return !strings.HasPrefix(d.Message, strings.ToLower(own)+" "+strconv.Quote(name))
	})
	if len(meant) == 0 {
		meant = of
	}
	for _, e := range slices.Backward(meant) {
		meta, name, own := pinned(e)
		if meta == nil || kind != "" && own != kind {
			continue
		}
		kind = own // a field that several structs have from one place has the pin in each
		if meta.Pins == nil {
			meta.Pins = map[string]string{}
		}
		next := m[2] // the name that the diagnostic advises
		if next == "" {
			next = nextName(meta.Pins[m[1]], name, kind)
		}
		if meta.Pins[m[1]] != next {
			meta.Pins[m[1]], done = next, true
		}
		if done && slices.ContainsFunc(d.Related, func(r diag.Related) bool { return r.Span == d.Span }) {
			break // both are written at one place: the other one keeps its name
		}
	}
	return done
}

// pinned is the part of an element that has its pins, its name, and a word for what it is.
func pinned(x any) (meta *draft.Meta, name, kind string) {
	switch x := x.(type) {
	case *draft.Decl:
		return &x.Meta, x.Name, "Type"
	case *draft.Field:
		return &x.Meta, x.Name, "Field"
	case *draft.Value:
		return &x.Meta, x.Name.Text, "Value"
	case *draft.Variant:
		return &x.Meta, x.Tags[0].Text, "Variant"
	case *draft.Method:
		return &x.Meta, x.Name, "Method"
	case *draft.Error:
		return &x.Meta, x.Name, "Error"
	}
	return nil, "", ""
}

// nextName is a name for an element whose name is taken: with its kind, then with numbers.
func nextName(last, name, kind string) string {
	base := names.Pascal(name)
	if base == "" || base[0] >= '0' && base[0] <= '9' {
		base = kind + base
	}
	base += kind
	if last == "" {
		return base
	}
	n, _ := strconv.Atoi(strings.TrimPrefix(last, base))
	return base + strconv.Itoa(max(2, n+1))
}

// weaken makes an element accept more, so that the language does not refuse it, and notes it.
func (x *importer) weaken(of any, d *diag.Diagnostic) bool {
	switch e := of.(type) {
	case *draft.Field:
		if e.Default != nil && strings.HasPrefix(d.Code.ID, "default-") {
			e.Default = nil
			x.note(e.Place, "the default is not said in the spec: "+d.Message)
			return true
		}
		if e.Patch && d.Code == diag.FieldPresence {
			e.Patch, e.Asked.Answers = false, nil
			return true
		}
		return x.weakenType(e.Type, d)
	case *draft.Decl:
		if d.Code == diag.DocLarge {
			e.Doc = ""
			return true
		}
		return x.weakenType(e.Type, d)
	case *draft.Type:
		return x.weakenType(e, d)
	case *draft.Error:
		if e.Data != nil {
			return x.weakenType(e.Data, d)
		}
	}
	return false
}

// weakenType makes a type accept more, once in a round: of several diagnostics of one type, the
// others may be gone by then.
func (x *importer) weakenType(t *draft.Type, d *diag.Diagnostic) bool {
	if x.weakened[t] {
		return true
	}
	if x.weakenOnce(t, d) {
		x.weakened[t] = true
		return true
	}
	return false
}

func (x *importer) weakenOnce(t *draft.Type, d *diag.Diagnostic) bool {
	switch {
	case t.Kind == draft.Any && len(t.Limits) == 0:
		return false
	case t.Weaken != nil && t.Weaken(t) != "":
		return true
	case t.BadItems == "skip":
		t.BadItems = ""
		x.note(t.Place, "unreadable items are refused: "+d.Message)
		return true
	}
	edits := []draft.Edit{{Pointer: t.Pointer, Value: true}}
	for _, at := range t.Also {
		edits = append(edits, draft.Edit{Pointer: at, Value: true})
	}
	x.note(t.Place, "the spec allows any value, because the language refuses what the source says: "+d.Message, edits...)
	*t = draft.Type{Place: t.Place, Title: t.Title, Doc: t.Doc, Dropped: true}
	return true
}

func (x *importer) note(at draft.Place, text string, edits ...draft.Edit) {
	x.notes = append(x.notes, &draft.Note{Place: at, Text: text, Edits: edits})
}
