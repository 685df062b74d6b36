package pygen

import (
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/protocol/lower"
)

// callsView fills calls.py.
type callsView struct {
	Head, Imports string
	Results       []resultView // by request
	Overloaded    bool
	Errors        []errorView
	Typed         []errorView // those with data
	Names         string      // of the errors
	Batch         bool
	Message       string

	Request, Response, Failure, ErrorObject, UnknownRequest, UnknownNotification string
}

// A resultView is the result of a method: its type when it is read, and the parameter when it is
// written.
type resultView struct{ Request, Read, Reply string }

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
	a := &annotator{plan: p, imports: imports{}, prefix: "t."}
	v := callsView{Head: out.head, Batch: p.rows.Dialect.Batch != nil, Message: "t." + p.message}
	v.Request, v.Response, v.Failure = a.ofRuntime("Request"), a.ofRuntime("Response"), a.ofRuntime("Failure")
	v.ErrorObject, v.UnknownRequest, v.UnknownNotification = a.ofRuntime("ErrorObject"), a.ofRuntime("UnknownRequest"), a.ofRuntime("UnknownNotification")
	names := []string{"read_result", "reply", "fail", "refuse"}
	for i := range p.rows.Calls {
		if c := &p.rows.Calls[i]; c.Shape == lower.RequestShape {
			v.Results = append(v.Results, a.result(c))
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
		names = append(names, "read_batch", "write_batch")
	}
	if len(v.Results) > 0 || v.Batch || slices.ContainsFunc(v.Typed, func(e errorView) bool { return strings.Contains(e.Data, a.prefix) }) {
		a.imports.use(".", "types as t")
	}
	a.imports.use(typingModule, "TYPE_CHECKING")
	a.imports.use("._runtime.error", "WireError")
	v.Imports = a.imports.text()
	out.file("calls.py", v)
	return names
}

// result is the result of a request.
func (a *annotator) result(c *lower.Call) resultView {
	r := resultView{Request: "t." + a.methods[c.Of]}
	typ := a.imports.use(typingModule, "Any")
	if c.Answer == lower.AnswerTyped && c.Of.Result != nil {
		typ = a.typ(c.Of.Result)
	}
	if r.Read, r.Reply = typ, ", result: "+typ; c.ResultOptional {
		r.Read = orNone(typ)
		r.Reply += " | " + a.imports.use(valueModule, "Unset") + " = " + a.imports.use(valueModule, "UNSET")
	}
	return r
}

// errors are the declared errors.
func (v *callsView) errors(a *annotator) {
	var names []string
	sc := a.names.Scope("the class of error codes")
	for i := range a.rows.Errors {
		e := &a.rows.Errors[i]
		name := constantName(e.Name)
		if !sc.Free(name) { // two names may be one in capitals; the first has it
			continue
		}
		sc.Keep(name, "an error")
		view := errorView{Doc: docs(&e.Of.Meta, backend.ErrorRemarks(e)...), Name: name, Code: strconv.Itoa(e.Code)}
		v.Errors = append(v.Errors, view)
		if e.Data != lower.NoType {
			v.Typed = append(v.Typed, errorView{Name: e.Name, Data: a.typ(e.Of.Data)})
		}
		names = append(names, quote(e.Name))
	}
	if len(names) == 0 {
		return
	}
	for _, name := range []string{"Any", "Final", "Literal", "TypeAlias"} {
		a.imports.use(typingModule, name)
	}
	if len(v.Typed) > 0 {
		a.imports.use(typingModule, "overload")
	}
	v.Names = statement(group("Literal[", backend.Atoms(names), "]"), "", "")
}
