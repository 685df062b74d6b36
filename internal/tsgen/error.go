package tsgen

import (
	"fmt"
	"strconv"

	"github.com/wiregen/wiregen/internal/lower"
)

func (p *plan) errorCodes() []entry {
	var out []entry
	for _, e := range p.rows.Errors {
		var remarks []string
		if e.Local {
			remarks = []string{"Never travels: a peer makes it up for itself."}
		}
		out = append(out, entry{Doc: remarkedDocs(&e.Of.Meta, remarks), Key: key(e.Name), Value: strconv.Itoa(e.Code)})
	}
	return out
}

func (p *plan) standardCodes() []int {
	var out []int
	for _, e := range p.rows.Errors {
		if e.Standard {
			out = append(out, e.Code)
		}
	}
	return out
}

// errorKinds are the names of errors, where these tell errors apart.
func (p *plan) errorKinds() []string {
	if p.rows.Dialect.ErrorIdentity != lower.ByDataKind {
		return nil
	}
	return each(p.rows.Errors, func(e lower.Error) string { return e.Name })
}

func (p *plan) errorRanges() []entry {
	var out []entry
	for _, r := range p.proto.Dialect.Ranges {
		out = append(out, entry{Doc: docs(&r.Meta), Key: key(r.Name), Value: fmt.Sprintf("[%d, %d]", r.From, r.To)})
	}
	return out
}

// errorData declares what errors carry, by their names; false when none says.
func (p *plan) errorData() (declaration, bool) {
	d := declaration{Name: "ErrorData", Doc: []string{"What errors carry as their data, by name."}}
	for _, e := range p.rows.Errors {
		if e.Data != lower.NoType {
			d.Members = append(d.Members, memberView{Doc: docs(&e.Of.Meta), Key: key(e.Name), Type: p.shape(e.Of.Data).declare})
		}
	}
	return d, len(d.Members) > 0
}

// errorDataRows are what errors carry as the table has it.
func (p *plan) errorDataRows() []row {
	var out []row
	for _, e := range p.rows.Errors {
		if e.Data != lower.NoType {
			out = append(out, row{key(e.Name), p.ref(e.Data)})
		}
	}
	return out
}
