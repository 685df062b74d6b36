package tsgen

import (
	"fmt"

	"github.com/wiregen/wiregen/internal/model"
)

// A mapping is a JSON object with free keys, or with the values of an enum for
// keys.
type mapping struct {
	elem shape
	key  *model.Enum // nil: any key
	name string      // of the enum
}

func (p *plan) mapping(t *model.Map) mapping {
	m := mapping{elem: p.shape(t.Elem), key: t.Key}
	if t.Key != nil {
		m.name = p.types[t.Key]
	}
	return m
}

// declare makes a member of every value of a closed enum. The keys of an open
// one are any strings.
func (m mapping) declare() string {
	if m.closed() {
		return "{ [key in " + m.name + "]?: " + m.elem.declare() + " }"
	}
	return "{ [key: string]: " + m.elem.declare() + " }"
}

func (m mapping) closed() bool { return m.key != nil && !m.key.Open }

func (m mapping) guard(x string, at depth) string {
	is := guardFunc(m.elem, at.down())
	if m.closed() {
		return fmt.Sprintf("keyed(%s, is%s, %s)", x, m.name, is)
	}
	return fmt.Sprintf("map(%s, %s)", x, is)
}
