package compare

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/spec/source"
)

// errors compares the declared errors.
func (c *comparer) errors() {
	old, today := c.sides[0].rows, c.sides[1].rows
	for i := range today.Errors {
		y := &today.Errors[i]
		x := errorNamed(old, y)
		switch {
		case y.Standard:
		case x == nil:
			c.newError(y)
		default:
			c.errorEdits(x, y)
		}
	}
	for i := range old.Errors {
		x := &old.Errors[i]
		if x.Standard || slices.ContainsFunc(today.Errors, func(y lower.Error) bool { return errorNamed(old, &y) == x }) {
			continue
		}
		e := c.edit(&holder{unstable: x.Of.Experimental}, errorRemoved, x.Name, strconv.Itoa(x.Code), "", [2]source.Span{x.Of.Span, {}})
		if !x.Local {
			level, why := c.unknownError(today, x)
			e.verdict(backward, c.errorSenders(0, x.Name), level, why, nil)
		}
	}
}

func (c *comparer) newError(y *lower.Error) {
	e := c.edit(&holder{unstable: y.Of.Experimental}, errorAdded, y.Name, "", strconv.Itoa(y.Code), [2]source.Span{{}, y.Of.Span})
	if !y.Local {
		level, why := c.unknownError(c.sides[0].rows, y)
		e.verdict(forward, c.errorSenders(1, y.Name), level, why, nil)
	}
}

// unknownError is what a version makes of an error that it does not declare under the
// name.
func (c *comparer) unknownError(r *lower.Program, e *lower.Error) (Level, string) {
	if r.Dialect.ErrorIdentity == lower.ByDataKind {
		if r.Dialect.ErrorFallback != "" {
			return Danger, "it is read as " + r.Dialect.ErrorFallback
		}
		return Loss, "it arrives as an undeclared error"
	}
	for _, x := range r.Errors {
		if x.Code == e.Code {
			return Danger, fmt.Sprintf("the code %d means %s", e.Code, x.Name)
		}
	}
	return Loss, "it arrives as an undeclared error"
}

func (c *comparer) errorEdits(x, y *lower.Error) {
	h := &holder{unstable: y.Of.Experimental}
	at := [2]source.Span{x.Of.Span, y.Of.Span}
	from := [2][]int{c.errorSenders(0, x.Name), c.errorSenders(1, y.Name)}
	byKind := c.sides[1].rows.Dialect.ErrorIdentity == lower.ByDataKind
	switch {
	case byKind && x.Name != y.Name:
		e := c.edit(h, errorRenamed, y.Name, x.Name, y.Name, at)
		for _, dir := range directions {
			e.verdict(dir, from[dir], Danger, "the peer does not know the error by this name", nil)
		}
	case !byKind && x.Code != y.Code:
		e := c.edit(h, errorCode, y.Name, strconv.Itoa(x.Code), strconv.Itoa(y.Code), at)
		for _, dir := range directions {
			w := [2]*lower.Error{x, y}[dir]
			_, why := c.unknownError(c.sides[1-dir].rows, w)
			e.verdict(dir, from[dir], Danger, why, nil)
		}
	}
	if (x.Data == lower.NoType) != (y.Data == lower.NoType) {
		c.edit(h, errorData, y.Name, c.typeWords(0, x.Data), c.typeWords(1, y.Data), at)
	}
}

// A setting is one property of a dialect.
type dialectSetting struct {
	name string
	of   func(d *lower.Dialect) string
	// breaks reports why what the one dialect writes is refused by the other; "" if it is
	// not.
	breaks func(w, r *lower.Dialect) string
}

