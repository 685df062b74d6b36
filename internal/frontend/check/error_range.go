package check

import (
	"fmt"
	"regexp"
	"sync"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

var rangeName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_.-]*$`) })

// errorRanges sets the named ranges of error codes, which may not overlap.
func (c *collector) errorRanges(d *syntax.Dialect, out *model.Dialect) {
	var sound []*syntax.ErrorRange
	for _, r := range d.Ranges {
		if !r.Name.IsZero() && !rangeName().MatchString(r.Name.Text) {
			c.error(diag.ErrorRangeInvalid, r.Name.Span, fmt.Sprintf("%q is not a valid name for a range", r.Name.Text), "begin with a letter, and continue with letters, digits, _, - and .")
		}
		m := &model.ErrorRange{Name: r.Name.Text, From: r.From, To: r.To}
		c.meta(&m.Meta, &r.Meta, r.Name.Span)
		out.Ranges = append(out.Ranges, m)
		if r.Span.IsZero() {
			continue
		}
		if r.From > r.To {
			c.advise(diag.ErrorRangeInvalid, r.Span, fmt.Sprintf("the last code of the range %q is less than its first", r.Name.Text), writes(r.Span, fmt.Sprintf("[%d, %d]", r.To, r.From)))
			continue
		}
		for _, other := range sound {
			if r.From <= other.To && other.From <= r.To {
				c.error(diag.ErrorRangeOverlap, r.Span, fmt.Sprintf("the range %q overlaps %q: both contain %d", r.Name.Text, other.Name.Text, max(r.From, other.From)),
					"shorten one of them").WithRelated(other.Span, fmt.Sprintf("%q is declared here", other.Name.Text))
				break
			}
		}
		sound = append(sound, r)
	}
}
