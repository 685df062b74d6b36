package gogen

import (
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// typeID returns the id of a type in the table and in the readers.
func (p *plan) typeID(t model.Type) code { return p.refID(p.rows.Ref(t)) }

func (p *plan) refID(r lower.Ref) code {
	if r == lower.NoType {
		return rt("NoBody")
	}
	row, id := p.rows.At(r), code(p.typeIDs[r.Type])
	if isBareScalar(row) {
		id = rt(scalarID(row.Scalar.Kind))
	}
	if r.OrNull {
		return src("$1 | codec.OrNull", id)
	}
	return id
}

// isBareScalar reports whether the runtime has a name for a type: a scalar
// without limits that readers check.
func isBareScalar(row *lower.Type) bool {
	return row.Form == lower.ScalarForm && row.Checks != lower.CheckedByAll
}

func scalarID(kind model.ScalarKind) string {
	if c, ok := codecOf(kind); ok {
		return c.word
	}
	switch info := kind.Info(); {
	case info.Integer:
		return "Int"
	case info.Kinds == model.Strings:
		return "String"
	}
	return names.GoExported(kind.String())
}

// nameTypeIDs names every row of the table. Named types come first, so that
// others give way.
func (p *plan) nameTypeIDs() {
	taken := map[string]bool{}
	for _, row := range p.rows.Types {
		id := p.rowName(row)
		for taken[id] {
			id += "_"
		}
		taken[id] = true
		p.typeIDs = append(p.typeIDs, id)
	}
}

func (p *plan) rowName(row *lower.Type) string {
	if d, ok := row.Of.(model.Decl); ok {
		return "type" + p.types[d]
	}
	word := p.typeWord(row)
	return strings.ToLower(word[:1]) + word[1:]
}

// typeWord returns a type as a part of a constant's name.
func (p *plan) typeWord(row *lower.Type) string {
	if d, ok := row.Of.(model.Decl); ok {
		return p.types[d]
	}
	switch row.Form {
	case lower.LiteralForm:
		return "Literal" + literalWord(&row.Literal.Value)
	case lower.ListForm:
		return "ListOf" + p.refWord(*row.Elem)
	case lower.MapForm:
		return "MapOf" + p.refWord(*row.Elem)
	}
	if isBareScalar(row) {
		return scalarID(row.Scalar.Kind)
	}
	return "Limited" + p.limitsOf(row).base
}

func (p *plan) refWord(r lower.Ref) string {
	if r.OrNull {
		return p.typeWord(p.rows.At(r)) + "OrNull"
	}
	return p.typeWord(p.rows.At(r))
}

// tables emits the tables of the table reader.
type tables struct{ *plan }

// An entryWriter collects the fields of one row, in order.
type entryWriter struct{ fields []pair }

func (w *entryWriter) add(name string, value code) *entryWriter {
	w.fields = append(w.fields, pair{code(name), value})
	return w
}

// text adds a text, unless it is empty.
func (w *entryWriter) text(name, text string) {
	if text != "" {
		w.add(name, quote(text))
	}
}

// texts adds a list of texts, unless it is empty.
func (w *entryWriter) texts(name string, list []string) {
	if len(list) > 0 {
		w.add(name, texts(list))
	}
}

// code returns the row on one line.
func (w *entryWriter) code() code {
	fields := make([]code, len(w.fields))
	for i, f := range w.fields {
		fields[i] = f.code()
	}
	return "{" + list(fields) + "}"
}

// lines returns the row as a value of a type, with a line for each field.
func (w *entryWriter) lines(typ code) code { return keyed(typ, w.fields) }

// texts returns []string{"a", "b"}.
func texts(list []string) code { return src("[]string{$1}", quoted(list)) }

// tableRow prints a row: {Name: "Usage", Form: codec.Struct, …}.
func (p tables) tableRow(row *lower.Type) code {
	w := &entryWriter{}
	w.text("Name", row.Name)
	p.goName(w, row)
	form := func(name string) { w.add("Form", rt(name)) }
	switch row.Form {
	case lower.ScalarForm:
		form("Limited")
		w.add("Elem", rt(scalarID(row.Scalar.Kind))).add("Limits", code(p.limitsOf(row).variable()))
	case lower.LiteralForm:
		form("Literal")
		w.add("JSON", lit(row.Literal.JSON()))
	case lower.EnumForm:
		form("Enum")
		enumRow(w, row.Enum)
	case lower.ListForm:
		form("List")
		if row.Checks == lower.CheckedByAll {
			w.add("Limits", code(p.limitsOf(row).variable()))
		}
		w.flag("SkipBad", row.Items == lower.ItemsSkipped)
		w.add("Elem", p.refID(*row.Elem))
	case lower.MapForm:
		form("Map")
		if row.Keys != nil {
			w.texts("Values", row.Keys.Values)
			w.flag("Open", row.Keys.Other == lower.OtherKept)
			addExtensions(w, row.Keys.Extensions)
		}
		w.add("Elem", p.refID(*row.Elem))
	case lower.StructForm:
		p.structRow(w, row.Struct) // its form is the zero value
	case lower.TupleForm:
		form("Tuple")
		p.tupleRow(w, row)
	default:
		form(map[lower.By]string{
			lower.ByTag: "Internal", lower.ByContent: "Adjacent", lower.ByName: "External",
			lower.ByKind: "ByKind", lower.ByKey: "ByKey", lower.ByOrder: "Ordered",
		}[row.Union.By])
		p.unionRow(w, row)
	}
	if d, ok := row.Of.(model.Decl); ok && row.Form != lower.ScalarForm {
		w.log(p.rowLog(d))
	}
	w.flag("Hidden", row.Sensitive)
	return w.code()
}

// goName adds the name of the Go type, by which the runtime finds the row of a struct.
func (p tables) goName(w *entryWriter, row *lower.Type) {
	if row.Form == lower.StructForm || row.Form == lower.TupleForm {
		if name := p.types[row.Of.(model.Decl)]; name != row.Name {
			w.add("Go", quote(name))
		}
	}
}

// limitsOf returns the limits of a row, under the name that they have here.
func (p *plan) limitsOf(row *lower.Type) *limited {
	return p.limits[model.LimitsOf(model.Resolve(row.Of))]
}

func enumRow(w *entryWriter, e *lower.Enum) {
	if e.Integer {
		w.add("Numbers", src("[]int64{$1}", strings.Join(e.Values, ", ")))
	} else {
		w.add("Values", texts(e.Values))
	}
	var older []code
	for _, o := range e.FormerValues {
		older = append(older, src("{Name: $1, Value: $2}", quote(o.Name), quote(o.Value)))
	}
	if len(older) > 0 {
		w.add("FormerValues", onLines("[]"+rt("FormerValue"), older))
	}
	w.flag("Open", e.Other == lower.OtherKept)
	addExtensions(w, e.Extensions)
	if e.Other == lower.OtherFallback {
		w.add("Fallback", lit(e.JSON(e.Fallback)))
	}
}

// structRow prints an object. One tag that is a string, there, and always the
// same has a shorter form.
func (p tables) structRow(w *entryWriter, s *lower.Struct) {
	if len(s.Tags) == 1 && s.Tags[0].Kind == lower.StringTag && !s.Tags[0].Implied && !s.Tags[0].Stored {
		tag := s.Tags[0]
		w.add("Tag", quote(tag.Key)).add("Values", texts(slices.Concat(tag.Values, tag.FormerNames)))
	} else if len(s.Tags) > 0 {
		w.add("Tags", tagRows(s.Tags))
	}
	if p.byRow[s.Of] && p.recursion.cyclic[s.Of] {
		w.number("Height", p.nodeHeight(s.Of))
	}
	p.groupRows(w, s)
	w.constant("Extra", [...]string{lower.ExtraIgnored: "", lower.ExtraKept: "ExtraKept", lower.ExtraRefused: "ExtraRefused", lower.ExtraTyped: "ExtraTyped"}[s.Extra])
	addExtensions(w, s.Extensions)
	if s.ExtraType != nil {
		w.add("Rest", p.restRow(s))
	}
	if len(s.Fields) > 0 {
		w.add("Fields", p.fieldRows(s.Fields, s))
	}
}

// restRow prints what an undeclared key of a struct is.
func (p tables) restRow(s *lower.Struct) code {
	w := &entryWriter{}
	w.add("Type", p.elementID(*s.ExtraType))
	w.log(s.ExtraType.Log)
	return "&" + rt("Field") + w.code()
}

// fieldRows prints fields: of a struct, or of messages if it is nil.
func (p tables) fieldRows(fields []lower.Field, of *lower.Struct) code {
	var rows []code
	grouped := func(name string) bool {
		return of != nil && slices.ContainsFunc(of.Groups, func(g lower.Group) bool { return slices.Contains(g.Fields, name) })
	}
	for i, f := range fields {
		w := &entryWriter{}
		w.add("Name", quote(f.Name))
		w.texts("FormerNames", f.FormerNames)
		w.add("Type", p.elementID(f.Type))
		w.flag("Optional", f.Absent != lower.AbsentRefused)
		w.flag("Always", of != nil && p.byRow[of.Of] && p.fieldsOf(of.Of)[i].always())
		w.flag("Tolerant", f.OnError == lower.OnErrorUnset)
		w.flag("NullIsAbsent", f.Null == lower.NullAsAbsent)
		w.flag("NullIsSet", grouped(f.Name) && f.NullIsPresent())
		w.number("Weight", f.DefaultWeight)
		w.log(p.fieldLog(f.Of))
		rows = append(rows, w.code())
	}
	return onLines("[]"+rt("Field"), rows)
}

func (p tables) tupleRow(w *entryWriter, row *lower.Type) {
	var rows []code
	for i, item := range row.Tuple.Items {
		place := &entryWriter{}
		place.add("Type", p.elementID(item))
		place.flag("Optional", i >= row.Tuple.Least)
		place.log(item.Log)
		rows = append(rows, place.code())
	}
	w.add("Fields", onLines("[]"+rt("Field"), rows))
}

// tagRows returns the tags that a value carries, the outermost first.
func tagRows(tags []lower.Tag) code {
	var rows []code
	for _, t := range tags {
		w := &entryWriter{}
		w.add("Key", quote(t.Key)).add("Values", texts(slices.Concat(t.Values, t.FormerNames)))
		if len(t.Values) > 1 {
			w.add("Current", number(len(t.Values)))
		}
		w.tagKind("Kind", t.Kind)
		w.flag("Optional", t.Implied)
		rows = append(rows, w.code())
	}
	return onLines("[]"+rt("OwnTag"), rows)
}

// tagKind adds the kind of tags, unless they are strings.
func (w *entryWriter) tagKind(name string, k lower.TagKind) {
	w.constant(name, [...]string{lower.StringTag: "", lower.IntegerTag: "KindNumber", lower.BooleanTag: "KindBool"}[k])
}

func (p tables) unionRow(w *entryWriter, row *lower.Type) {
	u := row.Union
	if p.held[u.Of] {
		w.add("Code", src("(*code$1)(nil)", p.types[u.Of]))
	}
	if u.By == lower.ByKind || u.By == lower.ByOrder || u.By == lower.ByName {
		w.add("Kinds", kindSet(row.Reads)).add("Expected", texts(row.Expected))
	}
	if u.By == lower.ByKind || u.By == lower.ByOrder {
		var arms []lower.Ref
		for _, c := range u.Cases {
			arms = append(arms, c.Type)
		}
		w.add("Arms", p.refIDs(arms))
		return
	}
	if u.By == lower.ByTag || u.By == lower.ByContent {
		w.add("Tag", quote(u.Key))
	}
	w.tagKind("TagKind", u.TagKind)
	if u.By == lower.ByContent {
		w.add("Content", quote(u.Content))
	}
	w.flag("KeepUnknown", u.Unknown == lower.UnknownKept)
	addExtensions(w, u.Extensions)
	if len(u.Around) > 0 {
		w.add("Tags", tagRows(u.Around))
	}
	// The other unions of the envelope are separate rows: their tags are not
	// repeated.
	var foreign []lower.Ref
	for _, f := range p.foreign(u.Of) {
		foreign = append(foreign, p.rows.Ref(f))
	}
	if len(foreign) > 0 {
		w.add("Foreign", p.refIDs(foreign))
	}
	if len(u.Parts) > 0 {
		w.add("Parts", p.refIDs(u.Parts))
		return
	}
	var cases []code
	for i, c := range u.Cases {
		cases = append(cases, p.caseRow(u, &c, i == u.Default))
	}
	w.add("Variants", onLines("[]"+rt("Variant"), cases))
}

// kindSet is 1<<codec.KindString | 1<<codec.KindObject.
func kindSet(kinds model.Kinds) code {
	all := kinds.List()
	if len(all) == 1 {
		return src("1 << codec.$1", kindConst(all[0]))
	}
	var s code
	for i, k := range all {
		if i > 0 {
			s += " | "
		}
		s += src("1<<codec.$1", kindConst(k))
	}
	return s
}

func (p tables) caseRow(u *lower.Union, c *lower.Case, byDefault bool) code {
	w := &entryWriter{}
	if u.By.Tagged() {
		w.add("Tag", quote(c.Tags[0]))
		w.texts("Also", c.Tags[1:])
	} else {
		w.text("Key", c.Key)
	}
	w.texts("FormerNames", c.FormerNames)
	w.add("Type", p.elementID(c.Type))
	w.flag("Default", byDefault)
	return w.code()
}

func (p tables) refIDs(refs []lower.Ref) code {
	var ids []code
	for _, r := range refs {
		ids = append(ids, p.refID(r))
	}
	return src("[]codec.TypeID{$1}", list(ids))
}

// emitTable emits the table of the table reader, and the names of its rows.
func (p tables) emitTable(f *file) {
	var ids []code
	var rows []code
	add := func(id string, row code) {
		name := code(id)
		if len(ids) == 0 {
			name = src("$1 codec.TypeID = iota", id)
		}
		ids = append(ids, name)
		rows = append(rows, row)
	}
	for i, row := range p.rows.Types {
		if !isBareScalar(row) {
			add(p.typeIDs[i], p.tableRow(row))
		}
	}
	for _, m := range p.messageTypes() {
		add("type"+m.name, m.entry())
	}
	if p.rows.Dialect.Batch != nil {
		add("typeBatch", src("{Name: $1, Form: codec.Batches, Elem: typeMessage}", quote(p.proto.MessageNames().Batch)))
	}
	w := &entryWriter{}
	w.add("Dialect", p.dialectRow())
	p.shellRows(w)
	w.add("Types", onLines("[]"+rt("Type"), rows))
	if aliases := p.aliasRows(); len(aliases) > 0 {
		w.add("Aliases", onLines("[]"+rt("Alias"), aliases))
	}
	w.flag("HideResults", p.hidesResults())
	f.declare(`
		// Indexes into table.Types.
		const $1

		// table describes every type. The table reader uses it for input that the generated
		// readers do not accept, and for error messages.
		var table = $2`, definitions(ids), w.lines(rt("Table")))
}

// aliasRows are the named types without a row of their own.
func (p tables) aliasRows() []code {
	var out []code
	add := func(name string, t model.Type) {
		out = append(out, src("{Name: $1, Type: $2}", quote(name), p.rootID(t)))
	}
	for _, row := range p.rows.Types {
		if isBareScalar(row) && row.Name != "" {
			add(row.Name, row.Of)
		}
	}
	for _, a := range p.rows.Aliases {
		add(a.Name, a.Of)
	}
	return out
}
