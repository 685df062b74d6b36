package check

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// standardErrors are the errors that JSON-RPC declares.
func standardErrors() []*model.ErrorCode {
	standard := func(name string, code int, doc string) *model.ErrorCode {
		return &model.ErrorCode{Meta: model.Meta{Doc: doc}, Name: name, Code: code, Standard: true, Message: name}
	}
	return []*model.ErrorCode{
		standard("PARSE_ERROR", -32700, "The message is not JSON."),
		standard("INVALID_REQUEST", -32600, "The message is JSON, but not a request."),
		standard("METHOD_NOT_FOUND", -32601, "There is no such method."),
		standard("INVALID_PARAMS", -32602, "The params do not fit the method."),
		standard("INTERNAL_ERROR", -32603, "An internal error occurred."),
	}
}

// declareErrors appends the declared errors to the standard ones. A declared error
// with the code of a standard one replaces it.
func (c *collector) declareErrors() {
	standard := standardErrors()
	byCode := map[int]source.Span{}
	byName := map[string]source.Span{}
	var own []*model.ErrorCode
	for _, e := range c.spec.Errors {
		out := &model.ErrorCode{Name: e.Name.Text, Code: e.Code, Local: e.Local, Message: cmp.Or(e.Message.Text, e.Name.Text)}
		out.Standard = slices.ContainsFunc(standard, func(s *model.ErrorCode) bool { return s.Code == e.Code })
		c.meta(&out.Meta, &e.Meta, e.Name.Span)
		own = append(own, out)
		byName[out.Name] = e.Name.Span
		if e.CodeSpan.IsZero() {
			continue
		}
		if first, twice := byCode[e.Code]; twice {
			c.error(diag.ErrorDuplicateCode, e.CodeSpan, fmt.Sprintf("two errors have the code %d", e.Code), "give each a different code").
				WithRelated(first, "first used here")
		}
		byCode[e.Code] = e.CodeSpan
	}
	if len(c.spec.Methods) == 0 && len(own) == 0 && c.spec.Dialect == nil {
		standard = nil // a spec of types alone has no messages that could fail
	}
	for _, s := range standard {
		if _, replaced := byCode[s.Code]; replaced {
			continue
		}
		if at, taken := byName[s.Name]; taken {
			c.error(diag.ErrorStandardName, at, fmt.Sprintf("%q is the JSON-RPC name of the code %d", s.Name, s.Code), "choose another name, or use that code").
				Offers("use that code", diag.Step{Do: diag.Set, At: at, Key: "code", Text: strconv.Itoa(s.Code)})
		}
		c.out.Errors = append(c.out.Errors, s)
	}
	c.out.Errors = append(c.out.Errors, own...)
	c.errorNamed = make(map[string]*model.ErrorCode, len(c.out.Errors))
	for _, e := range c.out.Errors {
		c.errorNamed[e.Name] = e
	}
}

// declareErrorData declares the data of each error, in the order of the spec.
func (c *collector) declareErrorData() {
	for _, e := range c.spec.Errors {
		if e.Data == nil {
			continue
		}
		out := c.errorNamed[e.Name.Text]
		c.errorData = append(c.errorData, pair[*syntax.ErrorDecl, *model.ErrorCode]{e, out})
		name := names.Pascal(e.Name.Text) + "Data"
		if e.Data.Struct != nil {
			doc := placeDoc("The data of the error %s.", e.Name.Text)
			out.Data = c.declareInline(name, e.Name.Span, e.Data.Struct, syntax.Meta{Doc: doc})
			continue
		}
		c.spell(&out.Data, name, e.Data.Expr, nil, syntax.Word{})
	}
}

// errorFallback sets what errors of undeclared kinds are read as.
func (c *collector) errorFallback() {
	if c.spec.Dialect == nil || c.spec.Dialect.ErrorFallback.IsZero() {
		return
	}
	w := c.spec.Dialect.ErrorFallback
	if c.out.Dialect.Error.Identity != "data.kind" {
		c.error(diag.DialectIdle, w.Span, "errors are identified by their codes, so there is no undeclared kind", "add identity: data.kind, or remove fallback").
			Offers("remove fallback", diag.Step{Do: diag.Drop, At: w.Span})
		return
	}
	c.out.Dialect.Error.Fallback = c.errorOf(w)
}

// checkErrorData checks that the data of errors can hold their kinds, if errors are
// identified by them.
func checkErrorData(d *draft) {
	if d.out.Dialect.Error.Identity != "data.kind" {
		return
	}
	for _, e := range d.errorData {
		if e.out.Data == invalid {
			continue
		}
		words, help := lacksKind(e.out.Data, e.out.Name)
		if words == "" && e.out == d.out.Dialect.Error.Fallback {
			words, help = lacksFallback(e.out.Data, e.out.Name)
		}
		if words != "" {
			f := d.error(diag.ErrorDataKind, e.from.Data.Span, "the kind of an error is a member of its data, and "+words, help)
			if _, isStruct := model.Resolve(e.out.Data).(*model.Struct); !isStruct {
				f.Offers("put it in a field", diag.Step{Do: diag.Write, At: e.from.Data.Span, Text: "{detail: " + e.from.Data.Span.Text() + "}"})
			}
		}
	}
}

