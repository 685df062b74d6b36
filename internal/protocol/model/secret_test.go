package model

import "testing"

// TestStrictest compares marks by how much they show: 9 characters are fewer than 10, and nothing is
// less than any number.
func TestStrictest(t *testing.T) {
	for _, c := range [][3]Log{
		{LogAll, LogAll, LogAll}, {LogAll, 9, 9}, {LogAll, LogNothing, LogNothing},
		{9, 10, 9}, {10, 10, 10}, {9, LogNothing, LogNothing}, {LogNothing, LogNothing, LogNothing},
	} {
		if a, b := Strictest(c[0], c[1]), Strictest(c[1], c[0]); a != c[2] || b != c[2] {
			t.Errorf("Strictest of %d and %d: %d, and %d the other way round; want %d", c[0], c[1], a, b, c[2])
		}
	}
}
