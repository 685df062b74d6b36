package gogen

import (
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/names"
)

// An unnamed type of the table: a list, a map or a literal.
type unnamed struct {
	id    string // listOfPart
	entry *jen.Statement
}

// typeID is how the table and the readers name a type.
func (p *plan) typeID(t model.Type) *jen.Statement {
	if n, ok := t.(*model.Nullable); ok {
		return p.typeID(n.Elem).Op("|").Add(rt("OrNull"))
	}
	if a, ok := t.(*model.Alias); ok {
		return p.aliasID(a)
	}
	if s, ok := t.(*model.Scalar); ok && p.limits[s.Limits].reads() == nil {
		return rt(scalarID(s))
	}
	return jen.Id(p.typeIDs[p.typeKey(t)])
}

// aliasID names what is behind an alias. One of a list or map has a row of its
// own, as the list may hold the alias again.
func (p *plan) aliasID(a *model.Alias) *jen.Statement {
	sh := p.shape(a)
	if sh.alias == nil {
		return p.typeID(model.Resolve(a))
	}
	id := jen.Id("type" + p.types[sh.alias])
	if sh.null {
		return id.Op("|").Add(rt("OrNull"))
	}
	return id
}

func scalarID(t *model.Scalar) string {
	switch t.Kind {
	case model.Int32, model.Uint32, model.Uint64, model.Bytes:
		return codedScalar(t).word
	case model.Int64:
		if t.Text {
			return codedScalar(t).word
		}
		return "Int"
	case model.URI, model.Timestamp:
		return "String"
	}
	return [...]string{"String", "Bool", "Int", "Float", "Any", "Object", "Null", "Empty"}[t.Kind]
}

// typeKey is the same text for two types that read the same.
func (p *plan) typeKey(t model.Type) string {
	switch t := t.(type) {
	case *model.Alias:
		if sh := p.shape(t); sh.alias != nil {
			return "@" + sh.alias.Name
		}
		return p.typeKey(model.Resolve(t))
	case *model.Scalar:
		if l := p.limits[t.Limits].reads(); l != nil {
			return "<" + l.base
		}
		return t.String()
	case *model.List:
		if l := p.limits[t.Limits].reads(); l != nil {
			return "[<" + l.base + "]" + p.typeKey(t.Elem)
		}
		return "[]" + p.typeKey(t.Elem)
	case *model.Map:
		if t.Key != nil {
			return "{" + t.Key.Name + "}" + p.typeKey(t.Elem)
		}
		return "{}" + p.typeKey(t.Elem)
	case *model.Nullable:
		return "?" + p.typeKey(t.Elem)
	case model.Decl:
		return "=" + t.TypeName()
	default:
		return t.String()
	}
}

// nameTypeIDs names every entry of the table. Named types come first, so that
// an unnamed one gives way.
func (p *plan) nameTypeIDs() {
	taken := map[string]bool{}
	for _, d := range p.proto.Decls {
		if _, ok := d.(*model.Alias); !ok {
			p.typeIDs[p.typeKey(d)] = "type" + p.types[d]
		}
	}
	seen := map[model.Type]bool{}
	var walk func(t model.Type)
	walk = func(t model.Type) {
		if t == nil || seen[t] {
			return
		}
		seen[t] = true
		for _, c := range t.Children() {
			walk(c)
		}
		p.nameUnnamed(t, taken)
	}
	for _, d := range p.proto.Decls {
		walk(d)
	}
	for _, m := range p.proto.Methods {
		walk(m.Params)
	}
	for _, c := range p.proto.Errors {
		walk(c.Data)
	}
	for _, r := range p.results {
		walk(r.Type)
	}
}

func (p *plan) nameUnnamed(t model.Type, taken map[string]bool) {
	key := p.typeKey(t)
	if p.typeIDs[key] != "" {
		return
	}
	var id string
	switch t := t.(type) {
	case *model.Scalar:
		l := p.limits[t.Limits].reads()
		if l == nil {
			return
		}
		id = "limited" + l.base
	case *model.List:
		id = "listOf" + p.typeWord(t.Elem)
	case *model.Map:
		id = "mapOf" + p.typeWord(t.Elem)
	case *model.Literal:
		id = "literal" + names.GoName(t.Value.Text)
		if t.Value.Kind == model.BoolValue {
			id = "literal" + names.GoName(strconv.FormatBool(t.Value.Bool))
		}
	default:
		return
	}
	for taken[id] {
		id += "_"
	}
	taken[id] = true
	p.typeIDs[key] = id
	p.unnamed = append(p.unnamed, unnamed{id: id, entry: p.unnamedEntry(t)})
}

