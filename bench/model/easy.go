package model

import (
	"github.com/mailru/easyjson"
	"github.com/mailru/easyjson/jwriter"
)

//go:generate go run github.com/mailru/easyjson/easyjson -no_std_marshalers -output_filename easy_easyjson.go easy.go

// MarshalEasyJSON is written by hand because easyjson generates methods of structs and
// slices only.
func (t Text) MarshalEasyJSON(w *jwriter.Writer) { w.String(string(t)) }

// What easyjson generates methods for: it cannot do so for generic types.
type (
	//easyjson:json
	EasyMessage RawMessage[easyjson.RawMessage]
	//easyjson:json
	EasyEnvelope RawEnvelope[easyjson.RawMessage]
	//easyjson:json
	EasyInput RawInput[easyjson.RawMessage]
	//easyjson:json
	EasyParts RawParts[easyjson.RawMessage]
	//easyjson:json
	EasyToolResult RawToolResult[easyjson.RawMessage]
	//easyjson:json
	EasySubagentEvent RawSubagentEvent[easyjson.RawMessage]
	//easyjson:json
	EasyApprovalRequest RawApprovalRequest[easyjson.RawMessage]
)
