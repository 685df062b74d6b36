package check

import (
	"fmt"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// setFraming sets how messages are delimited in a stream.
func setFraming(r report, d *syntax.Dialect, out *model.Dialect) {
	set(&out.BlankLines, d.BlankLines)
	if f := d.Framing; f != nil {
		set(&out.Framing.Kind, f.Kind)
		if f.MaxBytes > 0 {
			out.Framing.MaxBytes = f.MaxBytes
		}
		out.Framing.MaxWeight = int64(f.MaxWeight)
		setPrefix(r, f, &out.Framing)
		if !f.MaxFrom.IsZero() {
			out.Framing.MaxFrom, out.MaxFromAt = f.MaxFrom.Text, f.MaxFrom.Span
		}
	}
	if d.BlankLines.Text == "ignore" && out.Framing.Kind != "ndjson" {
		r.error(diag.FramingIdle, d.BlankLines.Span, fmt.Sprintf("blank_lines applies to lines, but the framing is %q", out.Framing.Kind), "remove it").Drops()
	}
}

// setPrefix sets the length prefix of messages.
func setPrefix(r report, f *syntax.Framing, out *model.Framing) {
	if out.Kind != "length-prefix" {
		for _, w := range []syntax.Word{f.WidthKey, f.Order} {
			if !w.IsZero() {
				r.error(diag.FramingIdle, w.Span, fmt.Sprintf("only the framing length-prefix has a width and an order, but the framing is %q", out.Kind), "remove it").Drops()
				return
			}
		}
		return
	}
	out.Width, out.Order = f.Width, "big"
	set(&out.Order, f.Order)
	if f.Width == 0 || f.Width > 2 {
		return
	}
	most := 1<<(8*f.Width) - 1
	if f.MaxBytes > most {
		r.error(diag.FramingTooLong, f.MaxSpan, fmt.Sprintf("a prefix of width %d holds lengths up to %d, not %d", f.Width, most, f.MaxBytes), "use a wider prefix: width: 4").
			Repairable("", diag.Step{Do: diag.Assign, At: f.WidthKey.Span, Text: "4"})
	}
	out.MaxBytes = min(out.MaxBytes, most)
}

// negotiatedNumber checks that a path leads to a capability that is an integer.
func negotiatedNumber(d *draft, path syntax.Word) {
	expect(d.report, path, capabilityRoots(d.out), func(t model.Type) bool { return isIntegerType(model.NonNull(t)) },
		"but a number of bytes is an integer", "name a capability of type int")
}

// isIntegerType reports whether t is an integer that is a number in messages and in
// every language.
func isIntegerType(t model.Type) bool {
	s, ok := model.Resolve(t).(*model.Scalar)
	return ok && s.Kind.Info().Integer && !s.Kind.Wide()
}
