// Package e2e holds no code of its own, only the tests that take one
// small spec per construct (testdata/constructs), compile it for every target,
// hold the output against its golden, build it, and read the same messages
// with every reader.
package e2e
