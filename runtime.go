// Package wiregen has the sources of its Go runtime, which the command copies into the
// modules that ask for a copy (runtime: embed). It is for the command only, not for
// other programs: those import wirert, or have the copy.
package wiregen

import "embed"

// Runtime has the sources of the package wirert and of those below it, with their tests
// but without generated code; and the license.
//
//go:embed LICENSE NOTICE wirert/*.go wirert/codec wirert/journal wirert/rpc wirert/session wirert/wiretest wirert/internal/chars
var Runtime embed.FS
