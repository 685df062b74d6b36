package check

import "github.com/wiregen/wiregen/internal/protocol/model"

// forgetBroken lets every use of a name whose declaration could not be read fit
// everything, so that one fault is not reported again wherever the name stands.
func forgetBroken(d *draft) {
	if d.OK() {
		return
	}
	for _, ref := range d.refs {
		*ref.into = mended(*ref.into)
	}
}

func mended(t model.Type) model.Type {
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
