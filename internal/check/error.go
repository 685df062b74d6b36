package check

import (
	"fmt"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/source"
)

// standardErrors are the ones that JSON-RPC itself declares.
func standardErrors() []*model.ErrorCode {
	standard := func(name string, code int, doc string) *model.ErrorCode {
		return &model.ErrorCode{Meta: model.Meta{Doc: doc}, Name: name, Code: code, Standard: true}
	}
	return []*model.ErrorCode{
		standard("PARSE_ERROR", -32700, "The message is not JSON."),
		standard("INVALID_REQUEST", -32600, "The message is JSON, but no request."),
		standard("METHOD_NOT_FOUND", -32601, "There is no such method."),
		standard("INVALID_PARAMS", -32602, "The params do not fit the method."),
		standard("INTERNAL_ERROR", -32603, "Something failed that nobody foresaw."),
	}
}

// errors puts the declared errors behind the standard ones. A declared error
// with the code of a standard one takes its place.
func (c *checker) errors() {
	standard := standardErrors()
	byCode := map[int]source.Span{}
	byName := map[string]source.Span{}
	var own []*model.ErrorCode
	for _, e := range c.spec.Errors {
		out := &model.ErrorCode{Name: e.Name.Text, Code: e.Code}
		c.meta(&out.Meta, &e.Meta, e.Name.Span)
		own = append(own, out)
		byName[out.Name] = e.Name.Span
		if e.CodeSpan.IsZero() {
			continue
		}
		if first, twice := byCode[e.Code]; twice {
			c.error(diag.ErrorDuplicateCode, e.CodeSpan, fmt.Sprintf("two errors have the code %d", e.Code), "give each a code of its own").
				WithRelated(first, "first used here")
		}
		byCode[e.Code] = e.CodeSpan
	}
	for _, s := range standard {
		if _, replaced := byCode[s.Code]; !replaced {
			if at, taken := byName[s.Name]; taken {
				c.error(diag.ErrorStandardName, at, fmt.Sprintf("%q is JSON-RPC's name for the code %d", s.Name, s.Code), "choose another name, or write that code")
			}
			c.out.Errors = append(c.out.Errors, s)
			continue
		}
		for _, o := range own {
			if o.Code == s.Code {
				o.Standard = true
			}
		}
	}
	c.out.Errors = append(c.out.Errors, own...)
}
