package tsgen

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// The readers and writers are driven by a table, which has the rows of the protocol in
// JavaScript. Each type is a constant, a node, that names the function of the runtime
// which reads its values, so that a bundler leaves out the types and the functions that
// a program does not use. The types are in the reverse order of the spec, which goes from
// the whole to its parts: a node names those above it, and has functions for those below.

// tables emits the module with the table.
type tables struct {
	*plan
	helpers map[string]string   // the names that the table imports, and their modules
	above   map[model.Decl]bool // the types whose nodes are above
	modes   map[string]string   // modes of fields that have only flags, and the constants that hold them
	at      model.Decl          // the type whose node is made; nil for a message
	used    formsUsed
}

// A tableView fills the parts of the table.
type tableView struct {
	Dialect  *lower.Dialect
	Members  string // further ones of every message; "" for none
	Names    string // what the members of messages are called; "" for those of JSON-RPC
	Sides    []sideView
	Refusals []string // the data of errors that answer refused messages; nil for none
	Bare     []string // the methods whose responses may have no result
	Calls    []callEntry
	Errors   []entry

	ChecksErrors bool   // of responses
	ByKind       bool   // errors are distinguished by a member of their data
	HidesErrors  bool   // with ByKind: errors do not quote data without a kind
	Words        string // the member of their data for their message; or ""
}

// of is what the messages have in common, and how their fields differ from the usual ones, or
// those of the messages of one kind.
func (e *tables) of(v tableView, only bool) string {
	if v.Dialect.Named() {
		return "shell"
	}
	if adapt := e.adapting(v.Dialect, only); len(adapt) > 0 {
		return "dialect, adapt: " + array(adapt)
	}
	return "dialect"
}

// ErrorType is the type of the errors of responses.
func (v tableView) ErrorType() string {
	if v.ChecksErrors {
		return "{ pick: byData, of: $ResponseError, faults }"
	}
	return "$ResponseError"
}

// emitTable adds the module with the table, and returns the forms that its
// types need to be written.
func (p *plan) emitTable(out *output) formsUsed {
	e := &tables{plan: p, helpers: map[string]string{}, above: map[model.Decl]bool{}, modes: map[string]string{}, used: newFormsUsed()}
	types := &module{}
	for _, t := range p.rows.Types {
		switch u := t.Union; {
		case u == nil:
		case p.hasTagList(u):
			types.export("type", entry{Key: "tagsOf" + p.types[u.Of], Value: quoteLines(allTags(u), "")})
		case len(u.Foreign) > 0 && p.foreignTags(u) == "foreign"+p.types[u.Of]:
			types.export("type", entry{Key: "foreign" + p.types[u.Of], Value: quoteLines(u.Foreign, "")})
		}
	}
	for _, d := range slices.Backward(p.proto.Decls) {
		e.at = d
		types.export("type", entry{Key: "$" + p.types[d], Value: e.row(d)})
		e.above[d] = true
	}
	e.at = nil
	if p.reading {
		for _, row := range e.journalRows() {
			types.export("type", row)
		}
	}
	v := tableView{
		Dialect: &p.rows.Dialect, Errors: e.errorRows(), ChecksErrors: p.checksErrors(),
		ByKind: p.rows.Dialect.ErrorIdentity == lower.ByDataKind, Words: p.rows.Dialect.ErrorWords,
	}
	if p.hasFaults() {
		e.faults(types, v)
	}
	if p.hasMessages() {
		e.messages(types, v)
	}
	m := &module{}
	for _, from := range slices.Compact(slices.Sorted(maps.Values(e.helpers))) {
		names := maps.Clone(e.helpers)
		maps.DeleteFunc(names, func(_, module string) bool { return module != from })
		m.link("./runtime/"+from, slices.Sorted(maps.Keys(names))...)
	}
	m.fill("about the table", nil)
	for _, mode := range slices.Sorted(maps.Keys(e.modes)) {
		m.add("mode", entry{Key: e.modes[mode], Value: mode})
	}
	m.append(types)
	out.module("table", m)
	return e.used.closed()
}

// faults adds the errors to the table. The messages need the functions that write their
// data, which the kind may be added to.
func (e *tables) faults(m *module, v tableView) {
	if v.ByKind {
		e.use("fault", "withKind")
		for _, read := range []string{"readStruct", "readTags", "readExtra"} {
			e.used.of[nil] |= formOfReader(read)
		}
	}
	if v.ChecksErrors = v.ChecksErrors && e.hasMessages(); v.ChecksErrors {
		e.use("fault", "byData")
		e.use("fault", map[bool]string{false: "byCode", true: "byDataKind"}[v.ByKind])
		v.HidesErrors = v.ByKind && e.rows.Dialect.Sensitive
		if v.HidesErrors {
			e.marked(true, "")
		}
	}
	m.export("faults", v)
}

