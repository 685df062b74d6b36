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
				f.Type = mended(f.Type)
			}
		case *model.Tuple:
			for _, item := range d.Items {
				item.Type = mended(item.Type)
			}
		case *model.Union:
			for _, v := range d.Variants {
				v.Type, v.Result = mended(v.Type), mended(v.Result)
			}
		}
	}
	for _, m := range c.out.Methods {
		m.Params, m.Result = mended(m.Params), mended(m.Result)
	}
	for _, e := range c.out.Errors {
		e.Data = mended(e.Data)
	}
}

func mended(t model.Type) model.Type {
	if t == nil {
		return nil
	}
	if model.Resolve(t) == invalid {
		return invalid
	}
	switch t := t.(type) {
	case *model.List:
		t.Elem = mended(t.Elem)
	case *model.Map:
		t.Elem = mended(t.Elem)
	case *model.Nullable:
		t.Elem = mended(t.Elem)
	}
	return t
}
