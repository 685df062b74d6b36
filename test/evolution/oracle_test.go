package evolution

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/review/compare"
)

// A finding is the worst that the oracle saw for one audience.
type finding struct {
	level                  compare.Level
	position, text, effect string
}

// A verdict is what the oracle says of two versions.
type verdict struct {
	of             [compare.Upkeep]finding
	asked, written int  // messages made, and those that may be written
	endless        bool // a version has types of which no message was made
}

// judge has each of two versions read small messages of the other one.
func judge(old, today *model.Protocol, seed uint64) *verdict {
	out := &verdict{}
	a, b := newVersion(old), newVersion(today)
	shut(a, b)
	shut(b, a)
	for _, dir := range []*crossing{{w: a, r: b, back: true}, {w: b, r: a}} {
		dir.out = out
		dir.all(seed)
		out.endless = out.endless || dir.w.endless()
	}
	return out
}

// A crossing is one direction: what one version writes and the other one reads.
type crossing struct {
	w, r *version
	back bool // the old version writes
	out  *verdict
	seen [compare.Upkeep]map[visit]bool
}

// journal is the sender of what is recorded, besides the two roles.
const journal = 2

func (c *crossing) audience(sender int) compare.Audience {
	switch {
	case sender == journal:
		return compare.Journal
	case (sender == 0) == c.back:
		return compare.OldClient
	}
	return compare.NewClient
}

// note notes what a reader makes of a message.
func (c *crossing) note(a compare.Audience, level compare.Level, position, text, effect string) {
	if f := &c.out.of[a]; level > f.level {
		*f = finding{level, position, text, effect}
	}
}

func (c *crossing) full(a compare.Audience) bool { return c.out.of[a].level == compare.Break }

// effect is what a reader does with what was written.
func (d *difference) effect(got interp.Reading) (compare.Level, string) {
	switch {
	case got.Err != nil:
		return compare.Break, got.Err.Error()
	case d.other:
		return compare.Danger, "another value of " + d.at
	case got.Ignored:
		return compare.Loss, "it is ignored"
	case got.Unknown:
		return compare.Loss, "the method is unknown"
	case len(got.Dropped) > 0:
		return compare.Loss, got.Dropped[0].Err.Error()
	case len(got.Undeclared) > 0:
		return compare.Loss, got.Undeclared[0].Error()
	case got.Extensions > 0:
		return compare.Loss, "it is of an extension"
	case d.lost:
		return compare.Loss, "something is not read"
	}
	return compare.OK, ""
}

func lossy(r interp.Reading) bool {
	return r.Err == nil && (len(r.Undeclared) > 0 || len(r.Dropped) > 0 || r.Extensions > 0)
}

// value judges a value of a type by itself.
func (c *crossing) value(a compare.Audience, position string, t, r model.Type, text string) bool {
	c.out.asked++
	own := c.w.read(t, text)
	if !writable(own) {
		return false
	}
	text = own.Value.Written()
	c.out.written++
	got := c.r.read(r, text)
	d := &difference{w: c.w, r: c.r, lossy: lossy(got), drops: len(got.Dropped) > 0}
	if got.Err != nil {
		d.values(t, own.Value, nil, nil, "")
	} else {
		d.values(t, own.Value, r, got.Value, "")
	}
	if d.gated {
		return false
	}
	level, effect := d.effect(got)
	if level == compare.Loss && !writable(c.w.read(t, text)) {
		return false // a default that is not declared itself
	}
	c.note(a, level, position, text, effect)
	return true
}

// explore judges the values of a type in a place.
func (c *crossing) explore(a compare.Audience, t, r model.Type, in wrap, judge func(text string) bool) {
	if c.seen[a] == nil {
		c.seen[a] = map[visit]bool{}
	}
	done := map[string]bool{}
	e := &explorer{w: c.w, r: c.r, seen: c.seen[a], tried: map[visit]bool{}, full: func() bool { return c.full(a) }}
	e.emit = func(text string) bool {
		if _, ok := done[text]; !ok && !c.full(a) {
			done[text] = judge(text)
		}
		return done[text]
	}
	e.value(t, r, false, in)
}

func itself(text string) string { return text }

// place judges the values of a type that a sender writes by itself.
func (c *crossing) place(sender int, position string, t, r model.Type) {
	if t == nil || r == nil || sender == journal && !c.back {
		return
	}
	a := c.audience(sender)
	c.explore(a, t, r, itself, func(text string) bool { return c.value(a, position, t, r, text) })
}

// all judges every position.
func (c *crossing) all(seed uint64) {
	w, r := c.w.proto, c.r.proto
	if len(w.Methods) == 0 && len(r.Methods) == 0 {
		c.typesAlone()
	}
	if len(r.Methods) == 0 && len(w.Methods) > 0 {
		c.unheard()
	}
	if len(r.Methods) > 0 && len(w.Methods) > 0 {
		c.calls()
		c.responses()
		c.batches()
		c.random(seed)
	}
	c.results()
	c.journals()
	c.stream()
}

