// Package prove compares the readers of an imported spec with a validator of its source, on
// generated values and on mutants of them. It fetches nothing.
package prove

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/wiregen/wiregen/internal/frontend/draft"
)

// A Document is one file of the source, as a value.
type Document struct {
	Prefix string // of pointers into it
	Value  any
	Format Format
}

// A Format is what the documents of a source are.
type Format uint8

// The formats.
const (
	JSONSchema Format = iota
	MetaModel
)

// A judge says which values the types of a source have.
type judge interface {
	// at is the type at a pointer, as a function that says why a value is none of it.
	at(pointer string) (func(v any) error, error)
}

// newJudge is the judge of documents, which are of one format.
func newJudge(docs []Document) (judge, error) {
	if len(docs) > 0 && docs[0].Format == MetaModel {
		return &evaluator{root: docs[0].Value}, nil
	}
	return newValidator(docs)
}

// A validator has the schemas of a source.
type validator struct {
	compiler *jsonschema.Compiler
	base     map[string]string // the URL of a file by its prefix
	types    map[string]*jsonschema.Schema
	broken   error // why none of the schemas can be compiled
}

// scheme is what the URLs of the files begin with. Nothing is loaded from them.
const scheme = "mem://source/"

// nothing loads nothing.
type nothing struct{}

func (nothing) Load(url string) (any, error) {
	return nil, fmt.Errorf("%q is not one of the files", url)
}

func newValidator(docs []Document) (*validator, error) {
	v := &validator{compiler: jsonschema.NewCompiler(), base: map[string]string{}, types: map[string]*jsonschema.Schema{}}
	c := v.compiler
	c.UseLoader(nothing{})
	c.UseRegexpEngine(engine)
	c.AssertFormat()
	for _, name := range unchecked {
		c.RegisterFormat(&jsonschema.Format{Name: name, Validate: func(any) error { return nil }})
	}
	for _, f := range checked {
		c.RegisterFormat(f)
	}
	for i, d := range docs {
		url := fmt.Sprintf("%s%d/%s", scheme, i, cmp.Or(d.Prefix, "schema"))
		root, _ := d.Value.(map[string]any)
		if id, ok := root["$schema"].(string); ok && !strings.Contains(id, "json-schema.org/") {
			delete(root, "$schema")
		}
		if err := c.AddResource(url, d.Value); err != nil {
			return nil, err
		}
		v.base[d.Prefix] = url
		if d.Prefix != "" { // as a file beside the first one
			if err := c.AddResource(scheme+"0/"+d.Prefix, d.Value); err != nil {
				return nil, err
			}
		}
	}
	return v, nil
}

// at is the schema at a pointer.
func (v *validator) at(pointer string) (func(v any) error, error) {
	s, err := v.schema(pointer)
	if err != nil {
		return nil, err
	}
	return s.Validate, nil
}

func (v *validator) schema(pointer string) (s *jsonschema.Schema, err error) {
	if s := v.types[pointer]; s != nil {
		return s, nil
	}
	if v.broken != nil {
		return nil, v.broken
	}
	defer func() { // the library panics on some schemas that are not valid
		if p := recover(); p != nil {
			s, err = nil, fmt.Errorf("the schema cannot be compiled: %v", p)
		}
	}()
	prefix, fragment, _ := strings.Cut(pointer, "#")
	s, err = v.compiler.Compile(v.base[prefix] + "#" + fragment)
	var invalid *jsonschema.SchemaValidationError
	if err == nil {
		v.types[pointer] = s
	} else if errors.As(err, &invalid) {
		v.broken = err // the file as a whole
	}
	return s, err
}

// free is a pattern that the Go library does not read. It allows any text; the import notes
// that.
type free string

func (f free) MatchString(string) bool { return true }
func (f free) String() string          { return string(f) }

func engine(text string) (jsonschema.Regexp, error) {
	re, err := regexp.Compile(text)
	if err != nil {
		return free(text), nil
	}
	return re, nil
}

