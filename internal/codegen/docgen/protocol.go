package docgen

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/catalog"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// glance is the protocol in a few facts.
func (b *builder) glance() []fact {
	p := b.proto
	out := []fact{
		{Head: "Version", Line: words(p.Version)},
		{Head: "Roles", Line: words(p.Roles[0] + " and " + p.Roles[1])},
	}
	if len(p.Methods) > 0 {
		kind := "JSON-RPC, "
		if b.rows.Dialect.Named() { // with its own members
			kind = "JSON, "
		}
		out = append(out, fact{Head: "Messages", Line: append(words(kind), b.framed()...)})
	}
	events, requests := 0, 0
	if e := p.Envelope; e != nil {
		if e.Events != nil {
			events = len(e.Events.Variants)
		}
		if e.Requests != nil {
			requests = len(e.Requests.Variants)
		}
	}
	var has []line
	for _, x := range []struct {
		n    int
		unit string
		to   string
	}{{len(p.Methods), "method", "all-methods"}, {events, "event", "all-events"}, {requests, "request", "all-requests"}, {len(p.Decls), "type", "all-types"}, {len(b.sentErrors()), "error", "all-errors"}} {
		if x.n > 0 {
			has = append(has, words(count(x.n, x.unit)))
		}
	}
	out = append(out, fact{Head: "Elements", Line: commas(has)})
	if slices.ContainsFunc(b.catalog.Elements, func(e *catalog.Element) bool { return metaOf(e.Of[0]).Sensitive }) {
		out = append(out, fact{Head: "Sensitive", Line: words("What is marked so may hold secrets: keep it out of logs, as generated code does.")})
	}
	return out
}

// sentErrors are the errors that are sent.
func (b *builder) sentErrors() []*lower.Error {
	var out []*lower.Error
	for i := range b.rows.Errors {
		if e := &b.rows.Errors[i]; !e.Local {
			out = append(out, e)
		}
	}
	return out
}

// framed says how messages are delimited.
func (b *builder) framed() line {
	f := b.rows.Dialect.Framing
	switch f.Kind {
	case lower.Lines:
		return words("one message a line")
	case lower.ContentLength:
		return words("each after a header Content-Length")
	case lower.LengthPrefix:
		order := "big-endian"
		if f.LittleEndian {
			order = "little-endian"
		}
		return words(fmt.Sprintf("each after its length in %s, %s", count(f.Width, "byte"), order))
	case lower.NotFramed:
	}
	return words("delimited by the transport")
}

// size is a number of bytes for people.
func size(n int) string {
	for _, unit := range []struct {
		bytes int
		name  string
	}{{1 << 30, "GiB"}, {1 << 20, "MiB"}, {1 << 10, "KiB"}} {
		if n >= unit.bytes && n%unit.bytes == 0 {
			return fmt.Sprintf("%d bytes (%d %s)", n, n/unit.bytes, unit.name)
		}
	}
	return count(n, "byte")
}