// messages adds the messages to the table.
func (e *tables) messages(m *module, v tableView) {
	if v.Dialect.Ignores {
		e.use("ignored", "IgnoredMessage")
		e.use("ignored", "ignoredFault")
		if !v.Dialect.Named() {
			e.use("ignored", "mark")
		}
	}
	if v.Dialect.Shapes != nil && !v.Dialect.Named() {
		e.use("shapes", "complete")
	}
	v.Members, v.Names, v.Sides, v.Refusals, v.Bare = e.furtherMembers(), e.shapeNames(), e.sideViews(), e.refusals(), each(e.bareMethods(), quote)
	for i := range e.rows.Calls {
		v.Calls = append(v.Calls, e.call(&e.rows.Calls[i]))
	}
	e.used.of[nil] |= formOfReader("readKept") // the results of undeclared methods
	if v.Dialect.HasError() {
		e.use("read", "readStruct")
		e.scalar("int")
		e.scalar("string")
		e.scalar("any")
		m.export("responseError", v)
	}
	if v.Members != "" {
		m.add("further members", v.Members)
	}
	if v.Dialect.Shapes != nil && !v.Dialect.Named() {
		m.add("shapes", v.Dialect.Shapes)
	}
	m.export("shell", v)
	if !v.Dialect.Named() {
		m.add("dialect", e.dialect(v))
	}
	m.add("methods", v)
	if e.answers() {
		m.export("results", v)
	}
	if e.rows.MethodsHaveErrorData() {
		m.export("errorData", e.errorReplies())
	}
	if len(e.rows.Registrations) > 0 {
		var rows []entry
		for _, r := range e.rows.Registrations {
			rows = append(rows, entry{Key: key(r.As), Value: e.element(r.Options)})
		}
		m.export("registrations", rows)
	}
	if e.rows.HasProgress() {
		m.export("progress", v)
	}
	if !e.reading {
		m.add("pick", v)
	}
	for _, row := range e.messageRows(v) {
		m.export("type", row)
	}
}

// messageRows are the nodes of the messages.
func (e *tables) messageRows(v tableView) []entry {
	out := []entry{{Key: "$Message", Value: "{ " + e.of(v, false) + ", methods }"}}
	if !e.reading {
		out = append(out, e.messagesOfOne(v)...)
	}
	if b := v.Dialect.Batch; b != nil {
		max, unique := "Infinity", ""
		if b.Max > 0 {
			max = fmt.Sprint(b.Max)
		}
		if b.UniqueIDs {
			unique = ", unique: true"
		}
		out = append(out, entry{Key: "$Batch", Value: fmt.Sprintf("{ message: $Message, max: %s, words: %s%s }", max, quote(b.Words), unique)})
	}
	return out
}

// messagesOfOne are the nodes of the messages of one side, and of one method or kind.
func (e *tables) messagesOfOne(v tableView) []entry {
	var out []entry
	for _, side := range v.Sides {
		out = append(out, entry{Key: "$" + side.Name, Value: "{ " + e.of(v, false) + ", methods: /* @__PURE__ */ pick(" + quoteLines(side.Sent, "") + ") }"})
	}
	only := func(name, method string) {
		check := ""
		if v.Dialect.Named() {
			check = ", check: " + e.use("named", "isOnlyNamed")
		}
		out = append(out, entry{Key: "$" + name, Value: "{ " + e.of(v, true) + ", methods, only: " + method + check + " }"})
	}
	for _, c := range v.Calls {
		only(c.Name, quote(c.Method))
	}
	only("Response", `""`)
	only("UnknownMessage", "null")
	return out
}

// refusals are the member kind and the field for words of the errors that answer refused
// messages, or nil if none has data.
func (e *tables) refusals() []string {
	rows := e.rows.Dialect.Refusals[:]
	if !e.rows.Dialect.RefusalsHaveData() {
		return nil
	}
	return each(rows, func(r lower.Refusal) string {
		kind := ""
		if r.Kind {
			kind = r.Error
		}
		return array([]string{quote(kind), quote(r.Words)})
	})
}

