package gogen

import (
	"fmt"
	"strings"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// The doc comments of types without a doc in the spec.

// structPurpose returns the purpose of a struct: the variant that it is, what
// it is used for, or else what it holds.
func (p docs) structPurpose(t *model.Struct) string {
	if words := p.variantPurpose(t); words != "" {
		return words
	}
	for _, m := range p.proto.Methods {
		switch {
		case m.Params == model.Type(t):
			return "the params of " + oneLine(m.Name) + "."
		case m.Result == model.Type(t):
			return "the result of " + oneLine(m.Name) + "."
		}
	}
	if p.isTuple(t) {
		return fmt.Sprintf("an array of %d items.", len(t.Fields))
	}
	return "an object" + keysWords(t.Fields) + "."
}

// variantPurpose names the only union that has t as a variant; "" when there
// are several or none.
func (p docs) variantPurpose(t *model.Struct) string {
	if len(p.owners[t]) != 1 {
		return ""
	}
	u := p.owners[t][0]
	for _, v := range p.variants[u] {
		if v.typ != p.types[t] {
			continue
		}
		switch {
		case lower.ByOf(u) == lower.ByKey && v.Key == "":
			return "the " + p.types[u] + " with none of the keys of the other variants."
		case lower.ByOf(u) == lower.ByKey:
			return "the " + p.types[u] + " that has the key " + oneLine(v.Key) + "."
		case hasTags(u):
			return p.tagPurpose(v)
		}
	}
	return ""
}

// tagPurpose returns the purpose of the variant of a tag.
func (p docs) tagPurpose(v *variant) string {
	words := "the " + p.types[v.union] + " with the tag " + oneLine(v.Tag)
	if v.byDefault {
		words += [...]string{
			lower.WrittenNever: ", which is omitted when writing", lower.WrittenAlways: ", which may be absent when reading", lower.WrittenAsRead: ", which may be absent",
		}[p.rows.Decl(v.union).Union.Written]
	}
	return words + "."
}

// keysWords returns the keys of an object; of many the first few.
func keysWords(fields []*model.Field) string {
	const most = 4
	var keys []string
	for _, f := range fields {
		keys = append(keys, oneLine(f.Name))
	}
	switch {
	case len(keys) == 0:
		return ""
	case len(keys) == 1:
		return " with the key " + keys[0]
	case len(keys) > most:
		keys = append(keys[:most-1], fmt.Sprintf("%d more", len(keys)-most+1))
	}
	return " with the keys " + names.List(keys, "and")
}

// enumPurpose returns the purpose of an enum: its values, unless they are many.
func enumPurpose(t *model.Enum) string {
	const most = 4
	kind := "strings"
	if t.Integer {
		kind = "integers"
	}
	if len(t.Values) > most {
		return fmt.Sprintf("one of %d %s.", len(t.Values), kind)
	}
	var values []string
	for _, v := range t.Values {
		if t.Integer {
			values = append(values, fmt.Sprint(v.Number))
			continue
		}
		values = append(values, oneLine(model.Quote(v.Value)))
	}
	return names.List(values, "or") + "."
}

// aliasPurpose returns the purpose of an alias: a description of its type.
func aliasPurpose(t *model.Alias) string {
	if words := model.LimitWords(t.Type, oneLine); words != "" {
		return oneLine(words) + "."
	}
	if words := model.TextWords(t.Type); words != "" {
		return words + "."
	}
	return "a name for " + oneLine(t.Type.String()) + "."
}

// aliasNotes returns the limits of an alias that has a doc in the spec.
func aliasNotes(t *model.Alias) []string {
	if strings.TrimSpace(t.Doc) == "" {
		return nil
	}
	return words.Sentences(backend.ValueRemarks(t.Type, t.Doc).Of(backend.RemarkLimits))
}

// fieldlessNote lists the keys that a struct is written with but has no field for,
// because their value is constant.
func (p docs) fieldlessNote(t *model.Struct) []string {
	var keys []string
	for _, f := range p.fieldsOf(t) {
		if f.absent && !p.isTuple(t) {
			keys = append(keys, oneLine(model.Quote(f.Name)+":"+f.onlyValue()))
		}
	}
	switch len(keys) {
	case 0:
		return nil
	case 1:
		return []string{"Its JSON also has the constant " + keys[0] + "."}
	}
	return []string{"Its JSON also has the constants " + names.List(keys, "and") + "."}
}

// structWord returns a few words about a struct, before the spec's text.
func (p docs) structWord(t *model.Struct) string {
	if len(p.owners[t]) == 1 {
		return p.variantWord(p.owners[t][0])
	}
	for _, m := range p.proto.Methods {
		switch {
		case m.Params == model.Type(t):
			return "the params of " + oneLine(m.Name)
		case m.Result == model.Type(t):
			return "the result of " + oneLine(m.Name)
		}
	}
	if p.isTuple(t) {
		return "an array"
	}
	return "an object"
}

// variantWord returns a few words about a variant of a union.
func (p docs) variantWord(u *model.Union) string {
	switch p.homeOfUnion(u) {
	case "events":
		return "an event"
	case "requests":
		return "a request"
	}
	return article(p.types[u])
}

func (p docs) unionWord(u *model.Union) string {
	switch {
	case len(u.Parts) > 0:
		return "an envelope"
	case p.homeOfUnion(u) == "events":
		return "any event"
	case p.homeOfUnion(u) == "requests":
		return "any request"
	}
	return "a union"
}

func (p docs) aliasWord(t *model.Alias) string {
	switch sh := p.shape(t); {
	case sh.alias == t && sh.form == formList:
		return "a list"
	case sh.alias == t:
		return "a map"
	case sh.distinct == t:
		return map[model.Kinds]string{model.Strings: "a string", model.Booleans: "a boolean", model.Numbers: "a number"}[lower.Reads(t)]
	}
	return "an alias"
}
