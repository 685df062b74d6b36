//go:build !amd64 || purego

package chars

import "unicode/utf8"

// minWide is larger than any text: the functions below are never useful.
const minWide = 1 << 62

func unescapeWide(_, _ []byte) (nd, ns int, high bool) { return 0, 0, false }

func skipWide([]byte) (ns int, high bool) { return 0, false }

func escapeWide([]byte, string) (nd, ns int, high bool) { return 0, 0, false }

func endWide([]byte) int { return 0 }

func validWide([]byte) int { return 0 }

func validWideString(s string) bool { return utf8.ValidString(s) }
