// Package gogen is the Go backend: from a checked protocol to the files of one
// Go package, which depends on the standard library and the runtime only. A
// plan picks every identifier of the package and reports those that collide;
// emitting is then a pure function of the plan. It must not touch a disk,
// change the model, or know any protocol by name.
package gogen

import (
	"fmt"
	"go/token"

	"github.com/wiregen/wiregen/internal/backend"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/names"
)

// defaultPackage is the name of the package unless the options say another.
const defaultPackage = "wire"

// A Backend makes Go.
type Backend struct{}

// New returns the backend of the target go.
func New() backend.Backend { return Backend{} }

// Name is go.
func (Backend) Name() string { return "go" }

// Plan picks every Go name and reports what cannot stand together.
func (Backend) Plan(proto *model.Protocol, opts backend.Options, r *diag.Report) (backend.Plan, error) {
	pkg := opts.Package
	if pkg == "" {
		pkg = defaultPackage
	}
	if !token.IsIdentifier(pkg) || !names.IsGoPackage(pkg) {
		return nil, fmt.Errorf("%q cannot be the name of a Go package: use small letters and digits, and no word of Go", pkg)
	}
	p := newPlan(proto, pkg, r)
	p.makeVectors = opts.Vectors
	return p, nil
}
