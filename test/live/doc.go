// Package live runs generated clients against real peers: programs that other people
// wrote, in the versions that the folder peers locks. Nothing of a peer is in this
// repository: the tests fetch them into .build/live, and the package is a module of its
// own, so that only make live does.
//
// The folders lsp, mcp and acp have specs of parts of these protocols. What is generated
// from them is not committed, as no user reads it: make generates it before the tests are
// compiled.
package live