// framing is how messages are written and read.
func (b *builder) framing() *section {
	if len(b.proto.Methods) == 0 {
		return nil
	}
	d := &b.rows.Dialect
	s := &section{ID: "the-messages", Title: "Framing and limits"}
	t := &table{Kind: "facts"}
	add := func(head string, l line) {
		t.Rows = append(t.Rows, &row{Name: head, Notes: []line{l}})
	}
	add("Framing", say("Messages are JSON texts in UTF-8, %s.", b.framed()))
	if d.Framing.Kind == lower.Lines {
		add("Empty lines", words(map[lower.BlankLines]string{lower.BlankRefused: "are refused.", lower.BlankIgnored: "are ignored."}[d.BlankLines]))
	}
	if d.Framing.MaxBytes > 0 {
		l := say("A message has at most %s.", words(size(d.Framing.MaxBytes)))
		if d.Framing.MaxFrom != "" {
			l = append(l, say(" The negotiated %s replaces that.", code(d.Framing.MaxFrom))...)
		}
		if d.Framing.TooLarge != "" {
			l = append(l, say(" A longer one is answered with %s.", b.failure(d.Framing.TooLarge))...)
		}
		add("Longest message", l)
	}
	if d.MaxWeight != model.WeightFor(d.Framing.MaxBytes) {
		add("Largest value", words("What a text is read as weighs at most "+size(int(d.MaxWeight))+", which is about its size in memory in Go."))
	}
	if d.Rate != nil {
		l := words("A peer may make " + count(d.Rate.PerMinute, "request") + " a minute.")
		if d.Rate.Error != "" {
			l = append(l, say(" Further ones are answered with %s.", b.failure(d.Rate.Error))...)
		}
		add("Rate", l)
	}
	if d.Shapes == nil || d.Shapes.Names == nil {
		add("jsonrpc", say(map[lower.ReadMember]string{
			lower.MemberRequired: "Messages have %s.", lower.MemberOptional: "Messages have %s, or no such member.", lower.MemberAny: "Messages have the member; %s is usual.", lower.MemberIgnored: "The member is ignored; %s is usual.",
		}[d.ReadJSONRPC], code(`"jsonrpc": `+model.Quote(d.JSONRPC))))
	}
	b.shapes(add)
	add("Ids", words("An id is "+d.ExpectedID+"."+map[bool]string{true: " That of an error may be null."}[d.NullIDOnError]+map[bool]string{true: " An error may have none."}[d.NoIDOnError]))
	if len(d.Order) > 0 {
		add("Order of members", say("Messages are written as %s. Readers accept any order.", list(codes(d.Order), "and")))
	}
	b.tolerance(add)
	if x := d.Extensions; x != nil {
		add("Extensions", say("Methods whose names begin with %s belong to extensions.", list(codes(x.Prefixes), "or")))
	}
	s.Tables = append(s.Tables, t)
	if len(d.Members) > 0 {
		m := &table{Kind: "fields", Heads: []string{"Member", "Type", "Presence", "Meaning"}, Caption: words("Members of every message")}
		for i := range d.Members {
			m.Rows = append(m.Rows, b.field(&d.Members[i], catalog.Anchor(catalog.MemberSpace, d.Members[i].Name)))
		}
		s.Tables = append(s.Tables, m)
	}
	if d.Named() {
		for _, shape := range []lower.Shape{lower.RequestShape, lower.NotificationShape, lower.ResponseShape} {
			fields := d.MembersOf(shape)[len(d.Members):]
			if len(fields) == 0 {
				continue
			}
			m := &table{Kind: "fields", Heads: []string{"Member", "Type", "Presence", "Meaning"}, Caption: words("Members of every " + shape.String())}
			for i := range fields {
				m.Rows = append(m.Rows, b.field(&fields[i], ""))
			}
			s.Tables = append(s.Tables, m)
		}
	}
	return s
}

// shapes says how the kinds of messages are distinguished, if not as in JSON-RPC.
func (b *builder) shapes(add func(string, line)) {
	d := &b.rows.Dialect
	if d.Shapes == nil {
		return
	}
	for _, shape := range []lower.Shape{lower.RequestShape, lower.NotificationShape, lower.ResponseShape} {
		l := say("%s is %s.", code(d.Shapes.Key), code(model.Quote(d.Shapes.Value(shape))))
		if d.Named() {
			n := d.NamesOf(shape)
			var parts []line
			for _, x := range []struct{ name, is string }{
				{n.ID, "the id"}, {n.Method, "the method"}, {n.Params, "the params"}, {n.OK, "whether it is a result"}, {n.Result, "the result"}, {n.Error, "the error"}, {n.Words, "the words of an error"}, {n.Data, "its data"},
			} {
				if x.name != "" {
					parts = append(parts, say(x.is+" is at %s", code(x.name)))
				}
			}
			l = append(append(append(l, bit{Text: " Of its members, "}), list(parts, "and")...), bit{Text: "."})
		}
		add("A "+shape.String(), l)
	}
}