// typeWord is a type as a part of a constant's name.
func (p *plan) typeWord(t model.Type) string {
	switch t := t.(type) {
	case *model.Alias:
		if sh := p.shape(t); sh.alias != nil {
			return p.types[sh.alias]
		}
		return p.typeWord(t.Type)
	case *model.Nullable:
		return p.typeWord(t.Elem) + "OrNull"
	case *model.Scalar:
		if l := p.limits[t.Limits].reads(); l != nil {
			return "Limited" + l.base
		}
		return scalarID(t)
	case *model.List:
		return "ListOf" + p.typeWord(t.Elem)
	case *model.Map:
		return "MapOf" + p.typeWord(t.Elem)
	case model.Decl:
		return p.types[t]
	default:
		return "Literal"
	}
}

// row is {Name: "Usage", Form: wirert.Struct, …}.
func row(first string, form string) *entryWriter {
	w := &entryWriter{}
	if first != "" {
		w.add("Name", jen.Lit(first))
	}
	w.add("Form", rt(form))
	return w
}

// An entryWriter gathers the fields of one row, in order.
type entryWriter struct{ fields []jen.Code }

func (w *entryWriter) add(name string, value jen.Code) *entryWriter {
	w.fields = append(w.fields, jen.Id(name).Op(":").Add(value))
	return w
}

func (w *entryWriter) code() *jen.Statement { return jen.Values(w.fields...) }

func texts(list []string) *jen.Statement {
	return jen.Index().String().ValuesFunc(func(g *jen.Group) {
		for _, s := range list {
			g.Lit(s)
		}
	})
}

// onLines are the values of a slice, one on each line.
func onLines(typ *jen.Statement, values []jen.Code) *jen.Statement {
	return jen.Index().Add(typ).ValuesFunc(func(g *jen.Group) {
		for _, v := range values {
			g.Line().Add(v)
		}
		if len(values) > 0 {
			g.Line()
		}
	})
}

// aliasEntry is the row of a list or map with a name.
func (p *plan) aliasEntry(a *model.Alias) *jen.Statement {
	sh := p.shape(a)
	if sh.form == formMap {
		return p.mapRow(a.Name, sh.key).add("Elem", p.typeID(sh.elem)).code()
	}
	return listRow(a.Name, sh.limits).add("Elem", p.typeID(sh.elem)).code()
}

// unnamedEntry is made late: ids of elements are known by then.
func (p *plan) unnamedEntry(t model.Type) *jen.Statement {
	switch t := t.(type) {
	case *model.Scalar:
		return row("", "Limited").add("Elem", rt(scalarID(t))).add("Limits", jen.Id(p.limits[t.Limits].variable())).code()
	case *model.List:
		return listRow("", p.limits[t.Limits]).add("Elem", p.typeID(t.Elem)).code()
	case *model.Map:
		return p.mapRow("", t.Key).add("Elem", p.typeID(t.Elem)).code()
	case *model.Literal:
		return row("", "Literal").add("JSON", lit(t.Value.JSON())).code()
	}
	return nil
}

// listRow begins the row of a list.
func listRow(name string, l *limited) *entryWriter {
	w := row(name, "List")
	if l := l.reads(); l != nil {
		w.add("Limits", jen.Id(l.variable()))
	}
	return w
}

// mapRow begins the row of a map, whose keys may be the values of an enum.
func (p *plan) mapRow(name string, key *model.Enum) *entryWriter {
	w := row(name, "Map")
	if key == nil {
		return w
	}
	w.add("Values", texts(enumTexts(key)))
	if key.Open {
		w.add("Open", jen.True())
	}
	return w
}

