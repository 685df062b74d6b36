package compare

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// errors compares the declared errors.
func (c *comparer) errors() {
	old, today := c.sides[0].rows, c.sides[1].rows
	for i := range today.Errors {
		y := &today.Errors[i]
		x := c.declared.was[y]
		switch {
		case x == nil && c.knownByCode(y):
		case x == nil:
			c.newError(y)
		default:
			c.errorEdits(x, y)
		}
	}
	for i := range old.Errors {
		x := &old.Errors[i]
		if c.knownByCode(x) || c.declared.is[x] != nil {
			continue
		}
		e := c.edit(&holder{unstable: x.Of.Experimental}, errorRemoved, x.Name, strconv.Itoa(x.Code), "", [2]source.Span{x.Of.Span, {}})
		c.errorVerdict(e, backward, x, c.unknownError(today, x))
	}
}

// knownByCode reports whether an error is one of JSON-RPC itself that every peer knows by
// its code.
func (c *comparer) knownByCode(e *lower.Error) bool {
	return isImplied(e) || e.Standard && c.sides[1].rows.Dialect.ErrorIdentity == lower.ByCode
}

func (c *comparer) newError(y *lower.Error) {
	e := c.edit(&holder{unstable: y.Of.Experimental}, errorAdded, y.Name, "", strconv.Itoa(y.Code), [2]source.Span{{}, y.Of.Span})
	c.errorVerdict(e, forward, y, c.unknownError(c.sides[0].rows, y))
}

// errorVerdict gives an edit of an error its verdict, with an answer that shows it.
func (c *comparer) errorVerdict(e *edit, dir direction, x *lower.Error, j judgement) {
	if x.Local {
		return // it is never sent
	}
	s := c.sides[dir]
	if !j.level.refuses() {
		c.dataAs(e, dir, x)
	}
	for _, by := range c.errorSenders(int(dir), x.Name) {
		i := slices.IndexFunc(s.rows.Calls, func(call lower.Call) bool {
			return call.Shape == lower.RequestShape && slices.Contains(answerers(call.From), by) && (len(call.Errors) == 0 || slices.Contains(call.Errors, x.Name))
		})
		if i < 0 {
			i = slices.IndexFunc(s.rows.Calls, func(call lower.Call) bool {
				return call.Shape == lower.RequestShape && slices.Contains(answerers(call.From), by)
			})
		}
		if i < 0 {
			continue // nobody asks this side
		}
		method := s.rows.Calls[i].Method
		w := c.sent(dir, by, "an answer to "+method, "code", s.messages().Answer(method, "", s.id(), x.Name))
		if w.Effect == "" { // the reader accepts every code
			w.Effect, w.Confirmed = j.why, true
		}
		e.verdict(dir, []int{by}, j, w)
	}
}

// unknownError is what a version makes of an error that it does not declare under the
// name.
func (c *comparer) unknownError(r *lower.Program, e *lower.Error) judgement {
	switch x := otherError(r, e); {
	case x == nil:
		return errorUndeclared.of()
	case r.Dialect.ErrorIdentity == lower.ByDataKind:
		return c.asError(r, x, e, "it is read as "+x.Name)
	default:
		return c.asError(r, x, e, fmt.Sprintf("the code %d means %s in %s", e.Code, x.Name, c.versionWords(r)))
	}
}

// versionWords says which version has some rows.
func (c *comparer) versionWords(r *lower.Program) string {
	if r == c.sides[0].rows {
		return "the old version"
	}
	return "the new version"
}

// otherError is the error that a version reads one as that it does not declare under the
// name; or nil.
func otherError(r *lower.Program, e *lower.Error) *lower.Error {
	i := slices.IndexFunc(r.Errors, func(x lower.Error) bool {
		if r.Dialect.ErrorIdentity == lower.ByDataKind {
			return x.Name == r.Dialect.ErrorFallback
		}
		return x.Code == e.Code
	})
	if i < 0 {
		return nil
	}
	return &r.Errors[i]
}

// asError is what a version makes of an error that it reads as another one, x: it may
// refuse a small value of the data. dataAs compares all of them.
func (c *comparer) asError(r *lower.Program, x, e *lower.Error, why string) judgement {
	own, other := c.sides[0], c.sides[1]
	if own.rows != r {
		own, other = other, own
	}
	t, text := r.CheckedData(x), "{}"
	if e.Data != lower.NoType {
		var ok bool
		if text, ok = other.small(e.Data); !ok || text == "null" { // which is not data
			return readAsError.of(why)
		}
	}
	if t == lower.NoType || e.Data == lower.NoType && r.Dialect.ErrorIdentity == lower.ByCode {
		return readAsError.of(why)
	}
	if r.Dialect.ErrorIdentity == lower.ByDataKind {
		text = withKind(text, e, x)
	}
	if j := own.judge(r.At(t).Of, text, text); j.level.refuses() {
		return refusedAsError.of(why, j.why)
	}
	return readAsError.of(why)
}

