package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/bench/marked"
)

// compilers are the versions of TypeScript in test/ts, by the names of their packages.
var compilers = []string{"typescript-5.9", "typescript-7"}

const config = `{"compilerOptions": {"strict": true, "noEmit": true, "skipLibCheck": false, "types": [],
	"target": "es2022", "module": "nodenext", "moduleResolution": "nodenext"}, "files": ["main.ts"]}
`

// tsPrograms are what tsc checks, where PACKAGE is the folder of the generated package.
var tsPrograms = []struct{ name, text string }{
	{"an empty file", "export {};\n"},
	{"its types", `import type { Message } from "PACKAGE/types.js";
export type Method = Extract<Message, { method: string }>["method"];
`},
	{"reading and writing messages", `import { isMessage, parseMessage, readMessage, writeMessage } from "PACKAGE/index.js";
export const all = [isMessage, parseMessage, readMessage, writeMessage];
`},
}

// A check is what tsc takes for a program.
type check struct {
	series
	types, instantiations int64
}

// typescript is the table of what tsc takes.
func (s settings) typescript(base string) (string, error) {
	modules := filepath.Join(s.root, "test", "ts", "node_modules")
	if _, err := os.Stat(filepath.Join(modules, ".package-lock.json")); err != nil {
		return "", errors.New("TypeScript is not installed: npm ci --ignore-scripts --prefix test/ts")
	}
	packages := []struct{ name, dir string }{
		{"wiregen", filepath.Join(s.root, "gen", "ts")}, {"commit " + s.base, filepath.Join(base, "gen", "ts")},
	}
	rows := [][]string{{"tsc --strict", "of", "CPU", "types", "instantiations"}}
	for _, compiler := range compilers {
		version, err := packageVersion(filepath.Join(modules, compiler))
		if err != nil {
			return "", err
		}
		var checks []*check
		var dirs []string
		for p, pkg := range packages {
			copied := filepath.Join(s.work, fmt.Sprintf("%s-package-%d", compiler, p))
			if err := os.CopyFS(copied, os.DirFS(pkg.dir)); err != nil {
				return "", err
			}
			for i, program := range tsPrograms {
				if i == 0 && p > 0 { // the same empty file
					continue
				}
				dir := filepath.Join(s.work, fmt.Sprintf("%s-%d-%d", compiler, p, i))
				text := strings.ReplaceAll(program.text, "PACKAGE", "../"+filepath.Base(copied))
				if err := writeFiles(dir, map[string]string{"tsconfig.json": config, "package.json": `{"type": "module"}`, "main.ts": text}); err != nil {
					return "", err
				}
				dirs = append(dirs, dir)
				name := pkg.name
				if i == 0 {
					name = "–"
				}
				checks = append(checks, &check{series: series{name: "TypeScript " + version + ", " + program.name + "|" + name}})
			}
		}
		for range s.rounds {
			for i, c := range checks {
				if err := c.run(dirs[i], filepath.Join(modules, compiler, "bin", "tsc")); err != nil {
					return "", err
				}
			}
		}
		for _, c := range checks {
			what, of, _ := strings.Cut(c.name, "|")
			more := func(n, than int64) string {
				if c == checks[0] {
					return thousands(n)
				}
				return "+" + thousands(n-than)
			}
			rows = append(rows, []string{what, of, c.cell(), more(c.types, checks[0].types), more(c.instantiations, checks[0].instantiations)})
		}
	}
	return marked.Table(rows), nil
}

// count finds a line of tsc --extendedDiagnostics.
var count = regexp.MustCompile(`(?m)^(Types|Instantiations):\s+(\d+)`)

func (c *check) run(dir, tsc string) error {
	used, text, err := timed(dir, nil, "node", tsc, "-p", ".", "--extendedDiagnostics")
	if err != nil {
		return err
	}
	found := count.FindAllStringSubmatch(text, -1)
	if len(found) != 2 {
		return fmt.Errorf("tsc says nothing of types and instantiations:\n%s", text)
	}
	c.runs = append(c.runs, used)
	for _, f := range found {
		n, err := strconv.ParseInt(f[2], 10, 64)
		if err != nil {
			return err
		}
		if f[1] == "Types" {
			c.types = n
		} else {
			c.instantiations = n
		}
	}
	return nil
}

func writeFiles(dir string, files map[string]string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}

var versionMember = regexp.MustCompile(`"version":\s*"([^"]+)"`)

func packageVersion(dir string) (string, error) {
	text, err := os.ReadFile(filepath.Join(dir, "package.json"))
	if err != nil {
		return "", err
	}
	found := versionMember.FindSubmatch(text)
	if found == nil {
		return "", fmt.Errorf("%s has no version", dir)
	}
	return string(found[1]), nil
}
