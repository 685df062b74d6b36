package merges

import (
	"strings"
	"testing"
)

// An edit is a typical change of spec/wire.yaml: texts that occur once, and their
// replacements.
type edit struct {
	name    string
	replace []string // old, new, old, new
}

var edits = []edit{
	{"an optional field", []string{
		"  StepBegin:\n    doc: A step begins, which is one call of the model and the tools that it asks for.\n    fields:\n      n:\n        type: int\n        doc: Number of the step in its turn, from 1.\n",
		"  StepBegin:\n    doc: A step begins, which is one call of the model and the tools that it asks for.\n    fields:\n      n:\n        type: int\n        doc: Number of the step in its turn, from 1.\n      label?:\n        type: string\n        doc: What people call the step.\n",
	}},
	{"a required field", []string{
		"        doc: Version of the program.\n\n  ExternalTool:", "        doc: Version of the program.\n      system:\n        type: string\n        doc: Where it runs.\n\n  ExternalTool:",
		`server: {name: Kimi Code CLI, version: "1.49.0"}`, `server: {name: Kimi Code CLI, version: "1.49.0", system: linux}`,
	}},
	{"a renamed field", []string{
		"      input_other:\n", "      input_new:\n",
		"token_usage: {input_other: 1200,", "token_usage: {input_new: 1200,",
	}},
	{"a removed event", []string{
		"  CompactionEnd:\n    doc: The context is shortened. It follows its CompactionBegin.\n    examples:\n      - {}\n\n", "",
	}},
	{"an integer that becomes a number", []string{
		"        type: int\n        doc: Number of events sent.", "        type: float\n        doc: Number of events sent.",
	}},
	{"a new error", []string{
		"    doc: The user's login has ended; log in again.\n", "    doc: The user's login has ended; log in again.\n  RATE_LIMITED:\n    code: -32005\n    doc: The model's provider asks for patience.\n",
	}},
	{"another default", []string{"type: int = 30", "type: int = 60"}},
	{"a closed enum", []string{"    since: \"1.7\"\n    open: true\n    enum:\n      PreToolUse", "    since: \"1.7\"\n    enum:\n      PreToolUse"}},
	{"a new event", []string{
		"  StepRetry:\n", "  ModelSwitched:\n    doc: Another model answers from now on.\n    since: \"1.10\"\n    fields:\n      model:\n        type: string\n        doc: Name of the model.\n    examples:\n      - {model: small}\n\n  StepRetry:\n",
	}},
	{"a deprecated method", []string{
		"    from: client\n    since: \"1.4\"\n    params:\n      enabled:", "    from: client\n    since: \"1.4\"\n    deprecated: {since: \"1.10\"}\n    params:\n      enabled:",
	}},
	{"an optional field that must be there", []string{
		"      response?:\n        type: string | null\n        doc: The answer.", "      response:\n        type: string | null\n        doc: The answer.",
		"{id: btw-2, error: The model could not be reached.}", "{id: btw-2, response: null, error: The model could not be reached.}",
	}},
	{"another error code", []string{"    code: -32001\n", "    code: -32011\n"}},
	{"a text of the documentation", []string{"doc: The turn is over. It may be missing when the turn was interrupted.", "doc: The turn is over. It is missing when the turn was interrupted."}},
	{"other places of events", []string{
		"  MCPLoadingBegin:\n    doc: The agent begins to connect to its MCP servers.\n    since: \"1.4\"\n    examples:\n      - {}\n\n  MCPLoadingEnd:\n    doc: The agent has finished connecting to its MCP servers.\n    since: \"1.4\"\n    examples:\n      - {}\n",
		"  MCPLoadingEnd:\n    doc: The agent has finished connecting to its MCP servers.\n    since: \"1.4\"\n    examples:\n      - {}\n\n  MCPLoadingBegin:\n    doc: The agent begins to connect to its MCP servers.\n    since: \"1.4\"\n    examples:\n      - {}\n",
	}},
	{"a lower limit of messages", []string{"max_bytes: 104857600", "max_bytes: 10485760"}},
	{"more types of ids", []string{"id: {types: [string]}", "id: {types: [string, int]}"}},
	{"a removed value of an enum", []string{"      failed: It could not be connected.\n", ""}},
	{"a text that becomes an enum", []string{
		"        type: string\n        doc: Its severity, such as `info` or `success`.\n", "        doc: Its severity.\n        open: true\n        enum: [info, success]\n",
	}},
	{"another new event", []string{
		"  SubagentEvent:\n    doc: An event", "  DraftSaved:\n    doc: The agent saved a draft.\n    since: \"1.10\"\n    fields:\n      sizes:\n        type: int[]\n        doc: Sizes of its parts.\n    examples:\n      - {sizes: [1]}\n\n  SubagentEvent:\n    doc: An event",
	}},
	{"a field of a type without a name", []string{
		"        doc: More about the answer.\n\n  QuestionResponse:", "        doc: More about the answer.\n      marks?:\n        type: map<bool>\n        doc: What is done.\n\n  QuestionResponse:",
	}},
}

// on returns a text with the edit.
func (e edit) on(t *testing.T, text string) string {
	t.Helper()
	for i := 0; i < len(e.replace); i += 2 {
		if n := strings.Count(text, e.replace[i]); n != 1 {
			t.Fatalf("%s: %q is found %d times in the spec", e.name, e.replace[i], n)
		}
		text = strings.Replace(text, e.replace[i], e.replace[i+1], 1)
	}
	return text
}