// unheard judges calls for a version without messages.
func (c *crossing) unheard() {
	for _, m := range c.w.proto.Methods {
		for role := range 2 {
			if sends(m.From, role) && !c.w.closed[m.Gate] {
				c.note(c.audience(role), compare.Loss, "a call of "+m.Name, "", "the version has no methods")
			}
		}
	}
}

// typesAlone judges the types of specs without methods, which either side may write.
func (c *crossing) typesAlone() {
	for _, t := range c.w.proto.Decls {
		for _, u := range c.r.proto.Decls {
			if u.TypeName() == t.TypeName() {
				c.place(0, "values of "+t.TypeName(), t, u)
				c.place(1, "values of "+t.TypeName(), t, u)
			}
		}
	}
}

// message judges a message of a role.
func (c *crossing) message(role int, position, text string, inside func(d *difference, own, got *interp.Value)) bool {
	c.out.asked++
	own := c.w.reader.Read(c.w.messagesOf(role), []byte(text))
	if !writable(own) {
		return false
	}
	text = own.Value.Written()
	c.out.written++
	got := c.r.reader.Read(c.r.messagesOf(role), []byte(text))
	d := &difference{w: c.w, r: c.r, lossy: lossy(got), drops: len(got.Dropped) > 0}
	theirs := got.Value
	if got.Err != nil || got.Unknown || got.Ignored {
		theirs = nil
	}
	inside(d, own.Value, theirs)
	if d.gated {
		return false
	}
	level, effect := d.effect(got)
	if level == compare.Loss && !writable(c.w.reader.Read(c.w.messagesOf(role), []byte(text))) {
		return false
	}
	c.note(c.audience(role), level, position, text, effect)
	return true
}

// call compares a call as it was written and as it was read.
func (c *crossing) call(m *model.Method, role int) func(d *difference, own, got *interp.Value) {
	return func(d *difference, own, got *interp.Value) {
		d.gated = d.gated || c.w.closed[m.Gate]
		mine := c.w.reader.Parts(own)
		if got == nil {
			d.values2(m.Params, mine.Params)
			return
		}
		theirs := c.r.reader.Parts(got)
		var other *model.Method
		if theirs.Method != nil {
			other = c.r.methodNamed(theirs.Method.Text, role)
		}
		if other == nil {
			d.values2(m.Params, mine.Params)
			return
		}
		if other.Name != m.Name && c.w.methodNamed(other.Name, role) != nil {
			d.differs("method")
		}
		switch {
		case mine.Params == nil || m.Params == nil:
		case theirs.Params == nil || other.Params == nil:
			d.lost = true
			d.values2(m.Params, mine.Params)
		default:
			d.values(m.Params, mine.Params, other.Params, theirs.Params, "params")
		}
		d.members(c, own, got)
	}
}

// values2 looks only for what is not sent to the peer.
func (d *difference) values2(t model.Type, v *interp.Value) {
	if t != nil && v != nil {
		d.values(t, v, nil, nil, "")
	}
}

// members compares the further members of messages.
func (d *difference) members(c *crossing, own, got *interp.Value) {
	mine := slices.Concat(c.w.proto.Dialect.Members, c.w.reader.Parts(own).Names.Members)
	theirs := slices.Concat(c.r.proto.Dialect.Members, c.r.reader.Parts(got).Names.Members)
	for _, f := range mine {
		g := fieldFor(&model.Struct{Fields: theirs}, f)
		if g != nil && (own.Member(f.Name) != nil || got.Member(g.Name) != nil) {
			d.field(f, own, g, got, "")
		}
	}
}

// calls judges the calls of every method.
func (c *crossing) calls() {
	for _, m := range c.w.proto.Methods {
		for role := range 2 {
			if sends(m.From, role) && !c.w.closed[m.Gate] {
				c.callsOf(m, role)
			}
		}
	}
}

func (c *crossing) callsOf(m *model.Method, role int) {
	shape := "request"
	if m.Notify {
		shape = "notification"
	}
	shell, called := c.w.shell(shape)
	shell = shell.set(called.Method, model.Quote(m.Name))
	position := "a call of " + m.Name
	say := func(text string) bool { return c.message(role, position, text, c.call(m, role)) }
	base, found := "", m.Params == nil
	if m.Params != nil {
		base, found = c.w.base(m.Params)
	}
	with := func(shell members, params string) string {
		if m.Params != nil && params != "" {
			shell = shell.set(called.Params, params)
		}
		return object(shell...)
	}
	ids := c.w.ids()
	if !m.Notify {
		for _, id := range ids {
			say(with(shell.set(called.ID, id), base))
		}
		shell = shell.set(called.ID, ids[0])
	}
	if !found {
		return
	}
	if m.ParamsOptional || m.Params == nil {
		say(with(shell, ""))
	}
	say(with(shell, base))
	for _, f := range slices.Concat(c.w.proto.Dialect.Members, called.Members) {
		say(with(shell.drop(f.Name), base))
		say(with(shell.set(f.Name, "null"), base))
		g := fieldFor(&model.Struct{Fields: c.r.proto.Dialect.AllMembers()}, f)
		var to model.Type
		if g != nil {
			to = g.Type
		}
		c.explore(c.audience(role), f.Type, to, func(text string) string { return with(shell.set(f.Name, text), base) }, say)
	}
	if m.Params == nil {
		return
	}
	var to model.Type
	if other := c.r.methodNamed(m.Name, role); other != nil {
		to = other.Params
	}
	c.explore(c.audience(role), m.Params, to, func(text string) string { return with(shell, text) }, say)
}

