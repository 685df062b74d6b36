package check

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// checkPaths checks the types at the ends of paths. It returns the enum of features,
// or nil.
func checkPaths(d *draft) (features *model.Enum) {
	for i, s := range d.spec.Capabilities {
		capabilityPath(d, d.out.Capabilities[i], s)
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

// expect returns the type at the end of a path if it fits. Otherwise it reports what
// would fit and returns nil.
func expect(r report, path syntax.Word, roots map[string]model.Type, fits func(model.Type) bool, what, help string) model.Type {
	if path.IsZero() {
		return nil
	}
	t := follow(r, path, roots, diag.PathUnknown)
	if t == nil || t == invalid || fits(t) {
		return t
	}
	r.error(diag.PathType, path.Span, fmt.Sprintf("%q is %q, %s", path.Text, t, what), help)
	return nil
}

// textOrNumber reports whether t accepts only strings and numbers, apart from null.
func textOrNumber(t model.Type) bool {
	return lower.Reads(model.NonNull(t))&^(model.Strings|model.Numbers) == 0
}

// follow returns the type at the end of a path such as params.capabilities, which
// begins with one of roots and continues through fields. If the path leads nowhere,
// it reports that and returns nil.
func follow(r report, path syntax.Word, roots map[string]model.Type, code *diag.Code) (t model.Type) {
	parts, known, at := roots, slices.Sorted(maps.Keys(roots)), 0
	for i, step := range strings.Split(path.Text, ".") {
		message := fmt.Sprintf("a path cannot begin with %q here", step)
		switch {
		case t == invalid:
			return t
		case i == 0 && len(roots) == 0:
			r.error(code, path.Span, message, "declare capabilities: {client: {type: …}}")
			return nil
		case i > 0:
			parts, known = partsOf(model.Resolve(model.NonNull(t)))
			if message = fmt.Sprintf("%q has no fields, so the path cannot continue", t); parts != nil {
				message = fmt.Sprintf("%q has no field %q", model.Resolve(model.NonNull(t)), step)
			}
		}
		next, ok := parts[step]
		if !ok {
			if root := rootOf(roots, step); i == 0 && root != "" {
				whole := root + "." + path.Text
				r.advise(code, within(path, 0, len(step)), message, means(path.Span, "write "+whole, whole))
				return nil
			}
			if i == 0 && len(known) == 1 && (step == "params" || step == "payload" || rootOf(roots, second(path.Text)) != "") {
				whole := known[0] + path.Text[len(step):]
				r.advise(code, within(path, 0, len(step)), message, means(path.Span, "write "+whole, whole))
				return nil
			}
			badStep(r, path, at, step, code, message, known)
			return nil
		}
		if i > 0 {
			r.usesStep(within(path, at, at+len(step)), t, step)
		}
		t, at = next, at+len(step)+1
	}
	return t
}

// second is the second step of a path, or "".
func second(path string) string {
	_, rest, _ := strings.Cut(path, ".")
	step, _, _ := strings.Cut(rest, ".")
	return step
}

// rootOf is the first of roots that has a part of that name, or "".
func rootOf(roots map[string]model.Type, name string) string {
	for _, root := range slices.Sorted(maps.Keys(roots)) {
		if parts, _ := partsOf(model.Resolve(model.NonNull(roots[root]))); parts[name] != nil {
			return root
		}
	}
	return ""
}

// partsOf are the types in a struct, in those of a union such as bool | Options, or in
// positional params, by name, and these names in order. It is nil for other types. If several
// structs of a union have a field, the path continues in the type of the first that has fields.
func partsOf(t model.Type) (parts map[string]model.Type, names []string) {
	parts = map[string]model.Type{}
	objects := model.ObjectsOf(t)
	for _, s := range objects {
		for _, f := range s.Fields {
			if other, twice := parts[f.Name]; !twice {
				parts[f.Name], names = f.Type, append(names, f.Name)
			} else if inner, _ := partsOf(model.Plain(other)); inner == nil {
				parts[f.Name] = f.Type
			}
		}
	}
	if len(objects) > 0 {
		return parts, names
	}
	if t, ok := t.(*model.Tuple); ok {
		for _, item := range t.Items {
			if item.Name != "" {
				parts[item.Name], names = item.Type, append(names, item.Name)
			}
		}
	}
	if len(names) == 0 {
		return nil, nil
	}
	return parts, names
}

// badStep reports one step of a path, at the place of the step if the path is in the
// file unchanged.
func badStep(r report, path syntax.Word, at int, step string, code *diag.Code, message string, known []string) {
	span := path.Span
	if step != "" {
		span = within(path, at, at+len(step))
	}
	help := ""
	if len(known) > 0 {
		help = "there is " + strings.Join(known, ", ")
	}
	r.advise(code, span, message, near(span, step, known, help))
}
