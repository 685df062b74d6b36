package lsp

import (
	"encoding/json"
	"reflect"
	"time"

	"github.com/wiregen/wiregen/internal/editor"
)

// section is the name of the settings in an editor.
const section = "wiregen"

// settings are what a user can set in the editor.
type settings struct {
	Diagnostics struct {
		Delay int `json:"delay"` // milliseconds after the last change
	} `json:"diagnostics"`
	Lint struct {
		Enabled bool     `json:"enabled"`
		Off     []string `json:"off"` // rules
	} `json:"lint"`
	InlayHints struct {
		Enabled bool `json:"enabled"`
	} `json:"inlayHints"`
	Review struct {
		Against string `json:"against"` // a commit; "": no review
	} `json:"review"`
	Rename string `json:"rename"`
}

// The longest delay, so that a wrong unit does not switch findings off.
const maxDelay = time.Minute

// usual are the settings of a user who has set nothing.
func usual() settings {
	var s settings
	s.Diagnostics.Delay = 150
	s.Lint.Enabled = true
	s.InlayHints.Enabled = true
	return s
}

// readSettings reads settings over the usual ones. What cannot be read is as if it was not set, one
// by one: an editor sends what its user typed.
func readSettings(raw []byte) settings {
	s := usual()
	var keys map[string]json.RawMessage
	if json.Unmarshal(raw, &keys) != nil {
		return s
	}
	if inner, ok := keys[section]; ok {
		return readSettings(inner)
	}
	for key, value := range keys {
		next := s
		if one, err := json.Marshal(map[string]json.RawMessage{key: value}); err == nil && json.Unmarshal(one, &next) == nil {
			s = next
		}
	}
	return s
}

func (s settings) delay() time.Duration {
	return min(max(time.Duration(s.Diagnostics.Delay)*time.Millisecond, 0), maxDelay)
}

func (s settings) same(other settings) bool { return reflect.DeepEqual(s, other) }

// isNull reports whether an editor has sent nothing.
func isNull(raw []byte) bool { return len(raw) == 0 || string(raw) == "null" }

// renames is what the settings say of a rename: "spec", "wire", "both", and "was" for both with the
// old name of messages kept. What the element has no name for is left out.
func (s settings) renames(t editor.RenameTarget) editor.RenameMode {
	mode := map[string]editor.RenameMode{
		"spec": editor.InSpec, "wire": editor.OnWire, "both": editor.InSpec | editor.OnWire, "was": editor.InSpec | editor.OnWire | editor.KeepOld,
	}[s.Rename]
	if t.Name == "" {
		mode &^= editor.InSpec
	}
	if t.Wire == "" {
		mode &^= editor.OnWire
	}
	if !t.Was || mode&editor.OnWire == 0 {
		mode &^= editor.KeepOld
	}
	if mode == 0 {
		return t.Default
	}
	return mode
}
