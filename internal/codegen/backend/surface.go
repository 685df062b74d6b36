package backend

import "github.com/wiregen/wiregen/internal/protocol/model"

// A Surface is what the users of a target's output see of a protocol, or of some of its
// types.
type Surface struct {
	Backend      Declarer
	Plan         Plan
	Types        []model.Decl // those that it is of
	Declarations []Declaration
}
