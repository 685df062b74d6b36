// Package adversarial gives generated readers texts that want to harm them: deep,
// large, full of duplicates, of huge numbers, of keys that collide. It is made
// of tests only. None of them may crash a reader, hang it, or make it take more
// than a few times the text in memory.
package adversarial
