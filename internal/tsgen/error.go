package tsgen

import (
	"fmt"
	"strconv"

	"github.com/wiregen/wiregen/internal/model"
)

func (p *plan) errorEntries() []entry {
	var out []entry
	for _, c := range p.proto.Errors {
		code := strconv.Itoa(c.Code)
		var remarks []string
		if c.Local {
			remarks = []string{"Never travels: a peer makes it up for itself."}
		}
		out = append(out, entry{Doc: remarkedDocs(&c.Meta, remarks), Key: key(c.Name), Value: code, Type: code})
	}
	return out
}

func (p *plan) standardCodes() []string {
	var out []string
	for _, c := range p.proto.Errors {
		if c.Standard {
			out = append(out, strconv.Itoa(c.Code))
		}
	}
	return out
}

// errorKinds are the names of errors, where these tell errors apart.
func (p *plan) errorKinds() []string {
	if p.proto.Dialect.Error.Identity != "data.kind" {
		return nil
	}
	out := make([]string, len(p.proto.Errors))
	for i, c := range p.proto.Errors {
		out[i] = quote(c.Name)
	}
	return out
}

func (p *plan) errorRanges() []entry {
	var out []entry
	for _, r := range p.proto.Dialect.Ranges {
		span := fmt.Sprintf("[%d, %d]", r.From, r.To)
		out = append(out, entry{Doc: docs(&r.Meta), Key: key(r.Name), Value: span, Type: "readonly " + span})
	}
	return out
}

// errorData declares what errors carry, by their names; false when none says.
func (p *plan) errorData() (declaration, bool) {
	d := declaration{Name: "ErrorData", Doc: []string{"What errors carry as their data, by name."}}
	for _, c := range p.proto.Errors {
		if c.Data != nil {
			d.Members = append(d.Members, memberView{Doc: docs(&c.Meta), Key: key(c.Name), Type: p.shape(c.Data).declare()})
		}
	}
	return d, len(d.Members) > 0
}

// errorDataRows are what errors carry as the table has it.
func (p *plan) errorDataRows() []row {
	var out []row
	for _, c := range p.proto.Errors {
		if c.Data != nil {
			out = append(out, row{key(c.Name), p.ref(p.rows.Ref(c.Data))})
		}
	}
	return out
}

// progressOf is what the table of methods says of progress.
func progressOf(m *model.Method) string {
	return fmt.Sprintf("progress: { method: %s, token: %s }", quote(m.Progress.Method.Name), quote(m.Progress.Token))
}
