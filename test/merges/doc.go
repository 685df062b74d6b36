// Package merges is for tests: it merges changes of a spec as git does, and
// compares what is committed beside it with what is made of the merged spec.
package merges
