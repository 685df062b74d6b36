package check

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"sync"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// tagsInUse has the place of each current tag. It reports the later one of two equal
// tags; the parser has already refused duplicate keys of the map.
func tagsInUse(r report, s *syntax.Union) map[string]source.Span {
	inUse := noteSpans(map[string]source.Span{}, s.Variants, func(v *syntax.Variant) syntax.Word { return v.Tag })
	if taggingOf(s) != model.Internal {
		return inUse
	}
	for _, v := range s.Variants {
		own := v.Tag.Span
		for _, w := range v.Tags {
			first, twice := inUse[w.Text]
			switch {
			case !twice:
				inUse[w.Text] = w.Span
			case first == own:
				own = source.Span{} // its own tag may be listed once
			default:
				r.error(diag.UnionDuplicateTag, w.Span, fmt.Sprintf("the tag %q is declared twice", w.Text), "keep one of the two").
					Offers("remove this one", diag.Step{Do: diag.Remove, At: w.Span}).
					WithRelated(first, "first declared here")
			}
		}
	}
	return inUse
}

// variantTags are the tags of a variant, that of its declaration first.
func variantTags(r report, v *syntax.Variant) []string {
	out := []string{v.Tag.Text}
	if len(v.Tags) == 0 {
		return out
	}
	own := false
	for _, w := range v.Tags {
		if w.Text == v.Tag.Text {
			own = true
			r.uses(w.Span, v.Tag.Span)
		}
		if !slices.Contains(out, w.Text) {
			out = append(out, w.Text)
		}
	}
	if !own {
		r.error(diag.UnionTags, v.Tags[0].Span, fmt.Sprintf("the tags of %q do not include %q itself", v.Tag.Text, v.Tag.Text), "list every tag of the variant, including this one").
			Repairable("", diag.Step{Do: diag.Include, At: v.Tag.Span, Key: "tags", Text: v.Tag.Text}).
			WithRelated(v.Tag.Span, "the variant is declared here")
	}
	return out
}

var numberTag = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?$`) })

// tagKind is the JSON kind of all tags of a union, including older ones.
func tagKind(r report, u *model.Union, s *syntax.Union) model.ValueKind {
	if u.Tagging == model.External {
		return model.StringValue
	}
	var first syntax.Word
	for _, v := range s.Variants {
		for _, w := range slices.Concat([]syntax.Word{v.Tag}, v.Tags, v.FormerNames) {
			switch kind := kindOfTag(w); {
			case first.IsZero():
				first = w
			case kind != kindOfTag(first):
				r.error(diag.UnionTagKind, w.Span, fmt.Sprintf("the tag %s is %s, but %s is %s", w.Span.Text(), lower.KindWords(1<<kind), first.Span.Text(), lower.KindWords(1<<kindOfTag(first))),
					"put a tag that is a string in quotes").Repairable("", inQuotes(w, first)...).WithRelated(first.Span, "the other tag")
				return model.StringValue
			}
			if kindOfTag(w) == model.NumberValue && !isInteger(w.Text) {
				r.error(diag.UnionTagKind, w.Span, fmt.Sprintf("%s is not an integer in JSON notation within ±%d", w.Text, model.MaxSafe), fmt.Sprintf("write an integer, or %q for a string", w.Text)).
					Offers("make it a string", inQuotes(w)...)
				return model.StringValue
			}
		}
	}
	if first.IsZero() {
		return model.StringValue
	}
	return kindOfTag(first)
}

// inQuotes puts those of some tags in quotes that are no strings without them.
func inQuotes(tags ...syntax.Word) []diag.Step {
	var out []diag.Step
	for _, w := range tags {
		if kindOfTag(w) != model.StringValue {
			out = append(out, diag.Step{Do: diag.Splice, At: w.Span, Text: model.Quote(w.Text)})
		}
	}
	return out
}

func kindOfTag(w syntax.Word) model.ValueKind {
	switch {
	case w.Quoted:
		return model.StringValue
	case w.Text == "true" || w.Text == "false":
		return model.BoolValue
	case numberTag().MatchString(w.Text):
		return model.NumberValue
	}
	return model.StringValue
}

func isInteger(text string) bool {
	n, err := strconv.ParseInt(text, 10, 64)
	return err == nil && n >= -model.MaxSafe && n <= model.MaxSafe && strconv.FormatInt(n, 10) == text
}

// setDefault finds the variant that an object without a tag is read as.
func setDefault(r report, u *model.Union, s *syntax.Union) {
	w := s.Default
	if w.IsZero() {
		return
	}
	if u.Tagging != model.Internal {
		r.error(diag.UnionKeyMisplaced, w.Span, `"default" does not apply here: only a tag next to the fields of the variant may be missing`, "remove it").Drops()
		return
	}
	i := slices.IndexFunc(u.Variants, func(v *model.Variant) bool { return v.Tag == w.Text })
	if i < 0 {
		r.advise(diag.UnionDefault, w.Span, fmt.Sprintf("%q has no variant %q", u.Name, w.Text),
			near(w.Span, w.Text, namesOf(u.Variants, func(v *model.Variant) string { return v.Tag }), "write the tag of a variant"))
		return
	}
	r.uses(w.Span, u.Variants[i].Span)
	u.DefaultTag = map[string]model.DefaultTag{"always": model.DefaultTagAlways, "as_read": model.DefaultTagAsRead}[s.DefaultTag.Text]
	if u.Default = u.Variants[i]; len(u.Default.Tags) > 1 && u.DefaultTag != model.DefaultTagAlways {
		r.error(diag.UnionDefault, w.Span, fmt.Sprintf("%q has several tags, but the tag of the default may be absent when it is written", w.Text),
			fmt.Sprintf("keep one tag, and move the others to was; or write default: {tag: %s, write: always}", w.Text)).
			WithRelated(u.Default.Span, "the variant is declared here")
	}
}
