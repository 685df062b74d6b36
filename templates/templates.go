// Package templates holds the texts that text targets are filled into, one
// folder per target. It only embeds them; a backend parses and fills its own.
package templates

import "embed"

// TS are the templates of the TypeScript target, below ts/.
//
//go:embed ts/*
var TS embed.FS

// Py are the templates of the Python target, below py/.
//
//go:embed py/*.tmpl py/runtime/*.py
var Py embed.FS
