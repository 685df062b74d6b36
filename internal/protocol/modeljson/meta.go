package modeljson

import (
	"encoding/json"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A Meta has the keys of every element; they are members of the element.
type Meta = lower.Meta

func newMeta(m *model.Meta) Meta { return lower.MetaOf(m) }

// raw is a value as JSON, or nil for none.
func raw(v *model.Value) json.RawMessage {
	if v == nil {
		return nil
	}
	return json.RawMessage(v.JSON())
}
