package gogen

import (
	"slices"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/parallel"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A unit is one file: its name, and what goes into it.
type unit struct {
	name  string
	parts []unitPart
}

// A unitPart is what goes into a file for one type, or for none.
type unitPart struct {
	of   model.Decl
	emit func(*file)
	// public emits at least what users of the package see of it, so that declarations
	// are known without all the code behind them; nil if they see nothing.
	public func(*file)
}

// Emit writes every file. They are made concurrently; each depends on the plan
// alone, so that the output is independent of the number of processors.
func (p *plan) Emit() ([]backend.File, error) {
	p.prepare()
	units := p.units()
	out := make([]backend.File, len(units))
	parallel.Reverse(len(units), func(i int) {
		f := p.newFile()
		for _, part := range units[i].parts {
			part.emit(f)
		}
		if len(f.decls) > 0 {
			out[i] = backend.File{Name: names.GoFile(units[i].name), Data: f.render()}
		}
	})
	out = slices.DeleteFunc(out, func(file backend.File) bool { return file.Name == "" })
	vectors, err := p.vectors()
	if err != nil {
		return nil, err
	}
	out = append(out, vectors...)
	if p.embedIn != "" {
		out = p.embed(out)
	}
	return out, nil
}

// units divides the package into files by topic. The declarations of events are in
// events.go; the functions that read and write them are in events_codec.go, type by
// type in the same order.
func (p *plan) units() []unit {
	type named struct {
		construct
		of model.Decl
	}
	homes := map[string][]named{}
	for _, d := range p.proto.Decls {
		c := p.construct(d)
		homes[c.home()] = append(homes[c.home()], named{c, d})
	}
	hidden := func(emit func(*file)) []unitPart { return []unitPart{{emit: emit}} }
	shown := func(emit func(*file)) []unitPart { return []unitPart{{emit: emit, public: emit}} }
	out := []unit{{"doc", shown(about{p}.emitDoc)}}
	var all []coder
	// home adds the two files of a topic; first and coders do not belong to a named type.
	home := func(name string, first func(*file), coders ...coder) {
		var types, codecs []unitPart
		if first != nil {
			types = shown(first)
		}
		for _, c := range coders {
			each := func(f *file) { emitCoder(c, f) }
			codecs = append(codecs, unitPart{emit: each, public: each})
		}
		all = append(all, coders...)
		for _, c := range homes[name] {
			all = append(all, c)
			types = append(types, unitPart{c.of, c.declare, c.declare})
			codecs = append(codecs, unitPart{c.of, func(f *file) { emitCoder(c.construct, f) }, func(f *file) { emitPublic(c.construct, f) }})
		}
		if len(types) > 0 {
			out = append(out, unit{name, types})
		}
		if len(codecs) > 0 {
			out = append(out, unit{name + "_codec", codecs})
		}
	}
	home("types", nil)
	home("enums", nil)
	home("unions", nil)
	home("envelope", nil)
	home("events", nil)
	if p.requests() != nil {
		home("requests", results{p}.declare, results{p})
	}
	if p.hasMessages() {
		home("methods", about{p}.emitMethods)
		home("messages", messages{p}.declare, messages{p})
		home("session", about{p}.emitSession)
		if !p.noConnections {
			home("ends", ends{p}.emit)
		}
	}
	if len(p.proto.Errors) > 0 || len(p.proto.Dialect.Ranges) > 0 {
		out = append(out, unit{"errors", shown(errorCodes{p}.emitErrors)})
	}
	if len(p.proto.Capabilities) > 0 {
		home("capabilities", gates{p}.emitGate)
	} else if len(p.proto.Gates) > 0 {
		home("gates", gates{p}.emitGate)
	}
	if p.proto.Journal != nil {
		home("journal", journals{p}.declare)
	}
	out = append(out, unit{"table", hidden(tables{p}.emit)})
	if len(p.limitOrder) > 0 {
		out = append(out, unit{"limits", hidden(tables{p}.emitLimits)})
	}
	if p.jsonV2 && len(all) > 0 {
		out = append(out, unit{"json_v2", hidden(func(f *file) { p.emitJSONv2(f, all) })})
	}
	return out
}

// emitCoder emits all functions that read and write a construct, next to each other.
func emitCoder(c coder, f *file) {
	if s, ok := c.(sealer); ok {
		s.seal(f)
	}
	c.decode(f)
	c.write(f)
	c.check(f)
	c.json(f)
}

// emitPublic emits those functions of a construct that not every one of its kind has.
func emitPublic(c construct, f *file) {
	if s, ok := c.(sealer); ok {
		s.seal(f)
	}
	if r, ok := c.(reporter); ok {
		r.decodeReport(f)
	}
	c.json(f)
}

func (p *plan) hasMessages() bool { return len(p.proto.Methods) > 0 }

// emit emits the table, and the methods as messages call them.
func (p tables) emit(f *file) {
	if p.hasMessages() {
		p.emitCalls(f)
	}
	p.emitTable(f)
}
