// Package check converts the tree of a spec to the model: it declares every name, resolves
// every reference, checks the rules of the language, applies defaults and freezes the result.
// The input is a syntax.Spec, the output a model.Protocol and diagnostics. It does not read
// YAML and does not depend on targets.
package check

import (
	"iter"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// Check makes the model of spec and adds its faults to to. It returns nil if to has
// an error.
func Check(spec *syntax.Spec, to *diag.Report) *model.Protocol {
	return Record(spec, to, nil)
}

// check is a list of passes. Each handles all elements of some kind, and may rely on
// the passes before it.
func check(spec *syntax.Spec, r report) *model.Protocol {
	addLayers(spec, r) // an element is what all files say of it

	d := collect(spec, r) // each name has an element of the model, and each type its place
	setExtensions(d)
	resolve(d)          // names of types are pointers
	breakAliasCycles(d) // aliases lead somewhere
	forgetBroken(d)     // what was reported fits everything
	setDistinct(d)      // names of scalars are types
	flattenUnions(d)    // a union in one of its kind is part of that

	setPresences(d)    // fields say what absence and null are
	completeMethods(d) // types that follow from other types are there
	checkExtra(d)
	carryTags(d)    // structs have the tags of the unions around them
	takeInFields(d) // structs have the fields of others: all types are whole

	refuseTagFields(d)
	setGroups(d)
	checkNulls(d)
	setMapKeys(d)
	setOwnPayloads(d)
	checkErrorData(d)
	checkRefusals(d)
	checkMethods(d)
	refuseInfinite(d) // every type has a value
	refuseHuge(d)     // of a bounded size
	tellVariants(d)   // unions without tags have keys, or an order: values can be read
	checkReplaced(d)

	checkDefaults(d)
	checkExamples(d)
	checkAnswers(d)
	features := checkPaths(d)
	checkProgress(d)
	checkSession(d)
	checkGates(d, features)
	if r.OK() {
		checkBeginning(d)
	}
	if !r.OK() {
		return nil
	}
	return d.out
}

// A draft is the model under construction. collect pairs each element of the model
// with its declaration in the spec; the other passes iterate over the pairs that
// they handle.
type draft struct {
	report
	spec  *syntax.Spec
	out   *model.Protocol
	scope *scope

	refs            []typeRef
	inline          map[*syntax.Expr]model.Decl // the unions and tuples within type expressions
	types           []pair[*syntax.Body, model.Decl]
	structs         []structDecl
	fields          []pair[*syntax.Field, *model.Field]
	defaults        []pair[*syntax.Value, *model.Value]
	variants        variantDecls
	items           []pair[*model.Field, *model.Item] // of params by position: the field that each is declared as
	methods         []pair[*syntax.Method, *model.Method]
	progresses      []progressDecl
	sessions        []pair[*syntax.SessionRules, *model.SessionRules]
	requests        []pair[*syntax.Message, *model.Variant]
	errorData       []pair[*syntax.ErrorDecl, *model.ErrorCode]
	capabilityTypes []model.Type // of the capabilities, in their order
	gates           []pair[*syntax.Gate, *model.Gate]

	replaced []replacement
	unmarked []syntax.Word // the marks that are false

	nulls   []nullRef // these two are collected by resolve
	mapKeys []mapKey
}

// A pair is a declaration in the spec and the element of the model made from it.
type pair[S, M any] struct {
	from S
	out  M
}

// all are the named types of one kind, including those with derived names.
func all[T model.Decl](d *draft) iter.Seq[T] {
	return func(yield func(T) bool) {
		for _, decl := range d.out.Decls {
			if t, ok := decl.(T); ok && !yield(t) {
				return
			}
		}
	}
}

// A report collects the faults of a spec, and the names in it if they are wanted.
type report struct {
	*diag.Report
	names *Names
}

func (r report) error(code *diag.Code, span source.Span, message, help string) *diag.Diagnostic {
	return r.Add(code, span, message).WithHelp(help)
}

// advise reports a fault with advice that can be followed by edits.
func (r report) advise(code *diag.Code, span source.Span, message string, a diag.Advice) *diag.Diagnostic {
	return r.Add(code, span, message).WithAdvice(a)
}

// near is the advice to write the one of some names that a name at a place was probably meant to
// be, or else other help.
func near(at source.Span, name string, known []string, otherwise string) diag.Advice {
	if meant := names.Suggest(name, known); meant != "" {
		return means(at, names.Ask(meant), meant)
	}
	return diag.Advice{Help: otherwise}
}

// means is the advice to write another text at a place.
func means(at source.Span, help, text string) diag.Advice {
	return diag.Advice{Help: help, Steps: []diag.Step{{Do: diag.Replace, At: at, Text: text}}}
}

// writes is the advice to write other YAML at a place.
func writes(at source.Span, text string) diag.Advice {
	return diag.Advice{Help: "write " + text, Steps: []diag.Step{{Do: diag.Write, At: at, Text: text}}}
}

// invalid replaces a type with a reported fault. It accepts every value.
var invalid model.Type = &model.Scalar{Kind: model.Any}
