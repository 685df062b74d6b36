package sample

import (
	"fmt"

	"github.com/wiregen/wiregen/wirert/codec"
)

// Reencode reads data as the type that the spec calls name, with options, and
// writes what it read. It stands in this package, written by hand, because
// DecodeX takes no options, and the tests of the runtime ask for the plain reader.
func Reencode(name string, o codec.Options, data []byte) ([]byte, error) {
	switch name {
	case "Event":
		return reencode(o, data, typeEvent, decodeEvent, AppendEvent, CheckEvent)
	case "Frame":
		return reencode(o, data, typeFrame, decodeFrame, AppendFrame, CheckFrame)
	case "Request":
		return reencode(o, data, typeRequest, decodeRequest, AppendRequest, CheckRequest)
	case "Message":
		return reencode(o, data, typeMessage, decodeMessage, AppendMessage, CheckMessage)
	case "ClientMessage":
		return reencode(o, data, typeClientMessage, decodeClientMessage, AppendMessage, CheckMessage)
	case "AgentMessage":
		return reencode(o, data, typeAgentMessage, decodeAgentMessage, AppendMessage, CheckMessage)
	case "Part":
		return reencode(o, data, typePart, decodePart, AppendPart, CheckPart)
	case "TextPart":
		return reencode(o, data, typeTextPart, func(d *codec.Decoder) *TextPart { return codec.New(d, new(TextPart)) }, AppendTextPart, CheckTextPart)
	case "ThinkPart":
		return reencode(o, data, typeThinkPart, func(d *codec.Decoder) *ThinkPart { return codec.New(d, new(ThinkPart)) }, AppendThinkPart, CheckThinkPart)
	case "Input":
		return reencode(o, data, typeInput, decodeInput, AppendInput, CheckInput)
	case "Call":
		return reencode(o, data, typeCall, func(d *codec.Decoder) *Call { return codec.New(d, new(Call)) }, AppendCall, CheckCall)
	case "Status":
		return reencode(o, data, typeStatus, func(d *codec.Decoder) *Status { return codec.NewRow(d, new(Status)) }, AppendStatus, CheckStatus)
	}
	panic("no type " + name)
}

func reencode[T any](
	o codec.Options, data []byte, id codec.TypeID, read func(*codec.Decoder) T,
	write func([]byte, T) []byte, check func(T) error,
) ([]byte, error) {
	v, err := codec.DecodeWith(o, data, &table, id, read)
	if err != nil {
		return nil, err
	}
	if err := check(v); err != nil {
		return nil, fmt.Errorf("what was read may not be written: %w", err)
	}
	return write(nil, v), nil
}
