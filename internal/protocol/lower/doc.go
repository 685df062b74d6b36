// Package lower says what a checked protocol means on the wire, as rows that
// leave nothing to decide: which JSON kinds a type has, what an absent key and
// a null are read as, when a field is written, which tags an object carries,
// how the variants of a union are told apart, and the words for each of these
// in an error. In goes the model, out come rows. Whoever reads a row switches on
// its enums and combines no flags. Only what is printed into an output is named
// by its target.
//
// A row may be asked for one element at a time, as check does in its proofs
// while the protocol is not complete, or for all of a protocol, as backends do.
// Lowering needs resolved references and reports nothing.
package lower
