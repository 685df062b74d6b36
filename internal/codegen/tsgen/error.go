package tsgen

import (
	"cmp"
	"fmt"
	"strconv"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

func (e *protocol) errorCodes() []entry {
	var out []entry
	for _, row := range e.rows.Errors {
		out = append(out, entry{Doc: errorDocs(&row), Key: key(row.Name), Value: strconv.Itoa(row.Code)})
	}
	return out
}

// errorDocs are the lines of the doc comment of an error.
func errorDocs(row *lower.Error) []string {
	return remarkedDocs(&row.Of.Meta, backend.ErrorRemarks(row))
}

// makerView declares how errors are made.
type makerView struct {
	Errors []madeError
	Data   bool   // whether some have data
	Input  string // the map of the data as it is written
}

type madeError struct {
	Name string
	Doc  []string
	Data bool
}

// errorInputs declare the data of errors as writers take it, by name.
func (e *declarations) errorInputs() []declaration {
	if e.in.faults == "" {
		return nil
	}
	d := declaration{Name: e.in.faults, Doc: []string{"The data of errors as writers take it, by name."}}
	for _, row := range e.rows.Errors {
		if row.Data != lower.NoType {
			d.Members = append(d.Members, memberView{Key: key(row.Name), Type: e.input(row.Of.Data)})
		}
	}
	return []declaration{d}
}

func (p *plan) errorMaker(data bool) makerView {
	v := makerView{Data: data, Input: cmp.Or(p.in.faults, "ErrorData")}
	for _, row := range p.rows.Errors {
		docs := errorDocs(&row)
		if row.Message != row.Name {
			docs = append(docs, docText("Its default message: "+model.Quote(row.Message)))
		}
		v.Errors = append(v.Errors, madeError{row.Name, docs, row.Data != lower.NoType})
	}
	return v
}

func (e *protocol) standardCodes() []int {
	var out []int
	for _, row := range e.rows.Errors {
		if row.Standard {
			out = append(out, row.Code)
		}
	}
	return out
}

// errorKinds are the names of errors, if they identify errors.
func (e *protocol) errorKinds() []string {
	if e.rows.Dialect.ErrorIdentity != lower.ByDataKind {
		return nil
	}
	return each(e.rows.Errors, func(row lower.Error) string { return row.Name })
}

func (e *protocol) errorRanges() []entry {
	var out []entry
	for _, r := range e.proto.Dialect.Ranges {
		out = append(out, entry{Doc: docs(&r.Meta), Key: key(r.Name), Value: fmt.Sprintf("[%d, %d]", r.From, r.To)})
	}
	return out
}

// errorData declares the data of errors, by name; false if none has data.
func (e *declarations) errorData() (declaration, bool) {
	d := declaration{Name: "ErrorData", Doc: []string{"The data of errors, by name."}}
	for _, row := range e.rows.Errors {
		if row.Data != lower.NoType {
			d.Members = append(d.Members, memberView{Doc: docs(&row.Of.Meta), Key: key(row.Name), Type: e.typ(row.Of.Data)})
		}
	}
	return d, len(d.Members) > 0
}

// errorRows are the errors in the table: the code, the data if it is declared, and the
// message if it is not the name.
func (e *tables) errorRows() []entry {
	out := make([]entry, len(e.rows.Errors))
	for i, row := range e.rows.Errors {
		parts := []string{strconv.Itoa(row.Code)}
		if row.Data != lower.NoType {
			parts = append(parts, e.element(row.Data))
		}
		if row.Message != row.Name {
			if row.Data == lower.NoType {
				parts = append(parts, "undefined")
			}
			parts = append(parts, quote(row.Message))
		}
		out[i] = entry{Key: key(row.Name), Value: array(parts)}
	}
	return out
}

// checksErrors reports whether readers check the data of errors.
func (p *plan) checksErrors() bool {
	return p.rows.ErrorsHaveData() || p.rows.Dialect.ErrorIdentity == lower.ByDataKind
}

// hasFaults reports whether the table has the errors.
func (p *plan) hasFaults() bool {
	return p.answers() || p.checksErrors() && (p.hasMessages() || len(p.rows.Errors) > 0)
}
