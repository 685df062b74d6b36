package lint

import (
	"fmt"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/spec/names"
)

// undeclaredFeatures warns about gates whose feature is not a value of the open enum
// of features. Of a closed enum, the feature is refused.
func undeclaredFeatures(l *linter) {
	n := l.proto.Negotiation
	if n == nil || n.Features == nil {
		return
	}
	for _, e := range l.elements {
		feature, ok := strings.CutPrefix(e.meta.Gate, (&model.Gate{Kind: model.ByFeature}).String())
		if !ok {
			continue
		}
		for _, path := range []string{n.Features.Offer, n.Features.Chosen} {
			enum, ok := model.Resolve(n.Method.Listed(path)).(*model.Enum)
			if !ok || !enum.Open || enum.Has(feature) {
				continue
			}
			var known []string
			for _, v := range enum.Values {
				known = append(known, v.Value)
			}
			l.warn(e.meta.Span, fmt.Sprintf("the gate of the %s %q is the feature %q, which %q does not declare", e.kind, e.name, feature, enum.Name),
				names.DidYouMean(feature, known, fmt.Sprintf("add it to %q", enum.Name)))
			break
		}
	}
}
