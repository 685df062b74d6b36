package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/internal/syntax"
)

// checkPaths checks where paths lead. It is the enum of what both peers list as
// their features, if there is one.
func checkPaths(d *draft) (features *model.Enum) {
	for i, s := range d.spec.Capabilities {
		capabilityPath(d, d.out.Capabilities[i], s)
	}
	for _, m := range d.methods {
		if m.out.Progress != nil {
			progressToken(d.report, m.out, m.from.Progress.Token)
		}
	}
	if s := d.spec.Dialect; s != nil && s.Framing != nil && !s.Framing.MaxFrom.IsZero() {
		negotiatedNumber(d, s.Framing.MaxFrom)
	}
	if n := d.out.Negotiation; n != nil && n.Method != nil {
		features = featurePaths(d.report, d.spec.Negotiation, n)
		versionPaths(d, d.spec.Negotiation, n)
	}
	if j := d.out.Journal; j != nil {
		versionPath(d, d.spec.Journal.Version, map[string]model.Type{"header": j.Header, "record": j.Record})
	}
	return features
}

// follow is the type at the end of a path such as params.capabilities, which
// begins with one of roots and goes on through fields. It is nil where the path
// leads nowhere; that is reported.
func follow(r report, path syntax.Word, roots map[string]model.Type) model.Type {
	return followAs(r, path, roots, diag.PathUnknown)
}

func followAs(r report, path syntax.Word, roots map[string]model.Type, code *diag.Code) model.Type {
	steps := strings.Split(path.Text, ".")
	t, ok := roots[steps[0]]
	if !ok {
		var known []string
		for name := range roots {
			known = append(known, name)
		}
		slices.Sort(known)
		if len(known) == 0 {
			r.error(code, path.Span, fmt.Sprintf("a path does not begin with %q here", steps[0]), "declare capabilities: {client: {type: …}}")
			return nil
		}
		badStep(r, path, 0, steps[0], code, fmt.Sprintf("a path does not begin with %q here", steps[0]), known)
		return nil
	}
	at := len(steps[0]) + 1
	for _, step := range steps[1:] {
		if t == invalid {
			return t
		}
		next, known, ok := stepInto(model.Resolve(model.NonNull(t)), step)
		switch {
		case !ok:
			badStep(r, path, at, step, code, fmt.Sprintf("%q has no fields that a path could go through", t), nil)
			return nil
		case next == nil:
			badStep(r, path, at, step, code, fmt.Sprintf("%q has no field %q", model.Resolve(model.NonNull(t)), step), known)
			return nil
		}
		t = next
		at += len(step) + 1
	}
	return t
}

// stepInto is what a struct, or params by position, has under a name, and all
// names that it has. It is not ok for other types.
func stepInto(t model.Type, name string) (part model.Type, known []string, ok bool) {
	note := func(n string, p model.Type) {
		if known = append(known, n); n == name {
			part = p
		}
	}
	switch t := t.(type) {
	case *model.Struct:
		for _, f := range t.Fields {
			note(f.Name, f.Type)
		}
		return part, known, true
	case *model.Tuple:
		for _, item := range t.Items {
			if item.Name != "" {
				note(item.Name, item.Type)
			}
		}
		return part, known, len(known) > 0
	}
	return nil, nil, false
}

// badStep reports one step of a path, at its own place where the file has the
// path as it is.
func badStep(r report, path syntax.Word, at int, step string, code *diag.Code, message string, known []string) {
	span := path.Span
	if i := strings.Index(span.Text(), path.Text); i >= 0 && step != "" {
		span = source.Span{File: span.File, Start: span.Start + i + at, End: span.Start + i + at + len(step)}
	}
	help := ""
	if len(known) > 0 {
		help = "there is " + strings.Join(known, ", ")
	}
	r.error(code, span, message, names.DidYouMean(step, known, help))
}