// tolerance says what readers do with messages that are not quite as they should be.
func (b *builder) tolerance(add func(string, line)) {
	d := &b.rows.Dialect
	refusal := func(i int) line {
		r := d.Refusals[i]
		if r.Error == "" {
			return code(strconv.Itoa(r.Code))
		}
		return b.failure(r.Error)
	}
	add("Refused messages", say("What is not JSON is answered with %s, what is not a message with %s, params of another type with %s.", refusal(0), refusal(1), refusal(3)))
	if d.Unknown == lower.MethodNotFound {
		add("Unknown methods", say("A request of a method that is not declared is answered with %s. Such a notification is ignored.", refusal(2)))
	} else {
		add("Unknown methods", words("A request of a method that is not declared is not answered."))
	}
	add("Result and error", words(map[lower.Both]string{
		lower.BothRefused: "A response with both is refused.", lower.BothIsError: "A response with both is an error.", lower.BothIsResult: "A response with both is a result.",
	}[d.Both]+map[lower.Neither]string{lower.NeitherRefused: " One with neither is refused.", lower.NeitherIgnored: " One with neither is ignored."}[d.Neither]))
	if d.ErrorIdentity == lower.ByDataKind {
		l := say("The member %s of the data of an error has its name.", code("kind"))
		if d.ErrorFallback != "" {
			l = append(l, say(" One of another kind is read as %s.", b.failure(d.ErrorFallback))...)
		}
		add("Errors", l)
	}
	if d.ErrorData == lower.DataNull {
		add("Data of errors", words("An error without data is written with null."))
	}
	switch d.NotificationID {
	case lower.IDMakesRequest:
	case lower.IDRefused:
		add("Notifications", words("A notification with an id is refused."))
	case lower.IDIgnored:
		add("Notifications", words("The id of a notification is ignored."))
	}
	if d.BadID == lower.BadIDIgnored {
		add("Bad ids", words("A message with an id of another kind is ignored."))
	}
	if d.Batch != nil {
		l := words("An array of messages is accepted")
		if d.Batch.Max > 0 {
			l = append(l, words(", of at most "+strconv.Itoa(d.Batch.Max))...)
		}
		if d.Batch.UniqueIDs {
			l = append(l, words("; no two requests in it have the same id")...)
		}
		add("Batches", append(l, bit{Text: "."}))
	} else {
		add("Batches", words("An array of messages is refused."))
	}
}

// errors are the errors by code.
func (b *builder) errors() *section {
	s := &section{ID: "all-errors", Title: "Errors"}
	t := &table{Kind: "errors", Heads: []string{"Code", "Name", "Meaning", "Data", "May answer"}}
	all := make([]*lower.Error, len(b.rows.Errors))
	for i := range b.rows.Errors {
		all[i] = &b.rows.Errors[i]
	}
	slices.SortStableFunc(all, func(a, b *lower.Error) int { return cmp.Compare(a.Code, b.Code) })
	seen := map[string]bool{}
	for _, e := range all {
		id := catalog.Anchor(catalog.ErrorSpace, e.Name)
		if seen[id] {
			continue
		}
		seen[id] = true
		t.Rows = append(t.Rows, b.errorRow(id, e))
	}
	if len(t.Rows) > 0 {
		s.Tables = append(s.Tables, t)
	}
	if len(b.proto.Dialect.Ranges) > 0 {
		ranges := &table{Kind: "variants", Heads: []string{"Range", "Codes", "Meaning"}, Caption: words("Ranges of codes")}
		for _, x := range b.proto.Dialect.Ranges {
			r := b.part(catalog.Anchor(catalog.RangeSpace, x.Name), x.Name, &x.Meta)
			r.Type = words(fmt.Sprintf("%d to %d", x.From, x.To))
			ranges.Rows = append(ranges.Rows, r)
		}
		s.Tables = append(s.Tables, ranges)
	}
	return s.orNone()
}