// withKind is the text of the data of an error that is identified by it, as the type of the
// data of another error, which reads it, declares its kind or leaves it out.
func withKind(text string, e, r *lower.Error) string {
	if r.AddsKind {
		return drop(text, "kind")
	}
	return set(text, "kind", model.Quote(e.Name))
}

// dataAs adds the data of an error that the other version reads as another error.
func (c *comparer) dataAs(e *edit, dir direction, x *lower.Error) {
	r := c.sides[1-dir].rows
	other := otherError(r, x)
	if other == nil {
		return
	}
	p := position{}
	p.from[dir] = c.errorSenders(int(dir), x.Name)
	old, today := oriented(dir, x.Data, r.CheckedData(other))
	c.place("the data of "+x.Name, &holder{element: e.element, at: e.at, all: e, unstable: e.unstable}, old, today, p)
}

func (c *comparer) errorEdits(x, y *lower.Error) {
	h := &holder{unstable: y.Of.Experimental}
	at := [2]source.Span{x.Of.Span, y.Of.Span}
	byKind := c.sides[1].rows.Dialect.ErrorIdentity == lower.ByDataKind
	switch {
	case byKind && x.Name != y.Name:
		e := c.edit(h, errorRenamed, y.Name, x.Name, y.Name, at)
		for _, dir := range directions {
			w := [2]*lower.Error{x, y}[dir]
			r := c.sides[1-dir].rows
			c.errorVerdict(e, dir, w, worse(errorNotKnown.of(c.versionWords(r), w.Name), c.unknownError(r, w)))
		}
	case !byKind && x.Code != y.Code:
		e := c.edit(h, errorCode, y.Name, strconv.Itoa(x.Code), strconv.Itoa(y.Code), at)
		for _, dir := range directions {
			w := [2]*lower.Error{x, y}[dir]
			c.errorVerdict(e, dir, w, worse(c.unknownError(c.sides[1-dir].rows, w), codeNotKnown.of()))
		}
	}
	if (x.Message != x.Name || y.Message != y.Name) && x.Message != y.Message {
		c.edit(h, errorMessage, y.Name, model.Quote(x.Message), model.Quote(y.Message), at)
	}
	if (x.Data == lower.NoType) != (y.Data == lower.NoType) {
		e := c.edit(h, errorData, y.Name, c.typeWords(0, x.Data), c.typeWords(1, y.Data), at)
		if !byKind || !c.onlyKind(x, y) {
			c.undeclaredData(e, x.Data != lower.NoType, [2][]int{c.errorSenders(0, x.Name), c.errorSenders(1, y.Name)})
		}
		dir, w, r := backward, x, y
		if x.Data != lower.NoType {
			dir, w, r = forward, y, x
		}
		// An error that is identified by its data has data, even if none is declared.
		if j := c.sides[1-dir].judge(c.sides[1-dir].rows.At(r.Data).Of, withKind("{}", w, r), ""); byKind && j.level.refuses() {
			e.verdict(dir, c.errorSenders(int(dir), w.Name), kindUnfit.of(j.why), nil)
		}
	}
}

// onlyKind reports whether the data of an error, which one version declares, is no more than
// its kind, which all data has.
func (c *comparer) onlyKind(x, y *lower.Error) bool {
	rows, data := c.sides[0].rows, x.Data
	if data == lower.NoType {
		rows, data = c.sides[1].rows, y.Data
	}
	t := rows.At(data)
	return t.Form == lower.StructForm && !slices.ContainsFunc(t.Struct.Fields, func(f lower.Field) bool { return f.Name != "kind" })
}

// undeclaredData gives verdicts to data of errors that only one version declares: the old
// one, if so. Nothing is refused, because errors may have no data, and any that is not
// declared.
func (c *comparer) undeclaredData(e *edit, old bool, from [2][]int) {
	for _, dir := range directions {
		j := dataMissing.of()
		if (dir == backward) == old {
			j = dataUndeclared.of()
		}
		e.verdict(dir, from[dir], j, nil)
	}
}

// An exchange is who writes messages to whom.
type exchange struct {
	w, r  *lower.Dialect
	sides [2]*side // of the one and of the other
	by    int      // who writes: byClient or byAgent
	dir   direction
}

// A setting is one property of a dialect.
type dialectSetting struct {
	name string
	of   func(d *lower.Dialect) string
	// breaks reports why what is written is refused by the reader; "" if it is not.
	breaks func(x *exchange) string
	// shows makes a message that shows it from a call; nil: none is shown.
	shows func(call string, x *exchange) (text string, length int)
	// requests says that only those meet it who send requests.
	requests bool
}

