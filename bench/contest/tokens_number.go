//go:build !goexperiment.jsonv2

package contest

import "github.com/go-json-experiment/json/jsontext"

func tokenInt(t jsontext.Token) (int64, error)     { return t.Int() }
func tokenFloat(t jsontext.Token) (float64, error) { return t.Float() }