func (p *plan) structEntry(t *model.Struct) *jen.Statement {
	w := row(t.Name, "Struct")
	switch tags := ownTags(t); {
	case len(tags) == 0:
	case plainTag(t):
		w.add("Tag", jen.Lit(t.Tag.Key)).add("Values", texts(append([]string{t.Tag.Value}, t.Tag.Variant.Was...)))
	default:
		w.add("Tags", tagEntries(tags))
	}
	switch t.Extra {
	case model.ExtraKeep:
		w.add("Extra", rt("ExtraKept"))
	case model.ExtraReject:
		w.add("Extra", rt("ExtraRefused"))
	}
	if rows := p.fieldRows(t); rows != nil {
		w.add("Fields", rows)
	}
	return w.code()
}

// fieldRows are the rows of a struct's fields, nil when it has none.
func (p *plan) fieldRows(t *model.Struct) jen.Code {
	var fields []jen.Code
	for _, f := range p.fieldsOf(t) {
		fw := &entryWriter{}
		fw.add("Name", jen.Lit(f.Name))
		if len(f.Was) > 0 {
			fw.add("Was", texts(f.Was))
		}
		fw.add("Type", p.typeID(f.Type))
		if !f.Required() {
			fw.add("Optional", jen.True())
		}
		if f.NullIsAbsent {
			fw.add("NullIsAbsent", jen.True())
		}
		fields = append(fields, fw.code())
	}
	if len(fields) == 0 {
		return nil
	}
	return onLines(rt("Field"), fields)
}

// olderValues are the rows of values that are read as others.
func olderValues(t *model.Enum) []jen.Code {
	var out []jen.Code
	for _, v := range t.Values {
		for _, was := range v.Was {
			w := &entryWriter{}
			out = append(out, w.add("Was", jen.Lit(was)).add("Value", jen.Lit(v.Value)).code())
		}
	}
	return out
}

// enumJSON is a value of an enum as it is written.
func enumJSON(t *model.Enum, v *model.EnumValue) string {
	if t.Integer {
		return strconv.FormatInt(v.Number, 10)
	}
	return model.Quote(v.Value)
}

// enumTexts are the values of an enum of strings.
func enumTexts(t *model.Enum) []string {
	values := make([]string, len(t.Values))
	for i, v := range t.Values {
		values[i] = v.Value
	}
	return values
}

func (p *plan) enumEntry(t *model.Enum) *jen.Statement {
	w := row(t.Name, "Enum")
	if t.Integer {
		w.add("Numbers", jen.Index().Int64().ValuesFunc(func(g *jen.Group) {
			for _, v := range t.Values {
				g.Op(strconv.FormatInt(v.Number, 10))
			}
		}))
	} else {
		w.add("Values", texts(enumTexts(t)))
	}
	if older := olderValues(t); len(older) > 0 {
		w.add("Older", onLines(rt("Older"), older))
	}
	if t.Open {
		w.add("Open", jen.True())
	}
	if t.Fallback != nil {
		w.add("Fallback", lit(enumJSON(t, t.Fallback)))
	}
	return w.code()
}

func (p *plan) unionEntry(u *model.Union) *jen.Statement {
	if u.Tagging == model.ByKind || u.Tagging == model.Ordered {
		var arms []jen.Code
		for _, v := range u.Variants {
			arms = append(arms, p.typeID(v.Type))
		}
		form := "ByKind"
		if u.Tagging == model.Ordered {
			form = "Ordered"
		}
		return row(u.Name, form).add("Arms", jen.Index().Add(rt("TypeID")).Values(arms...)).code()
	}
	w := row(u.Name, map[model.Tagging]string{
		model.Internal: "Internal", model.Adjacent: "Adjacent", model.External: "External", model.ByKey: "ByKey",
	}[u.Tagging])
	if u.Tagging == model.Internal || u.Tagging == model.Adjacent {
		w.add("Tag", jen.Lit(u.TagKey))
	}
	if kind := kindOfTags(u); kind != nil {
		w.add("TagKind", kind)
	}
	if u.Tagging == model.Adjacent {
		w.add("Content", jen.Lit(u.Content))
	}
	if u.KeepUnknown {
		w.add("KeepUnknown", jen.True())
		if u.Tagging == model.Internal && u.Outer != nil {
			w.add("Tags", tagEntries(tagsFrom(u.Outer)))
		}
	}
	if len(u.Foreign) > 0 {
		w.add("Foreign", p.unionIDs(u.Foreign))
	}
	if len(u.Parts) > 0 {
		return w.add("Parts", p.unionIDs(u.Parts)).code()
	}
	var variants []jen.Code
	for _, v := range u.Variants {
		variants = append(variants, p.variantEntry(u, v))
	}
	return w.add("Variants", onLines(rt("Variant"), variants)).code()
}