var dialectSettings = []dialectSetting{
	{"jsonrpc", func(d *lower.Dialect) string {
		return fmt.Sprintf("%q, read %s, written %t", d.JSONRPC, d.ReadJSONRPC, d.WriteJSONRPC)
	}, func(x *exchange) string {
		switch {
		case (x.r.ReadJSONRPC == lower.MemberRequired || x.r.ReadJSONRPC == lower.MemberAny) && !x.w.WriteJSONRPC:
			return "the member jsonrpc is missing"
		case x.w.WriteJSONRPC && x.w.JSONRPC != x.r.JSONRPC && x.r.ReadJSONRPC <= lower.MemberOptional:
			return "the member jsonrpc has another value"
		}
		return ""
	}, nil, false},
	{"id", func(d *lower.Dialect) string { return d.ExpectedID }, func(x *exchange) string {
		if x.w.StringID && !x.r.StringID || x.w.IntegerID && !x.r.IntegerID {
			return "an id of another kind is refused"
		}
		return ""
	}, func(call string, x *exchange) (string, int) {
		id := `"1"`
		if x.w.IntegerID && !x.r.IntegerID {
			id = "1"
		}
		return set(call, x.w.NamesOf(lower.RequestShape).ID, id), 0
	}, true},
	{"id of errors", func(d *lower.Dialect) string {
		return fmt.Sprintf("null %t, missing %t", d.NullIDOnError, d.NoIDOnError)
	}, func(x *exchange) string {
		if x.w.NullIDOnError && !x.r.NullIDOnError || x.w.WritesNoID() && !x.r.NoIDOnError {
			return "an error response without an id is refused"
		}
		return ""
	}, nil, false},
	{"shapes", shapeWords, func(x *exchange) string {
		if shapeWords(x.w) != shapeWords(x.r) {
			return "the members of messages have other names"
		}
		return ""
	}, nil, false},
	{"error identity", func(d *lower.Dialect) string { return d.ErrorIdentity.String() }, func(x *exchange) string {
		if x.w.ErrorIdentity != x.r.ErrorIdentity {
			return "errors are not identified alike"
		}
		return ""
	}, nil, false},
	{"batch", batchWords, func(x *exchange) string {
		switch {
		case x.w.Batch == nil:
		case x.r.Batch == nil:
			return "a batch is refused"
		case x.r.Batch.Max > 0 && (x.w.Batch.Max == 0 || x.w.Batch.Max > x.r.Batch.Max):
			return "a longer batch is refused"
		case x.r.Batch.UniqueIDs && !x.w.Batch.UniqueIDs:
			return "a batch with an id twice is refused"
		}
		return ""
	}, nil, false},
	{"framing", framingWords, framingBreaks, framingShows, false},
	{"error.data", func(d *lower.Dialect) string { return d.ErrorData.String() }, nil, nil, false},
	{"error.fallback", func(d *lower.Dialect) string { return cmp.Or(d.ErrorFallback, "none") }, nil, nil, false},
	{"precedence", func(d *lower.Dialect) string { return fmt.Sprint(d.Precedence) }, nil, nil, false},
	{"blank lines", func(d *lower.Dialect) string { return d.BlankLines.String() }, func(x *exchange) string {
		return x.stricter(x.w.BlankLines == lower.BlankIgnored, "an empty line is refused")
	}, nil, false},
	{"rate", rateWords, func(x *exchange) string {
		if x.r.Rate != nil && (x.w.Rate == nil || x.w.Rate.PerMinute > x.r.Rate.PerMinute) {
			return fmt.Sprintf("more than %d requests in a minute are refused", x.r.Rate.PerMinute)
		}
		return ""
	}, nil, true},
	{"result_and_error", func(d *lower.Dialect) string { return d.Both.String() }, func(x *exchange) string {
		return x.stricter(x.w.Both != lower.BothRefused && x.r.Both == lower.BothRefused && x.answers(), "a response with a result and an error is refused")
	}, nil, false},
	{"neither", func(d *lower.Dialect) string { return d.Neither.String() }, func(x *exchange) string {
		return x.stricter(x.w.Neither == lower.NeitherIgnored && x.answers(), "a response with neither a result nor an error is refused")
	}, nil, false},
	{"notification_with_id", func(d *lower.Dialect) string { return d.NotificationID.String() }, func(x *exchange) string {
		return x.stricter(x.w.NotificationID == lower.IDIgnored && x.sides[0].first(lower.NotificationShape, x.by) != nil, "a notification with an id is no longer read as one")
	}, nil, false},
	{"bad_id", func(d *lower.Dialect) string { return d.BadID.String() }, func(x *exchange) string {
		return x.stricter(x.w.BadID == lower.BadIDIgnored, "an id of a wrong kind is refused")
	}, nil, false},
	{"on_unknown_request", func(d *lower.Dialect) string { return d.Unknown.String() }, nil, nil, false},
}

