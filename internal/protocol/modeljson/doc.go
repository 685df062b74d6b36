// Package modeljson writes the checked protocol as JSON, for other programs. The
// format of the document has a version and separate structs, so that the model may
// change without breaking readers of the document. It adds no meaning to the model.
package modeljson

import (
	"encoding/json"
	"io"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// Version is the version of the format. It changes if a reader of the old format
// would misread the new one; new members do not count.
const Version = 2

// Write writes the protocol as one document.
func Write(w io.Writer, p *model.Protocol) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(NewDocument(p))
}
