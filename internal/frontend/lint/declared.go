package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// undeclaredFeatures warns about gates whose feature is not a value of the enum of
// features. If that enum is closed, check refuses it.
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
			if !ok || enum.Has(feature) {
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

// The codes that JSON-RPC reserves: of them those from firstServerCode on are for the
// errors of programs.
const (
	firstReservedCode = -32768
	firstServerCode   = -32099
)

// reservedCodes warns about codes that JSON-RPC reserves for itself.
func reservedCodes(l *linter) {
	for _, e := range l.proto.Errors {
		if !e.Standard && !e.Local && firstReservedCode <= e.Code && e.Code < firstServerCode {
			l.warn(e.Span, fmt.Sprintf("the error %q has the code %d, which JSON-RPC reserves", e.Name, e.Code),
				"choose a code from -32099 to -32000, or one outside of -32768 to -32000")
		}
	}
}

// codesInNoRange warns about codes outside of all declared ranges. A local error is not
// on the wire.
func codesInNoRange(l *linter) {
	ranges := l.proto.Dialect.Ranges
	if len(ranges) == 0 {
		return
	}
	var list []string
	for _, r := range ranges {
		list = append(list, fmt.Sprintf("%d to %d", r.From, r.To))
	}
	for _, e := range l.proto.Errors {
		within := func(r *model.ErrorRange) bool { return r.From <= e.Code && e.Code <= r.To }
		if !e.Standard && !e.Local && !slices.ContainsFunc(ranges, within) {
			l.warn(e.Span, fmt.Sprintf("the error %q has the code %d, which is in none of the error_ranges", e.Name, e.Code),
				"choose a code in "+names.List(list, "or")+", or declare a range for it")
		}
	}
}
