package lint

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// uncarried warns about the events, or the requests, of an envelope if no method
// carries their union.
func uncarried(l *linter) {
	e := l.proto.Envelope
	if e == nil || len(l.proto.Methods) == 0 {
		return
	}
	carried := make(map[model.Type]bool)
	for _, t := range carriedTypes(l.proto) {
		reach(t, carried)
	}
	warn := func(u *model.Union, noun, help string) {
		if u == nil || carried[u] || carried[e.Messages] {
			return
		}
		var done bool
		for _, v := range u.Variants {
			message := fmt.Sprintf("no method carries %ss, so %q cannot be sent", noun, v.Tag)
			if n := len(u.Variants); n > 1 {
				message = fmt.Sprintf("no method carries %ss, so none of the %d can be sent", noun, n)
			}
			l.warnFirst(&done, v.Span, message, help)
		}
	}
	warn(e.Events, "event", "add a method with notify: Event")
	warn(e.Requests, "request", "add a method with params: Request, result: by_variant")
}

// carriedTypes are the types in the messages of all methods.
func carriedTypes(p *model.Protocol) []model.Type {
	var out []model.Type
	for _, m := range p.Methods {
		out = append(out, m.Types()...)
	}
	for _, e := range p.Errors {
		out = append(out, e.Data)
	}
	return slices.DeleteFunc(out, func(t model.Type) bool { return t == nil })
}

// reach adds t to types, with all that it is made of.
func reach(t model.Type, types map[model.Type]bool) {
	if types[t] {
		return
	}
	types[t] = true
	for _, child := range t.Children() {
		reach(child, types)
	}
}

// unusedErrors warns about errors that nothing in the spec answers with.
func unusedErrors(l *linter) {
	p := l.proto
	if len(p.Methods) == 0 {
		return
	}
	used := make(map[*model.ErrorCode]bool)
	for _, m := range p.Methods {
		for _, e := range m.Errors {
			used[e] = true
		}
	}
	if p.Dialect.Rate != nil {
		used[p.Dialect.Rate.Error] = true
	}
	if p.Negotiation != nil {
		used[p.Negotiation.None], used[p.Negotiation.Early] = true, true
	}
	used[p.Dialect.TooLarge] = true
	for _, r := range p.Session {
		used[r.Error] = true
		if r.Cancel != nil {
			used[r.Cancel.Error] = true
		}
	}
	for _, e := range p.Errors {
		if !used[e] && !e.Standard && !e.Local {
			l.warn(e.Span, fmt.Sprintf("no method lists the error %q", e.Name),
				fmt.Sprintf("write errors: [%s] on the methods that are answered with it, or local: true if it is never sent", e.Name), says(e.Span, "local", "true"))
		}
	}
}
