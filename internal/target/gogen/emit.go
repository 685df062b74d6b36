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
	var all []construct
	homes := map[string][]construct{}
	for _, d := range p.proto.Decls {
		c := p.construct(d)
		all = append(all, c)
		homes[c.home()] = append(homes[c.home()], c)
	}
	out := []unit{{"doc", about{p}.emitDoc}}
	home := func(name string, further ...func(*file)) {
		if len(homes[name]) == 0 && len(further) == 0 {
			return
		}
		out = append(out, unit{name, func(f *file) {
			for _, more := range further {
				more(f)
			}
			for _, c := range homes[name] {
				c.declare(f)
			}
		}})
	}
	home("types")
	home("enums")
	home("unions")
	home("envelope")
	home("events")
	if p.requests() != nil {
		home("requests", results{p}.declare)
	}
	if p.hasMessages() {
		home("methods", about{p}.emitMethods)
		home("messages", messages{p}.declare)
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
	if len(p.variants) > 0 {
		out = append(out, unit{"variants", func(f *file) {
			for _, c := range all {
				if c, ok := c.(sealer); ok {
					c.seal(f)
				}
			}
		}})
	}
	return append(out, p.codecUnits(all)...)
}

func (p *plan) hasMessages() bool { return len(p.proto.Methods) > 0 }

// codecUnits are the files that read and write: one for each direction, the
// checks, the methods for encoding/json, and the table.
func (p *plan) codecUnits(all []construct) []unit {
	var coders []coder
	for _, c := range all {
		coders = append(coders, c)
	}
	coders = append(coders, results{p})
	if p.hasMessages() {
		coders = append(coders, messages{p})
	}
	part := func(name string, emit func(coder, *file)) unit {
		return unit{name, func(f *file) {
			for _, c := range coders {
				emit(c, f)
			}
		}}
	}
	out := []unit{
		part("decode", coder.decode),
		part("append", coder.write),
		part("check", coder.check),
		part("json", coder.json),
		{"table", func(f *file) {
			if p.hasMessages() {
				tables{p}.emitCalls(f)
			}
			tables{p}.emitTable(f)
		}},
	}
	if len(p.limitOrder) > 0 {
		out = append(out, unit{"limits", tables{p}.emitLimits})
	}
	return out
}
