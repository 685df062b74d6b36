package sample

import "github.com/wiregen/wiregen/wirert"

const (
	typeMood wirert.TypeID = iota
	typeColor
	typeUsage
	typeStatus
	typeImage
	typePart
	typeTextPart
	typeThinkPart
	typeImageURLPart
	typePartList
	typeInput
	typeBegin
	typeEnd
	typeCall
	typeCallFunction
	typeFunctionLiteral
	typeFloatList
	typeStringMap
	typeIntList
	typeIntListMap
	typeNested
	typeAnswer
	typeAsk
	typeOptions
	typeStringList
	typePromptParams
	typePromptResult
	typeEvent
	typeRequest
	typeFrame
	typeMessage
	typeClientMessage
	typeAgentMessage
)

// table says what every type reads. The plain reader works from it; the words
// of errors come from it.
var table = wirert.Table{
	Dialect: wirert.Dialect{
		JSONRPC:       "2.0",
		ReadJSONRPC:   wirert.ReadOptional,
		StringID:      true,
		IntID:         true,
		NullIDOnError: true,
	},
	Types: []wirert.Type{
		typeMood:  {Name: "Mood", Form: wirert.Enum, Values: []string{"calm", "hasty"}},
		typeColor: {Name: "Color", Form: wirert.Enum, Open: true, Values: []string{"red", "blue"}},
		typeUsage: {Name: "Usage", Form: wirert.Struct, Fields: []wirert.Field{
			{Name: "input", Type: wirert.Int},
			{Name: "output", Type: wirert.Int},
			{Name: "cache_read", Type: wirert.Int, Optional: true},
		}},
		typeStatus: {Name: "Status", Form: wirert.Struct, Fields: []wirert.Field{
			{Name: "share", Type: wirert.Float | wirert.OrNull, Optional: true},
			{Name: "tokens", Type: wirert.Int | wirert.OrNull, Optional: true},
			{Name: "usage", Type: typeUsage | wirert.OrNull, Optional: true},
			{Name: "message_id", Type: wirert.String | wirert.OrNull, Optional: true},
			{Name: "planning", Type: wirert.Bool | wirert.OrNull, Optional: true},
		}},
		typeImage: {Name: "Image", Form: wirert.Struct, Fields: []wirert.Field{
			{Name: "url", Type: wirert.String},
			{Name: "id", Type: wirert.String | wirert.OrNull, Optional: true},
		}},
		typePart: {Name: "Part", Form: wirert.Internal, Tag: "type", KeepUnknown: true, Variants: []wirert.Variant{
			{Tag: "text", Type: typeTextPart},
			{Tag: "think", Was: []string{"thinking"}, Type: typeThinkPart},
			{Tag: "image_url", Type: typeImageURLPart},
		}},
		typeTextPart: {Name: "TextPart", Form: wirert.Struct, Tag: "type", Values: []string{"text"}, Fields: []wirert.Field{
			{Name: "text", Type: wirert.String},
		}},
		typeThinkPart: {Name: "ThinkPart", Form: wirert.Struct, Tag: "type", Values: []string{"think", "thinking"}, Fields: []wirert.Field{
			{Name: "think", Type: wirert.String},
			{Name: "encrypted", Type: wirert.String | wirert.OrNull, Optional: true},
		}},
		typeImageURLPart: {Name: "ImageURLPart", Form: wirert.Struct, Tag: "type", Values: []string{"image_url"}, Fields: []wirert.Field{
			{Name: "image_url", Type: typeImage},
		}},
		typePartList: {Form: wirert.List, Elem: typePart},
		typeInput:    {Name: "Input", Form: wirert.ByKind, Kinds: 1<<wirert.KindString | 1<<wirert.KindArray, Expected: []string{"a string", "an array"}, Arms: []wirert.TypeID{wirert.String, typePartList}},
		typeBegin: {Name: "Begin", Form: wirert.Struct, Fields: []wirert.Field{
			{Name: "input", Type: typeInput},
		}},
		typeEnd: {Name: "End", Form: wirert.Struct},
		typeCall: {Name: "Call", Form: wirert.Struct, Fields: []wirert.Field{
			{Name: "type", Type: typeFunctionLiteral, Optional: true},
			{Name: "id", Type: wirert.String},
			{Name: "function", Type: typeCallFunction},
			{Name: "count", Type: wirert.Int, Optional: true},
			{Name: "mood", Type: typeMood, Optional: true},
			{Name: "color", Type: typeColor | wirert.OrNull, Optional: true},
			{Name: "weights", Type: typeFloatList, Optional: true},
			{Name: "labels", Type: typeStringMap, Optional: true},
			{Name: "groups", Type: typeIntListMap, Optional: true},
			{Name: "extra", Type: wirert.Any},
			{Name: "meta", Type: wirert.Object, Optional: true},
			{Name: "limit", Type: wirert.Int | wirert.OrNull},
			{Name: "note", Type: wirert.String, Optional: true},
		}},
		typeCallFunction: {Name: "CallFunction", Form: wirert.Struct, Fields: []wirert.Field{
			{Name: "name", Type: wirert.String},
			{Name: "arguments", Type: wirert.String | wirert.OrNull},
		}},
		typeFunctionLiteral: {Form: wirert.Literal, JSON: `"function"`},
		typeFloatList:       {Form: wirert.List, Elem: wirert.Float},
		typeStringMap:       {Form: wirert.Map, Elem: wirert.String},
		typeIntList:         {Form: wirert.List, Elem: wirert.Int},
		typeIntListMap:      {Form: wirert.Map, Elem: typeIntList},
		typeNested: {Name: "Nested", Form: wirert.Struct, Fields: []wirert.Field{
			{Name: "parent_id", Was: []string{"task_id"}, Type: wirert.String | wirert.OrNull, Optional: true},
			{Name: "event", Type: typeEvent},
		}},
		typeAnswer: {Name: "Answer", Form: wirert.Struct, Fields: []wirert.Field{
			{Name: "request_id", Type: wirert.String},
			{Name: "mood", Type: typeMood},
			{Name: "feedback", Type: wirert.String, Optional: true},
		}},
		typeAsk: {Name: "Ask", Form: wirert.Struct, Fields: []wirert.Field{
			{Name: "id", Type: wirert.String},
			{Name: "parts", Type: typePartList, Optional: true},
		}},
		typeOptions: {Name: "Options", Form: wirert.Struct, Fields: []wirert.Field{
			{Name: "fast", Type: wirert.Bool, Optional: true},
			{Name: "names", Type: typeStringList, Optional: true},
		}},
		typeStringList: {Form: wirert.List, Elem: wirert.String},
		typePromptParams: {Name: "PromptParams", Form: wirert.Struct, Fields: []wirert.Field{
			{Name: "input", Type: typeInput},
			{Name: "options", Type: typeOptions | wirert.OrNull, Optional: true},
		}},
		typePromptResult: {Name: "PromptResult", Form: wirert.Struct, Fields: []wirert.Field{
			{Name: "mood", Type: typeMood},
			{Name: "steps", Type: wirert.Int, Optional: true},
		}},
		typeEvent: {
			Name: "Event", Form: wirert.Adjacent, Tag: "type", Content: "payload", KeepUnknown: true,
			Foreign: []wirert.TypeID{typeRequest},
			Variants: []wirert.Variant{
				{Tag: "Begin", Type: typeBegin},
				{Tag: "End", Type: typeEnd},
				{Tag: "Status", Type: typeStatus},
				{Tag: "Part", Type: typePart},
				{Tag: "Call", Type: typeCall},
				{Tag: "Answer", Was: []string{"AnswerResolved"}, Type: typeAnswer},
				{Tag: "Nested", Type: typeNested},
			},
		},
		typeRequest: {
			Name: "Request", Form: wirert.Adjacent, Tag: "type", Content: "payload", KeepUnknown: true,
			Foreign: []wirert.TypeID{typeEvent},
			Variants: []wirert.Variant{
				{Tag: "Ask", Type: typeAsk},
			},
		},
		typeFrame: {
			Name: "Frame", Form: wirert.Adjacent, Tag: "type", Content: "payload", KeepUnknown: true,
			Parts: []wirert.TypeID{typeEvent, typeRequest},
		},
		typeMessage:       {Name: "Message", Form: wirert.Messages, Calls: calls},
		typeClientMessage: {Name: "ClientMessage", Form: wirert.Messages, From: wirert.FromClient, Calls: calls},
		typeAgentMessage:  {Name: "AgentMessage", Form: wirert.Messages, From: wirert.FromAgent, Calls: calls},
	},
}

// The methods, by their place in calls.
const (
	methodPrompt = iota
	methodPing
	methodCancel
	methodEvent
	methodRequest
)

var calls = []wirert.Call{
	methodPrompt:  {Method: "prompt", From: wirert.FromClient, Params: typePromptParams},
	methodPing:    {Method: "ping", From: wirert.FromBoth, Params: wirert.NoParams},
	methodCancel:  {Method: "cancel", From: wirert.FromClient, Params: wirert.Any, Optional: true},
	methodEvent:   {Method: "event", From: wirert.FromAgent, Notify: true, Params: typeEvent},
	methodRequest: {Method: "request", From: wirert.FromAgent, Params: typeRequest},
}
