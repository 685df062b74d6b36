package contest

import (
	"bytes"
	"encoding/json"

	"github.com/bytedance/sonic"
	"github.com/bytedance/sonic/encoder"
	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	goccyjson "github.com/goccy/go-json"
	"github.com/mailru/easyjson"
	"github.com/mailru/easyjson/jlexer"
	"github.com/mailru/easyjson/jwriter"

	"github.com/wiregen/wiregen/bench/model"
)

func stdlib() Contestant {
	return contestant("encoding/json", "unions through RawMessage; SetEscapeHTML(false)", true,
		staged[json.RawMessage](json.Unmarshal).message, stdlibEncode[*model.Message]())
}

// stdlibEncode returns a function that writes by one Encoder into one buffer.
func stdlibEncode[T any]() func(dst []byte, v T) ([]byte, error) {
	var buf bytes.Buffer
	e := json.NewEncoder(&buf)
	e.SetEscapeHTML(false)
	return func(dst []byte, v T) ([]byte, error) {
		buf.Reset()
		err := e.Encode(v)
		return buf.Bytes(), err
	}
}

func jsonV2() Contestant {
	var buf bytes.Buffer
	return contestant("go-json-experiment/json (v2)", "unions through RawMessage; default options", true,
		staged[json.RawMessage](func(data []byte, v any) error { return jsonv2.Unmarshal(data, v) }).message,
		func(dst []byte, m *model.Message) ([]byte, error) {
			buf.Reset()
			err := jsonv2.MarshalWrite(&buf, m, jsontext.AllowInvalidUTF8(false))
			return buf.Bytes(), err
		})
}

func goccy() Contestant {
	return contestant("goccy/go-json", "unions through RawMessage; UnmarshalNoEscape, DisableHTMLEscape", true,
		staged[json.RawMessage](func(data []byte, v any) error { return goccyjson.UnmarshalNoEscape(data, v) }).message,
		func(dst []byte, m *model.Message) ([]byte, error) {
			return goccyjson.MarshalWithOption(m, goccyjson.DisableHTMLEscape())
		})
}

func sonicDefault() Contestant {
	return contestant("sonic, Default", "unions through RawMessage; ConfigDefault: strings share one copy of the line, UTF-8 is not checked", false,
		staged[json.RawMessage](sonic.ConfigDefault.Unmarshal).message,
		func(dst []byte, m *model.Message) ([]byte, error) {
			err := encoder.EncodeInto(&dst, m, 0)
			return dst, err
		})
}

func sonicStd() Contestant {
	// ConfigStd without EscapeHTML, so that it writes what the others do.
	config := sonic.Config{SortMapKeys: true, CompactMarshaler: true, CopyString: true, ValidateString: true}.Froze()
	return contestant("sonic, Std", "unions through RawMessage; ConfigStd, without EscapeHTML for encoding", true,
		staged[json.RawMessage](sonic.ConfigStd.Unmarshal).message,
		func(dst []byte, m *model.Message) ([]byte, error) { return config.Marshal(m) })
}

func easy() Contestant {
	return contestant("easyjson", "generated methods; unions through easyjson.RawMessage, which does not copy; tags interned; NoEscapeHTML", false,
		staged[easyjson.RawMessage](easyDecode).message,
		func(dst []byte, m *model.Message) ([]byte, error) {
			w := jwriter.Writer{NoEscapeHTML: true}
			m.MarshalEasyJSON(&w)
			return w.BuildBytes(dst)
		})
}

// easyDecode calls the generated methods; those of generic types belong to their copies.
func easyDecode(data []byte, v any) error {
	var u easyjson.Unmarshaler
	switch v := v.(type) {
	case *model.RawMessage[easyjson.RawMessage]:
		u = (*model.EasyMessage)(v)
	case *model.RawEnvelope[easyjson.RawMessage]:
		u = (*model.EasyEnvelope)(v)
	case *model.RawInput[easyjson.RawMessage]:
		u = (*model.EasyInput)(v)
	case *model.RawParts[easyjson.RawMessage]:
		u = (*model.EasyParts)(v)
	case *model.RawToolResult[easyjson.RawMessage]:
		u = (*model.EasyToolResult)(v)
	case *model.RawSubagentEvent[easyjson.RawMessage]:
		u = (*model.EasySubagentEvent)(v)
	case *model.RawApprovalRequest[easyjson.RawMessage]:
		u = (*model.EasyApprovalRequest)(v)
	case *string:
		l := jlexer.Lexer{Data: data}
		*v = l.String()
		l.Consumed()
		return l.Error()
	default:
		u = v.(easyjson.Unmarshaler)
	}
	return easyjson.Unmarshal(data, u)
}
