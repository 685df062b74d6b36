package conform

import (
	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// WrittenAs is what a disagreement is about with a program that reads a text and writes another.
func WrittenAs(p *model.Protocol, typ, text, written string, bytes bool) string {
	r := &run{reader: interp.New(p), opt: Options{Bytes: bytes}}
	if d := r.compare(&question{typ: typ, text: text}, &answer{read: true, written: &written}); d != nil {
		return d.Aspect
	}
	return ""
}
