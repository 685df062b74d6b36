package compare

import (
	"slices"

	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// A position is a place of a message where values of a type are.
type position struct {
	name   string // params of prompt
	node   *node
	from   [2][]int  // who writes there, by the direction
	closed [2]string // the gate that no peer of the reader can have agreed to, by the direction; or ""
	// message makes a message of the version of s from a value; nil if the value is not in
	// a message by itself.
	message func(s *side, value string) string
}

// The writers, as reachOf counts them.
const (
	byClient = iota
	byAgent
	byJournal
)

func (p *position) writers(dir direction) []int { return p.from[dir] }

// senders are the writers of what a method's sender writes.
func senders(from lower.From) []int {
	switch from {
	case lower.FromClient:
		return []int{byClient}
	case lower.FromAgent:
		return []int{byAgent}
	}
	return []int{byClient, byAgent}
}

// answerers are the writers of what answers a method.
func answerers(from lower.From) []int {
	switch from {
	case lower.FromClient:
		return []int{byAgent}
	case lower.FromAgent:
		return []int{byClient}
	}
	return []int{byClient, byAgent}
}

// roots adds every position of a message.
func (c *comparer) roots() {
	old, today := c.sides[0].rows, c.sides[1].rows
	if len(today.Calls) == 0 && len(old.Calls) == 0 {
		c.typesAlone()
	}
	for i := range today.Calls {
		if was := c.calls.was[&today.Calls[i]]; was != nil {
			c.method(was, &today.Calls[i])
		}
	}
	c.variantResults()
	c.members()
	c.errorData()
	c.errors() // their data may be that of other errors
	c.journal()
}

// typesAlone adds every type of specs without methods, which either side may write.
func (c *comparer) typesAlone() {
	all := []int{byClient, byAgent}
	old, today := c.sides[0], c.sides[1]
	before := make(map[string]model.Decl, len(old.proto.Decls))
	for _, d := range old.proto.Decls {
		before[d.TypeName()] = d
	}
	for _, d := range today.proto.Decls {
		is, was := today.rows.Ref(d), lower.NoType
		h := &holder{element: d.TypeName(), at: [2]source.Span{{}, d.Info().Span}}
		if at, ok := c.partners[is.Type]; ok {
			was = lower.Ref{Type: at}
		}
		if x, ok := before[d.TypeName()]; ok { // an alias may have no row
			was, h.at[0] = old.rows.Ref(x), x.Info().Span
		}
		c.place("values of "+d.TypeName(), h, was, is, position{from: [2][]int{all, all}})
	}
}

// place adds a position of values of two types, and compares whether they may be null.
func (c *comparer) place(name string, h *holder, old, today lower.Ref, p position) {
	if old == lower.NoType || today == lower.NoType {
		return
	}
	p.name, p.node = name, c.node(old, today, h)
	for dir, more := range c.dirs(old, today, both) {
		if !more {
			p.from[dir] = nil
		}
	}
	if old.OrNull != today.OrNull { // which other places of the same types have nothing to do with
		of := p.node
		p.node = &node{key: key{old: old, new: today, in: h}}
		c.null(p.node, h, old, today, [2]tolerance{}, itself)
		p.node.join(of, edge{dirs: both, wrap: itself})
	}
	c.places = append(c.places, &p)
}

// method compares a method of both versions.
func (c *comparer) method(x, y *lower.Call) {
	h := &holder{element: y.Method, at: [2]source.Span{x.Of.Span, y.Of.Span}, unstable: y.Of.Experimental}
	from := [2][]int{senders(x.From), senders(y.From)}
	answers := [2][]int{answerers(x.From), answerers(y.From)}
	closed := [2]string{c.closed(x.Of.Gate, backward), c.closed(y.Of.Gate, forward)}
	part := func(name string, old, today model.Type) *holder {
		out := *h
		out.element += " " + name
		return c.holderAt(&out, old, today)
	}
	c.place("params of "+y.Method, part("params", x.Of.Params, y.Of.Params), x.Params, y.Params, position{from: from, closed: closed, message: func(s *side, value string) string {
		return s.call([2]*lower.Call{x, y}[c.version(s)].Method, value)
	}})
	c.place("the result of "+y.Method, part("result", x.Of.Result, y.Of.Result), x.Result, y.Result, position{from: answers, closed: closed})
	c.place("the data of an error that answers "+y.Method, part("error data", x.Of.ErrorData, y.Of.ErrorData), x.ErrorData, y.ErrorData, position{from: answers, closed: closed})
	if a, b := x.Of.Registration, y.Of.Registration; a != nil && b != nil {
		c.place("the options of a registration for "+y.Method, part("registration", a.Options, b.Options), c.sides[0].rows.Ref(a.Options), c.sides[1].rows.Ref(b.Options), position{from: answers})
	}
	for i := range y.Progress {
		p := &y.Progress[i]
		at := slices.IndexFunc(x.Progress, func(q lower.Progress) bool { return q.Of.Name == p.Of.Name })
		if at < 0 {
			continue
		}
		c.place("the "+p.Of.Name+" of "+y.Method, part(p.Of.Name, x.Progress[at].Of.Payload, p.Of.Payload), x.Progress[at].Payload, p.Payload, position{from: answers, closed: closed})
	}
}

// errorData adds the data of errors.
func (c *comparer) errorData() {
	for i := range c.sides[1].rows.Errors {
		y := &c.sides[1].rows.Errors[i]
		x := c.declared.was[y]
		if x == nil {
			continue
		}
		h := &holder{element: y.Name + " data", at: [2]source.Span{x.Of.Span, y.Of.Span}}
		from := [2][]int{c.errorSenders(0, x.Name), c.errorSenders(1, y.Name)}
		c.place("the data of "+y.Name, h, x.Data, y.Data, position{from: from})
	}
}

// errorNamed is the error of the old version that an error is, by its names; or nil. One of
// JSON-RPC itself is that with its code, whatever the spec calls it.
func errorNamed(old *lower.Program, y *lower.Error) *lower.Error {
	x := namesake(old.Errors, y.Name, y.Of.FormerNames, func(x *lower.Error) (string, []string) { return x.Name, x.Of.FormerNames })
	if x != nil {
		return x
	}
	i := slices.IndexFunc(old.Errors, func(x lower.Error) bool { return y.Standard && x.Standard && x.Code == y.Code })
	if i < 0 || isImplied(y) || isImplied(&old.Errors[i]) {
		return nil
	}
	return &old.Errors[i]
}

// isImplied reports whether an error is one of JSON-RPC that the spec does not declare.
func isImplied(e *lower.Error) bool { return e.Standard && e.Of.Span.IsZero() }

// errorSenders are those who may answer some request with an error: one that lists it, or
// that lists none. An error that nobody lists, or one of JSON-RPC itself, may answer every
// request.
func (c *comparer) errorSenders(version int, name string) []int {
	calls := c.sides[version].rows.Calls
	listed := slices.ContainsFunc(calls, func(x lower.Call) bool { return slices.Contains(x.Errors, name) })
	var out []int
	e := c.sides[version].rows.ErrorNamed(name)
	if e != nil && e.Local {
		return nil // it is never sent
	}
	standard := e != nil && e.Standard
	for _, x := range calls {
		if x.Shape == lower.RequestShape && (!listed || standard || len(x.Errors) == 0 || slices.Contains(x.Errors, name)) {
			out = append(out, answerers(x.From)...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// journal adds what is recorded.
func (c *comparer) journal() {
	a, b := c.sides[0].proto.Journal, c.sides[1].proto.Journal
	if a == nil || b == nil {
		return
	}
	add := func(name string, old, today model.Type) {
		h := &holder{element: "journal " + name, at: [2]source.Span{a.Span, b.Span}}
		c.place("a "+name+" of the journal", h, c.sides[0].rows.Ref(old), c.sides[1].rows.Ref(today), position{from: [2][]int{{byJournal}, nil}})
	}
	if a.Header != nil && b.Header != nil {
		add("header", a.Header, b.Header)
	}
	add("record", a.Record, b.Record)
}

// messages compares what is not a type: methods, errors and the dialect.
func (c *comparer) messages() {
	old, today := c.sides[0].rows, c.sides[1].rows
	for i := range today.Calls {
		y := &today.Calls[i]
		x := c.calls.was[y]
		if x == nil {
			c.newMethod(y)
			continue
		}
		c.callEdits(x, y)
	}
	for i := range old.Calls {
		x := &old.Calls[i]
		if c.calls.is[x] == nil {
			c.goneMethod(x)
		}
	}
	c.requestEdits()
	c.dialect()
	c.extensions()
}

// verdict gives an edit a verdict for those who meet what some writers of a direction
// write.
func (e *edit) verdict(dir direction, from []int, j judgement, w *Witness) {
	for _, by := range from {
		a := audienceOf(dir, by)
		if e.fixed[a] == nil || e.fixed[a].Level < j.level {
			e.fixed[a] = j.verdict(w)
		}
	}
}

// upkeep gives an edit its verdict for those who keep the spec.
func (e *edit) upkeep(j judgement) { e.fixed[Upkeep] = j.verdict(nil) }

// audienceOf is who meets what a writer writes in a direction.
func audienceOf(dir direction, by int) Audience {
	switch {
	case by == byJournal:
		return Journal
	case (by == byClient) == (dir == backward):
		return OldClient
	}
	return NewClient
}

func (c *comparer) callWords(version int, x *lower.Call) string {
	kind := "request"
	if x.Shape == lower.NotificationShape {
		kind = "notification"
	}
	return kind + " from " + c.senderWords(version, x)
}

// senderWords is the role that sends the calls of a method, or both.
func (c *comparer) senderWords(version int, x *lower.Call) string {
	if by := senders(x.From); len(by) == 1 {
		return c.sides[version].proto.Roles[by[0]]
	}
	return "both"
}

func (c *comparer) newMethod(y *lower.Call) {
	h := &holder{unstable: y.Of.Experimental}
	e := c.edit(h, methodAdded, y.Method, "", c.callWords(1, y), [2]source.Span{{}, y.Of.Span})
	c.undeclaredCall(e, y, forward, senders(y.From), c.newCall(y))
	if roles := c.sides[1].proto.Roles; y.From != lower.FromClient && y.Shape == lower.RequestShape {
		c.undeclaredCall(e, y, forward, []int{byAgent}, answerAwaited.of(roles[byAgent], roles[byClient]))
	}
}

func (c *comparer) goneMethod(x *lower.Call) {
	h := &holder{unstable: x.Of.Experimental}
	e := c.edit(h, methodRemoved, x.Method, c.callWords(0, x), "", [2]source.Span{x.Of.Span, {}})
	c.undeclaredCall(e, x, backward, senders(x.From), c.unknownCall(x, backward))
}

// unknownCall is what happens to a call of a method that its sender counts on and its
// reader does not know: who calls it gets an error, and a notification is ignored.
func (c *comparer) unknownCall(x *lower.Call, dir direction) judgement {
	switch {
	case x.Shape != lower.RequestShape:
		return notificationUnknown.of()
	case c.sides[1-dir].rows.Dialect.Unknown == lower.NoAnswer:
		return callIgnored.of()
	}
	return callRefused.of()
}

// newCall is what happens to a call of a method that the old version does not have. Nobody
// counted on it.
func (c *comparer) newCall(y *lower.Call) judgement {
	switch j := c.unknownCall(y, forward); j.of {
	case callIgnored:
		return newCallIgnored.of()
	case callRefused:
		return newCallRefused.of()
	default:
		return j
	}
}

// undeclaredCall is a call of a method, by some of its senders, that the reader does not declare.
func (c *comparer) undeclaredCall(e *edit, x *lower.Call, dir direction, from []int, j judgement) {
	if gate := c.closed(x.Of.Gate, dir); gate != "" {
		for _, by := range from {
			e.fixed[audienceOf(dir, by)] = &Verdict{Gate: gate}
		}
		return
	}
	c.callVerdict(e, x, dir, from, j)
}

// callVerdict gives an edit a verdict for those who meet the calls of a method by some
// senders, each with a small call of that sender.
func (c *comparer) callVerdict(e *edit, x *lower.Call, dir direction, from []int, j judgement) {
	for _, by := range from {
		e.verdict(dir, []int{by}, j, c.callWitness(x, dir, by, j.why, x.ParamsPresence == lower.ParamsRequired))
	}
}

// callWitness is a small call of a method, with params or without them, and what the
// reader does with it: why, unless the reader says something itself.
func (c *comparer) callWitness(x *lower.Call, dir direction, by int, why string, withParams bool) *Witness {
	s := c.sides[dir]
	params := ""
	if withParams {
		var ok bool
		if params, ok = s.small(x.Params); !ok {
			return nil
		}
	}
	w := c.sent(dir, by, "a call of "+x.Method, x.Method, s.call(x.Method, params))
	if w.Effect == "" {
		w.Effect = why
	}
	return w
}

// callEdits compares what a method is apart from its types.
func (c *comparer) callEdits(x, y *lower.Call) {
	h := &holder{unstable: y.Of.Experimental}
	at := [2]source.Span{x.Of.Span, y.Of.Span}
	if x.Method != y.Method {
		e := c.edit(h, methodRenamed, y.Method, x.Method, y.Method, at)
		for _, dir := range directions {
			w, r := oriented(dir, x, y)
			if r.Method == w.Method || slices.Contains(r.FormerNames, w.Method) {
				continue
			}
			c.undeclaredCall(e, w, dir, senders(w.From), c.unknownCall(w, dir))
			if dir == backward && c.closed(w.Of.Gate, dir) == "" && !slices.Contains(c.sides[1].proto.Reserved, w.Method) {
				e.record = formerly(w.Method, y.Of.Span, "readers of the new version then know both names")
			}
		}
	}
	c.formerMethods(h, x, y, at)
	if x.From != y.From {
		e := c.edit(h, methodFrom, y.Method, c.senderWords(0, x), c.senderWords(1, y), at)
		for _, dir := range directions {
			w, r := oriented(dir, x, y)
			for _, by := range senders(w.From) {
				if !slices.Contains(senders(r.From), by) {
					j := callNotAnswered.of()
					if w.Shape == lower.NotificationShape {
						j = notificationUnknown.of()
					}
					c.undeclaredCall(e, w, dir, []int{by}, j)
				}
			}
		}
	}
	if x.Shape != y.Shape {
		e := c.edit(h, methodKind, y.Method, c.callWords(0, x), c.callWords(1, y), at)
		for _, dir := range directions {
			w, r := oriented(dir, x, y)
			c.callVerdict(e, w, dir, senders(w.From), otherCallKind.of(w.Shape, r.Shape))
		}
		return
	}
	c.params(h, x, y, at)
	if x.Answer != y.Answer || (x.Result == lower.NoType) != (y.Result == lower.NoType) {
		e := c.edit(h, methodResult, y.Method, x.Answer.String(), y.Answer.String(), at)
		for _, dir := range directions {
			w, _ := oriented(dir, x, y)
			e.verdict(dir, answerers(w.From), resultOfOtherKind.of(), nil)
		}
	}
	c.optionalResult(h, x, y, at)
	if gone, come := without(x.Errors, y.Errors), without(y.Errors, x.Errors); len(gone)+len(come) > 0 {
		c.edit(h, methodErrors, y.Method, names.List(gone, "and"), names.List(come, "and"), at)
	}
	if (x.ErrorData == lower.NoType) != (y.ErrorData == lower.NoType) {
		e := c.edit(h, errorData, y.Method+" error data", c.typeWords(0, x.ErrorData), c.typeWords(1, y.ErrorData), at)
		c.undeclaredData(e, x.ErrorData != lower.NoType, [2][]int{answerers(x.From), answerers(y.From)})
	}
	if x.Positions != y.Positions {
		c.edit(h, methodPositions, y.Method, positionWords(x), positionWords(y), at)
	}
	c.progress(h, x, y, at)
	c.registration(h, x, y, at)
}

func positionWords(x *lower.Call) string {
	if x.Positions {
		return "an object or an array"
	}
	return "an object"
}

// without is a list without the texts of another one.
func without(list, others []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(x string) bool { return slices.Contains(others, x) })
}

// params compares whether a method has params.
func (c *comparer) params(h *holder, x, y *lower.Call, at [2]source.Span) {
	if x.ParamsPresence == y.ParamsPresence {
		return
	}
	e := c.edit(h, methodParams, y.Method, "params "+x.ParamsPresence.String(), "params "+y.ParamsPresence.String(), at)
	for _, dir := range directions {
		w, r := oriented(dir, x, y)
		switch {
		case w.ParamsPresence != lower.ParamsRequired && r.ParamsPresence == lower.ParamsRequired:
			c.callVerdict(e, w, dir, senders(w.From), paramsMissing.of())
		case w.ParamsPresence != lower.ParamsNone && r.ParamsPresence == lower.ParamsNone:
			for _, by := range senders(w.From) {
				j := paramsIgnored.of()
				e.verdict(dir, []int{by}, j, c.callWitness(w, dir, by, j.why, true))
			}
		}
	}
}

// optionalResult compares whether the response to a method may have no result. A reader for
// which it may not reads {}.
func (c *comparer) optionalResult(h *holder, x, y *lower.Call, at [2]source.Span) {
	if x.ResultOptional == y.ResultOptional || x.Answer != y.Answer {
		return
	}
	words := map[bool]string{true: "may be absent", false: "never absent"}
	e := c.edit(h, methodResult, y.Method, words[x.ResultOptional], words[y.ResultOptional], at)
	for _, dir := range directions {
		w, r := oriented(dir, x, y)
		t := c.sides[1-dir].rows.At(r.Result)
		if !w.ResultOptional || t.Form == lower.ScalarForm { // it is empty, which {} is
			continue
		}
		j := noResultAsEmpty.of()
		if got := c.sides[1-dir].judge(t.Of, "{}", ""); got.level.refuses() {
			j = noResultRefused.of(got.why)
		}
		e.verdict(dir, answerers(w.From), j, nil)
	}
}
