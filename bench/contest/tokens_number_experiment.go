//go:build goexperiment.jsonv2

package contest

import "github.com/go-json-experiment/json/jsontext"

// In a build with the experiment the module is a name for the packages of the standard
// library, which are older.

func tokenInt(t jsontext.Token) (int64, error)     { return t.Int(), nil }
func tokenFloat(t jsontext.Token) (float64, error) { return t.Float(), nil }
