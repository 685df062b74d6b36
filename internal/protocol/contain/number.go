package contain

import (
	"math"
	"math/big"
	"strconv"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// written is the range of the numbers that are written as a scalar.
func written(t *lower.Type) numberRange { return interval(t, t.Checks != lower.CheckedByNobody) }

// numbers says how the numbers of one range are read as those of another.
func numbers(rr, ww numberRange) Verdict {
	switch {
	case rr.integer && !ww.integer:
		at := big.NewFloat(0.5)
		if ww.low != nil && ww.low.Cmp(at) > 0 {
			at = new(big.Float).Add(ww.low, at)
		} else if ww.high != nil && ww.high.Cmp(at) < 0 {
			at = new(big.Float).Sub(ww.high, at)
		}
		return Verdict{Refused, "a number that is not an integer is refused", constant(text(at))}
	case rr.low != nil && (ww.low == nil || ww.low.Cmp(rr.low) < 0):
		return Verdict{Refused, "a smaller number is refused", constant(beyond(rr.low, -1, ww.low, ww))}
	case rr.high != nil && (ww.high == nil || ww.high.Cmp(rr.high) > 0):
		return Verdict{Refused, "a greater number is refused", constant(beyond(rr.high, 1, ww.high, ww))}
	case ww.exact && !rr.exact:
		return Verdict{Changed, "an integer beyond 2^53 loses digits", constant("9007199254740993")}
	}
	return Verdict{}
}

// A numberRange is what numbers a type has.
type numberRange struct {
	integer, exact bool
	low, high      *big.Float // nil: no bound
}

// interval is the range of a scalar, with its limits if they count.
func interval(t *lower.Type, limited bool) numberRange {
	s := t.Scalar
	out := numberRange{integer: s.Integer, exact: s.Low != ""}
	switch {
	case out.exact:
		out.low, out.high = parseBig(s.Low), parseBig(s.High)
	case s.Integer:
		out.low, out.high = big.NewFloat(s.Min), big.NewFloat(s.Max)
	}
	if l := t.Limit(lower.OfNumber); limited {
		if l.Min != nil && (out.low == nil || out.low.Cmp(big.NewFloat(*l.Min)) < 0) {
			out.low = big.NewFloat(*l.Min)
		}
		if l.Max != nil && (out.high == nil || out.high.Cmp(big.NewFloat(*l.Max)) > 0) {
			out.high = big.NewFloat(*l.Max)
		}
	}
	return out
}

func parseBig(text string) *big.Float {
	f, _, err := big.ParseFloat(text, 10, 200, big.ToNearestEven)
	if err != nil {
		panic("contain: not a number: " + text)
	}
	return f
}

// beyond is a number of the writer on the other side of a bound of the reader: the next
// integer, if it is not beyond the bound of the writer.
func beyond(bound *big.Float, by float64, own *big.Float, w numberRange) string {
	next := new(big.Float).SetPrec(200).Add(bound, big.NewFloat(by))
	if own != nil && next.Cmp(own) == int(by) {
		return text(own)
	}
	if f, _ := next.Float64(); !w.exact && next.Cmp(big.NewFloat(f)) != 0 {
		return strconv.FormatFloat(math.Nextafter(f, math.Inf(int(by))), 'f', -1, 64)
	}
	return text(next)
}

func text(f *big.Float) string { return f.Text('f', -1) }

// fewNumbers compares a type of many numbers with a reader of few. Apart from those that
// no enum keeps, it does the same with all that it does not declare, so that one more than
// it declares are enough to find out what.
func fewNumbers(r, w *lower.Type) Verdict {
	ww, declared := written(w), 1
	if r.Form == lower.EnumForm {
		declared = len(r.Enum.Values)
		kept := numberRange{integer: true, exact: true}
		if r.Enum.Other == lower.OtherKept {
			kept.low, kept.high = big.NewFloat(-model.MaxSafe), big.NewFloat(model.MaxSafe)
		}
		if out := numbers(kept, ww); out.Answer > Accepted {
			return out
		}
	}
	for _, number := range some(w, ww, declared+1) {
		switch Read(r.Of, number, number).Answer {
		case Accepted:
		case Refused:
			return Verdict{Refused, "other values are refused", constant(number)}
		default:
			return undeclared(r.Enum, constant(number))
		}
	}
	return Verdict{}
}

// some are at least as many numbers of a type as asked, or all that it has.
func some(w *lower.Type, in numberRange, count int) []string {
	var out []string
	add := func(number string) {
		if text, ok := normal(w.Of, number); ok {
			out = append(out, text)
		}
	}
	if number, ok := small(w.Of); ok {
		add(number)
	}
	start := big.NewFloat(12345)
	for _, bound := range []*big.Float{in.low, in.high} {
		switch {
		case bound == nil:
			continue
		case bound == in.low && start.Cmp(bound) < 0, bound == in.high && start.Cmp(bound) > 0:
			start = bound
		}
		add(text(bound))
	}
	whole, _ := start.Int(nil)
	for i := range int64(count + 1) { // a bound may be between two integers
		for _, by := range []int64{i, -i} {
			add(new(big.Int).Add(whole, big.NewInt(by)).String())
		}
	}
	return out
}
