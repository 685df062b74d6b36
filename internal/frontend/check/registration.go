package check

import (
	"fmt"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// methodErrorData sets the type of the data of errors that answer a method.
func (c *collector) methodErrorData(out *model.Method, m *syntax.Method) {
	switch data := m.ErrorData; {
	case data == nil:
	case out.Notify:
		c.error(diag.MethodErrorData, data.Span, fmt.Sprintf("%q is a notification, which no error answers", out.Name), "remove error_data").
			Repairable("", diag.Step{Do: diag.Drop, At: data.Span, Key: "error_data"})
	case c.out.Dialect.Error.Identity == "data.kind":
		c.error(diag.MethodErrorData, data.Span, "with identity: data.kind the kind of an error determines the type of its data", "declare the errors of the method with their data under errors")
	case c.out.Dialect.Outcome() != "":
		c.error(diag.MethodErrorData, data.Span, fmt.Sprintf("errors have no declared data in this dialect: the flag %q distinguishes them from results", c.out.Dialect.Outcome()), "remove error_data").
			Repairable("", diag.Step{Do: diag.Drop, At: data.Span, Key: "error_data"})
	default:
		c.ref(&out.ErrorData, names.Pascal(out.Name)+"ErrorData", m.Name.Span, data, placeDoc("The data of an error that answers %s.", out.Name))
	}
}

// registration sets the options with which a peer registers for a method.
func (c *collector) registration(out *model.Method, m *syntax.Method) {
	r := m.Registration
	if r == nil || r.Options == nil {
		return
	}
	out.Registration = &model.Registration{As: out.Name}
	if !r.As.IsZero() {
		out.Registration.As = r.As.Text
	}
	c.ref(&out.Registration.Options, names.Pascal(out.Name)+"Registration", m.Name.Span, r.Options, placeDoc("The options of a registration for %s.", out.Name))
}

// checkRegistrations checks that methods that are registered under one name have the
// same options.
func checkRegistrations(d *draft) {
	type first struct {
		method *model.Method
		span   source.Span
	}
	seen := map[string]first{}
	for _, m := range d.methods {
		r := m.out.Registration
		if r == nil || r.Options == invalid {
			continue
		}
		span := m.from.Registration.Span
		other, again := seen[r.As]
		switch {
		case !again:
			seen[r.As] = first{m.out, span}
		case other.method.Registration.Options.String() != r.Options.String():
			d.error(diag.RegistrationConflict, span, fmt.Sprintf("registrations for %q have the options %s, but here %s", r.As, other.method.Registration.Options, r.Options),
				"name the same type, or register under another name: as").WithRelated(other.span, "first here")
		}
	}
}
