package pygen

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/protocol/lower"
)

// callsView fills calls.py.
type callsView struct {
	Head, Runtime string
	Imports       string
	Results       []resultView // by request
	Overloaded    bool
	Errors        []errorView
	Typed         []errorView // those with data
	Names         []string    // of the errors, as literals
	Batch         bool
	Message       string

	Request, Response, Failure, ErrorObject, UnknownRequest, UnknownNotification string
}

// A resultView is the result of a method, as the functions that read and write it. With several, they
// are overloads.
type resultView struct{ Request, Read, ReadDef, ReplyDef string }

type errorView struct {
	Doc        []string
	Name, Data string
	Code       string
}

// emitCalls emits what answers calls, and returns the names that it has.
func (p *plan) emitCalls(out *output) []string {
	if !p.hasMessages() {
		return nil
	}
	v, names, use := p.calls()
	v.Head, v.Runtime, v.Imports = out.head, out.module(copied), out.imports(use)
	out.file("calls.py", v)
	return names
}

// calls is what answers calls, with the names that it has and those that it uses.
func (p *plan) calls() (v callsView, names []string, use imports) {
	a := &annotator{plan: p, imports: imports{}, outside: true}
	v.Batch = p.rows.Dialect.Batch != nil
	v.Request, v.Response, v.Failure = a.ofRuntime("Request"), a.ofRuntime("Response"), a.ofRuntime("Failure")
	v.ErrorObject, v.UnknownRequest, v.UnknownNotification = a.ofRuntime("ErrorObject"), a.ofRuntime("UnknownRequest"), a.ofRuntime("UnknownNotification")
	names = []string{"read_result", "reply", "fail", "refuse"}
	for i := range p.rows.Calls {
		if c := &p.rows.Calls[i]; c.Shape == lower.RequestShape {
			v.Results = append(v.Results, a.results(c)...)
		}
	}
	v.Overloaded = len(v.Results) != 1
	if v.Overloaded {
		a.imports.use(typingModule, "Any")
		a.imports.use(valueModule, "UNSET")
	}
	if len(v.Results) > 1 {
		a.imports.use(typingModule, "overload")
	}
	if v.errors(a); len(v.Errors) > 0 {
		names = append(names, "ErrorCode", "ErrorName", "make_error", "error_name")
	}
	if v.Batch {
		v.Message = a.imports.fromTypes(p.message)
		names = append(names, "read_batch", "write_batch")
	}
	a.imports.use(typingModule, "TYPE_CHECKING")
	a.imports.use(errorModule, "WireError")
	a.imports.use(errorModule, "without_frames")
	return v, names, a.imports
}

// A variant is the type of params that a request may have, with that of its result.
type variant struct{ params, result string }

// variants are those of a request whose result depends on its params.
func (a *annotator) variants(c *lower.Call) []variant {
	if c.Answer != lower.AnswerByVariant {
		return nil
	}
	var out []variant
	u := a.rows.At(c.Params).Union
	for i := range u.Cases {
		v := variant{a.member(u.Cases[i].Of), a.imports.use(typingModule, "Any")}
		if result := u.Cases[i].Of.Result; result != nil {
			v.result = a.typ(result)
		}
		out = append(out, v)
	}
	if name := a.unknown[u.Of]; name != "" {
		out = append(out, variant{a.own(name), a.imports.use(typingModule, "Any")})
	}
	return out
}

// results are the results of a request: one, or one by each variant of the params, and last one of
// params that may be any variant. A reply to those has one of the declared results; the writer checks
// that it is the right one.
func (a *annotator) results(c *lower.Call) []resultView {
	request := a.own(a.methods[c.Of])
	variants := a.variants(c)
	if len(variants) == 0 {
		typ := a.imports.use(typingModule, "Any")
		if c.Answer == lower.AnswerTyped && c.Of.Result != nil {
			typ = a.typ(c.Of.Result)
		}
		return []resultView{a.result(c, request, typ, typ)}
	}
	var out []resultView
	var all []string
	for _, v := range variants {
		if a.isGeneric(c) {
			out = append(out, a.result(c, request+"["+v.params+"]", v.result, v.result))
		}
		if !slices.Contains(all, v.result) {
			all = append(all, v.result)
		}
	}
	declared := slices.DeleteFunc(slices.Clone(all), func(typ string) bool { return typ == "Any" })
	return append(out, a.result(c, request, strings.Join(all, " | "), cmp.Or(strings.Join(declared, " | "), "Any")))
}

// result is the result of a request, with its type as it is read, and as it is given.
func (a *annotator) result(c *lower.Call, request, typ, given string) resultView {
	r := resultView{Request: request, Read: typ}
	result := "result: " + given
	if c.ResultOptional {
		r.Read = orNone(typ)
		result += " | " + a.imports.use(valueModule, "Unset") + " = " + a.imports.use(valueModule, "UNSET")
	}
	response := a.ofRuntime("Response")
	def := func(name, returned string, params ...string) string {
		return statement(group("def "+name+"(", backend.Atoms(append([]string{"request: " + request}, params...)), ")"), "", " -> "+returned+":")
	}
	r.ReadDef, r.ReplyDef = def("read_result", r.Read, "response: "+response), def("reply", response, result)
	return r
}

// errors are the declared errors.
func (v *callsView) errors(a *annotator) {
	for i := range a.rows.Errors {
		e := &a.rows.Errors[i]
		if a.errors[e.Of] == "" {
			continue
		}
		view := errorView{Doc: docs(&e.Of.Meta, backend.ErrorRemarks(e)...), Name: a.errors[e.Of], Code: strconv.Itoa(e.Code)}
		v.Errors = append(v.Errors, view)
		if e.Data != lower.NoType {
			v.Typed = append(v.Typed, errorView{Name: e.Name, Data: a.typ(e.Of.Data)})
		}
		v.Names = append(v.Names, quote(e.Name))
	}
	if len(v.Names) == 0 {
		return
	}
	for _, name := range []string{"Any", "Final", "Literal", "TypeAlias"} {
		a.imports.use(typingModule, name)
	}
	if len(v.Typed) > 0 {
		a.imports.use(typingModule, "overload")
	}
}

// ErrorNames is the type of the names of errors.
func (v callsView) ErrorNames() string {
	return statement(group("ErrorName: TypeAlias = Literal[", backend.Atoms(v.Names), "]"), "", "")
}
