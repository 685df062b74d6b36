// Package lower computes the meaning of a checked protocol on the wire, as rows with every
// rule applied: the JSON kinds of a type, how an absent key and a null are read, when a field
// is written, the tags of an object, how the variants of a union are distinguished, and the
// words for each of these in an error. Users of a row switch on its enums and never combine
// flags. Names in generated code are left to the targets.
//
// Rows can be made for one element at a time, as package check does in its proofs while the
// protocol is incomplete, or for a whole protocol, as backends do. Lowering requires resolved
// references and reports no errors.
package lower
