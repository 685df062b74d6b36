package tsgen

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A filling is how a reader makes a value of its normal form. Its variables hold the members
// that the copy has: what takes them out of a value and what makes the copy are the same text,
// which costs a compressed bundle almost nothing.
type filling struct {
	members []string // of the copy
	taken   []string // the same as they are taken out of a value, with defaults
	apart   []string // variables of members that every object inherits
	given   []string // what sets the variables of fields with older names
	conds   []string // on what is read without another reader
	set     []string // what sets the variables to what is read
	same    []string // what holds if the value is in its normal form
	mayBe   bool     // undefined, a member of the copy
}

// structReader is the body of the reader of a struct: first the conditions that guards check,
// then the members that have readers, then a copy if something differs.
func (e *readers) structReader(s *lower.Struct) string {
	w := e.filled(s, e.variables(s))
	var b strings.Builder
	fmt.Fprintf(&b, "  if (%s) {\n", e.call("plain", "v"))
	keyword := "const "
	if len(w.given)+len(w.set) > 0 {
		keyword = "let "
	}
	if len(w.taken) > 0 {
		taken := object(w.taken).expr()
		taken.Before, taken.After = keyword, " = v;"
		b.WriteString("    " + inModules.Lay(taken, "    ", "") + "\n")
	}
	for _, apart := range w.apart {
		b.WriteString("    " + keyword + apart + "\n")
	}
	writeLines(&b, "    ", w.given)
	indent := "    "
	conds := append(e.tagConds(s.Tags), w.conds...)
	if len(conds) > 0 {
		b.WriteString(ifAll(indent, conds) + " {\n")
		indent += "  "
	}
	writeLines(&b, indent, w.set)
	b.WriteString(e.copyUnlessSame(&w, s.Tags, indent))
	if len(conds) > 0 {
		b.WriteString("    }\n")
	}
	fmt.Fprintf(&b, "  }\n  return readAt(reader, table.$%s, v, depth);\n", e.types[s.Of])
	return b.String()
}

// copyUnlessSame returns the value if it is in its normal form, else a copy in that form.
func (e *readers) copyUnlessSame(w *filling, tags []lower.Tag, indent string) string {
	if len(w.same) == 0 {
		return indent + "return v;\n"
	}
	var made object
	for _, t := range tags {
		made.add(key(t.Key), tagLiteral(t.Kind, t.Values[0]))
	}
	result := append(made, w.members...).expr()
	if w.mayBe {
		e.runtime["whole"] = true
		result = called("whole", result)
	}
	result.Before, result.After = "return "+result.Before, result.After+";"
	return returnIf(indent, w.same) + "\n" + indent + inModules.Lay(result, indent, "") + "\n"
}

// returnIf returns the value if all of the conditions hold.
func returnIf(indent string, conds []string) string {
	begin := ifAll(indent, conds)
	if strings.Contains(begin, "\n") {
		return begin + " {\n" + indent + "  return v;\n" + indent + "}"
	}
	return begin + " return v;"
}

// ifAll begins a statement under conditions that must all hold.
func ifAll(indent string, conds []string) string {
	if line := indent + "if (" + allOfOne(conds) + ")"; len(line) <= moduleWidth {
		return line
	}
	return indent + "if (\n" + indent + "  " + strings.Join(conds, " &&\n"+indent+"  ") + "\n" + indent + ")"
}

func writeLines(b *strings.Builder, indent string, lines []string) {
	for _, line := range lines {
		b.WriteString(indent + line + "\n")
	}
}

// variables are the names of the variables that hold the fields of a struct: those of the fields,
// where nothing else that the reader uses has them.
func (e *readers) variables(s *lower.Struct) []string {
	used := append(scriptWords(), "v", "reader", "depth", "guards", "table", "readAt", "readItems", "readSecretAs", "whole", "undefined", "Array", "Infinity", "Number", "Object")
	for _, name := range e.types {
		used = append(used, "as"+name, "at"+name)
	}
	helpers := e.helpers
	e.helpers = map[string]bool{"get": true, "plain": true}
	e.filled(s, make([]string, len(s.Fields))) // only for the helpers that it calls
	used = slices.AppendSeq(slices.Concat(used, inherited), maps.Keys(e.helpers))
	e.helpers = helpers

	out := make([]string, len(s.Fields))
	for i, f := range s.Fields {
		name := f.Name
		if !isIdentifier(name) {
			name = names.Camel(name)
		}
		if !isIdentifier(name) {
			name = "member"
		}
		for slices.Contains(used, name) {
			name += "_"
		}
		out[i] = name
		used = append(used, name)
	}
	return out
}

