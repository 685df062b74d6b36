package gogen

import (
	"github.com/wiregen/wiregen/internal/backend"
	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/names"
)

// A unit is one file: its name, and what goes into it.
type unit struct {
	name string
	fill func(*file)
}

// Emit writes every file. They are made side by side; each depends on the plan
// alone, so that the bytes are the same however many processors there are.
func (p *plan) Emit() ([]backend.File, error) {
	units := p.units()
	out := make([]backend.File, len(units))
	backend.Each(len(units), func(i int) { // the codec, which takes longest, is among the last
		f := p.newFile()
		units[i].fill(f)
		name := names.GoFile(units[i].name)
		out[i] = backend.File{Name: name, Data: f.render()}
	})
	vectors, err := p.vectors()
	return append(out, vectors...), err
}

// units lays the package out by idea: a person looks for events in events.go
// and never needs to open the codec.
func (p *plan) units() []unit {
	constructs := map[model.Decl]construct{}
	homes := map[string][]model.Decl{}
	for _, d := range p.proto.Decls {
		c := p.construct(d)
		constructs[d] = c
		homes[c.home] = append(homes[c.home], d)
	}
	each := func(f *file, decls []model.Decl, part func(construct) func(*file)) {
		for _, d := range decls {
			if emit := part(constructs[d]); emit != nil {
				emit(f)
			}
		}
	}
	out := []unit{{"doc", p.emitDoc}}
	home := func(name string, further ...func(*file)) {
		if len(homes[name]) == 0 && len(further) == 0 {
			return
		}
		out = append(out, unit{name, func(f *file) {
			for _, more := range further {
				more(f)
			}
			each(f, homes[name], func(c construct) func(*file) { return c.declare })
		}})
	}
	home("types")
	home("enums")
	home("unions")
	home("envelope")
	home("events")
	if p.requests() != nil {
		home("requests", p.emitResults, p.emitRequests)
	}
	if p.hasMessages() {
		home("methods", p.emitMethods)
		home("messages", p.emitMessages)
	}
	if len(p.proto.Errors) > 0 || len(p.proto.Dialect.Ranges) > 0 {
		out = append(out, unit{"errors", p.emitErrors})
	}
	if len(p.proto.Capabilities) > 0 {
		home("capabilities", p.emitGate)
	} else if len(p.proto.Gates) > 0 {
		home("gates", p.emitGate)
	}
	if p.proto.Journal != nil {
		home("journal", p.emitRecorded)
	}
	if len(p.variants) > 0 {
		out = append(out, unit{"variants", func(f *file) {
			each(f, p.proto.Decls, func(c construct) func(*file) { return c.seal })
		}})
	}
	return append(out, p.codecUnits(each)...)
}

func (p *plan) hasMessages() bool { return len(p.proto.Methods) > 0 }

// codecUnits are the files that read and write: one for each direction, the
// checks, the methods for encoding/json, and the table.
func (p *plan) codecUnits(each func(*file, []model.Decl, func(construct) func(*file))) []unit {
	part := func(name string, pick func(construct) func(*file), results, messages func(*file)) unit {
		return unit{name, func(f *file) {
			each(f, p.proto.Decls, pick)
			results(f)
			if p.hasMessages() {
				messages(f)
			}
		}}
	}
	out := []unit{
		part("decode", func(c construct) func(*file) { return c.decode }, p.emitResultReader, p.emitMessageReaders),
		part("append", func(c construct) func(*file) { return c.write }, p.emitResultWriter, p.emitMessageWriters),
		part("check", func(c construct) func(*file) { return c.check }, p.emitResultCheck, p.emitMessageChecks),
		part("json", func(c construct) func(*file) { return c.json }, p.emitResultJSON, p.emitMessageJSON),
		{"table", func(f *file) {
			if p.hasMessages() {
				p.emitCalls(f)
			}
			p.emitTable(f)
		}},
	}
	if len(p.limitOrder) > 0 {
		out = append(out, unit{"limits", p.emitLimits})
	}
	return out
}
