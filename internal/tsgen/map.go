package tsgen

import (
	"fmt"

	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
)

// A mapping is a JSON object with free keys, or with the values of a closed enum
// for keys. The keys of an open one are any strings.
type mapping struct {
	elem shape
	keys string // the name of the enum; "" for any key
}

func (p *plan) mapping(t *model.Map) mapping {
	m := mapping{elem: p.shape(t.Elem)}
	if t.Key != nil && p.rows.Decl(t.Key).Enum.Other == lower.OtherRefused {
		m.keys = p.types[t.Key]
	}
	return m
}

// declare makes a member of every value of an enum.
func (m mapping) declare() string {
	if m.keys != "" {
		return "{ [key in " + m.keys + "]?: " + m.elem.declare() + " }"
	}
	return "{ [key: string]: " + m.elem.declare() + " }"
}

func (m mapping) guard(x string, at depth) string {
	is := guardFunc(m.elem, at.down())
	if m.keys != "" {
		return fmt.Sprintf("keyed(%s, is%s, %s)", x, m.keys, is)
	}
	return fmt.Sprintf("map(%s, %s)", x, is)
}
