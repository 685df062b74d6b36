package gogen

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A result is one result type of requests of the envelope.
type result struct {
	model.Type
	typ      string   // Go type that represents it: ApprovalResponse, CountResult
	own      bool     // typ was made for it, and holds it
	requests []string // the types of its requests
}

// requests returns the union of requests whose variants name their results, or nil.
func (p *plan) requests() *model.Union {
	if e := p.proto.Envelope; e != nil && e.Requests != nil && len(e.Requests.Variants) > 0 {
		return e.Requests
	}
	return nil
}

// nameResults names the results of requests, each once, in the order of the
// requests.
func (p *plan) nameResults() {
	u := p.requests()
	if u == nil {
		return
	}
	p.pkgScope.Claim(p.typeElement(u), p.types[u]+"Result", "Decode"+p.types[u]+"Result", "Append"+p.types[u]+"Result",
		"Check"+p.types[u]+"Result")
	for i, v := range u.Variants {
		if v.Result == nil {
			continue
		}
		request := p.variants[u][i].typ
		if s, ok := v.Result.(*model.Struct); ok {
			at := slices.IndexFunc(p.results, func(r *result) bool { return r.Type == model.Type(s) })
			if at < 0 {
				at = len(p.results)
				p.results = append(p.results, &result{Type: s, typ: p.types[s]})
			}
			p.results[at].requests = append(p.results[at].requests, request)
			continue
		}
		name := names.GoExported(v.Tag) + "Result"
		p.pkgScope.Claim(backend.NewElement(v.Span, "result of %q", v.Tag), name, "Decode"+name, "Append"+name, "Check"+name)
		p.results = append(p.results, &result{Type: v.Result, typ: name, own: true, requests: []string{request}})
	}
}

// resultName returns the name of the union of all results, or "" if there are none.
func (p *plan) resultName() string {
	if len(p.results) == 0 {
		return ""
	}
	return p.types[p.requests()] + "Result"
}

// results emits the results of requests, and the table that describes requests.
type results struct{ *plan }

// ownResults calls emit for each type that was made for a result.
func (p results) ownResults(emit func(r *result, sh *shape)) {
	for _, r := range p.results {
		if r.own {
			emit(r, p.shape(r.Type))
		}
	}
}

// declare emits the results of the requests of the envelope.
func (p results) declare(f *file) {
	p.emitResults(f)
	p.emitRequests(f)
}

func (p results) emitResults(f *file) {
	name := p.resultName()
	if name == "" {
		return
	}
	list := make([]string, len(p.results))
	for i, r := range p.results {
		list[i] = "*" + r.typ
	}
	f.document(fmt.Sprintf("%s is the result of %s: %s.", name, article(p.types[p.requests()]), names.List(list, "or")), `
		type $1 interface {
			AppendJSON(dst []byte) []byte
			is$1()
		}`, name)
	p.ownResults(func(r *result, sh *shape) {
		doc := paragraphs(fmt.Sprintf("%s is the result of *%s.", r.typ, r.requests[0]))
		f.define(doc, declarer{docs(p)}.holderOf(r.typ, "Value", sh))
	})
	f.mark(list, "is"+name)
}

// decode emits DecodeRequestResult.
func (p results) decode(f *file) {
	name := p.resultName()
	if name == "" {
		return
	}
	types := cases(func(g *stmts) {
		for _, r := range p.results {
			requests := slices.Clone(r.requests)
			for i := range requests {
				requests[i] = "*" + requests[i]
			}
			g.add(caseOf(ids(requests), src("return resultOf(Decode$1(data))", r.typ)))
		}
	})
	f.declare(`
		// Decode$1 decodes the result of req.
		func Decode$1(req $2, data []byte) ($1, error) {
			switch req.(type) $3
			return nil, fmt.Errorf("no result is declared for %T", req)
		}

		func resultOf[T $1](v T, err error) ($1, error) {
			if err != nil {
				return nil, err
			}
			return v, nil
		}`, name, p.types[p.requests()], types)
	p.ownResults(func(r *result, sh *shape) {
		publicDecode(f, r.typ, article(r.typ), "*"+r.typ, p.rootID(r.Type))
		f.declare("func decode$1(d *codec.Decoder) *$1 $2", r.typ, block(func(g *stmts) {
			reader(p).readWrapped(g, r.typ, "Value", sh)
		}))
	})
}

// write emits AppendRequestResult.
func (p results) write(f *file) {
	name := p.resultName()
	if name == "" {
		return
	}
	f.declare(`
		func Append$1(dst []byte, v $1) []byte {
			$2
			return v.AppendJSON(dst)
		}`, name, nullIfNil())
	p.ownResults(func(r *result, sh *shape) {
		f.declare(`
			// AppendJSON appends the value.
			func (v *$1) AppendJSON(dst []byte) []byte $2`, r.typ, block(func(g *stmts) {
			g.add(nullIfNil())
			writer(p).returnValue(g, "v.Value", sh, level{})
		}))
	})
}

// check emits CheckRequestResult.
func (p results) check(f *file) {
	name := p.resultName()
	if name == "" {
		return
	}
	types := cases(func(g *stmts) {
		for _, r := range p.results {
			g.put("case *$1:\n\treturn Check$1(v)", r.typ)
		}
	})
	f.declare(`
		func Check$1(v $1) error {
			switch v := v.(type) $2
			return errors.New("a result is missing")
		}`, name, types)
	p.ownResults(func(r *result, sh *shape) {
		f.declare(`
			func Check$1(v *$1) error $2`, r.typ, block(func(g *stmts) {
			g.add(returnIf("v == nil", src(`errors.New("a result is missing")`)))
			if sh.constant() {
				g.put("return nil")
				return
			}
			checker(p).returnCheck(g, "v.Value", sh, level{})
		}))
	})
}

// json emits the methods for encoding/json of types made for results.
func (p results) json(f *file) {
	p.ownResults(func(r *result, _ *shape) {
		variantJSON(f, r.typ, r.typ, r.typ)
		if p.hides(r.Type) {
			p.logValue(f, r.typ, "&v", p.typeID(r.Type), model.LogWithin(r.Type))
		}
	})
}
