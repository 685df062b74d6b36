package compare

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// pair finds the named types that are the same in both versions. Names are not on the
// wire: types have the same name, or say an older one, or are in the same place of types
// or messages that are the same.
func (c *comparer) pair() {
	old, today := c.sides[0].rows, c.sides[1].rows
	c.calls = pairAll(old.Calls, today.Calls, func(x *lower.Call) string { return x.Method }, func(y *lower.Call) *lower.Call { return callLike(old, y) })
	c.renamedCalls()
	c.declared = pairAll(old.Errors, today.Errors, func(x *lower.Error) string { return x.Name }, func(y *lower.Error) *lower.Error { return errorNamed(old, y) })
	byName := map[string]int{}
	for i, t := range old.Types {
		if t.Name != "" {
			byName[t.Name] = i
		}
	}
	for i, t := range today.Types {
		if t.Name == "" {
			continue
		}
		if at, ok := byName[t.Name]; ok {
			c.same(at, i)
		}
	}
	for i, t := range today.Types {
		d, ok := t.Of.(model.Decl)
		if !ok || t.Name == "" {
			continue
		}
		for _, was := range d.Info().FormerNames {
			if at, ok := byName[was]; ok && old.Types[at].Form == t.Form {
				c.same(at, i)
			}
		}
	}
	var todo []like
	for i := range today.Types {
		if at, ok := c.partners[i]; ok {
			todo = append(todo, like{at, i})
		}
	}
	for i := range today.Calls {
		if was := c.calls.was[&today.Calls[i]]; was != nil {
			todo = c.alikeRefs(todo, was.Params, today.Calls[i].Params)
			todo = c.alikeRefs(todo, was.Result, today.Calls[i].Result)
		}
	}
	seen := map[like]bool{}
	for len(todo) > 0 {
		x := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !seen[x] {
			seen[x] = true
			todo = c.insides(todo, x)
		}
	}
}

// A like is a pair of types in the same place.
type like struct{ old, new int }

func (c *comparer) same(old, today int) {
	_, taken := c.pairs[old]
	if _, ok := c.partners[today]; !ok && !taken {
		c.pairs[old], c.partners[today] = today, old
	}
}

// alikeRefs notes that two types are in the same place. If both have names that the other
// version does not have, one is the other.
func (c *comparer) alikeRefs(todo []like, old, today lower.Ref) []like {
	if old == lower.NoType || today == lower.NoType {
		return todo
	}
	a, b := c.sides[0].rows.At(old), c.sides[1].rows.At(today)
	if a.Name != "" && b.Name != "" && a.Form == b.Form {
		c.same(old.Type, today.Type)
	}
	if at, ok := c.pairs[old.Type]; (a.Name != "" || b.Name != "") && (!ok || at != today.Type) {
		return todo
	}
	return append(todo, like{old.Type, today.Type})
}

// insides notes the parts of two types that are the same.
func (c *comparer) insides(todo []like, x like) []like {
	a, b := c.sides[0].rows.Types[x.old], c.sides[1].rows.Types[x.new]
	if a.Form != b.Form {
		return todo
	}
	switch a.Form {
	case lower.ListForm, lower.MapForm:
		todo = c.alikeRefs(todo, *a.Elem, *b.Elem)
	case lower.StructForm:
		for i := range b.Struct.Fields {
			g := &b.Struct.Fields[i]
			if f := fieldLike(a.Struct, b.Struct, g); f != nil {
				todo = c.alikeRefs(todo, f.Type, g.Type)
			}
		}
	case lower.TupleForm:
		for i := range min(len(a.Tuple.Items), len(b.Tuple.Items)) {
			todo = c.alikeRefs(todo, a.Tuple.Items[i], b.Tuple.Items[i])
		}
	case lower.UnionForm:
		if to := c.move(x); to != nil {
			return append(todo, *to)
		}
		for i := range b.Union.Cases {
			y := &b.Union.Cases[i]
			switch {
			case a.Union.By.Tagged() && b.Union.By.Tagged():
				if was := caseLike(a.Union, y); was != nil {
					todo = c.alikeRefs(todo, was.Type, y.Type)
				}
			case a.Union.By == b.Union.By && len(a.Union.Cases) == len(b.Union.Cases):
				todo = c.alikeRefs(todo, a.Union.Cases[i].Type, y.Type)
			}
		}
	}
	return todo
}