// batches judges arrays of messages.
func (c *crossing) batches() {
	b := c.w.proto.Dialect.Batch
	if b == nil {
		return
	}
	for role := range 2 {
		for _, m := range c.w.proto.Methods {
			if !sends(m.From, role) || c.w.closed[m.Gate] || m.Params != nil && !m.ParamsOptional {
				continue
			}
			c.batchesOf(m, role)
			break
		}
	}
}

func (c *crossing) batchesOf(m *model.Method, role int) {
	shape := "request"
	if m.Notify {
		shape = "notification"
	}
	shell, called := c.w.shell(shape)
	shell = shell.set(called.Method, model.Quote(m.Name))
	item := func(i int) string {
		switch {
		case m.Notify:
			return object(shell...)
		case c.w.proto.Dialect.ID.Int:
			return object(shell.set(called.ID, strconv.Itoa(i))...)
		}
		return object(shell.set(called.ID, model.Quote(strconv.Itoa(i)))...)
	}
	counts := []int{1, 2}
	for _, x := range []*model.Batch{c.w.proto.Dialect.Batch, c.r.proto.Dialect.Batch} {
		if x != nil && x.Max > 0 && x.Max < 500 {
			counts = append(counts, x.Max, x.Max+1)
		}
	}
	for _, n := range counts {
		for _, same := range []bool{false, true} {
			var items []string
			for i := range n {
				if same {
					i = 0
				}
				items = append(items, item(i))
			}
			c.batch(role, array(items...))
		}
	}
}

func (c *crossing) batch(role int, text string) {
	own := c.w.reader.Read("Batch", []byte(text))
	if !writable(own) {
		return
	}
	if !c.r.reader.Has("Batch") {
		c.note(c.audience(role), compare.Break, "a batch", text, "batches are refused")
		return
	}
	got := c.r.reader.Read("Batch", []byte(own.Value.Written()))
	level, effect := (&difference{}).effect(got)
	c.note(c.audience(role), level, "a batch", text, effect)
}

// maxRandom is the number of random messages of each role.
const maxRandom = 15

func (c *crossing) random(seed uint64) {
	if c.w.endless() {
		return
	}
	maker := c.w.random(seed)
	for role := range 2 {
		name := c.w.messagesOf(role)
		for range maxRandom {
			text := maker.Plain(name)
			c.message(role, "a random message", text, func(d *difference, own, got *interp.Value) {
				mine := c.w.reader.Parts(own)
				if mine.IsResponse || mine.Method == nil {
					d.gated = true // the other positions judge answers
					return
				}
				if m := c.w.methodNamed(mine.Method.Text, role); m != nil {
					c.call(m, role)(d, own, got)
				}
			})
		}
	}
}

func (c *crossing) journals() {
	a, b := c.w.proto.Journal, c.r.proto.Journal
	if a == nil || b == nil {
		return
	}
	c.place(journal, "the header of the journal", a.Header, b.Header)
	c.place(journal, "a record of the journal", a.Record, b.Record)
}

// stream judges how messages are delimited.
func (c *crossing) stream() {
	a, b := &c.w.proto.Dialect.Framing, &c.r.proto.Dialect.Framing
	heavier := c.w.proto.MaxWeight() > c.r.proto.MaxWeight()
	if heavier && c.back && c.w.proto.Journal != nil && c.r.proto.Journal != nil {
		c.note(compare.Journal, compare.Break, "a record", "", fmt.Sprintf("a weight of more than %d", c.r.proto.MaxWeight()))
	}
	why := ""
	switch {
	case a.Kind != b.Kind || a.Width != b.Width || a.Order != b.Order:
		why = "messages are delimited in another way"
	case b.MaxBytes > 0 && (a.MaxBytes == 0 || a.MaxBytes > b.MaxBytes):
		why = fmt.Sprintf("more than %d bytes", b.MaxBytes)
	case heavier:
		why = fmt.Sprintf("a weight of more than %d", c.r.proto.MaxWeight())
	}
	if why == "" {
		return
	}
	for role := range 2 {
		c.note(c.audience(role), compare.Break, "the stream", "", why)
	}
}
