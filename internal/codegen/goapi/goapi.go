// Package goapi reports the effect of changed Go declarations on code that uses them: whether
// it still compiles, and still means the same. It follows the rules of
// golang.org/x/exp/apidiff, and adds which types are variants of which unions and which
// switches lack a case.
package goapi

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/codegen/backend"
)

// Compare compares the exported declarations of two versions of a package. Those with the
// same text are not parsed, except to see what a type consists of.
func Compare(old, today backend.Package, renamed map[string]string) []backend.Change {
	c := &comparison{packages: [2]*pkg{newPackage(old, renamed), newPackage(today, nil)}}
	gone, added := without(old.Declarations, today.Declarations), without(today.Declarations, old.Declarations)
	was, is := c.packages[0].objects(gone), c.packages[1].objects(added)
	c.named = [2]map[string]*object{was.named, is.named}
	for _, x := range was.list {
		y := is.named[x.name]
		if x.own != x.name && x.member == "" {
			c.say(x, "", backend.Fails, "its name is "+x.name+" now", x.own, x.name)
		}
		if y != nil {
			c.compare(x, y)
			continue
		}
		// What a type had, or was, goes with it.
		if x.owner == "" || c.packages[1].types[x.owner] != "" {
			c.removed(x)
		}
	}
	for _, y := range is.list {
		if was.named[y.name] == nil {
			c.added(y)
		}
	}
	return c.changes
}

// without are the declarations of a list that another does not have with the same text.
func without(list, other []backend.Declaration) []backend.Declaration {
	type text struct{ name, text string }
	have := make(map[text]bool, len(other))
	for _, d := range other {
		have[text{d.Name, d.Text}] = true
	}
	return slices.DeleteFunc(slices.Clone(list), func(d backend.Declaration) bool { return have[text{d.Name, d.Text}] })
}

// A comparison collects changes.
type comparison struct {
	packages [2]*pkg
	named    [2]map[string]*object // that are declared in another way, by their names in the new version
	changes  []backend.Change
}

func (c *comparison) say(x *object, member string, effect backend.Effect, why, was, is string) {
	if member == "" {
		member = x.member
	}
	c.changes = append(c.changes, backend.Change{Name: x.declared, Member: member, Effect: effect, Why: why, Was: was, Is: is})
}

func (c *comparison) removed(x *object) {
	switch x.kind {
	case variantObject:
		c.say(x, "", backend.Fails, "it is not a variant any more", x.own, "")
	default:
		c.say(x, "", backend.Fails, "it is gone", x.shown(), "")
	}
}

// added notes what a switch over all cases lacks.
func (c *comparison) added(y *object) {
	switch {
	case y.kind == variantObject && c.packages[0].types[y.declared] != "":
		c.say(y, "", backend.Misses, "a switch over the variants lacks it", "", y.own)
	case y.kind == constObject && c.packages[0].types[y.typ] != "" && !token.IsIdentifier(y.value): // another name for a value is none
		c.say(y, "", backend.Misses, "a switch over the values of "+y.typ+" lacks it", "", y.shown())
	}
}

// compare compares two objects of the same name.
func (c *comparison) compare(x, y *object) {
	switch {
	case x.kind != y.kind:
		c.say(x, "", backend.Fails, "it is "+y.kind.String()+", and was "+x.kind.String(), x.shown(), y.shown())
	case x.kind == typeObject:
		c.compareTypes(x, y)
	case !c.sameType(x.typ, y.typ):
		c.say(x, "", backend.Fails, fmt.Sprintf("its %s is %s, and was %s", x.kind.shape(), y.typ, x.typ), x.shown(), y.shown())
	case x.pointer != y.pointer && y.pointer:
		c.say(x, "", backend.Fails, "it is a method of the pointer only", x.shown(), y.shown())
	case c.valueOf(0, x) != c.valueOf(1, y):
		c.say(x, "", backend.Differs, "it is "+y.value+", and was "+x.value, x.shown(), y.shown())
	}
}

// valueOf is the value of an object: that of a constant which it names, if that is declared in another way, too.
func (c *comparison) valueOf(version int, x *object) string {
	if of := c.named[version][x.value]; of != nil && of.kind == constObject {
		return of.value
	}
	return x.value
}

// sameType reports whether two texts are the same type: another name of one is that one.
func (c *comparison) sameType(a, b string) bool {
	return a == b || c.packages[0].expanded(a) == c.packages[1].expanded(b)
}

func (c *comparison) compareTypes(x, y *object) {
	a, b := x.spec, y.spec
	switch {
	case a.form != b.form:
		c.say(x, "", backend.Fails, "it is "+b.form.String()+", and was "+a.form.String(), x.shown(), y.shown())
		return
	case a.form == otherForm || a.form == aliasForm:
		if !c.sameType(a.text, b.text) {
			c.say(x, "", backend.Fails, "it is "+b.text+", and was "+a.text, x.shown(), y.shown())
		}
		return
	}
	// Programs implement a handler, by embedding what makes it one.
	handler := strings.HasSuffix(x.name, "Handler") && a.sealed && c.packages[1].types["Strict"+x.name] != ""
	for _, f := range a.members {
		g, ok := b.member(f.name)
		what := "field"
		if a.form == interfaceForm {
			what = "method"
		}
		switch {
		case !ok && handler:
			c.say(x, f.name, backend.Fails, "the method is gone; one that implements it compiles, and nothing calls it", f.name+" "+f.typ, "")
		case !ok:
			c.say(x, f.name, backend.Fails, "the "+what+" is gone", f.name+" "+f.typ, "")
		case !c.sameType(f.typ, g.typ):
			c.say(x, f.name, backend.Fails, "its type is "+g.typ+", and was "+f.typ, f.name+" "+f.typ, g.name+" "+g.typ)
		}
	}
	for _, g := range b.members {
		_, ok := a.member(g.name)
		switch {
		case ok || a.form != interfaceForm || a.sealed && !handler:
		case handler:
			c.say(x, g.name, backend.Misses, "a handler that is to have all methods lacks it", "", g.name+" "+g.typ)
		default:
			c.say(x, g.name, backend.Fails, "types outside of the package do not have the method", "", g.name+" "+g.typ)
		}
	}
	if a.form == structForm && c.packages[0].comparable(a) && !c.packages[1].comparable(b) {
		member := c.packages[1].incomparable(b)
		c.say(x, member, backend.Fails, "values of "+x.declared+" cannot be compared with == any more", "", member)
	}
}
