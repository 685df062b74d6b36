package pyapi

import (
	"strings"
)

// A kind is a kind of declaration.
type kind uint8

const (
	isNothing kind = iota
	isClass
	isAlias
	isDistinct // a NewType
	isFunction
)

// A shape is a declaration.
type shape struct {
	kind    kind
	text    string            // of a class and a function all of it; else the type
	names   []string          // of what a class has
	members map[string]string // their types; of a constant with a value that
	params  map[string]param  // of the constructor
	made    bool              // it has a constructor
	methods []method
}

// A param is a parameter of a constructor or of another function.
type param struct {
	name, typ, value  string
	optional, keyword bool
}

// constant reports whether a member is one of the class.
func (s shape) constant(name string) bool {
	t := s.members[name]
	return strings.HasPrefix(t, "ClassVar[") || strings.HasPrefix(t, "Final = ")
}

// shown is a member as people read it; "" if there is none.
func (s shape) shown(name string) string {
	t, ok := s.members[name]
	if !ok {
		return ""
	}
	if p, ok := s.params[name]; ok && p.optional {
		if p.typ != t {
			t = p.typ
		}
		t += " = " + p.value
	}
	return name + ": " + t
}

// parse reads a declaration in the form of those of the backend.
func parse(text string) shape {
	s := shape{text: strings.TrimSpace(text)}
	switch {
	case text == "":
		return s
	case strings.HasPrefix(text, "def "):
		s.kind = isFunction
	case strings.HasPrefix(text, "class "):
		s.class()
	default:
		_, s.text, _ = strings.Cut(s.text, " = ")
		if s.kind = isAlias; strings.HasPrefix(s.text, "NewType(") {
			s.kind = isDistinct
			_, s.text, _ = strings.Cut(strings.TrimSuffix(s.text, ")"), ", ")
		}
	}
	return s
}

// class reads the lines of a class.
func (s *shape) class() {
	s.kind, s.members, s.params = isClass, map[string]string{}, map[string]param{}
	for line := range strings.Lines(s.text) {
		rest := strings.TrimSuffix(strings.TrimPrefix(line, "    "), "\n")
		if strings.HasSuffix(rest, ": ...") && rest != line && !strings.HasPrefix(rest, ")") {
			s.methods = append(s.methods, parseMethod(rest))
			continue
		}
		name, typ, ok := strings.Cut(rest, ": ")
		switch {
		case rest == "def __init__(":
			s.made = true
		case !ok || rest == line || strings.HasPrefix(rest, ")"):
		case strings.HasPrefix(rest, "    "):
			p := param{typ: strings.TrimSuffix(typ, ",")}
			p.typ, p.value, p.optional = strings.Cut(p.typ, " = ")
			s.params[strings.TrimSpace(name)] = p
		default:
			s.names = append(s.names, name)
			s.members[name] = typ
		}
	}
}

// arms are the members of a union, and each value of a Literal.
func arms(t string) []string {
	var out []string
	for _, arm := range split(t, " | ") {
		if inner, ok := strings.CutPrefix(arm, "Literal["); ok {
			for _, value := range split(strings.TrimSuffix(inner, "]"), ", ") {
				out = append(out, "Literal["+value+"]")
			}
			continue
		}
		out = append(out, arm)
	}
	return out
}

// split divides a type at a separator that is in no brackets and no text.
func split(t, separator string) []string {
	var out []string
	depth, quoted, from := 0, false, 0
	for i := 0; i < len(t); i++ {
		switch c := t[i]; {
		case c == '\\' && quoted:
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[':
			depth++
		case c == ']':
			depth--
		case depth == 0 && strings.HasPrefix(t[i:], separator):
			out = append(out, t[from:i])
			from = i + len(separator)
		}
	}
	return append(out, t[from:])
}
