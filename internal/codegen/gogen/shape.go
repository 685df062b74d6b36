package gogen

import (
	"fmt"

	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A form is how the values of a type are held in Go.
type form int

const (
	formString  form = iota // string
	formBool                // bool
	formInt                 // int64
	formFloat               // float64
	formCoded               // a number of some width, or bytes
	formAny                 // wirert.Raw
	formObject              // wirert.Raw that is an object
	formNothing             // carries no information: a literal, null, an empty object
	formList                // []T
	formMap                 // map[string]T
	formStruct              // a struct
	formEnum                // a string type with constants
	formUnion               // a sealed interface
)

// A shape is a type of the model as Go sees it: aliases and nulls resolved.
type shape struct {
	form    form
	null    bool           // null is one of its values
	name    string         // Go name of a struct, enum or union
	spelled string         // name of the alias that the spec uses for it, or ""
	elem    model.Type     // of a list or map
	key     *model.Enum    // of a map whose keys are the values of an enum
	keyName *model.Alias   // of a map whose keys have a defined type
	limits  *limited       // of a number, a string or a list; or nil
	decl    model.Decl     // of a struct, enum or union
	literal *model.Literal // of formNothing, when it is one
	empty   bool           // of formNothing: an object that declares nothing
	alias   *model.Alias   // of a list or map that has a defined type
	codec   codec          // of a scalar

	distinct *model.Alias // of a scalar that has a defined type, which the runtime does not know
}

// A codec names the functions of the runtime that read, write and check a scalar.
type codec struct {
	word   string // Int32: d.Int32, codec.AppendInt32
	goType string // int32
	check  string // the function that checks it, or "" when every value may be written
}

// write returns the function of wirert that appends one.
func (c codec) write() string {
	if c.goType == "string" {
		return "AppendString"
	}
	return "Append" + c.word
}

// codecs are those of the forms that several scalars have.
var codecs = map[form]codec{
	formString: {word: "String", goType: "string"},
	formBool:   {word: "Bool", goType: "bool"},
	formInt:    {word: "Int", goType: "int64", check: "CheckInt"},
	formFloat:  {word: "Float", goType: "float64", check: "CheckFloat"},
	formAny:    {word: "Raw", check: "CheckRaw"},
	formObject: {word: "RawObject", check: "CheckRawObject"},
}

// codedScalars are the scalars that have a distinct Go type.
var codedScalars = map[model.ScalarKind]codec{
	model.Int32:      {word: "Int32", goType: "int32"},
	model.Uint32:     {word: "Uint32", goType: "uint32"},
	model.Uint64:     {word: "Uint", goType: "uint64", check: "CheckUint"},
	model.Int64Wide:  {word: "Int64", goType: "int64"},
	model.Uint64Wide: {word: "Uint64", goType: "uint64"},
	model.Int64Text:  {word: "Int64Text", goType: "int64"},
	model.Uint64Text: {word: "Uint64Text", goType: "uint64"},
	model.Bytes:      {word: "Bytes", goType: "[]byte"},
}

// codecOf returns the codec of a scalar that has a distinct Go type or a form that is checked.
// One that codedScalars does not list is held as its text.
func codecOf(kind model.ScalarKind) (c codec, ok bool) {
	if c, ok := codedScalars[kind]; ok {
		return c, true
	}
	if !kind.Info().Checked {
		return codec{}, false
	}
	word := names.GoExported(kind.String())
	return codec{word: word, goType: "string", check: "Check" + word}, true
}

// shape returns the shape of a type. Only this function distinguishes the types of
// the model by kind.
func (p *plan) shape(t model.Type) *shape {
	switch t := t.(type) {
	case *model.Scalar:
		s := scalarShape(t)
		s.limits = p.limits[t.Limits]
		return s
	case *model.Literal:
		return &shape{form: formNothing, literal: t}
	case *model.List:
		return &shape{form: formList, elem: t.Elem, limits: p.limits[t.Limits]}
	case *model.Map:
		return &shape{form: formMap, elem: t.Elem, key: t.Key, keyName: t.Name}
	case *model.Nullable:
		s := *p.shape(t.Elem)
		s.null = true
		return &s
	case *model.Alias:
		return p.aliasShape(t)
	case *model.Struct:
		return &shape{form: formStruct, name: p.types[t], decl: t}
	case *model.Tuple:
		return &shape{form: formStruct, name: p.types[t], decl: p.structOf(t)}
	case *model.Enum:
		return &shape{form: formEnum, name: p.types[t], decl: t}
	case *model.Union:
		return &shape{form: formUnion, name: p.types[t], decl: t}
	default:
		panic(fmt.Sprintf("gogen: no shape for %T", t))
	}
}

func scalarShape(t *model.Scalar) *shape {
	if c, ok := codecOf(t.Kind); ok {
		return &shape{form: formCoded, codec: c}
	}
	form := plainForms[t.Kind.Info().Kinds]
	switch {
	case t.Kind.Info().Integer:
		form = formInt
	case t.Kind == model.Any:
		form = formAny
	case t.Kind == model.Empty:
		form = formNothing
	}
	return &shape{form: form, codec: codecs[form], empty: t.Kind == model.Empty}
}

// plainForms are the forms of the scalars that follow from their JSON kind.
var plainForms = map[model.Kinds]form{
	model.Strings: formString, model.Booleans: formBool, model.Numbers: formFloat, model.Objects: formObject, model.Nulls: formNothing,
}

// aliasShape returns the shape of the type of an alias, which is never null. A list or
// map has a defined type for it, so that it can have methods, and so has a distinct
// scalar; an alias of anything else is one in Go.
func (p *plan) aliasShape(t *model.Alias) *shape {
	s := *p.shape(model.Resolve(t))
	s.spelled = p.types[t]
	if s.form == formList || s.form == formMap {
		s.alias = last(t)
	}
	s.distinct = model.DistinctOf(t)
	return &s
}

// plain returns an expression of the shape's Go type as the type that the runtime has.
func (s *shape) plain(e code) code {
	if s.distinct == nil {
		return e
	}
	return src("$1($2)", s.codec.goType, e)
}

// plainPointer returns a pointer to a value of the shape as one that the runtime has.
func (s *shape) plainPointer(e code) code {
	if s.distinct == nil {
		return e
	}
	return src("(*$1)($2)", s.codec.goType, e)
}

// named returns an expression of a type that the runtime has as the shape's Go type.
func (p *plan) named(s *shape, e code) code {
	if s.distinct == nil {
		return e
	}
	return src("$1($2)", p.types[s.distinct], e)
}

// last returns the alias of something else that t leads to.
func last(t *model.Alias) *model.Alias {
	for {
		next, ok := t.Type.(*model.Alias)
		if !ok {
			return t
		}
		t = next
	}
}

// bare returns the Go type of a value that is not null.
func (p *plan) bare(s *shape) code {
	if s.spelled != "" {
		return code(s.spelled)
	}
	switch s.form {
	case formAny, formObject:
		return userType("Raw")
	case formNothing:
		return "struct{}"
	case formList:
		return src("[]$1", p.goType(p.shape(s.elem)))
	case formMap:
		return src("map[$1]$2", p.keyType(s), p.goType(p.shape(s.elem)))
	}
	return code(s.codec.goType + s.name)
}

// keyType returns the Go type of the keys of a map.
func (p *plan) keyType(s *shape) string {
	switch {
	case s.key != nil:
		return p.types[s.key]
	case s.keyName != nil:
		return p.types[s.keyName]
	}
	return "string"
}

// present returns the shape of a value that is not null.
func (s *shape) present() *shape {
	out := *s
	out.null = false
	return &out
}

// goType returns the Go type of a value as an element or a payload: a pointer
// where null is a value that the bare type does not have.
func (p *plan) goType(s *shape) code {
	if s.null && !s.nilable() {
		return src("*$1", p.bare(s))
	}
	return p.bare(s)
}

// constant reports whether the shape has only one value, which need not be stored.
func (s *shape) constant() bool { return s.form == formNothing && !s.null }

// nilable reports whether the bare type has nil already.
func (s *shape) nilable() bool {
	switch s.form {
	case formAny, formObject, formList, formMap, formUnion:
		return true
	}
	return s.codec.word == "Bytes"
}

// textual reports whether the bare type is a string or has its values.
func (s *shape) textual() bool {
	if s.form == formEnum {
		return !s.decl.(*model.Enum).Integer
	}
	return s.codec.goType == "string"
}

// untyped reports whether a Go literal of the shape needs a conversion to have its
// type: 1 is an int.
func (s *shape) untyped() bool {
	if s.distinct != nil {
		return true
	}
	switch s.form {
	case formInt, formFloat:
		return true
	case formCoded:
		return s.codec.goType != "string" && s.codec.goType != "[]byte"
	}
	return false
}

// kindWord names a variant after the JSON kind of its values.
func (s *shape) kindWord() string {
	switch s.form {
	case formAny, formObject:
		return "Raw"
	case formList:
		return "List"
	case formMap:
		return "Map"
	case formNothing:
		if s.empty {
			return "Empty"
		}
		return "Literal"
	}
	return s.codec.word + s.name
}