// errorRow is the row of an error; id is its anchor.
func (b *builder) errorRow(id string, e *lower.Error) *row {
	r := b.part(id, e.Name, &e.Of.Meta)
	r.Reader = words(strconv.Itoa(e.Code))
	if e.Local {
		r.Chips = append(r.Chips, chip{"never sent", ""})
	}
	if e.Standard {
		r.Chips = append(r.Chips, chip{"JSON-RPC", ""})
	}
	if e.Message != e.Name {
		r.Notes = append(r.Notes, say("Message: %s", words(clean(e.Message))))
	}
	if e.Of.Data != nil {
		r.Type = b.typed(e.Of.Data)
	}
	for i := range b.rows.Calls {
		if c := &b.rows.Calls[i]; slices.Contains(c.Errors, e.Name) {
			if len(r.Writer) > 0 {
				r.Writer = append(r.Writer, bit{Text: ", "})
			}
			r.Writer = append(r.Writer, link(c.Method, catalog.Anchor(catalog.MethodSpace, c.Method))...)
		}
	}
	if e.Standard && len(r.Writer) == 0 && !e.Local {
		r.Writer = words("any message")
	}
	r.older(e.Of.FormerNames)
	return r
}

// gate is a gate in words, with a link to what opens it.
func (b *builder) gate(name string) line {
	i := slices.IndexFunc(b.proto.Gates, func(g *model.Gate) bool { return g.String() == name })
	if i < 0 {
		return code(name)
	}
	switch g := b.proto.Gates[i]; g.Kind {
	case model.ByFeature:
		return say("the feature %s", link(g.Name, catalog.Anchor(catalog.FeatureSpace, g.Name)))
	case model.BySubscription:
		return say("a subscription with %s", link(g.Name, catalog.Anchor(catalog.MethodSpace, g.Name)))
	default:
		_, path, _ := strings.Cut(g.Name, ".")
		first, _, _ := strings.Cut(path, ".")
		return say("the capability %s", link(g.Name, catalog.PartAnchor(g.Capability.Type.Name, first)))
	}
}

// capabilities are what the sides can do, and what depends on it.
func (b *builder) capabilities() *section {
	s := &section{ID: "capabilities-and-gates", Title: "Capabilities and gates"}
	if len(b.proto.Capabilities) > 0 {
		t := &table{Kind: "variants", Heads: []string{"Role", "Type", "Meaning"}}
		for _, c := range b.proto.Capabilities {
			r := b.part(catalog.Anchor(catalog.CapabilitySpace, c.Role), c.Role, &c.Meta)
			r.Type = b.typed(c.Type)
			r.Notes = append(r.Notes, say("It is at %s of the handshake.", code(c.At)))
			t.Rows = append(t.Rows, r)
		}
		s.Tables = append(s.Tables, t)
	}
	if len(b.proto.Gates) > 0 {
		t := &table{Kind: "rules", Heads: []string{"Gate", "Opens"}, Caption: words("What is sent only after it was agreed on")}
		for _, g := range b.proto.Gates {
			r := &row{Name: clean(g.Name)}
			if g.Kind == model.ByFeature {
				r.ID = catalog.Anchor(catalog.FeatureSpace, g.Name)
			}
			var opens []line
			known := map[string]bool{} // an event is also a variant of its union
			for _, e := range b.catalog.Elements {
				if e.Gate == g.String() && !known[e.Anchor] {
					known[e.Anchor] = true
					opens = append(opens, link(e.Name, e.Anchor))
				}
			}
			r.Notes = append(r.Notes, commas(opens))
			if g.Kind == model.ByCapability && g.OpenByDefault() {
				r.Notes = append(r.Notes, words("It is open unless the other side says otherwise."))
			}
			t.Rows = append(t.Rows, r)
		}
		s.Tables = append(s.Tables, t)
	}
	return s.orNone()
}

