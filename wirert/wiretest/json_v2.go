//go:build goexperiment.jsonv2

package wiretest

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
)

func init() {
	// The last of several members with one key counts, as in generated readers.
	last := jsontext.AllowDuplicateNames(true)
	libraries = append(libraries, library{
		"encoding/json/v2",
		func(v any) ([]byte, error) { return json.Marshal(v, last) },
		func(text []byte, v any) error { return json.Unmarshal(text, v, last) },
	})
}