// use records that the node at hand names a helper, and returns its name.
func (e *tables) use(module, helper string) string {
	e.helpers[helper] = module
	e.used.of[e.at] |= formOfReader(helper)
	return helper
}

// imports records the use of a helper in what is read alone, and returns its name.
func (e *tables) imports(module, helper string) string {
	e.helpers[helper] = module
	return helper
}

// scalar records the use of a scalar of the runtime and returns its name.
func (e *tables) scalar(name string) string {
	read, module := "readScalar", "scalar"
	switch name {
	case "wide", "uwide":
		read, module = "readWide", "exact"
		e.used.of[e.at] |= formOfReader("bigint")
	case "any", "anyObject", "float":
		read = "readKept"
	case "empty":
		read = "readEmpty"
	}
	e.used.of[e.at] |= formOfReader(read)
	return e.use(module, name)
}

// row is the node of a named type.
func (e *tables) row(d model.Decl) string {
	if t := e.rows.Decl(d); t != nil {
		return e.marked(t.Sensitive, e.node(t))
	}
	return e.typeAlone(d)
}

// ref is a use of a type: its constant, a function that returns it, or its node.
func (e *tables) ref(r lower.Ref) string {
	if r == lower.NoType {
		return "null"
	}
	t := e.rows.At(r)
	out := ""
	if d, ok := t.Of.(model.Decl); ok {
		out = e.name(d)
		e.used.users[d] = append(e.used.users[d], e.at)
	} else {
		out = e.node(t)
	}
	if r.OrNull {
		return "{ pick: " + e.use("union", "nullOr") + ", of: " + out + " }"
	}
	return out
}

// tolerant is a type of which a value that cannot be read is passed over, and read as
// another one or, if that is nil, as undefined.
func (e *tables) tolerant(of string, instead *lower.JSON) string {
	var o object
	o.add("pick", e.use("tolerate", "tolerant"))
	o.add("of", of)
	if instead != nil {
		o.add("instead", freshValue(instead.Value))
	}
	return o.String()
}

// read is a node: a function, and what it needs.
func (e *tables) read(function string, of ...string) string {
	return array(slices.Insert(of, 0, e.use("read", function)))
}

// node is the definition of a type.
func (e *tables) node(t *lower.Type) string {
	switch t.Form {
	case lower.ScalarForm:
		scalar := e.scalar(formOf(t.Scalar.Kind).table)
		if len(t.Limits) == 0 || t.Checks == lower.CheckedByNobody {
			return scalar
		}
		module, read := "scalar", "readLimited"
		if t.Scalar.Kind.Wide() {
			module, read = "exact", "readLimitedWide"
		}
		return array([]string{e.use(module, read), scalar, limitsNode(t).String()})
	case lower.LiteralForm:
		return e.read("readConst", constants.Code(t.Literal.Value))
	case lower.EnumForm:
		return e.enumNode(t.Enum)
	case lower.ListForm:
		if t.Items == lower.ItemsSkipped {
			return array([]string{e.use("read", "readList"), e.tolerant(e.ref(*t.Elem), nil), "undefined", e.use("tolerate", "withoutGaps")})
		}
		if limits := limitsNode(t); len(limits) > 0 {
			return limits.after(e.use("read", "readSizedList"), e.ref(*t.Elem))
		}
		return e.read("readList", e.ref(*t.Elem))
	case lower.MapForm:
		if t.Keys != nil && t.Keys.Other == lower.OtherRefused {
			return e.read("readMap", e.ref(*t.Elem), e.name(t.Keys.Of))
		}
		return e.read("readMap", e.ref(*t.Elem))
	case lower.StructForm:
		return e.structNode(t.Struct)
	case lower.TupleForm:
		return e.read("readTuple", array(each(t.Tuple.Items, e.element)), fmt.Sprint(t.Tuple.Least), quote(t.Tuple.Words))
	default:
		return e.unionNode(t)
	}
}

// name is a use of a named type.
func (e *tables) name(d model.Decl) string {
	if e.above[d] {
		return "$" + e.types[d]
	}
	return "() => $" + e.types[d]
}

// mode is the last part of a field: what of it is not as usual. Flags alone are in a
// constant, because many fields have the same.
func (e *tables) mode(flags []string, o object) string {
	if len(flags) != len(o) {
		return o.String()
	}
	name := flags[0]
	for _, flag := range flags[1:] {
		name += strings.ToUpper(flag[:1]) + flag[1:]
	}
	e.modes[o.String()] = name
	return name
}
