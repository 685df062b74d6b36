package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// What a contender made.
type made struct {
	bytes, lines int64
	missing      map[string]int // how many types of a kind it does not declare
}

// kinds are the kinds of names, in the order of reports.
var kinds = []string{"structs", "unions", "variants", "enums"}

// inspect reads the files below a folder. It fails if any of the structs is not
// declared: a generator that leaves it out does not do the work that is measured.
func inspect(dir string, p *protocol, declares *regexp.Regexp) (made, error) {
	m := made{missing: map[string]int{}}
	declared := map[string]bool{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		return m.file(path, func(line []byte) {
			if found := declares.FindSubmatch(line); found != nil {
				declared[string(found[1])] = true
			}
		})
	})
	if err != nil {
		return m, err
	}
	if m.bytes == 0 {
		return m, errors.New("nothing was made")
	}
	for kind, names := range p.names() {
		for _, name := range names {
			if !declared[name] {
				m.missing[kind]++
			}
		}
	}
	if n := m.missing["structs"]; n > 0 {
		return m, fmt.Errorf("%d of %d structs are not declared in the output", n, len(p.structs))
	}
	return m, nil
}

func (m *made) file(path string, each func(line []byte)) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	r := bufio.NewReader(f)
	for {
		line, err := r.ReadBytes('\n')
		m.bytes += int64(len(line))
		if len(line) > 0 {
			m.lines++
			each(bytes.TrimSuffix(line, []byte("\n")))
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// without lists the types that are not declared, or returns "".
func (m made) without(p *protocol) string {
	var out []string
	names := p.names()
	for _, kind := range kinds {
		if n := m.missing[kind]; n > 0 {
			out = append(out, fmt.Sprintf("%d of %d %s", n, len(names[kind]), kind))
		}
	}
	return strings.Join(out, ", ")
}