// unchecked are the formats that readers of a spec do not check.
var unchecked = []string{
	"date", "time", "date-time", "duration", "period", "semver", "email", "idn-email", "hostname", "idn-hostname", "ipv4", "ipv6", "uri", "uri-reference", "iri",
	"iri-reference", "uri-template", "uuid", "regex", "json-pointer", "relative-json-pointer", "double", "float",
}

// checked are the formats that the spec makes types of.
var checked = []*jsonschema.Format{
	whole("int8", -1<<7, 1<<7-1), whole("int16", -1<<15, 1<<15-1), whole("int32", -1<<31, 1<<31-1), whole("int64", -exact, exact), whole("isize", -exact, exact),
	whole("uint8", 0, 1<<8-1), whole("uint16", 0, 1<<16-1), whole("uint32", 0, 1<<32-1), whole("uint64", 0, exact), whole("uint", 0, exact), whole("usize", 0, exact),
	{Name: "byte", Validate: func(v any) error {
		text, ok := v.(string)
		if !ok {
			return nil
		}
		if _, err := base64.StdEncoding.Strict().DecodeString(text); err != nil || strings.ContainsAny(text, "\r\n") {
			return errors.New("not base64")
		}
		return nil
	}},
}

// exact is the greatest integer that every language holds exactly.
const exact = 1<<53 - 1

func whole(name string, low, high int64) *jsonschema.Format {
	return &jsonschema.Format{Name: name, Validate: func(v any) error {
		n, ok := v.(json.Number)
		if !ok {
			return nil
		}
		r, ok := new(big.Rat).SetString(n.String())
		if !ok || !r.IsInt() || r.Num().Cmp(big.NewInt(low)) < 0 || r.Num().Cmp(big.NewInt(high)) > 0 {
			return errors.New("out of range")
		}
		return nil
	}}
}

// edit applies the edits of notes, but for some, to copies of the documents, the innermost first.
func edit(docs []Document, notes []*draft.Note, but func(*draft.Note, draft.Edit) bool) []Document {
	out := make([]Document, len(docs))
	for i, d := range docs {
		out[i] = Document{d.Prefix, clone(d.Value), d.Format}
	}
	var edits []draft.Edit
	var merged []string // the pointers that merged objects take their keys from
	for _, n := range notes {
		for _, e := range n.Edits {
			if !but(n, e) {
				edits = append(edits, e)
				merged = append(merged, sources(e.Merged)...)
			}
		}
	}
	edited := docs // what the keys of merged objects are taken from
	if len(merged) > 0 {
		edited = edit(docs, notes, func(n *draft.Note, e draft.Edit) bool {
			around := len(e.Choices) > 0 && slices.ContainsFunc(merged, func(at string) bool { return strings.HasPrefix(at, e.Pointer+"/"+e.Key+"/") })
			return but(n, e) || len(e.Merged) > 0 || around // which would take the arms away
		})
	}
	turn := turns(edits)
	slices.SortStableFunc(edits, func(a, b draft.Edit) int {
		if x, y := turn(a), turn(b); x != y {
			return x - y
		}
		return strings.Count(b.Pointer, "/") - strings.Count(a.Pointer, "/")
	})
	within := func(pointer string, all ...[]Document) any {
		for _, docs := range all {
			if v := find(docs, pointer); v != nil {
				return v
			}
		}
		return nil
	}
	for _, e := range edits {
		if len(e.Merged) > 0 {
			merge(out, e, object(e.Merged, func(pointer string) any { return within(pointer, edited, docs) }))
			continue
		}
		apply(out, e, func(pointer string) any { return within(pointer, out, edited, docs) }) // an arm may be gone by now
	}
	return out
}

// sources are the pointers that merged keys take their schemas from.
func sources(fields []draft.Merged) (out []string) {
	for _, f := range fields {
		out = append(append(out, f.At...), sources(f.Fields)...)
	}
	return out
}

