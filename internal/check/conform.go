package check

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/internal/syntax"
)

// A conformer checks a value of the spec against a type, as an author of this
// version would write it: with today's names, and nothing that is not declared.
type conformer struct {
	report  *diag.Report
	bad     model.Type
	code    *diag.Code
	what    string             // what the value is: "this example"
	partial bool               // the outermost object may leave members out
	lenient bool               // undeclared keys are ignored, as a reader does
	absent  func(*model.Field) // is told of fields that the value leaves to their defaults; or nil
}

// conform reports every place at which v does not fit t.
func (c *checker) conform(v *syntax.Value, t model.Type, code *diag.Code, what string) {
	f := &conformer{report: c.report, bad: c.bad, code: code, what: what}
	f.value(v, t)
}

// conformPartly is conform for an object of which only some members are given.
func (c *checker) conformPartly(v *syntax.Value, t model.Type, code *diag.Code, what string) {
	f := &conformer{report: c.report, bad: c.bad, code: code, what: what, partial: true}
	f.value(v, t)
}

func (f *conformer) fail(span source.Span, message, help string) {
	f.report.Add(f.code, span, f.what+" does not fit its type: "+message).WithHelp(help)
}

func (f *conformer) mismatch(v *syntax.Value, t model.Type) {
	f.fail(v.Span, fmt.Sprintf("expected %s, found %s", expected(t), found(v)), fitting(v, t))
}

// fitting says how to write v so that it fits t, where that is only a matter of
// its notation, or "".
func fitting(v *syntax.Value, t model.Type) string {
	kind := lower.Reads(t)
	text := strings.TrimSpace(v.Text)
	_, notNumber := strconv.ParseFloat(text, 64)
	switch small := strings.ToLower(text); {
	case v.Kind == syntax.NullValue:
		return "leave it out, or write | null behind the type"
	case v.Kind == syntax.StringValue && kind&model.Numbers != 0 && notNumber == nil:
		return "write " + text
	case v.Kind == syntax.StringValue && kind&model.Booleans != 0 && (small == "true" || small == "false"):
		return "write " + small
	case kind == model.Strings && v.Kind == syntax.NumberValue:
		return fmt.Sprintf("write \"%s\"", text)
	case kind == model.Strings && v.Kind == syntax.BoolValue:
		return fmt.Sprintf("write \"%t\"", v.Bool)
	case kind&model.Lists != 0 && kind&model.Objects == 0 && v.Kind != syntax.ObjectValue && v.Kind != syntax.ListValue:
		return "put it into a list: [" + v.Span.Text() + "]"
	}
	return ""
}

func (f *conformer) value(v *syntax.Value, t model.Type) {
	if t == f.bad || t == nil || v == nil {
		return
	}
	switch t := model.Resolve(t).(type) {
	case *model.Scalar:
		f.scalar(v, t)
	case *model.Nullable:
		if v.Kind != syntax.NullValue {
			f.value(v, t.Elem)
		}
	case *model.Literal:
		if toModel(v).JSON() != t.Value.JSON() {
			f.mismatch(v, t)
		}
	case *model.Enum:
		f.enum(v, t)
	case *model.List:
		if v.Kind != syntax.ListValue {
			f.mismatch(v, t)
		} else {
			f.items(v, t)
		}
		for _, item := range v.Items {
			f.value(item, t.Elem)
		}
	case *model.Map:
		if v.Kind != syntax.ObjectValue {
			f.mismatch(v, t)
			return
		}
		for _, m := range v.Members {
			if t.Key != nil && !t.Key.Has(m.Key.Text) && !t.Key.Open {
				f.fail(m.Key.Span, fmt.Sprintf("%q has no value %q", t.Key.Name, m.Key.Text), choose(m.Key.Text, "its values are ", valuesOf(t.Key)))
			}
			f.value(m.Value, t.Elem)
		}
	case *model.Tuple:
		f.tuple(v, t)
	case *model.Struct:
		f.structure(v, t)
	case *model.Union:
		f.union(v, t)
	default:
		panic(fmt.Sprintf("check: no conformance for %T", t))
	}
}

