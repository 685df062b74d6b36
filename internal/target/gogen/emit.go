package gogen

import (
	"github.com/wiregen/wiregen/internal/spec/names"
	"github.com/wiregen/wiregen/internal/target/backend"
)

// A unit is one file: its name, and what goes into it.
type unit struct {
	name string
	fill func(*file)
}

// Emit writes every file. They are made concurrently; each depends on the plan
// alone, so that the output is independent of the number of processors.
func (p *plan) Emit() ([]backend.File, error) {
	p.prepare()
	units := p.units()
	out := make([]backend.File, len(units))
	backend.Each(len(units), func(i int) {
		f := p.newFile()
		units[i].fill(f)
		name := names.GoFile(units[i].name)
		out[i] = backend.File{Name: name, Data: f.render()}
	})
	vectors, err := p.vectors()
	return append(out, vectors...), err
}

// units divides the package into files by topic. The declarations of events are in
// events.go; the functions that read and write them are in events_codec.go, type by
// type in the same order.
func (p *plan) units() []unit {
	homes := map[string][]construct{}
	for _, d := range p.proto.Decls {
		c := p.construct(d)
		homes[c.home()] = append(homes[c.home()], c)
	}
	out := []unit{{"doc", about{p}.emitDoc}}
	// home adds the two files of a topic; first and coders do not belong to a named type.
	home := func(name string, first func(*file), coders ...coder) {
		list := homes[name]
		if len(list) == 0 && first == nil {
			return
		}
		for _, c := range list {
			coders = append(coders, c)
		}
		out = append(out, unit{name, func(f *file) {
			if first != nil {
				first(f)
			}
			for _, c := range list {
				c.declare(f)
			}
		}})
		if len(coders) > 0 {
			out = append(out, unit{name + "_codec", func(f *file) {
				for _, c := range coders {
					emitCoder(c, f)
				}
			}})
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
	}
	if len(p.proto.Errors) > 0 || len(p.proto.Dialect.Ranges) > 0 {
		out = append(out, unit{"errors", errorCodes{p}.emitErrors})
	}
	if len(p.proto.Capabilities) > 0 {
		home("capabilities", gates{p}.emitGate)
	} else if len(p.proto.Gates) > 0 {
		home("gates", gates{p}.emitGate)
	}
	if p.proto.Journal != nil {
		home("journal", about{p}.emitRecorded)
	}
	out = append(out, unit{"table", tables{p}.emit})
	if len(p.limitOrder) > 0 {
		out = append(out, unit{"limits", tables{p}.emitLimits})
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

func (p *plan) hasMessages() bool { return len(p.proto.Methods) > 0 }

// emit emits the table, and the methods as messages call them.
func (p tables) emit(f *file) {
	if p.hasMessages() {
		p.emitCalls(f)
	}
	p.emitTable(f)
}
