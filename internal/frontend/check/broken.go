package check

import "github.com/wiregen/wiregen/internal/protocol/model"

// forgetBroken replaces every name whose declaration could not be read with
// invalid, so that the fault is not reported again wherever the name is used.
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
