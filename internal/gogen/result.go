package gogen

import (
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/backend"
	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/names"
)

// A result is one type that answers requests of the envelope.
type result struct {
	model.Type
	typ      string   // type that stands for it: ApprovalResponse, CountResult
	own      bool     // typ was made for it, and holds it
	requests []string // the types of the requests that it answers
}

// requests is the union of requests whose variants name what answers them, or nil.
func (p *plan) requests() *model.Union {
	if e := p.proto.Envelope; e != nil && e.Requests != nil && len(e.Requests.Variants) > 0 {
		return e.Requests
	}
	return nil
}

// nameResults names what answers requests: each result once, in the order of
// the requests.
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
		p.pkgScope.Claim(backend.Element{Span: v.Span, What: fmt.Sprintf("result of %q", v.Tag)}, name)
		p.results = append(p.results, &result{Type: v.Result, typ: name, own: true, requests: []string{request}})
	}
}

// emitResults gives what answers the requests of the envelope.
func (p *plan) emitResults(f *jen.File) {
	u := p.requests()
	if u == nil || len(p.results) == 0 {
		return
	}
	name := p.types[u] + "Result"
	list := make([]string, len(p.results))
	for i, r := range p.results {
		list[i] = "*" + r.typ
	}
	doc := paragraphs(fmt.Sprintf("%s is what answers %s: %s.", name, article(p.types[u]), names.List(list, "or")))
	f.Add(commented(doc, jen.Type().Id(name).Interface(
		jen.Id("AppendJSON").Params(dstParam()).Add(bytesType()),
		jen.Id("is"+name).Params(),
	))).Line()
	for _, r := range p.results {
		if r.own {
			// type CountResult struct { Value int64 }
			doc := paragraphs(fmt.Sprintf("%s answers %s.", r.typ, "*"+r.requests[0]))
			decl := jen.Type().Id(r.typ).Struct()
			if sh := p.shape(r.Type); !sh.constant() {
				decl = jen.Type().Id(r.typ).Struct(jen.Id("Value").Add(p.goType(sh)))
			}
			f.Add(commented(doc, decl)).Line()
		}
	}
	for _, r := range p.results {
		f.Add(marker(r.typ, "is"+name, true))
	}
	f.Line()
}

// emitResultReader is
//
//	func DecodeRequestResult(req Request, data []byte) (RequestResult, error) {
//		switch req.(type) {
//		case *Ask:
//			return resultOf(DecodeAnswer(data))
//		}
//		return nil, fmt.Errorf("no result is declared for %T", req)
//	}
func (p *plan) emitResultReader(f *jen.File) {
	u := p.requests()
	if u == nil || len(p.results) == 0 {
		return
	}
	name := p.types[u] + "Result"
	f.Comment("// Decode" + name + " reads what answers req.")
	f.Add(fn("Decode"+name).Params(jen.Id("req").Id(p.types[u]), jen.Id("data").Add(bytesType())).
		Params(jen.Id(name), jen.Error()).Block(
		jen.Switch(jen.Id("req").Assert(jen.Type())).BlockFunc(func(g *jen.Group) {
			for _, r := range p.results {
				var types []jen.Code
				for _, request := range r.requests {
					types = append(types, ptr(request))
				}
				g.Add(caseOf(types, jen.Return(jen.Id("resultOf").Call(jen.Id("Decode"+r.typ).Call(jen.Id("data"))))))
			}
		}),
		jen.Return(jen.Nil(), jen.Qual("fmt", "Errorf").Call(jen.Lit("no result is declared for %T"), jen.Id("req"))),
	))
	f.Line()
	f.Func().Id("resultOf").Types(jen.Id("T").Id(name)).Params(jen.Id("v").Id("T"), jen.Err().Error()).
		Params(jen.Id(name), jen.Error()).Block(
		jen.If(jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Nil(), jen.Err())),
		jen.Return(jen.Id("v"), jen.Nil()),
	)
	f.Line()
	for _, r := range p.results {
		if !r.own {
			continue
		}
		publicDecode(f, r.typ, article(r.typ), ptr(r.typ), p.typeID(r.Type))
		f.Add(fn("decode" + r.typ).Params(decoderParam()).Add(ptr(r.typ)).BlockFunc(func(g *jen.Group) {
			p.readWrapped(g, r.typ, "Value", p.shape(r.Type))
		}))
		f.Line()
	}
}

// emitResultWriter gives AppendRequestResult.
func (p *plan) emitResultWriter(f *jen.File) {
	u := p.requests()
	if u == nil || len(p.results) == 0 {
		return
	}
	name := p.types[u] + "Result"
	f.Comment("// Append" + name + " appends v.")
	f.Add(fn("Append"+name).Params(dstParam(), jen.Id("v").Id(name)).Add(bytesType()).Block(
		nullIfNil(), jen.Return(jen.Id("v").Dot("AppendJSON").Call(jen.Id("dst")))))
	f.Line()
	for _, r := range p.results {
		if !r.own {
			continue
		}
		f.Comment("// AppendJSON appends the value.")
		f.Add(method(r.typ, "AppendJSON").Params(dstParam()).Add(bytesType()).BlockFunc(func(g *jen.Group) {
			g.Add(nullIfNil())
			p.returnValue(g, vdot("Value"), p.shape(r.Type), level{})
		}))
		f.Line()
	}
}

// emitResultCheck gives CheckRequestResult.
func (p *plan) emitResultCheck(f *jen.File) {
	u := p.requests()
	if u == nil || len(p.results) == 0 {
		return
	}
	name := p.types[u] + "Result"
	f.Comment("// Check" + name + " reports whether v may be written.")
	f.Add(fn("Check"+name).Params(jen.Id("v").Id(name)).Error().Block(
		jen.Switch(jen.Id("v").Op(":=").Id("v").Assert(jen.Type())).BlockFunc(func(g *jen.Group) {
			for _, r := range p.results {
				g.Case(ptr(r.typ)).Block(jen.Return(jen.Id("Check" + r.typ).Call(jen.Id("v"))))
			}
		}),
		jen.Return(jen.Qual("errors", "New").Call(jen.Lit("a result is missing"))),
	))
	f.Line()
	for _, r := range p.results {
		if !r.own {
			continue
		}
		f.Comment("// Check" + r.typ + " reports whether v may be written.")
		f.Add(fn("Check" + r.typ).Params(jen.Id("v").Op("*").Id(r.typ)).Error().BlockFunc(func(g *jen.Group) {
			g.If(jen.Id("v").Op("==").Nil()).Block(jen.Return(jen.Qual("errors", "New").Call(jen.Lit("a result is missing"))))
			if sh := p.shape(r.Type); !sh.constant() {
				p.returnCheck(g, vdot("Value"), sh, level{})
				return
			}
			g.Return(jen.Nil())
		}))
		f.Line()
	}
}

// emitResultJSON gives the methods for encoding/json of types made for results.
func (p *plan) emitResultJSON(f *jen.File) {
	for _, r := range p.results {
		if r.own {
			pointerJSON(f, r.typ)
		}
	}
}
