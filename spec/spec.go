// Package spec holds the protocol that this repository ships with, as the
// text of its spec file. Out comes the text; nothing here reads or checks it.
package spec

import _ "embed"

// Wire is the text of wire.yaml, the spec of Kimi Wire.
//
//go:embed wire.yaml
var Wire []byte