// filled is how the reader of a struct makes its values, with the variables of its fields.
func (e *readers) filled(s *lower.Struct, variables []string) filling {
	var w filling
	for i := range s.Fields {
		e.fill(&w, &s.Fields[i], variables[i])
	}
	return w
}

// member is a member of an object, or what takes one out of an object, with its variable.
func member(name, variable string) string {
	if name == variable {
		return name
	}
	return key(name) + ": " + variable
}

// given is the name that the value has for a field of v, as code: the current one, or the
// first older one that is there.
func (e *readers) given(f *lower.Field) string {
	var b strings.Builder
	name := f.Name
	for _, was := range f.FormerNames {
		fmt.Fprintf(&b, "%s !== undefined ? %s : ", e.access(name), quote(name))
		name = was
	}
	return b.String() + quote(name)
}

// take adds how the field is taken out of a value, into the variable x. It returns what an absent one
// is read as, "" for no value, and whether x has that already.
func (e *readers) take(w *filling, f *lower.Field, x string) (fill string, early bool) {
	w.members = append(w.members, member(f.Name, x))
	if f.Default != nil {
		fill = constants.Code(f.Default.Value)
	} else if f.Null == lower.NullAsAbsent {
		fill = "undefined"
	}
	isInherited := slices.Contains(inherited, f.Name)
	// The pattern that takes a member out of a value knows a default for undefined only.
	early = f.Default != nil && f.Null != lower.NullAsAbsent && len(f.FormerNames) == 0 && !isInherited
	switch {
	case isInherited:
		w.apart = append(w.apart, x+" = "+e.access(f.Name)+";")
	case early:
		w.taken = append(w.taken, member(f.Name, x)+" = "+fill)
	default:
		w.taken = append(w.taken, member(f.Name, x))
	}
	for _, was := range f.FormerNames {
		w.given = append(w.given, fmt.Sprintf("if (%[1]s === undefined) %[1]s = %[2]s;", x, e.access(was)))
	}
	return fill, early
}

// fill adds a field to what a reader makes, with the variable x that holds it.
func (e *readers) fill(w *filling, f *lower.Field, x string) {
	fill, early := e.take(w, f, x)
	typ, nullable := model.NonNull(f.Of.Type), f.Type.OrNull
	read, is := e.nestedIn(f.Type.Sensitive, typ, x, nullable || len(f.FormerNames) > 0)
	if read == "" {
		is = e.grouped(backend.UseOf(e.rows, typ), x, depth{counted: true}.down())
	}
	absent := unread(f, x, nullable, early)
	if s, ok := typ.(*model.Scalar); is == "" {
		// The reader of the field reports what is not an object.
	} else if absent == "" {
		w.conds = append(w.conds, is)
	} else if !ok || s.Kind != model.Any {
		w.conds = append(w.conds, "("+absent+" || "+is+")")
	}
	if read != "" {
		w.set = append(w.set, fmt.Sprintf("reader.path[depth] = %s;", e.given(f)), readUnless(absent, x, read))
	}
	if fill != "" && !early {
		w.set = append(w.set, fillAbsent(f, x, fill))
	}
	if read != "" || fill != "" || len(f.FormerNames) > 0 {
		w.same = append(w.same, e.access(f.Name)+" === "+x)
	}
	w.mayBe = w.mayBe || f.Absent == lower.AbsentUnset
}

// unread is the condition under which the field in x is not read by its type; "" for never.
// Its default may have been set early, when it was taken out of the value.
func unread(f *lower.Field, x string, nullable, early bool) string {
	switch {
	case early && nullable:
		return x + " === null"
	case early:
		return ""
	case f.Null == lower.NullAsAbsent || nullable && f.Absent != lower.AbsentRefused:
		return x + " == null"
	case f.Absent != lower.AbsentRefused:
		return x + " === undefined"
	case nullable:
		return x + " === null"
	}
	return ""
}

// readUnless is the statement that reads x, but under a condition.
func readUnless(absent, x, read string) string {
	if absent == "" {
		return fmt.Sprintf("%s = %s;", x, read)
	}
	present := strings.NewReplacer("===", "!==", "==", "!=").Replace(absent)
	return fmt.Sprintf("if (%s) %s = %s;", present, x, read)
}

// fillAbsent is the statement that sets x to what an absent field is read as.
func fillAbsent(f *lower.Field, x, fill string) string {
	if f.Null == lower.NullAsAbsent || f.Null == lower.NullRefused {
		return fmt.Sprintf("%s ??= %s;", x, fill)
	}
	// null is a value: of any, also where the type is not nullable
	return fmt.Sprintf("if (%[1]s === undefined) %[1]s = %[2]s;", x, fill)
}
