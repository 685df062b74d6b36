package check

import "github.com/wiregen/wiregen/internal/model"

// forgetBroken lets every use of a name whose declaration could not be read fit
// everything, so that one fault is not reported again wherever the name stands.
func forgetBroken(d *draft) {
	if d.OK() {
		return
	}
	for _, decl := range d.out.Decls {
		switch t := decl.(type) {
		case *model.Struct:
			for _, f := range t.Fields {
				f.Type = mended(f.Type)
			}
		case *model.Tuple:
			for _, item := range t.Items {
				item.Type = mended(item.Type)
			}
		case *model.Union:
			for _, v := range t.Variants {
				v.Type, v.Result = mended(v.Type), mended(v.Result)
			}
		}
	}
	for _, m := range d.out.Methods {
		m.Params, m.Result = mended(m.Params), mended(m.Result)
	}
	for _, e := range d.out.Errors {
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
