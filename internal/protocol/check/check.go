// Package check turns the tree of a spec into the model: it declares every
// name, resolves every reference, checks what the language demands, applies
// defaults and freezes the result. In goes a syntax.Spec, out come a
// model.Protocol and all that is wrong. It must not read YAML or know a target.
package check

import (
	"iter"

	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/spec/diag"
	"github.com/wiregen/wiregen/internal/spec/source"
	"github.com/wiregen/wiregen/internal/spec/syntax"
)

// Check makes the model of spec. What is wrong goes to to. It returns nil when
// to holds an error.
//
// It is a list of passes. Each goes over all that it is about, and may rely on
// what those before have done.
func Check(spec *syntax.Spec, to *diag.Report) *model.Protocol {
	if spec == nil {
		return nil
	}
	r := report{to}
	addLayers(spec, r) // an element is what all files say of it

	d := collect(spec, r) // each name has an element of the model, and each type its place
	resolve(d)            // names of types are pointers
	breakAliasCycles(d)   // aliases lead somewhere
	forgetBroken(d)       // what was reported fits everything
	flattenUnions(d)      // a union in one of its kind is part of that

	setPresences(d)    // fields say what absence and null are
	completeMethods(d) // types that follow from other types are there
	carryTags(d)       // structs have the tags of the unions around them
	takeInFields(d)    // structs have the fields of others: all types are whole

	refuseTagFields(d)
	checkNulls(d)
	setMapKeys(d)
	setOwnPayloads(d)
	checkErrorData(d)
	checkMethods(d)
	refuseInfinite(d) // every type has a value
	tellVariants(d)   // unions without tags have keys, or an order: values can be read

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

// A draft is the model while it is made. Beside the elements of the model stands
// what the spec says of them: collect pairs the two, once and for all, and each
// other pass goes over the pairs that it is about.
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

// all are the types of one kind that have a name, also one made of their place.
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
