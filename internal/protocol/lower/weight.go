package lower

import "github.com/wiregen/wiregen/internal/protocol/model"

// defaultWeight is the weight of the default of a field, if it is filled in.
func (p *Program) defaultWeight(f *model.Field) int { return int(p.reader.DefaultWeight(f)) }

// weightOf is the weight of a struct without what its fields have.
func weightOf(t *model.Struct) int { return (1 + len(Tags(t)) + len(t.Fields)) * model.FieldWeight }

// Burden returns the greatest weight of an object and of an array, with the defaults that may be
// filled in but without what their members and items have.
func (p *Program) Burden() (object, array int) {
	for _, t := range p.Types {
		switch t.Form {
		case StructForm:
			w := weightOf(t.Struct.Of)
			for i := range t.Struct.Fields {
				w += t.Struct.Fields[i].DefaultWeight
			}
			object = max(object, w)
		case TupleForm:
			array = max(array, (1+len(t.Tuple.Items))*model.FieldWeight)
		}
	}
	return object, array
}
