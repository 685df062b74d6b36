package backend

import (
	"slices"

	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// CallRemarks are sentences about a call that the [model.Meta] of its method, or of its
// request of the envelope, does not have: the errors that it declares, and how it is cancelled.
func (w Words) CallRemarks(proto *model.Protocol, m *model.Method, v *model.Variant) []string {
	var out []string
	if len(m.Errors) > 0 {
		list := make([]string, len(m.Errors))
		for i, c := range m.Errors {
			list[i] = w.Error(c)
		}
		out = append(out, "Errors: "+names.List(list, "and")+".")
	}
	i := slices.IndexFunc(proto.Session, func(r *model.SessionRules) bool {
		return r.Cancel != nil && r.Of.IsRequest() && (r.Of.Variant == nil && r.Of.Method == m && v == nil || r.Of.Variant != nil && r.Of.Variant == v)
	})
	if i >= 0 {
		out = append(out, w.cancelRemark(proto.Session[i].Cancel))
	}
	return out
}

func (w Words) cancelRemark(c *model.Cancel) string {
	if c.By == nil {
		return "It cannot be cancelled."
	}
	out := "It is cancelled with the method " + w.Name(c.By.Name)
	switch {
	case c.None:
		return out + ", and is then not answered."
	case c.Error != nil:
		return out + ", and is then answered with " + w.Error(c.Error) + "."
	}
	return out + ", and is then answered with a result."
}