// paired reports whether two types with names are the same one, which has perhaps moved.
func (c *comparer) paired(old, today int) bool {
	at, ok := c.pairs[old]
	return ok && at == today || c.moves[like{old, today}]
}

// move notes that of two unions in the same place one has tags, and is the same as a variant of
// the other one, which has none: the one with the most tags of it.
func (c *comparer) move(x like) *like {
	unions := [2]*lower.Union{c.sides[0].rows.Types[x.old].Union, c.sides[1].rows.Types[x.new].Union}
	var best *like
	most := 0
	for _, version := range directions { // of the one with tags
		if !unions[version].By.Tagged() || unions[1-version].By.Tagged() {
			continue
		}
		for i := range unions[1-version].Cases {
			part := unions[1-version].Cases[i].Type
			t := c.sides[1-version].rows.At(part)
			if t.Form != lower.UnionForm || t.Name == "" || !sameTagPlace(t.Union, unions[version]) {
				continue
			}
			to := like{x.old, part.Type}
			if version == forward {
				to = like{part.Type, x.new}
			}
			if n := commonTags(t.Union, unions[version]); n > most {
				best, most = &to, n
			}
		}
	}
	if best != nil {
		c.moves[*best] = true
	}
	return best
}

// sameTagPlace reports whether the tags of two unions are at the same place.
func sameTagPlace(a, b *lower.Union) bool {
	return a.By == b.By && a.Key == b.Key && a.Content == b.Content && a.TagKind == b.TagKind
}

// commonTags is the number of variants that two unions have in common.
func commonTags(a, b *lower.Union) (n int) {
	for i := range b.Cases {
		if caseLike(a, &b.Cases[i]) != nil {
			n++
		}
	}
	return n
}

// callLike is the method of the old version that a method is: the one with its name or an
// older one, or the one whose older name it has; or nil.
func callLike(old *lower.Program, x *lower.Call) *lower.Call {
	return namesake(old.Calls, x.Method, x.FormerNames, func(y *lower.Call) (string, []string) { return y.Method, y.FormerNames })
}

// paired are the elements of one kind that are the same in both versions.
type paired[T any] struct {
	was map[*T]*T // of those of the new version
	is  map[*T]*T // and the reverse: the first that one has become
}

// pairAll pairs elements as like says, which searches the old version. Most have kept their
// names, and that is asked first: thousands of methods are not compared with each other.
func pairAll[T any](old, today []T, name func(*T) string, like func(*T) *T) paired[T] {
	out := paired[T]{map[*T]*T{}, map[*T]*T{}}
	named := map[string]*T{}
	for i := range old {
		named[name(&old[i])] = &old[i]
	}
	for i := range today {
		y := &today[i]
		x := named[name(y)]
		if x == nil {
			x = like(y)
		}
		if x != nil {
			out.was[y] = x
			if out.is[x] == nil {
				out.is[x] = y
			}
		}
	}
	return out
}

// namesake is the element of the old version that one with a name is: the one with the
// name or an older one, or the one whose older name it has; or nil.
func namesake[T any](old []T, name string, former []string, of func(*T) (name string, former []string)) *T {
	for _, want := range append([]string{name}, former...) {
		for i := range old {
			if own, _ := of(&old[i]); own == want {
				return &old[i]
			}
		}
	}
	for i := range old {
		if _, was := of(&old[i]); slices.Contains(was, name) {
			return &old[i]
		}
	}
	return nil
}