// merge puts an object in the place of a union.
func merge(docs []Document, e draft.Edit, object any) {
	if e.Key == "" {
		set(docs, e.Pointer, object)
		return
	}
	if m, ok := find(docs, e.Pointer).(map[string]any); ok && m[e.Key] != nil {
		delete(m, e.Key)
		m["allOf"] = append(list(m["allOf"]), object)
	}
}

// object is the schema of an object that was made of several.
func object(fields []draft.Merged, at func(pointer string) any) any {
	properties, required := map[string]any{}, []any{}
	for _, f := range fields {
		switch {
		case len(f.Fields) > 0:
			properties[f.Name] = object(f.Fields, at)
		case len(f.At) == 0:
			properties[f.Name] = clone(f.Schema)
		default:
			arms := []any{}
			for _, pointer := range f.At {
				arms = append(arms, clone(at(pointer)))
			}
			properties[f.Name] = map[string]any{"anyOf": arms}
		}
		if f.Required {
			required = append(required, f.Name)
		}
	}
	return map[string]any{"type": "object", "properties": properties, "required": required}
}

// turns says in which turn an edit is made: first those of which each needs only what is within its
// place; then choices with arms from elsewhere, after the edits in these arms; then edits that
// replace what has such an arm; and at last what is added.
func turns(edits []draft.Edit) func(draft.Edit) int {
	above := map[string]bool{} // the places around arms that are used elsewhere
	foreign := func(e draft.Edit) bool {
		return slices.ContainsFunc(e.Choices, func(c draft.Choice) bool {
			return slices.ContainsFunc(c.Then, func(arm string) bool { return !strings.HasPrefix(arm, e.Pointer+"/") })
		})
	}
	for _, e := range edits {
		for _, c := range e.Choices {
			for _, arm := range c.Then {
				for i := strings.LastIndexByte(arm, '/'); i > 0; i = strings.LastIndexByte(arm[:i], '/') {
					if !strings.HasPrefix(e.Pointer+"/", arm[:i]+"/") {
						above[arm[:i]] = true
					}
				}
			}
		}
	}
	return func(e draft.Edit) int {
		switch {
		case foreign(e):
			return 1
		case e.Key == "" && above[e.Pointer]:
			return 2
		case e.Append:
			return 3 // it is about the whole, whatever arm applies
		}
		return 0
	}
}

// replaced marks a union of a metaModel whose arms an edit chooses.
const replaced = "replaced by an edit"

// apply makes one edit; at finds what is at a pointer, or was there.
func apply(docs []Document, e draft.Edit, at func(pointer string) any) {
	if e.Key == "" {
		set(docs, e.Pointer, clone(e.Value))
		return
	}
	m, ok := find(docs, e.Pointer).(map[string]any)
	if !ok {
		return // an edit around it has replaced the place
	}
	switch {
	case e.Remove:
		delete(m, e.Key)
	case e.Drop != "":
		m[e.Key] = slices.DeleteFunc(list(m[e.Key]), func(v any) bool { return v == e.Drop })
	case e.Append:
		if slices.ContainsFunc(list(m[e.Key]), func(v any) bool { return reflect.DeepEqual(v, e.Value) }) {
			return // the same edit was made
		}
		m[e.Key] = append(list(m[e.Key]), clone(e.Value))
	case e.Rename != "":
		if v, ok := m[e.Key]; ok {
			delete(m, e.Key)
			m[e.Rename] = v
		}
	case len(e.Choices) > 0:
		if _, ok := m[e.Key]; !ok || m[replaced] == true {
			return // the same edit was made
		}
		var beside map[string]any
		if slices.ContainsFunc(e.Choices, func(c draft.Choice) bool { return c.Alone }) {
			beside = taken(m, e.Key)
		}
		chosen := choose(at, e.Choices, beside)
		if docs[0].Format == MetaModel {
			m[replaced] = true // the arms stay, because those of other unions are found there
		} else {
			delete(m, e.Key)
		}
		m["allOf"] = append(list(m["allOf"]), chosen)
	default:
		m[e.Key] = number(clone(e.Value))
	}
}

