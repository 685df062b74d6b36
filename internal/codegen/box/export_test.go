package box

import (
	"encoding/json"

	"github.com/wiregen/wiregen/internal/codegen/tsgen"
	"github.com/wiregen/wiregen/internal/protocol/lower"
)

// Script is the script of a protocol without the box itself: entry is the module that it
// returns.
func Script(rows *lower.Program, entry string) (string, error) {
	data, err := json.Marshal(tableOf(rows, func(any) string { return "" }))
	if err != nil {
		return "", err
	}
	return script(tsgen.Reading(rows), data, entry), nil
}

// ScriptOf is a script of other modules.
func ScriptOf(modules []tsgen.Module, entry string) string {
	return script(modules, []byte("{}"), entry)
}
