package pygen

import (
	"encoding/base64"
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// unionClasses are the classes that belong to a union: of undeclared variants, and around the
// bodies of declared ones.
func (a *annotator) unionClasses(u *lower.Union) []classView {
	var out []classView
	if len(u.Parts) == 0 {
		for i := range u.Cases {
			if c := &u.Cases[i]; a.wrappers[c.Of] != "" {
				out = append(out, a.wrapper(u, c))
			}
		}
	}
	if name := a.unknown[u.Of]; name != "" {
		v := classView{
			Name: name, Base: a.imports.use(valueModule, "Unknown"),
			Doc: []string{fmt.Sprintf("An undeclared variant of %s: its tag, and the value as it was read.", a.types[u.Of])},
		}
		log := a.undeclared(a.rows.Decl(u.Of))
		if v.hide("raw", log); u.By == lower.ByName { // the tag is all of a bare string
			v.hide("tag", log)
		}
		out = append(out, v)
	}
	return out
}

// wrapper is the class around the body of a variant.
func (a *annotator) wrapper(u *lower.Union, c *lower.Case) classView {
	v := classView{Name: a.wrappers[c.Of], Base: "_Variant", Doc: docs(&c.Of.Meta), Positional: true}
	if len(v.Doc) == 0 {
		v.Doc = []string{fmt.Sprintf("A variant of %s.", a.types[u.Of])}
	}
	if !c.Body {
		return v
	}
	typ := a.typ(c.Of.Type)
	v.Members = append(v.Members, memberView{Name: "value", Type: typ, Param: typ})
	v.Match = []string{"value"}
	v.hide("value", a.logOf(c.Type))
	return v
}

// arms are the types of the values of a union.
func (a *annotator) arms(u *lower.Union) []string {
	var out []string
	for i := range u.Cases {
		if arm := a.member(u.Cases[i].Of); !slices.Contains(out, arm) {
			out = append(out, arm)
		}
	}
	if name := a.unknown[u.Of]; name != "" {
		out = append(out, a.own(name))
	}
	return out
}

// member is the type of the values of a union that are of one variant.
func (a *annotator) member(v *model.Variant) string {
	if name := a.wrappers[v]; name != "" {
		return a.own(name)
	}
	return a.typ(v.Type)
}

// unionDoc is the doc of a union. The unions of events and of requests have no place for one in a
// spec.
func (p *plan) unionDoc(t *model.Union) []string {
	if env := p.proto.Envelope; t.Doc == "" && env != nil {
		switch t {
		case env.Events:
			return []string{"An event in its envelope."}
		case env.Requests:
			return []string{"A request in its envelope."}
		case env.Messages:
			return []string{"An event or a request in its envelope."}
		}
	}
	return docs(&t.Meta)
}

// decodeBase64 is the data of a text that the spec has as a default of bytes.
func decodeBase64(text string) []byte {
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		panic("pygen: a default that was checked is not base64: " + text)
	}
	return data
}
