package view

import (
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// The page explains the values of a message from a table of the types, which the script
// walks through beside the text.

// A typeTable is what the page knows of the protocol.
type typeTable struct {
	Types []typeRow          `json:"types"`
	Calls map[string]callRow `json:"calls"`
	// Asked are the types of the results of requests that are distinguished by their tags.
	Asked  map[string]int    `json:"asked,omitempty"`
	Docs   map[string]string `json:"docs,omitempty"` // of events and requests, by tag
	Record int               `json:"record"`         // of a journal; −1 for none
	Header int               `json:"header"`
	Value  int               `json:"value"` // of lines that are values of a type
	// Names are the members of messages by shape: params, result, error, data; Keys are all
	// of them.
	Names [3]map[string]string `json:"names"`
	Keys  [3][]string          `json:"keys"`
}

// A callRow is a method.
type callRow struct {
	Doc     string `json:"doc,omitempty"`
	Params  int    `json:"params"`
	Result  int    `json:"result"`
	Data    int    `json:"data"`
	Carries bool   `json:"carries,omitempty"` // the answer depends on the tag
}

// A typeRow is a type. What it lacks is left out.
type typeRow struct {
	Name    string              `json:"n,omitempty"`
	Fields  map[string]fieldRow `json:"f,omitempty"`
	Open    bool                `json:"o,omitempty"` // other keys are kept, or have a type
	Elem    *int                `json:"e,omitempty"`
	Items   []int               `json:"i,omitempty"` // of a tuple
	By      string              `json:"by,omitempty"`
	Key     string              `json:"k,omitempty"`
	Content string              `json:"c,omitempty"`
	Cases   []caseRow           `json:"v,omitempty"`
	Default *int                `json:"d,omitempty"` // the case without a tag
	Kinds   model.Kinds         `json:"kinds,omitempty"`
}

// A fieldRow is a field.
type fieldRow struct {
	Type int    `json:"t"`
	Doc  string `json:"d,omitempty"`
}

// A caseRow is a variant of a union.
type caseRow struct {
	Tags []string `json:"t,omitempty"`
	Key  string   `json:"k,omitempty"`
	Type int      `json:"y"`
	Doc  string   `json:"d,omitempty"`
}

// tableOf makes the table of a protocol; value is the type of the lines, if that is named.
func tableOf(rows *lower.Program, value string) typeTable {
	t := typeTable{Calls: map[string]callRow{}, Asked: map[string]int{}, Docs: map[string]string{}, Record: -1, Header: -1, Value: -1}
	for _, row := range rows.Types {
		t.Types = append(t.Types, typeRowOf(row))
	}
	for i := range rows.Calls {
		c := &rows.Calls[i]
		t.Calls[c.Method] = callRow{
			Doc: sentence(c.Of.Doc), Params: c.Params.Type, Result: c.Result.Type, Data: c.ErrorData.Type, Carries: c.Answer == lower.AnswerByVariant,
		}
	}
	if e := rows.Protocol.Envelope; e != nil && e.Messages != nil {
		for _, v := range e.Messages.Variants {
			t.Docs[v.Tag] = sentence(v.Doc)
		}
		if e.Requests != nil {
			for _, v := range e.Requests.Variants {
				if v.Result != nil {
					t.Asked[v.Tag] = rows.Ref(v.Result).Type
				}
			}
		}
	}
	if j := rows.Protocol.Journal; j != nil {
		t.Record = rows.Ref(j.Record).Type
		if j.Header != nil {
			t.Header = rows.Ref(j.Header).Type
		}
	}
	for _, d := range rows.Protocol.Decls {
		if d.TypeName() == value {
			t.Value = rows.Ref(d).Type
		}
	}
	d := &rows.Dialect
	for shape := range lower.ResponseShape + 1 {
		n := d.NamesOf(shape)
		members := map[string]string{}
		for role, name := range map[string]string{"params": n.Params, "result": n.Result, "error": n.Error, "data": n.Data} {
			if name != "" {
				members[role] = name
			}
		}
		t.Names[shape] = members
		if !d.Named() {
			t.Keys[shape] = []string{"jsonrpc"}
		}
		for _, slot := range d.Slots(shape) {
			t.Keys[shape] = append(t.Keys[shape], slot.Key)
		}
	}
	return t
}

func typeRowOf(row *lower.Type) typeRow {
	out := typeRow{Name: row.Name, Kinds: row.Reads}
	switch row.Form {
	case lower.ScalarForm:
		out.Name = row.Scalar.Name
	case lower.LiteralForm:
		out.Name = "always " + row.Literal.JSON()
	case lower.ListForm, lower.MapForm:
		elem := row.Elem.Type
		out.Elem = &elem
	case lower.TupleForm:
		for _, item := range row.Tuple.Items {
			out.Items = append(out.Items, item.Type)
		}
	case lower.StructForm:
		s := row.Struct
		out.Fields = map[string]fieldRow{}
		for _, tag := range s.Tags {
			out.Fields[tag.Key] = fieldRow{Type: -1, Doc: "says which variant it is"}
		}
		for _, f := range s.Fields {
			one := fieldRow{f.Type.Type, sentence(f.Of.Doc)}
			for _, name := range slices.Concat([]string{f.Name}, f.FormerNames) {
				out.Fields[name] = one
			}
		}
		if out.Open = s.Extra.Written(); s.ExtraType != nil {
			elem := s.ExtraType.Type
			out.Elem = &elem
		}
	case lower.UnionForm:
		u := row.Union
		out.By, out.Key, out.Content = u.By.String(), u.Key, u.Content
		if u.Default >= 0 {
			out.Default = &u.Default
		}
		for _, c := range u.Cases {
			out.Cases = append(out.Cases, caseRow{slices.Concat(c.Tags, c.FormerNames), c.Key, c.Type.Type, sentence(c.Of.Doc)})
		}
	}
	return out
}

// sentence is the first sentence of a text, or the beginning of a long one.
func sentence(doc string) string {
	doc, _, _ = strings.Cut(strings.TrimSpace(doc), "\n\n")
	doc = strings.Join(strings.Fields(doc), " ")
	if at := strings.Index(doc, ". "); at > 0 {
		doc = doc[:at+1]
	}
	if r := []rune(doc); len(r) > 160 {
		doc = string(r[:159]) + "…"
	}
	return doc
}
