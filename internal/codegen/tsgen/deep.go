package tsgen

import "github.com/wiregen/wiregen/internal/protocol/model"

// deepTypes are the recursive named types, and those that contain one. Their guards
// count depth; the depth of all others is limited by their types.
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
