// Package tsapi says what a change of TypeScript declarations does to code that uses them.
package tsapi

import "github.com/wiregen/wiregen/internal/target/backend"

// Compare says nothing yet.
func Compare(old, today []backend.Declaration, renamed map[string]string) []backend.Change { return nil }