func (f *conformer) scalar(v *syntax.Value, t *model.Scalar) {
	fits := false
	if t.Kind.Info().Integer {
		f.integer(v, t)
		return
	}
	switch t.Kind {
	case model.Any:
		fits = true
	case model.String:
		fits = v.Kind == syntax.StringValue
		if fits && v.Bare {
			f.fail(v.Span, "a text stands in double quotes", fmt.Sprintf("write %s", model.Quote(v.Text)))
			return
		}
	case model.Bool:
		fits = v.Kind == syntax.BoolValue
	case model.Float:
		fits = v.Kind == syntax.NumberValue
	case model.Int64Text, model.Uint64Text:
		fits = v.Kind == syntax.StringValue && isWide(t, v.Text)
	case model.Bytes:
		fits = v.Kind == syntax.StringValue && isBase64(v.Text)
	case model.UUID:
		fits = v.Kind == syntax.StringValue && regexp.MustCompile(t.Kind.Info().Pattern).MatchString(v.Text)
	case model.URI, model.Timestamp:
		fits = v.Kind == syntax.StringValue
	case model.Null:
		fits = v.Kind == syntax.NullValue
	case model.Object, model.Empty:
		fits = v.Kind == syntax.ObjectValue
		if fits && t.Kind == model.Empty && len(v.Members) > 0 && !f.lenient {
			f.fail(v.Members[0].Key.Span, "an empty object has no keys", "remove them")
			return
		}
	}
	if !fits {
		f.mismatch(v, t)
		return
	}
	f.limits(v, t)
}

func (f *conformer) integer(v *syntax.Value, t *model.Scalar) {
	n, err := strconv.ParseFloat(v.Text, 64)
	switch {
	case v.Kind != syntax.NumberValue || err != nil || n != math.Trunc(n):
		f.mismatch(v, t)
		return
	}
	if low, high := numberRange(t.Kind); n < low || n > high {
		f.fail(v.Span, fmt.Sprintf("expected an integer from %.0f to %.0f, found %s", low, high, found(v)), "")
		return
	}
	f.limits(v, t)
}

func (f *conformer) enum(v *syntax.Value, t *model.Enum) {
	if t.Integer {
		f.integerEnum(v, t)
		return
	}
	if v.Kind != syntax.StringValue {
		f.mismatch(v, t)
		return
	}
	if t.Has(v.Text) || t.Open && !v.Bare {
		return
	}
	f.fail(v.Span, fmt.Sprintf("%q has no value %q", t.Name, v.Text), choose(v.Text, "its values are ", valuesOf(t)))
}

func valuesOf(t *model.Enum) []string {
	var values []string
	for _, e := range t.Values {
		values = append(values, e.Value)
	}
	return values
}

// choose is what was probably meant by name, or all that is known where that
// is little.
func choose(name, all string, known []string) string {
	rest := ""
	if len(known) > 0 && len(known) <= 12 {
		quoted := make([]string, len(known))
		for i, k := range known {
			quoted[i] = model.Quote(k)
		}
		rest = all + strings.Join(quoted, ", ")
	}
	return names.DidYouMean(name, known, rest)
}

// structure checks an object.
func (f *conformer) structure(v *syntax.Value, t *model.Struct) {
	if v.Kind != syntax.ObjectValue {
		f.mismatch(v, t)
		return
	}
	partial := f.partial
	f.partial = false
	if !partial {
		f.ownTags(v, t)
	}
	for _, field := range t.Fields {
		m := member(v, field.Name)
		switch {
		case m == nil && field.Required() && !partial:
			f.fail(v.Span, fmt.Sprintf("%q is missing", field.Name), fmt.Sprintf("add %s, which is %s", field.Name, expected(field.Type)))
		case m == nil:
			if f.absent != nil && field.Default != nil {
				f.absent(field)
			}
		case field.NullIsAbsent && m.Value.Kind == syntax.NullValue:
		default:
			f.value(m.Value, field.Type)
		}
	}
	f.undeclared(v, t)
}

func (f *conformer) undeclared(v *syntax.Value, t *model.Struct) {
	if f.lenient {
		return
	}
	known := make(map[string]bool, len(t.Fields))
	for _, field := range t.Fields {
		known[field.Name] = true
	}
	for _, tag := range tagsOf(t) {
		known[tag.Key] = true
	}
	if t.Extra == model.ExtraKeep {
		return
	}
	for _, m := range v.Members {
		if known[m.Key.Text] {
			continue
		}
		var list []string
		for _, field := range t.Fields {
			list = append(list, field.Name)
		}
		f.fail(m.Key.Span, fmt.Sprintf("%q has no field %q", t.Name, m.Key.Text), choose(m.Key.Text, "its fields are ", list))
	}
}

func valueKind(v *syntax.Value) model.Kinds {
	return 1 << v.Kind
}
