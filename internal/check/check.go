// Package check turns the tree of a spec into the model: it declares every
// name, resolves every reference, checks what the language demands, applies
// defaults and freezes the result. In goes a syntax.Spec, out come a
// model.Protocol and all that is wrong. It must not read YAML or know a target.
package check

import (
	"path"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/internal/syntax"
)

// Check makes the model of spec. What is wrong goes to r. It returns nil when
// r holds an error.
func Check(spec *syntax.Spec, r *diag.Report) *model.Protocol {
	if spec == nil {
		return nil
	}
	c := &checker{
		spec: spec, report: report{r},
		out:    &model.Protocol{File: path.Base(spec.File.Name), Dialect: model.DefaultDialect(), Below: spec.Below},
		scope:  map[string]*declared{},
		leaves: map[source.Span][]*model.Field{},
		rows:   rows{},
		gates:  map[*model.Gate]source.Span{},
		decls:  map[*syntax.Body]model.Decl{},
		unions: map[*syntax.Expr]*model.Union{},
		tuples: map[*syntax.Expr]*model.Tuple{},

		derived: map[string]bool{}, lives: map[*model.Struct]map[string]source.Span{}, sharing: map[*model.Struct]*model.Union{},
		variantAt: map[*model.Variant]*syntax.Variant{},
	}
	c.protocol()
	c.roles()
	c.dialect()
	c.errors()
	c.grow()
	c.declare()
	c.sortGates()
	run(&c.resolve)
	c.breakAliasCycles()
	c.forgetBroken()
	c.flattenUnions()
	run(&c.present)
	c.carryTags()
	c.mixins()
	c.tagFields()
	run(&c.shape)
	c.endlessTypes()
	run(&c.values)
	c.endlessDefaults()
	if !r.OK() {
		return nil
	}
	return c.out
}

// A checker holds the state of one run. The work is cut into phases, each a
// list of steps that earlier phases fill: a step may rely on all phases before.
type checker struct {
	spec *syntax.Spec
	report
	out *model.Protocol

	scope    map[string]*declared   // every name of a type
	names    []string               // the names of scope, in order
	versions map[string]int         // position in out.Versions; nil when they could not be read
	tags     map[string]source.Span // of all events and requests

	errorNamed map[string]*model.ErrorCode

	decls  map[*syntax.Body]model.Decl // types that fields declare in passing
	unions map[*syntax.Expr]*model.Union
	tuples map[*syntax.Expr]*model.Tuple
	mixed  []*mixin

	mixedInto map[*model.Struct]*mixin

	derived   map[string]bool                          // names of structs that were made from a tag
	lives     map[*model.Struct]map[string]source.Span // the names of its own fields, older ones too
	sharing   map[*model.Struct]*model.Union           // variants of a union that is told by keys and has common fields
	variantAt map[*model.Variant]*syntax.Variant       // what a variant was declared as

	rows        rows
	circles     map[model.Decl]int          // which types lead to each other, by number; nil while nobody asked
	gates       map[*model.Gate]source.Span // where each is named first
	features    *model.Enum                 // what both peers list, where an enum says
	defaulted   []*model.Field
	leaves      map[source.Span][]*model.Field // by the name of a field: whose defaults its own leaves open
	suggestions int                            // names that were held against all others

	resolve []func() // names become pointers
	present []func() // fields know when they are there; aliases lead somewhere
	shape   []func() // unions and fields are checked; all pointers stand
	values  []func() // defaults, examples and paths are checked; all types are sound
}

// A declared is one name of a type and where it stands.
type declared struct {
	decl model.Decl
	span source.Span
}

// run runs the steps of a phase, also those that are added meanwhile.
func run(steps *[]func()) {
	for i := 0; i < len(*steps); i++ {
		(*steps)[i]()
	}
}

// A report takes the faults of a spec.
type report struct{ *diag.Report }

func (r report) error(code *diag.Code, span source.Span, message, help string) *diag.Diagnostic {
	return r.Add(code, span, message).WithHelp(help)
}

// invalid stands for a type that was reported. It fits every value.
var invalid model.Type = &model.Scalar{Kind: model.Any}
