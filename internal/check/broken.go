package check

import "github.com/wiregen/wiregen/internal/model"

// forgetBroken lets every use of a name whose declaration could not be read fit
// everything, so that one fault is not reported again wherever the name stands.
func (c *checker) forgetBroken() {
	if c.report.OK() {
		return
	}
	for _, d := range c.out.Decls {
		switch d := d.(type) {
		case *model.Struct:
			for _, f := range d.Fields {
				f.Type = c.mended(f.Type)
			}
		case *model.Tuple:
			for _, item := range d.Items {
				item.Type = c.mended(item.Type)
			}
		case *model.Union:
			for _, v := range d.Variants {
				v.Type, v.Result = c.mended(v.Type), c.mended(v.Result)
			}
		}
	}
	for _, m := range c.out.Methods {
		m.Params, m.Result = c.mended(m.Params), c.mended(m.Result)
	}
	for _, e := range c.out.Errors {
		e.Data = c.mended(e.Data)
	}
}

func (c *checker) mended(t model.Type) model.Type {
	if t == nil {
		return nil
	}
	if model.Resolve(t) == c.bad {
		return c.bad
	}
	switch t := t.(type) {
	case *model.List:
		t.Elem = c.mended(t.Elem)
	case *model.Map:
		t.Elem = c.mended(t.Elem)
	case *model.Nullable:
		t.Elem = c.mended(t.Elem)
	}
	return t
}
