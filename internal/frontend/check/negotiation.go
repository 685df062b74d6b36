package check

import (
	"fmt"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

func (c *collector) negotiation() {
	s := c.spec.Negotiation
	if s == nil {
		return
	}
	out := &model.Negotiation{
		Offer: s.Offer.Text, Chosen: s.Chosen.Text, Pick: s.Pick.Text,
		First: s.First, Optional: s.Optional, Legacy: c.listed(s.Legacy),
	}
	out.Span, out.Doc = s.Span, s.Doc.Text
	out.None, out.Early = c.answerError(s.None), c.answerError(s.Early)
	c.out.Negotiation = out
	if f := s.Features; f != nil {
		out.Features = &model.Features{Offer: f.Offer.Text, Chosen: f.Chosen.Text}
		if !f.At.IsZero() {
			out.Features.Offer = f.At.Text
			out.Features.Chosen = "result." + strings.TrimPrefix(f.At.Text, "params.")
		}
	}
	out.Method = c.method(s.Method)
}

// versionPaths checks the paths of the offered and the chosen version.
func versionPaths(d *draft, s *syntax.Negotiation, out *model.Negotiation) {
	asked, answered := handshake(out.Method), handshake(out.Method)
	delete(asked, "result")
	delete(answered, "params")
	if out.Pick == "" {
		versionPath(d, s.Offer, asked)
		versionPath(d, s.Chosen, answered)
		return
	}
	if s.Offer.IsZero() || s.Chosen.IsZero() {
		return
	}
	offered := expect(d.report, s.Offer, asked, func(t model.Type) bool { return listOf(t, isIntegerType) },
		"but versions to pick from are a list of strings or integers", "name the member with the list, or remove pick")
	chosen := follow(d.report, s.Chosen, answered, diag.PathUnknown)
	if offered == nil || offered == invalid || chosen == nil || chosen == invalid {
		return
	}
	if of := model.Resolve(model.NonNull(offered)).(*model.List).Elem; lower.Reads(model.NonNull(chosen)) != lower.Reads(of) {
		d.error(diag.PathType, s.Chosen.Span, fmt.Sprintf("%q is %q, but %q lists %q", s.Chosen.Text, chosen, s.Offer.Text, of), "name the member with the version that was picked")
	}
}

// listOf reports whether t is a list of strings, or of types for which orElse is true.
func listOf(t model.Type, orElse func(model.Type) bool) bool {
	list, ok := model.Resolve(model.NonNull(t)).(*model.List)
	return ok && (lower.Reads(list.Elem) == model.Strings || orElse != nil && orElse(list.Elem))
}

// versionPath checks that a path leads to a version: a string, or an integer if
// versions are integers.
func versionPath(d *draft, path syntax.Word, roots map[string]model.Type) {
	counted, what := d.out.Versioning.Integers(), "but a version is a string"
	if counted {
		what += " or an integer"
	}
	expect(d.report, path, roots, func(t model.Type) bool {
		return lower.Reads(model.NonNull(t)) == model.Strings || counted && isIntegerType(model.NonNull(t))
	}, what, "name the member with the version")
}

// featurePaths checks the paths of the lists of features. It returns the enum of
// features, or nil.
func featurePaths(r report, s *syntax.Negotiation, out *model.Negotiation) *model.Enum {
	f := s.Features
	if f == nil {
		return nil
	}
	offer, chosen := f.Offer, f.Chosen
	if !f.At.IsZero() {
		if !strings.HasPrefix(f.At.Text, "params.") {
			r.error(diag.PathUnknown, f.At.Span, fmt.Sprintf("%q does not begin with params", f.At.Text), "write at: params.features, or offer and chosen").
				Offers("write params."+f.At.Text, diag.Step{Do: diag.Replace, At: f.At.Span, Text: "params." + f.At.Text})
			return nil
		}
		offer, chosen = f.At, f.At
		chosen.Text = out.Features.Chosen
	}
	roots := handshake(out.Method)
	e := checkFeatureList(r, offer, roots)
	checkFeatureList(r, chosen, roots)
	return e
}

// checkFeatureList checks that a path leads to a list of names.
func checkFeatureList(r report, path syntax.Word, roots map[string]model.Type) *model.Enum {
	t := expect(r, path, roots, func(t model.Type) bool { return listOf(t, nil) }, "but features are a list of strings", "name the member with the list")
	if t == nil || t == invalid {
		return nil
	}
	e, _ := model.Resolve(model.Resolve(model.NonNull(t)).(*model.List).Elem).(*model.Enum)
	return e
}