// stricter is why messages are refused that nobody who has the spec writes: a version that
// takes them knows peers that do write them, as with params that are null. The new version
// knows no others.
func (x *exchange) stricter(taken bool, why string) string {
	if taken && x.dir == backward {
		return why
	}
	return ""
}

// answers reports whether the writer is asked for anything.
func (x *exchange) answers() bool { return x.sides[0].request(1-x.by) != nil }

func shapeWords(d *lower.Dialect) string {
	if d.Shapes == nil {
		return "JSON-RPC"
	}
	words := d.Shapes.Key
	for _, shape := range []lower.Shape{lower.RequestShape, lower.NotificationShape, lower.ResponseShape} {
		n := d.NamesOf(shape)
		words += fmt.Sprintf(", %s: %s", shape, d.Shapes.Value(shape))
		if d.Named() {
			words += fmt.Sprintf(" %q", []string{n.ID, n.Method, n.Params, n.Result, n.Error, n.OK, n.Words, n.Data})
		}
	}
	return words
}

func batchWords(d *lower.Dialect) string {
	switch {
	case d.Batch == nil:
		return "none"
	case d.Batch.Max == 0:
		return "any number of messages" + uniqueWords(d.Batch)
	}
	return fmt.Sprintf("at most %d messages", d.Batch.Max) + uniqueWords(d.Batch)
}

func uniqueWords(b *lower.Batch) string {
	if b.UniqueIDs {
		return " with their own ids"
	}
	return ""
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
	c.nullParams(at)
	c.refusals(at)
	for _, s := range dialectSettings {
		x, y := s.of(a), s.of(b)
		if x == y {
			continue
		}
		e := c.edit(nil, dialectChanged, "dialect "+s.name, x, y, at)
		if s.breaks == nil {
			continue
		}
		if s.name == "framing" {
			c.recordsBreak(e)
		}
		for _, dir := range directions {
			w, r := oriented(dir, a, b)
			for _, by := range []int{byClient, byAgent} {
				x := &exchange{w, r, [2]*side{c.sides[dir], c.sides[1-dir]}, by, dir}
				if why := s.breaks(x); why != "" && (!s.requests || c.sides[dir].request(by) != nil) {
					j, shown := dialectUnseen.of(why), c.dialectWitness(s, dir, x)
					if shown != nil {
						j = dialectRefused.of(why)
					}
					e.verdict(dir, []int{by}, j, shown)
				}
			}
		}
	}
}

// nullParams compares whether optional params that are null are taken for none. Nobody who
// has the spec writes them: a version that reads them knows peers that do.
func (c *comparer) nullParams(at [2]source.Span) {
	was, is := c.sides[0].proto.Dialect.NullParams, c.sides[1].proto.Dialect.NullParams
	if was == is {
		return
	}
	e := c.edit(nil, dialectChanged, "dialect null_params", was, is, at)
	for i := range c.sides[1].rows.Calls {
		y := &c.sides[1].rows.Calls[i]
		x := c.calls.was[y]
		if x == nil || !x.NullAsAbsent || y.NullAsAbsent || y.ParamsPresence == lower.ParamsNone {
			continue
		}
		text := set(c.sides[0].call(x.Method, ""), c.sides[0].rows.Dialect.NamesOf(x.Shape).Params, "null")
		for _, by := range senders(x.From) {
			e.verdict(backward, []int{by}, nullParamsRefused.of(), c.written(backward, by, "a call of "+x.Method, "params", text))
		}
	}
}

// request is the first request that a side sends; or nil.
func (s *side) request(by int) *lower.Call { return s.first(lower.RequestShape, by) }

// first is the first method of a shape that a side sends; or nil.
func (s *side) first(shape lower.Shape, by int) *lower.Call {
	i := slices.IndexFunc(s.rows.Calls, func(x lower.Call) bool {
		return x.Shape == shape && slices.Contains(senders(x.From), by)
	})
	if i < 0 {
		return nil
	}
	return &s.rows.Calls[i]
}

// dialectWitness is a message of one side that shows a difference of the dialects.
func (c *comparer) dialectWitness(setting dialectSetting, dir direction, by *exchange) *Witness {
	s := c.sides[dir]
	x := s.request(by.by)
	if setting.shows == nil || x == nil {
		return nil
	}
	params := ""
	if x.ParamsPresence == lower.ParamsRequired {
		params, _ = s.small(x.Params)
	}
	text, length := setting.shows(s.call(x.Method, params), by)
	switch {
	case length > 0:
		return &Witness{From: s.proto.Roles[by.by], OldWrote: dir == backward, Position: "a message", Length: length, Effect: fmt.Sprintf("the reader takes at most %d bytes", length-1), Confirmed: true}
	case text == "":
		return nil
	}
	return c.sent(dir, by.by, "a call of "+x.Method, "id", text)
}
