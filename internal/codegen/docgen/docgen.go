// Package docgen generates reference documentation of a protocol: a self-contained HTML page,
// the same as Markdown with the same anchors, and a list of links for language models
// (llms.txt).
package docgen

import (
	"errors"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/box"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// New returns the backend.
func New() backend.Backend { return Backend{} }

// A Backend generates reference documentation. The zero value has the default options.
type Backend struct {
	Title string // of the reference; "" is that of the protocol
	NoBox bool   // the page has no box that reads messages
}

// Target returns the reference, in which elements have the names of the spec.
func (Backend) Target() backend.Target {
	return backend.Target{
		Name: "docs", Title: "reference", Makes: "a reference of the protocol",
		Dir: "docs", Example: "{dir: docs/protocol, title: The example protocol}", OnRequest: true,
	}
}

// Configure reads the options.
func (b Backend) Configure(s *backend.Section) backend.Backend {
	b.Title = s.Text("title", "The title of the reference. Default: that of the protocol.")
	b.NoBox = !s.Unless("box", "Whether the page has a box that reads messages and recordings, whose script is about half of the page. Default: true.")
	return b
}

// Plan chooses nothing: the names are those of the spec.
func (b Backend) Plan(p *model.Protocol, c backend.Common, _ *diag.Report) (backend.Plan, error) {
	return &plan{rows: c.Rows(p), options: b, plans: c.Plans}, nil
}

type plan struct {
	rows    *lower.Program
	options Backend
	plans   func() []backend.Planned
}

// The files of a reference.
const (
	PageFile     = "index.html"
	MarkdownFile = "index.md"
	ListFile     = "llms.txt"
)

// Emit writes the three files.
func (p *plan) Emit() ([]backend.File, error) {
	ref := p.reference()
	page, err := p.page(ref, Extras{})
	if err != nil {
		return nil, err
	}
	return []backend.File{
		{Name: PageFile, Data: page},
		{Name: MarkdownFile, Data: ref.markdown()},
		{Name: ListFile, Data: ref.llms()},
	}, nil
}

// Names are none: an element has its anchor, see catalog.
func (*plan) Names(any) []string { return nil }

func (p *plan) reference() *reference {
	var others []backend.Planned
	if p.plans != nil {
		others = p.plans()
	}
	return build(p.rows, others, p.options.Title)
}

// Page returns the page of a plan of this backend, with what it has in addition.
func Page(p backend.Plan, x Extras) ([]byte, error) {
	own := p.(*plan)
	return own.page(own.reference(), x)
}

// page is the page of a reference, with the box that reads messages if there are any.
func (p *plan) page(ref *reference, x Extras) ([]byte, error) {
	if p.options.NoBox {
		return ref.page(nil, x)
	}
	reads, err := box.New(p.rows, ref.anchor)
	if err != nil && !errors.Is(err, box.ErrNothing) {
		return nil, err
	}
	return ref.page(reads, x)
}
