package tsgen

import (
	"fmt"

	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
)

// mapShape is a JSON object with free keys, or with a member for every value of
// a closed enum. The keys of an open one are any strings.
func (p *plan) mapShape(t *model.Map) shape {
	elem := p.shape(t.Elem)
	if t.Key == nil || p.rows.Decl(t.Key).Enum.Other != lower.OtherRefused {
		return shape{declare: "{ [key: string]: " + elem.declare + " }", conds: func(x string, at depth) []string {
			return []string{fmt.Sprintf("map(%s, %s)", x, elem.each(at.down()))}
		}}
	}
	keys := p.types[t.Key]
	return shape{declare: "{ [key in " + keys + "]?: " + elem.declare + " }", conds: func(x string, at depth) []string {
		return []string{fmt.Sprintf("keyed(%s, is%s, %s)", x, keys, elem.each(at.down()))}
	}}
}
