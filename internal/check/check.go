// Package check turns the tree of a spec into the model: it declares every
// name, resolves every reference, checks what the language demands, applies
// defaults and freezes the result. In goes a syntax.Spec, out come a
// model.Protocol and all that is wrong. It must not read YAML or know a target.
package check

import (
	"iter"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/internal/syntax"
)

// Check makes the model of spec. What is wrong goes to to. It returns nil when
// to holds an error.
//
// Each pass goes over the whole draft once and may rely on all passes before.
func Check(spec *syntax.Spec, to *diag.Report) *model.Protocol {
	if spec == nil {
		return nil
	}
	r := report{to}
	addLayers(spec, r)

	// Every name gets an empty element of the model, and every type its place.
	d := collect(spec, r)
	resolve(d)

	// From here on all pointers lead somewhere.
	breakAliasCycles(d)
	forgetBroken(d)
	flattenUnions(d)

	// From here on structs and unions are whole.
	setPresences(d)
	completeMethods(d)
	carryTags(d)
	takeInFields(d)
	refuseTagFields(d)

	// From here on every type is what it will be.
	checkNulls(d)
	setMapKeys(d)
	setOwnPayloads(d)
	checkErrorData(d)
	checkMethods(d)
	refuseInfinite(d)
	tellVariants(d)

	// From here on values can be read.
	checkDefaults(d)
	checkExamples(d)
	checkAnswers(d)
	features := checkPaths(d)
	checkGates(d, features)
	if !r.OK() {
		return nil
	}
	return d.out
}

// A draft is the model while it is made. Beside it stands what the spec says of
// its parts: the first pass collects that, and each other one goes over what it
// needs of it.
type draft struct {
	report
	spec  *syntax.Spec
	out   *model.Protocol
	scope *scope

	refs            []typeRef
	inline          map[*syntax.Expr]model.Decl // the unions and tuples that stand within type expressions
	types           []pair[*syntax.Body, model.Decl]
	structs         []structDecl
	fields          []pair[*syntax.Field, *model.Field]
	variants        variantDecls
	items           []pair[*model.Field, *model.Item] // of params by position: the field that each is declared as
	methods         []pair[*syntax.Method, *model.Method]
	requests        []pair[*syntax.Message, *model.Variant]
	errorData       []pair[*syntax.ErrorDecl, *model.ErrorCode]
	capabilityTypes []model.Type // of the capabilities, in their order
	gates           []pair[*syntax.Gate, *model.Gate]

	nulls   []nullRef // these two are collected by resolve
	mapKeys []mapKey
}

// A pair is what the spec says of an element, and the element of the model that
// it becomes.
type pair[S, M any] struct {
	from S
	out  M
}

// all are the declarations of one kind, those among them that stand within others.
func all[T model.Decl](d *draft) iter.Seq[T] {
	return func(yield func(T) bool) {
		for _, decl := range d.out.Decls {
			if t, ok := decl.(T); ok && !yield(t) {
				return
			}
		}
	}
}

// A report takes the faults of a spec.
type report struct{ *diag.Report }

func (r report) error(code *diag.Code, span source.Span, message, help string) *diag.Diagnostic {
	return r.Add(code, span, message).WithHelp(help)
}

// invalid stands for a type that was reported. It fits every value.
var invalid model.Type = &model.Scalar{Kind: model.Any}
