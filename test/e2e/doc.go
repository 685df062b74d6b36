// Package e2e has only tests. They compile one small spec per construct
// (testdata/constructs) for every target, compare the output with its golden,
// build it, and read the same messages with every reader.
package e2e