// versions are the elements by the version that added them.
func (b *builder) versions() *section {
	if len(b.ref.Versions) == 0 {
		return nil
	}
	s := &section{ID: "all-versions", Title: "Versions"}
	groups := map[string]*table{}
	var order []string
	always := 0
	for _, e := range b.catalog.Elements {
		switch {
		case b.elements[e.Of[0]] != e: // it has another name as well
			continue
		case e.Since == "":
			always++
			continue
		}
		m := metaOf(e.Of[0])
		if groups[e.Since] == nil {
			groups[e.Since] = &table{Kind: "versions", ID: catalog.Anchor("version", e.Since), Caption: words("New in " + e.Since)}
			if m.Since.After {
				groups[e.Since].Caption = words("New " + e.Since)
			}
			order = append(order, e.Since)
		}
		r := &row{Name: clean(e.Name), Link: e.Anchor, Kind: clean(strings.TrimSuffix(e.Kind, ", experimental"))}
		r.New = b.ref.index[m.Since.Version]
		if m.Since.After {
			r.New++
		}
		r.Without, r.Present = r.New, max(0, len(b.ref.Versions)-r.New)
		groups[e.Since].Rows = append(groups[e.Since].Rows, r)
	}
	slices.SortStableFunc(order, func(x, y string) int { return cmp.Compare(groups[x].Rows[0].New, groups[y].Rows[0].New) })
	if len(order) > 0 {
		t := &table{Kind: "versions", Heads: b.ref.Versions}
		for _, v := range order {
			t.Groups = append(t.Groups, groups[v])
		}
		s.Tables = append(s.Tables, t)
	}
	numbering := map[model.Versioning]string{model.Counter: "number by number", model.Semver: "as in semantic versioning", model.Date: "as dates", model.Integer: "as integers", model.Breaking: "as integers"}[b.proto.Versioning]
	s.Lines = append(s.Lines, say("Released versions: %s. They are compared "+numbering+".", list(codes(b.proto.Versions), "and")))
	if slices.ContainsFunc(order, func(since string) bool { return strings.HasPrefix(since, "after ") }) {
		s.Lines = append(s.Lines, words("What is new after a version came without a new number: only some peers of that version have it."))
	}
	if len(order) > 0 {
		s.Lines = append(s.Lines, words("What is not listed, "+count(always, "element")+" with fields and values, is in every version."))
	} else {
		s.Lines = append(s.Lines, words("Every element is in every version."))
	}
	return s
}

// metaOf is what an element of the model has in common with others.
func metaOf(of any) *model.Meta {
	switch e := of.(type) {
	case model.Decl:
		return e.Info()
	case *model.Field:
		return &e.Meta
	case *model.EnumValue:
		return &e.Meta
	case *model.Variant:
		return &e.Meta
	case *model.Item:
		return &e.Meta
	case *model.Method:
		return &e.Meta
	case *model.ErrorCode:
		return &e.Meta
	case *model.ErrorRange:
		return &e.Meta
	case *model.Capability:
		return &e.Meta
	}
	return &model.Meta{}
}

// journal is how sessions are recorded.
func (b *builder) journal() *section {
	j := b.proto.Journal
	if j == nil {
		return nil
	}
	s := &section{ID: "the-journal", Title: "Journal", Lead: b.prose.prose(j.Doc)}
	s.Lines = append(s.Lines, say("A recorded session is lines of JSON: first a header, %s, then records, each %s.", b.typed(j.Header), b.typed(j.Record)))
	if j.Version != "" {
		_, at, _ := strings.Cut(j.Version, ".")
		s.Lines = append(s.Lines, say("The version of the protocol is at %s of the header.", code(at)))
	}
	if j.NoHeader != "" {
		s.Lines = append(s.Lines, say("A file without a header is of version %s: each of its lines is a record.", code(j.NoHeader)))
	}
	var not []line
	for _, e := range b.catalog.Elements {
		if metaOf(e.Of[0]).Unrecorded {
			not = append(not, link(e.Name, e.Anchor))
		}
	}
	if len(not) > 0 {
		s.Lines = append(s.Lines, say("Not recorded: %s.", commas(not)))
	}
	return s
}

// reserved are the names that are not used again.
func (b *builder) reserved() *section {
	if len(b.proto.Reserved) == 0 {
		return nil
	}
	return &section{ID: "reserved-names", Title: "Reserved names", Lines: []line{say("No element has these names again: %s.", commas(codes(b.proto.Reserved)))}}
}
