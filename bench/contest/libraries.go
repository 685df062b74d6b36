package contest

import (
	"bytes"
	"encoding/json"

	"github.com/bytedance/sonic"
	"github.com/bytedance/sonic/encoder"
	jsonv2 "github.com/go-json-experiment/json"
	goccyjson "github.com/goccy/go-json"

	"github.com/wiregen/wiregen/bench/model"
)

// A library decodes and encodes by reflection.
type library struct {
	module, name, config string
	utf8                 bool
	unmarshal            func(data []byte, v any) error
	marshal              func(v any) ([]byte, error)
	// into writes into a buffer, if the library can.
	into func(dst []byte, v any) ([]byte, error)
}

// contestants are the library with unions through RawMessage in both directions, and, for
// encoding alone, with unions as values of interfaces, which it writes by itself.
func (l library) contestants() []Contestant {
	decode := staged[json.RawMessage](l.unmarshal).message
	write := stagedWriter[json.RawMessage](l.marshal).message
	through := from(l.module, l.name, "unions through RawMessage; "+l.config, l.utf8, decode,
		func(_ []byte, m *model.Message) ([]byte, error) { return write(m) })
	values := from(l.module, l.name+", interfaces", "the same, with unions as values of interfaces", l.utf8, decode,
		func(dst []byte, m *model.Message) ([]byte, error) { return l.into(dst, m) })
	values.EncodeOnly = true
	return []Contestant{through, values}
}

func stdlib() library {
	marshal, into := stdlibEncode()
	return library{
		name: "encoding/json", config: "an Encoder with SetEscapeHTML(false)", utf8: true,
		unmarshal: json.Unmarshal, marshal: marshal, into: into,
	}
}

// stdlibEncode returns functions that write by one Encoder into one buffer; what the first
// returns is a copy.
func stdlibEncode() (marshal func(v any) ([]byte, error), into func(dst []byte, v any) ([]byte, error)) {
	var buf bytes.Buffer
	e := json.NewEncoder(&buf)
	e.SetEscapeHTML(false)
	into = func(_ []byte, v any) ([]byte, error) {
		buf.Reset()
		err := e.Encode(v)
		return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), err
	}
	return func(v any) ([]byte, error) {
		text, err := into(nil, v)
		return bytes.Clone(text), err
	}, into
}

func jsonV2() library {
	var buf bytes.Buffer
	return library{
		module: "github.com/go-json-experiment/json", name: "go-json-experiment/json (v2)", config: "default options", utf8: true,
		unmarshal: func(data []byte, v any) error { return jsonv2.Unmarshal(data, v) },
		marshal:   func(v any) ([]byte, error) { return jsonv2.Marshal(v) },
		into: func(_ []byte, v any) ([]byte, error) {
			buf.Reset()
			err := jsonv2.MarshalWrite(&buf, v)
			return buf.Bytes(), err
		},
	}
}

func goccy() library {
	marshal := func(v any) ([]byte, error) {
		return goccyjson.MarshalWithOption(v, goccyjson.DisableHTMLEscape())
	}
	return library{
		module: "github.com/goccy/go-json", name: "goccy/go-json", config: "DisableHTMLEscape", utf8: true,
		unmarshal: func(data []byte, v any) error { return goccyjson.Unmarshal(data, v) },
		marshal:   marshal,
		into:      func(_ []byte, v any) ([]byte, error) { return marshal(v) },
	}
}

const sonicModule = "github.com/bytedance/sonic"

func sonicDefault() library {
	return library{
		module: sonicModule, name: "sonic, Default", config: "ConfigDefault: strings share one copy of the line, UTF-8 is not checked", utf8: false,
		unmarshal: sonic.ConfigDefault.Unmarshal,
		marshal:   sonic.ConfigDefault.Marshal,
		into: func(dst []byte, v any) ([]byte, error) {
			err := encoder.EncodeInto(&dst, v, 0)
			return dst, err
		},
	}
}

func sonicStd() library {
	// ConfigStd without EscapeHTML, so that it writes what the others do.
	config := sonic.Config{SortMapKeys: true, CompactMarshaler: true, CopyString: true, ValidateString: true}.Froze()
	return library{
		module: sonicModule, name: "sonic, Std", config: "ConfigStd; for encoding without EscapeHTML", utf8: true,
		unmarshal: sonic.ConfigStd.Unmarshal,
		marshal:   config.Marshal,
		into:      func(_ []byte, v any) ([]byte, error) { return config.Marshal(v) },
	}
}
