// Package tsusers holds what the compiler says about changes of TypeScript declarations
// against what the TypeScript compiler says of programs that use them: code that reads
// values of each type, makes them, or has a case for each of them.
package tsusers
