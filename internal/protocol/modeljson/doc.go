// Package modeljson writes the checked protocol as JSON, for programs that are
// not part of wiregen. In goes the model, out comes one document whose shape
// has a version and structs of its own, so that the model may change without
// breaking a reader. It decides nothing that the model does not say.
package modeljson

import (
	"encoding/json"
	"io"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// Version is the version of the shape. It grows when a reader of the shape
// before would misread the new one; new members alone do not count.
const Version = 2

// Write writes the protocol as one document.
func Write(w io.Writer, p *model.Protocol) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(NewDocument(p))
}
