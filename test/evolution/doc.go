// Package evolution holds the comparison of two versions of a protocol against an
// oracle, which shares nothing with it: it makes small messages of the one version, has
// the reference reader of the other version read them, and says what became of each.
package evolution
