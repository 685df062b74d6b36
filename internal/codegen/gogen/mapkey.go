package gogen

import (
	"github.com/wiregen/wiregen/internal/protocol/lower"
)

// mapKey returns a key as the type of the map's keys.
func (p *plan) mapKey(sh *shape, key string) string {
	if sh.key == nil && sh.keyName == nil {
		return key
	}
	return p.keyType(sh) + "(" + key + ")"
}

// closedKeys reports whether the keys of a map are declared values and nothing
// else.
func (p *plan) closedKeys(sh *shape) bool {
	return sh.key != nil && p.rows.Decl(sh.key).Enum.Other != lower.OtherKept
}

// checkMap checks the members of a map in the order of their keys.
func (p checker) checkMap(g *stmts, e code, sh *shape, depth int, at spot) {
	elem := p.shape(sh.elem)
	checked := p.needsCheck(elem)
	key, item := local("key", depth), local("item", depth)
	name, vars := code(key), key
	if sh.key != nil || sh.keyName != nil {
		name = src("string($1)", key)
	}
	if checked {
		vars += ", " + item
	}
	g.put("for $1 := range codec.Sorted($2) $3", vars, e, block(func(g *stmts) {
		if p.closedKeys(sh) {
			undeclared := src("table.UndeclaredKey($1, $2)", p.typeID(sh.key), name)
			g.add(returnIf(src("!$1", declared(key, p.rows.Decl(sh.key).Enum)), atKey(name, at.wrap)(undeclared)))
		}
		if !checked {
			return
		}
		if elem.form == formStruct && !elem.null {
			item = "&" + item
		}
		p.check(g, code(item), elem, depth+1, at.in(atKey(name, at.wrap)))
	}))
}
