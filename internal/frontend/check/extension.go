package check

import (
	"fmt"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// setExtensions reads the namespaces of extensions.
func setExtensions(d *draft) {
	e := &d.spec.Extensions
	out := &d.out.Extensions
	out.Methods = namespaces(d.report, e.Methods)
	out.Values = namespaces(d.report, e.Values)
	out.Tags = namespaces(d.report, e.Tags)
	for t := range all[*model.Union](d) {
		t.Extensions = out.Tags
	}
	out.Keys = namespaces(d.report, e.Keys)
	for t := range all[*model.Struct](d) {
		t.Extensions = out.Keys
	}
	for t := range all[*model.Enum](d) {
		if !t.Integer {
			t.Extensions = out.Values
		}
	}
}

// namespaces reads the patterns of one kind of names.
func namespaces(r report, patterns []syntax.Word) []model.Namespace {
	var out []model.Namespace
	for _, w := range patterns {
		prefix, ok := strings.CutSuffix(w.Text, "*")
		if !ok || prefix == "" || strings.Contains(prefix, "*") {
			a := diag.Advice{Help: "write a prefix and then *, as in \"_*\""}
			if bare := strings.ReplaceAll(w.Text, "*", ""); bare != "" {
				a = writes(w.Span, model.Quote(bare+"*"))
				a.Help = fmt.Sprintf("write %q for all names that begin with %q", bare+"*", bare)
			}
			r.advise(diag.ExtensionPattern, w.Span, fmt.Sprintf("%q is not a namespace", w.Text), a)
			continue
		}
		for _, other := range out {
			message := ""
			switch {
			case other.Prefix == prefix:
				message = fmt.Sprintf("the namespace %q is given twice", w.Text)
			case strings.HasPrefix(prefix, other.Prefix):
				message = fmt.Sprintf("all names of %q are in the namespace %q", w.Text, other.Prefix+"*")
			case strings.HasPrefix(other.Prefix, prefix):
				message = fmt.Sprintf("the namespace %q has all names of %q", w.Text, other.Prefix+"*")
			default:
				continue
			}
			d := r.error(diag.ExtensionOverlap, w.Span, message, "keep one of the two").WithRelated(other.Span, "the other one is here")
			if strings.HasPrefix(prefix, other.Prefix) { // it is in the other one
				d.Goes()
			} else {
				d.Repairable("", diag.Step{Do: diag.Remove, At: other.Span})
			}
			ok = false
			break
		}
		if ok {
			out = append(out, model.Namespace{Prefix: prefix, Span: w.Span})
		}
	}
	return out
}
