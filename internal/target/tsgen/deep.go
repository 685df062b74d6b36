package tsgen

import "github.com/wiregen/wiregen/internal/protocol/model"

// deepTypes are the named types that contain themselves, and those that lead
// to one. Their guards count depth; all others end by themselves.
func deepTypes(decls []model.Decl) map[model.Decl]bool {
	var cyclic []model.Decl
	_, holdsItself := model.Components(decls, model.NamedWithin)
	for _, d := range decls {
		if holdsItself[d] {
			cyclic = append(cyclic, d)
		}
	}
	return model.Leading(cyclic, decls, model.NamedWithin)
}