var dialectSettings = []dialectSetting{
	{"jsonrpc", func(d *lower.Dialect) string {
		return fmt.Sprintf("%q, read %s, written %t", d.JSONRPC, d.ReadJSONRPC, d.WriteJSONRPC)
	}, func(w, r *lower.Dialect) string {
		switch {
		case r.ReadJSONRPC == lower.MemberRequired && !w.WriteJSONRPC:
			return "the member jsonrpc is missing"
		case w.WriteJSONRPC && w.JSONRPC != r.JSONRPC && r.ReadJSONRPC <= lower.MemberOptional:
			return "the member jsonrpc has another value"
		}
		return ""
	}},
	{"id", func(d *lower.Dialect) string { return d.ExpectedID }, func(w, r *lower.Dialect) string {
		if w.StringID && !r.StringID || w.IntegerID && !r.IntegerID {
			return "an id of another kind is refused"
		}
		return ""
	}},
	{"id of errors", func(d *lower.Dialect) string {
		return fmt.Sprintf("null %t, missing %t", d.NullIDOnError, d.NoIDOnError)
	}, func(w, r *lower.Dialect) string {
		if w.NullIDOnError && !r.NullIDOnError || w.WritesNoID() && !r.NoIDOnError {
			return "an error response without an id is refused"
		}
		return ""
	}},
	{"members", func(d *lower.Dialect) string { return memberWords(d.Members) }, nil},
	{"shapes", shapeWords, func(w, r *lower.Dialect) string {
		if shapeWords(w) != shapeWords(r) {
			return "the members of messages have other names"
		}
		return ""
	}},
	{"error identity", func(d *lower.Dialect) string { return d.ErrorIdentity.String() }, func(w, r *lower.Dialect) string {
		if w.ErrorIdentity != r.ErrorIdentity {
			return "errors are not identified alike"
		}
		return ""
	}},
	{"batch", batchWords, func(w, r *lower.Dialect) string {
		switch {
		case w.Batch == nil:
		case r.Batch == nil:
			return "a batch is refused"
		case r.Batch.Max > 0 && (w.Batch.Max == 0 || w.Batch.Max > r.Batch.Max):
			return "a longer batch is refused"
		}
		return ""
	}},
	{"framing", framingWords, func(w, r *lower.Dialect) string {
		a, b := w.Framing, r.Framing
		switch {
		case a.Kind != b.Kind || a.Width != b.Width || a.LittleEndian != b.LittleEndian:
			return "messages are not delimited alike"
		case b.MaxBytes > 0 && (a.MaxBytes == 0 || a.MaxBytes > b.MaxBytes):
			return fmt.Sprintf("a message of %d bytes is refused", b.MaxBytes+1)
		}
		return ""
	}},
	{"blank lines", func(d *lower.Dialect) string { return d.BlankLines.String() }, nil},
	{"rate", rateWords, func(w, r *lower.Dialect) string {
		if r.Rate != nil && (w.Rate == nil || w.Rate.PerMinute > r.Rate.PerMinute) {
			return fmt.Sprintf("more than %d requests in a minute are refused", r.Rate.PerMinute)
		}
		return ""
	}},
	{"result_and_error", func(d *lower.Dialect) string { return d.Both.String() }, nil},
	{"neither", func(d *lower.Dialect) string { return d.Neither.String() }, nil},
	{"notification_with_id", func(d *lower.Dialect) string { return d.NotificationID.String() }, nil},
	{"bad_id", func(d *lower.Dialect) string { return d.BadID.String() }, nil},
	{"on_unknown_request", func(d *lower.Dialect) string { return d.Unknown.String() }, nil},
}

func memberWords(list []lower.Field) string {
	var out []string
	for i := range list {
		out = append(out, list[i].Name)
	}
	return strings.Join(out, ", ")
}

func shapeWords(d *lower.Dialect) string {
	if d.Shapes == nil {
		return "JSON-RPC"
	}
	return fmt.Sprintf("%s: %+v %+v %+v", d.Shapes.Key, d.NamesOf(lower.RequestShape), d.NamesOf(lower.NotificationShape), d.NamesOf(lower.ResponseShape))
}

func batchWords(d *lower.Dialect) string {
	switch {
	case d.Batch == nil:
		return "none"
	case d.Batch.Max == 0:
		return "any number of messages"
	}
	return fmt.Sprintf("at most %d messages", d.Batch.Max)
}

func framingWords(d *lower.Dialect) string {
	words := d.Framing.Kind.String()
	if d.Framing.Width > 0 {
		words += fmt.Sprintf(" of %d bytes", d.Framing.Width)
	}
	if d.Framing.LittleEndian {
		words += ", little-endian"
	}
	if d.Framing.MaxBytes > 0 {
		words += fmt.Sprintf(", at most %d bytes", d.Framing.MaxBytes)
	}
	return words
}

func rateWords(d *lower.Dialect) string {
	if d.Rate == nil {
		return "no limit"
	}
	return fmt.Sprintf("%d requests in a minute", d.Rate.PerMinute)
}

// dialect compares how messages are written and read.
func (c *comparer) dialect() {
	a, b := &c.sides[0].rows.Dialect, &c.sides[1].rows.Dialect
	at := [2]source.Span{c.sides[0].proto.Dialect.Span, c.sides[1].proto.Dialect.Span}
	for _, s := range dialectSettings {
		x, y := s.of(a), s.of(b)
		if x == y {
			continue
		}
		e := c.edit(nil, dialectChanged, "dialect "+s.name, x, y, at)
		if s.breaks == nil {
			continue
		}
		for _, dir := range directions {
			w, r := a, b
			if dir == forward {
				w, r = b, a
			}
			if why := s.breaks(w, r); why != "" {
				e.verdict(dir, []int{byClient, byAgent}, Break, why, nil)
			}
		}
	}
}
