// Package chars copies and checks the text of JSON strings, many bytes at a time.
//
// On amd64 with AVX2, long texts are processed by assembly. Elsewhere, and with the build tag
// purego, the functions process eight bytes at a time in Go, without package unsafe. The
// results are the same.
package chars
