// Package specfuzz is for tests: it makes random specs, rich in everything that
// the language has, and makes a spec that shows a fault smaller. In goes a seed,
// out comes a tree of a spec, which prints itself as YAML; the same seed gives
// the same bytes on every machine. It must not know what a spec means: whether
// one is accepted, and whether what is made of it is right, is for others to
// say.
package specfuzz