// lacksKind says why data of a type cannot have the kind of an error, and what to do;
// "" if it can.
func lacksKind(data model.Type, kind string) (words, help string) {
	if s, ok := model.Resolve(data).(*model.Scalar); ok && (s.Kind == model.Any || s.Kind == model.Object) {
		return "", ""
	}
	s, ok := model.Resolve(data).(*model.Struct)
	if !ok {
		return fmt.Sprintf("%q is not a struct", data), "put it in a field: {detail: …}"
	}
	row := lower.StructOf(s)
	if f := row.Field("kind"); f != nil && !holdsKind(f.Of.Type, kind) {
		return fmt.Sprintf("its field \"kind\" is not always the string %q", kind), "remove the field: the kind is written without it"
	} else if f == nil && row.Declares("kind") {
		return fmt.Sprintf("%q uses that name for something else", data), "declare a struct without the tag or the older name \"kind\""
	}
	return "", ""
}

// lacksFallback is lacksKind of the error that errors of undeclared kinds are read as.
func lacksFallback(data model.Type, kind string) (words, help string) {
	s, ok := model.Resolve(data).(*model.Struct)
	if !ok {
		return "", ""
	}
	row := lower.StructOf(s)
	if f := row.Field("kind"); f != nil {
		if e, ok := model.Resolve(f.Of.Type).(*model.Enum); !ok || e.Fallback == nil || e.Fallback.Value != kind {
			return fmt.Sprintf("its field \"kind\" does not read an undeclared kind as %q", kind), "remove the field: the kind is written without it"
		}
	}
	return "", ""
}

// holdsKind reports whether a field of a type may have the kind of an error.
func holdsKind(t model.Type, kind string) bool {
	switch t := model.Resolve(t).(type) {
	case *model.Scalar:
		return t.Kind == model.String && t.Limits == nil
	case *model.Enum:
		return slices.ContainsFunc(t.Values, func(v *model.EnumValue) bool { return !t.Integer && v.Value == kind })
	case *model.Literal:
		return t.Value.Kind == model.StringValue && t.Value.Text == kind
	}
	return false
}

// answerError is the declared error that w names, which must not be local.
func (c *collector) answerError(w syntax.Word) *model.ErrorCode {
	if w.IsZero() {
		return nil
	}
	e := c.errorOf(w)
	if e != nil && e.Local {
		c.error(diag.ErrorLocal, w.Span, fmt.Sprintf("the error %q is local, so it is never sent", w.Text), "use another error, or remove local: true").
			Offers("remove local: true", diag.Step{Do: diag.Unset, At: e.Span, Key: "local"}).
			WithRelated(e.Span, "declared here")
		return nil
	}
	return e
}

// errorOf is the declared error that w names, or nil.
func (c *collector) errorOf(w syntax.Word) *model.ErrorCode {
	if e := c.errorNamed[w.Text]; e != nil {
		c.uses(w.Span, e.Span)
		return e
	}
	known := namesOf(c.out.Errors, func(e *model.ErrorCode) string { return e.Name })
	a := near(w.Span, w.Text, known, "declare it under errors")
	for _, e := range c.out.Errors {
		if strconv.Itoa(e.Code) == w.Text {
			a = means(w.Span, "write "+e.Name, e.Name)
		}
	}
	if parts := strings.Fields(w.Text); len(parts) > 1 && slices.Contains(known, parts[0]) {
		list := strings.Join(parts, ", ")
		a = diag.Advice{Help: "put a comma between them: " + list, Steps: []diag.Step{{Do: diag.Splice, At: w.Span, Text: list}}}
	}
	c.advise(diag.ErrorUnknown, w.Span, fmt.Sprintf("there is no error %q", w.Text), a)
	return nil
}

// checkRefusals checks that generated code can make the data of the errors that
// answer messages which cannot be read, if that data says which error it is.
func checkRefusals(d *draft) {
	words, named := d.out.Dialect.Error.Words, false
	for _, e := range d.errorData {
		if !lower.AnswersRefusal(e.out.Code) || e.out.Data == invalid {
			continue
		}
		made := lower.RefusalDataOf(e.out.Data, &d.out.Dialect.Error)
		named = named || made.Words != ""
		if made.Words != "" {
			d.usesStep(d.spec.Dialect.ErrorWords.Span, e.out.Data, made.Words)
		}
		if made.Lacks != "" && d.out.Dialect.Error.Identity == "data.kind" {
			d.error(diag.RefusalData, e.from.Data.Span, fmt.Sprintf("the error %q answers messages that cannot be read, and %s", e.out.Name, made.Lacks),
				"make every field optional except a string for the reason, and name that field in the dialect: error: {words: FIELD}")
		}
	}
	if words != "" && !named {
		d.error(diag.RefusalData, d.spec.Dialect.ErrorWords.Span, fmt.Sprintf("no error that answers unreadable messages has data with a string %q", words),
			"declare it in the data of the error with the code -32602, for example")
	}
}
