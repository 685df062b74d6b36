package metamodel

import "slices"

// everyKind are the kinds of values of JSON.
var everyKind = []string{"object", "array", "string", "number", "boolean", "null"}

// kindsOf are the kinds of the values of a type. A union that contains itself adds none of its own.
func (x *reader) kindsOf(t *typ, within map[*typ]bool) []string {
	t = t.resolved()
	switch t.kind {
	case kindReference:
		switch {
		case t.to.structure:
			return []string{"object"}
		case t.to.base == "string":
			return []string{"string"}
		}
		return []string{"number"}
	case kindBase:
		switch t.name {
		case "integer", "uinteger", "decimal":
			return []string{"number"}
		case "boolean", "null":
			return []string{t.name}
		}
		return []string{"string"}
	case kindArray, kindTuple:
		return []string{"array"}
	case kindString:
		return []string{"string"}
	case kindInteger:
		return []string{"number"}
	case kindBoolean:
		return []string{"boolean"}
	case kindOr:
		if within[t] {
			return nil
		}
		within[t] = true
		defer delete(within, t)
		var out []string
		for _, item := range t.items {
			for _, kind := range x.kindsOf(item, within) {
				if !slices.Contains(out, kind) {
					out = append(out, kind)
				}
			}
		}
		return out
	case kindAnd:
		if _, ok := x.props(t); !ok {
			return everyKind
		}
	}
	return []string{"object"}
}

func (x *reader) kinds(t *typ) []string { return x.kindsOf(t, map[*typ]bool{}) }

func (x *reader) allowsNull(t *typ) bool { return slices.Contains(x.kinds(t), "null") }

// isAny reports whether every value of JSON is one of a type, as in a union of all kinds whose
// lists and maps have values of the union itself.
func (x *reader) isAny(t *typ) bool { return x.covers(t, map[*typ]bool{}) }

func (x *reader) covers(t *typ, assumed map[*typ]bool) bool {
	t = t.resolved()
	switch {
	case t == nil || t.kind == kindAnd && x.together(t) == nil:
		return t != nil
	case t.kind != kindOr:
		return false
	case assumed[t]:
		return true
	}
	assumed[t] = true
	defer delete(assumed, t)
	found := map[string]bool{}
	for _, arm := range x.arms(t) {
		switch a := arm.resolved(); {
		case a.kind == kindBase && (a.name == "string" || a.name == "boolean" || a.name == "null"):
			found[a.name] = true
		case a.kind == kindBase && a.name == "decimal":
			found["number"] = true
		case a.kind == kindArray && x.covers(a.value, assumed):
			found["array"] = true
		case a.kind == kindMap && x.anyKey(a.key) && x.covers(a.value, assumed):
			found["object"] = true
		}
	}
	return len(found) == len(everyKind)
}

// anyKey reports whether every key is one of a type.
func (x *reader) anyKey(t *typ) bool {
	t = t.resolved()
	return t.kind == kindBase && t.name == "string"
}

// maxArms bounds the arms of a union, with those of the unions among them.
const maxArms = 500

// arms are the items of a union with those of unions that stand among them by themselves, each
// once. They are nil if there are too many.
func (x *reader) arms(t *typ) []*typ {
	var out []*typ
	seen := map[string]bool{}
	within := map[*typ]bool{}
	var add func(t *typ) bool
	add = func(t *typ) bool {
		if within[t] {
			return true
		}
		within[t] = true
		for _, item := range t.items {
			if item.kind == kindOr {
				if !add(item) {
					return false
				}
				continue
			}
			if item.resolved() == t {
				continue // it contains itself as an arm, which says nothing
			}
			if s := signature(item, 0); !seen[s] {
				seen[s] = true
				out = append(out, item)
			}
		}
		return len(out) <= maxArms
	}
	if !add(t) {
		return nil
	}
	return out
}
