// Package adversarial gives generated readers adversarial input: deep, large, with
// many duplicates, huge numbers or colliding keys. It has only tests. No input may
// crash a reader, hang it, or make it use more memory than a few times the text.
package adversarial