// variantEntry is the row of a variant.
func (p *plan) variantEntry(u *model.Union, v *model.Variant) jen.Code {
	w := &entryWriter{}
	switch {
	case u.Tagging != model.ByKey:
		w.add("Tag", jen.Lit(v.Tag))
	case v.Key != "":
		w.add("Key", jen.Lit(v.Key))
	}
	if len(v.Tags) > 1 {
		w.add("Also", texts(v.Tags[1:]))
	}
	if len(v.Was) > 0 {
		w.add("Was", texts(v.Was))
	}
	id := rt("NoBody")
	if v.Type != nil {
		id = p.typeID(v.Type)
	}
	w.add("Type", id)
	if u.Default == v {
		w.add("Default", jen.True())
	}
	return w.code()
}

func (p *plan) unionIDs(us []*model.Union) *jen.Statement {
	var ids []jen.Code
	for _, u := range us {
		ids = append(ids, p.typeID(u))
	}
	return jen.Index().Add(rt("TypeID")).Values(ids...)
}

// emitTable gives the table of the plain reader, and the names of its rows.
func (p *plan) emitTable(f *jen.File) {
	type entry struct {
		id  string
		row *jen.Statement
	}
	var rows []entry
	for _, d := range p.proto.Decls {
		if c := p.construct(d); c.entry != nil {
			rows = append(rows, entry{"type" + p.types[d], c.entry()})
		}
	}
	for _, u := range p.unnamed {
		rows = append(rows, entry{u.id, u.entry})
	}
	for _, m := range p.messageTypes() {
		rows = append(rows, entry{"type" + m.name, m.entry()})
	}
	if p.hasMessages() && p.proto.Dialect.Batch != nil {
		rows = append(rows, entry{"typeBatch", row("Batch", "Batches").add("Elem", jen.Id("typeMessage")).code()})
	}

	f.Comment("// The types, by their place in the table.")
	f.Const().DefsFunc(func(g *jen.Group) {
		for i, r := range rows {
			s := g.Id(r.id)
			if i == 0 {
				s.Add(rt("TypeID")).Op("=").Iota()
			}
		}
	})
	f.Line()
	f.Comment("// table says what every type reads: the source of verdicts and of the words of")
	f.Comment("// errors, wherever the readers beside it meet something unusual.")
	f.Var().Id("table").Op("=").Add(rt("Table")).ValuesFunc(func(g *jen.Group) {
		g.Line().Id("Dialect").Op(":").Add(p.dialectRow())
		var values []jen.Code
		for _, r := range rows {
			values = append(values, jen.Id(r.id).Op(":").Add(r.row))
		}
		g.Line().Id("Types").Op(":").Add(onLines(rt("Type"), values))
		if aliases := p.aliasRows(); len(aliases) > 0 {
			g.Line().Id("Aliases").Op(":").Add(onLines(rt("Alias"), aliases))
		}
		g.Line()
	})
	f.Line()
	docLines(f, "Verify tells whether data is a value of the type that the spec calls name, without "+
		"making anything of it. Its options can ask for strict reading.")
	f.Add(fn("Verify").Params(jen.Id("name").String(), jen.Id("data").Add(bytesType()), jen.Id("o").Add(rt("Options"))).Error().
		Add(brief(jen.Id("table").Dot("Verify").Call(jen.Id("name"), jen.Id("data"), jen.Id("o")))))
}

func (p *plan) aliasRows() []jen.Code {
	var out []jen.Code
	for _, d := range p.proto.Decls {
		if a, ok := d.(*model.Alias); ok && p.shape(a).alias != a {
			w := &entryWriter{}
			out = append(out, w.add("Name", jen.Lit(a.Name)).add("Type", p.typeID(a)).code())
		}
	}
	return out
}
