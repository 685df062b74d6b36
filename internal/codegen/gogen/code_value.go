package gogen

import (
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// Code returns a value as users of the package write it: wire.MoodCalm, &wire.Point{X: 1}.
// A struct is a pointer, as everywhere in the API.
func (p *plan) Code(t model.Type, data []byte) (string, bool) {
	v, ok := p.checked.Written(t, data)
	if !ok {
		return "", false
	}
	p.prepare()
	sh := p.shape(t)
	expr := values{p, true}.goValue(v, sh)
	if sh.form == formStruct && !sh.null {
		expr = "&" + expr
	}
	return p.laidOut("", expr), true
}

// isDefault reports whether a value that is written under the key of a field is its
// default, which users leave to the zero value of the Go type.
func (p values) isDefault(v model.Value, f *field) bool {
	return f.def != nil && f.zeroMeansDefault() && p.checked.IsDefault(v, &f.row)
}

// zeroMeansDefault reports whether the zero value of a field that has a default means it;
// otherwise it is null, or no change.
func (f *field) zeroMeansDefault() bool { return !f.shape.null && !f.row.Patch }

// withPoint returns a number as one that is a float64 by itself.
func withPoint(number code) code {
	if strings.ContainsAny(string(number), ".e") {
		return number
	}
	return number + ".0"
}
