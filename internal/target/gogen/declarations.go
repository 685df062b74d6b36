package gogen

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"strings"

	"github.com/wiregen/wiregen/internal/target/backend"
)

// Declarations are the exported types, constants and variables. Functions are left out:
// they follow from them.
func (Backend) Declarations(files []backend.File) ([]backend.Declaration, error) {
	var out []backend.Declaration
	for _, f := range files {
		if !strings.HasSuffix(f.Name, ".go") || strings.HasSuffix(f.Name, "_codec.go") || strings.HasSuffix(f.Name, "_test.go") {
			continue
		}
		set := token.NewFileSet()
		tree, err := parser.ParseFile(set, f.Name, f.Data, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		ast.FileExports(tree)
		for _, d := range tree.Decls {
			group, ok := d.(*ast.GenDecl)
			if !ok || group.Tok == token.IMPORT {
				continue
			}
			text, err := dense(set, group)
			if err != nil {
				return nil, err
			}
			out = append(out, backend.Declaration{Name: nameOf(group), Text: text})
		}
	}
	return out, nil
}

// dense is a declaration without the empty lines that its comments leave.
func dense(set *token.FileSet, d *ast.GenDecl) (string, error) {
	var text bytes.Buffer
	if err := format.Node(&text, set, d); err != nil {
		return "", err
	}
	var lines []string
	for line := range strings.Lines(text.String()) {
		if strings.TrimSpace(line) != "" {
			lines = append(lines, line)
		}
	}
	out, err := format.Source([]byte(strings.Join(lines, ""))) // columns go across what was empty
	return string(out), err
}

// nameOf is the name of a declaration: that of its type, or of its only value, or what
// the names of its values begin with.
func nameOf(d *ast.GenDecl) string {
	var names []string
	for _, s := range d.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			return s.Name.Name
		case *ast.ValueSpec:
			if typ, ok := s.Type.(*ast.Ident); ok && len(d.Specs) > 1 {
				return "values of " + typ.Name
			}
			for _, n := range s.Names {
				names = append(names, n.Name)
			}
		}
	}
	if len(names) == 1 {
		return names[0]
	}
	return sharedPrefix(names) + "…"
}

func sharedPrefix(names []string) string {
	prefix := names[0]
	for _, n := range names {
		for !strings.HasPrefix(n, prefix) {
			prefix = prefix[:len(prefix)-1]
		}
	}
	return prefix
}
