// Package compare reports the effect of a change of a protocol on the peers of both versions.
//
// It walks the rows of two versions in parallel, from the messages down to the scalars,
// and compares at each place what one version writes with what the other reads, in both
// directions. A difference belongs to the edit of the spec that makes it, however many
// messages lead to it, and is shown by a smallest message, which the reference reader
// has judged.
//
// The files are in rooms. A room uses only those before it, which a test of test/arch checks; it has the list.
//
//   - verdict: the levels, the table of outcomes, and the rules with their examples.
//   - finding: what a comparison says. Edits that are one decision are put together.
//   - pairs: the rows of both versions side by side, and what is different; gates.go applies gates to all of them.
//   - witness: the message that shows a difference, which the reference reader confirms.
//   - notes: what is for those who keep the spec, such as versions, since and reserved names.
//   - comparison: Compare, and a finding of each edit.
//   - history: what the versions before the old one add to a comparison.
package compare
