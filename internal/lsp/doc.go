// Package lsp is the language server of wiregen: documents, positions, settings, when findings are
// published, and how what internal/editor answers is said in the Language Server Protocol. Its
// end of the connection is generated from wire/lsp.yaml.
package lsp
