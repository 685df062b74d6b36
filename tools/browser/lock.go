package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// A locked package is one of Debian's in one version, with the SHA-256 of its file.
type locked struct{ name, version, sum string }

// lockHead begins each lock file.
const lockHead = `# Chromium for the tests, and what it needs beside the essential packages and apt.
# make browser-lock writes this file.
`

// lockLine keeps names and versions to what Debian's policy allows, so that none is an
// option or a path.
var lockLine = regexp.MustCompile(`^([a-z0-9][a-z0-9+.-]+) ([0-9][A-Za-z0-9.+:~-]*) ([0-9a-f]{64})$`)

// parseLock reads a lock file: in each line a name, a version and a sum.
func parseLock(text string) ([]locked, error) {
	var out []locked
	seen := map[string]bool{}
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimSuffix(line, "\n")
		if line == "" || line[0] == '#' {
			continue
		}
		m := lockLine.FindStringSubmatch(line)
		if m == nil {
			return nil, fmt.Errorf("line %d has no name, version and SHA-256: %q", n, line)
		}
		if seen[m[1]] {
			return nil, fmt.Errorf("line %d names %s a second time", n, m[1])
		}
		seen[m[1]] = true
		out = append(out, locked{m[1], m[2], m[3]})
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("it names no package")
	}
	return out, nil
}

func formatLock(packages []locked) string {
	var b strings.Builder
	b.WriteString(lockHead)
	for _, p := range packages {
		fmt.Fprintln(&b, p.name, p.version, p.sum)
	}
	return b.String()
}

// verified returns the file of each package in a folder, if all of them have the sums
// that are locked.
func verified(dir string, packages []locked) ([]string, error) {
	var out []string
	for _, p := range packages {
		// No name has an underscore, which is what ends it in the name of a file.
		files, err := filepath.Glob(filepath.Join(dir, p.name+"_*.deb"))
		if err != nil {
			return nil, err
		}
		if len(files) != 1 {
			return nil, fmt.Errorf("%s %s: %d files were downloaded, not 1", p.name, p.version, len(files))
		}
		sum, err := sumOf(files[0])
		if err != nil {
			return nil, err
		}
		if sum != p.sum {
			return nil, fmt.Errorf("%s %s: the SHA-256 of the file is %s, but %s is locked", p.name, p.version, sum, p.sum)
		}
		out = append(out, files[0])
	}
	return out, nil
}

func sumOf(file string) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
