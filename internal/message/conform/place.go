package conform

import (
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// places are the names that a protocol declares for members of objects.
type places map[string]bool

// placesOf are those of a protocol.
func placesOf(p *model.Protocol) places {
	out := make(places)
	for _, name := range []string{"id", "method", "params", "result", "error", "code", "message", "data"} {
		out[name] = true
	}
	for _, d := range p.Decls {
		switch d := d.(type) {
		case *model.Struct:
			for _, f := range d.Fields {
				out[f.Name] = true
				for _, was := range f.FormerNames {
					out[was] = true
				}
			}
		case *model.Union:
			out[d.TagKey], out[d.Content] = true, true
			for _, v := range d.Variants {
				out[v.Tag] = true // which is a key if the tag is outside
			}
		}
	}
	return out
}

// general is a path for all items, and for all keys that are not declared, such as those of
// maps.
func (p places) general(path string) string {
	var b strings.Builder
	for path != "" {
		if strings.HasPrefix(path, "[") {
			end := "]"
			if strings.HasPrefix(path, `["`) {
				end = `"]`
			}
			_, path, _ = strings.Cut(path, end)
			b.WriteString("[]")
			continue
		}
		path = strings.TrimPrefix(path, ".")
		to := strings.IndexAny(path, ".[")
		if to < 0 {
			to = len(path)
		}
		if p[path[:to]] {
			b.WriteString("." + path[:to])
		} else {
			b.WriteString("[]")
		}
		path = path[to:]
	}
	return b.String()
}
