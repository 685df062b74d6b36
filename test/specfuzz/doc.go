// Package specfuzz is for tests: it makes random specs that use everything in the
// language, and shrinks a spec that shows a fault. A seed gives a tree of a spec,
// which prints itself as YAML; the same seed gives the same bytes on every machine.
// The package does not interpret specs: whether one is accepted, and whether its
// output is right, is checked by its users.
package specfuzz
