// Package chars copies and checks the text of JSON strings, many bytes at a time.
//
// On amd64 with AVX2 long texts go through assembly; elsewhere, and with the build tag
// purego, the same functions are Go, eight bytes at a time, without package unsafe. The
// results are the same.
package chars
