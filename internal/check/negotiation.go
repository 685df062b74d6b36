package check

import (
	"fmt"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/syntax"
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
	out.None = c.answerError(s.None)
	c.out.Negotiation = out
	if f := s.Features; f != nil {
		out.Features = &model.Features{Offer: f.Offer.Text, Chosen: f.Chosen.Text}
		if !f.At.IsZero() {
			out.Features.Offer = f.At.Text
			out.Features.Chosen = "result." + strings.TrimPrefix(f.At.Text, "params.")
		}
	}
	if !s.Method.IsZero() {
		out.Method = c.method(s.Method)
	}
}

// versionPaths checks where the version is offered and where it is chosen.
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
	offered, chosen := follow(d.report, s.Offer, asked), follow(d.report, s.Chosen, answered)
	if offered == nil || offered == invalid {
		return
	}
	list, ok := model.Resolve(model.NonNull(offered)).(*model.List)
	if !ok || lower.Reads(list.Elem) != model.Strings && !isIntegerType(list.Elem) {
		d.error(diag.PathType, s.Offer.Span, fmt.Sprintf("%q is %q, and versions to pick from are a list of strings or integers", s.Offer.Text, offered),
			"name the member that holds the list, or remove pick")
		return
	}
	if chosen != nil && chosen != invalid && lower.Reads(model.NonNull(chosen)) != lower.Reads(list.Elem) {
		d.error(diag.PathType, s.Chosen.Span, fmt.Sprintf("%q is %q, and %q lists %q", s.Chosen.Text, chosen, s.Offer.Text, list.Elem), "name the member that holds the version that was picked")
	}
}

// versionPath checks that a path leads to a version.
func versionPath(d *draft, path syntax.Word, roots map[string]model.Type) {
	if path.IsZero() {
		return
	}
	t := follow(d.report, path, roots)
	switch {
	case t == nil || t == invalid || isVersion(d.out, model.NonNull(t)):
	case d.out.Versioning == model.Integer:
		d.error(diag.PathType, path.Span, fmt.Sprintf("%q is %q, and a version is a string or an integer", path.Text, t), "name the member that holds the version")
	default:
		d.error(diag.PathType, path.Span, fmt.Sprintf("%q is %q, and a version is a string", path.Text, t), "name the member that holds the version")
	}
}

// isVersion reports whether t can hold a version: a string, or an integer where
// versions are counted so.
func isVersion(p *model.Protocol, t model.Type) bool {
	return lower.Reads(t) == model.Strings || p.Versioning == model.Integer && isIntegerType(t)
}

// featurePaths checks where both peers list their features, and is the enum of
// them, if there is one.
func featurePaths(r report, s *syntax.Negotiation, out *model.Negotiation) *model.Enum {
	f := s.Features
	if f == nil {
		return nil
	}
	offer, chosen := f.Offer, f.Chosen
	if !f.At.IsZero() {
		if !strings.HasPrefix(f.At.Text, "params.") {
			r.error(diag.PathUnknown, f.At.Span, fmt.Sprintf("%q does not begin with params", f.At.Text), "write at: params.features, or offer and chosen")
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
	if path.IsZero() {
		return nil
	}
	t := follow(r, path, roots)
	if t == nil || t == invalid {
		return nil
	}
	list, ok := model.Resolve(model.NonNull(t)).(*model.List)
	if !ok || lower.Reads(list.Elem) != model.Strings {
		r.error(diag.PathType, path.Span, fmt.Sprintf("%q is %q, and features are a list of strings", path.Text, t), "name the member that holds the list")
		return nil
	}
	e, _ := model.Resolve(list.Elem).(*model.Enum)
	return e
}
