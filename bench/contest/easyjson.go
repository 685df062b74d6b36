package contest

import (
	"github.com/mailru/easyjson"
	"github.com/mailru/easyjson/jlexer"
	"github.com/mailru/easyjson/jwriter"

	"github.com/wiregen/wiregen/bench/model"
)

// easy is easyjson with generated methods: with unions through its RawMessage, and, for
// encoding alone, as values of interfaces.
func easy() []Contestant {
	const module = "github.com/mailru/easyjson"
	decode := staged[easyjson.RawMessage](easyDecode).message
	write := stagedWriter[easyjson.RawMessage](func(v any) ([]byte, error) { return easyEncode(nil, v) }).message
	through := from(module, "easyjson", "generated methods; unions through easyjson.RawMessage, which does not copy; tags interned; NoEscapeHTML", false,
		decode, func(_ []byte, m *model.Message) ([]byte, error) { return write(m) })
	values := from(module, "easyjson, interfaces", "the same, with unions as values of interfaces", false,
		decode, func(dst []byte, m *model.Message) ([]byte, error) { return easyEncode(dst, m) })
	values.EncodeOnly = true
	return []Contestant{through, values}
}

// easyDecode calls the generated methods.
func easyDecode(data []byte, v any) error {
	if s, ok := v.(*string); ok {
		l := jlexer.Lexer{Data: data}
		*s = l.String()
		l.Consumed()
		return l.Error()
	}
	return easyjson.Unmarshal(data, easyMethods(v).(easyjson.Unmarshaler))
}

func easyEncode(dst []byte, v any) ([]byte, error) {
	w := jwriter.Writer{NoEscapeHTML: true}
	easyMethods(v).(easyjson.Marshaler).MarshalEasyJSON(&w)
	return w.BuildBytes(dst)
}

// easyMethods returns v as a type with generated methods; those of generic types belong
// to their copies.
func easyMethods(v any) any {
	switch v := v.(type) {
	case *model.RawMessage[easyjson.RawMessage]:
		return (*model.EasyMessage)(v)
	case *model.RawEnvelope[easyjson.RawMessage]:
		return (*model.EasyEnvelope)(v)
	case *model.RawInput[easyjson.RawMessage]:
		return (*model.EasyInput)(v)
	case *model.RawParts[easyjson.RawMessage]:
		return (*model.EasyParts)(v)
	case *model.RawToolResult[easyjson.RawMessage]:
		return (*model.EasyToolResult)(v)
	case *model.RawSubagentEvent[easyjson.RawMessage]:
		return (*model.EasySubagentEvent)(v)
	case *model.RawApprovalRequest[easyjson.RawMessage]:
		return (*model.EasyApprovalRequest)(v)
	}
	return v
}