func list(v any) []any {
	out, _ := v.([]any)
	return slices.Clone(out)
}

// number makes numbers of Go those of the validator.
func number(v any) any {
	switch n := v.(type) {
	case int:
		return json.Number(strconv.Itoa(n))
	case float64:
		return json.Number(strconv.FormatFloat(n, 'g', -1, 64))
	}
	return v
}

// taken takes what stands beside a union out of its schema.
func taken(m map[string]any, union string) map[string]any {
	out := map[string]any{}
	for key, v := range m {
		if key != union && key != "definitions" && key[0] != '$' || key == "$ref" {
			out[key] = v
			delete(m, key)
		}
	}
	return out
}

// choose is the schema that applies the arm of the first choice whose condition holds.
func choose(at func(pointer string) any, choices []draft.Choice, beside map[string]any) any {
	if len(choices) == 0 {
		return false
	}
	var arm any
	if len(choices[0].Then) == 1 {
		arm = clone(at(choices[0].Then[0]))
	} else {
		arms := []any{}
		for _, p := range choices[0].Then {
			arms = append(arms, clone(at(p)))
		}
		arm = map[string]any{"anyOf": arms}
	}
	if beside != nil && !choices[0].Alone {
		arm = map[string]any{"allOf": []any{clone(beside), arm}}
	}
	is := choices[0].If
	if tag := choices[0].Tag; tag != "" {
		values := []any{}
		for _, p := range choices[0].At {
			values = append(values, clone(at(p)))
		}
		how := "allOf"
		if choices[0].Any {
			how = "anyOf"
		}
		is = map[string]any{"required": []any{tag}, "properties": map[string]any{tag: map[string]any{how: values}}}
	}
	if is == nil {
		return arm
	}
	return map[string]any{"if": is, "then": arm, "else": choose(at, choices[1:], beside)}
}

func steps(pointer string) (prefix string, out []string) {
	prefix, fragment, _ := strings.Cut(pointer, "#")
	if fragment == "" {
		return prefix, nil
	}
	for _, step := range strings.Split(fragment[1:], "/") {
		if strings.Contains(step, "~") {
			step = strings.NewReplacer("~1", "/", "~0", "~").Replace(step)
		}
		out = append(out, step)
	}
	return prefix, out
}

// find is the value at a pointer, or nil.
func find(docs []Document, pointer string) any {
	prefix, path := steps(pointer)
	i := slices.IndexFunc(docs, func(d Document) bool { return d.Prefix == prefix })
	if i < 0 {
		return nil
	}
	v := docs[i].Value
	for _, step := range path {
		v = child(v, step)
	}
	return v
}

func child(v any, step string) any {
	switch v := v.(type) {
	case map[string]any:
		return v[step]
	case []any:
		if i, err := strconv.Atoi(step); err == nil && i >= 0 && i < len(v) {
			return v[i]
		}
	}
	return nil
}

func set(docs []Document, pointer string, value any) {
	prefix, path := steps(pointer)
	i := slices.IndexFunc(docs, func(d Document) bool { return d.Prefix == prefix })
	if i < 0 {
		return
	}
	if len(path) == 0 {
		// The definitions stay, because others refer to them.
		if root, ok := docs[i].Value.(map[string]any); ok && value == true {
			for key := range root {
				if key != "$defs" && key != "definitions" && key[0] != '$' {
					delete(root, key)
				}
			}
		}
		return
	}
	v := docs[i].Value
	for _, step := range path[:len(path)-1] {
		v = child(v, step)
	}
	last := path[len(path)-1]
	switch v := v.(type) {
	case map[string]any:
		if _, ok := v[last]; ok {
			v[last] = value
		}
	case []any:
		if i, err := strconv.Atoi(last); err == nil && i >= 0 && i < len(v) {
			v[i] = value
		}
	}
}

func clone(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, inner := range v {
			out[key] = clone(inner)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, inner := range v {
			out[i] = clone(inner)
		}
		return out
	}
	return v
}
