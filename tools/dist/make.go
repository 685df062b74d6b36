package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

const (
	source  = "https://github.com/wiregen/wiregen"
	license = "Apache-2.0"
	summary = "Compiles one YAML spec of a JSON-RPC protocol to Go, TypeScript, Python and JSON Schema"
	sums    = "SHA256SUMS"
)

// texts are what each package has beside the binary.
type texts struct {
	readme   string
	licenses []file
}

// readTexts reads the license and the notice, of those that the sources have.
func readTexts(root string) (texts, error) {
	t := texts{readme: readme}
	for _, name := range []string{"LICENSE", "NOTICE"} {
		data, err := os.ReadFile(filepath.Join(root, name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return texts{}, err
		}
		t.licenses = append(t.licenses, file{name: name, data: data})
	}
	return t, nil
}

const readme = `# wiregen

` + summary + `. The generated code reads and writes the same
messages in each language, refuses the same messages, and reports the same errors.

    npx wiregen init myproto          # or: pipx run wiregen init myproto
    cd myproto
    npx wiregen generate

This package contains the program for its platform. It installs without scripts and downloads nothing.
The documentation is at ` + source + `.
`

// A set is what a release consists of.
type set struct {
	version   version
	platforms []platform
	texts     texts
}

// make builds the binaries and packs them into a folder. The checksums are written last: without
// them the folder is not complete.
func (s set) make(root, dir string) error {
	if err := clear(dir); err != nil {
		return err
	}
	var made []file
	write := func(name string, data []byte, err error) error {
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		made = append(made, file{name: name, data: data})
		fmt.Printf("%9d  %s\n", len(data), name)
		return os.WriteFile(filepath.Join(dir, name), data, 0o666)
	}
	data, err := npmMain(s.version, s.texts)
	if err := write(npmMainName(s.version), data, err); err != nil {
		return err
	}
	for _, p := range s.platforms {
		binary, err := build(root, s.version, p)
		if err != nil {
			return fmt.Errorf("%s: %w", p, err)
		}
		data, err := archive(p, binary, s.texts)
		if err := write(archiveName(s.version, p), data, err); err != nil {
			return err
		}
		data, err = npmPlatform(s.version, p, binary, s.texts)
		if err := write(npmPlatformName(s.version, p), data, err); err != nil {
			return err
		}
		data, err = wheel(s.version, p, binary, s.texts)
		if err := write(wheelName(s.version, p), data, err); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(dir, sums), sumsOf(made), 0o666)
}

// clear removes what an earlier run wrote. A folder with other files is not that of a release.
func clear(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Name() != sums && !strings.HasPrefix(e.Name(), "wiregen-") {
			return fmt.Errorf("%s has %q, which is no file of a release: choose an empty folder", dir, e.Name())
		}
	}
	for _, e := range entries {
		if err := os.Remove(filepath.Join(dir, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

// build compiles the binary of a platform. Nothing of the environment decides about its bytes but
// the release of Go. It keeps its build ID, by which the cache of generate knows the program.
func build(root string, v version, p platform) ([]byte, error) {
	dir, err := os.MkdirTemp("", "wiregen-dist-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, p.program)
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w -X "+stamp+"="+v.program, "-o", name, "./cmd/wiregen")
	cmd.Dir, cmd.Stderr = root, os.Stderr
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+p.os, "GOARCH="+p.arch, "GOAMD64=v1", "GOARM64=v8.0", "GOFLAGS=", "GOEXPERIMENT=", "GOFIPS140=off", "GOWORK=off")
	if err := cmd.Run(); err != nil {
		return nil, err
	}
	return os.ReadFile(name)
}

// stamp is the variable of the program that has the version of a release.
const stamp = "github.com/wiregen/wiregen/internal/command/cli.stamped"

// archiveName is the file name of the archive for those who use no package manager.
func archiveName(v version, p platform) string {
	if p.os == "windows" {
		return fmt.Sprintf("wiregen-%s-%s-%s.zip", v.npm, p.os, p.arch)
	}
	return fmt.Sprintf("wiregen-%s-%s-%s.tar.gz", v.npm, p.os, p.arch)
}

func archive(p platform, binary []byte, texts texts) ([]byte, error) {
	files := append([]file{{name: p.program, data: binary, run: true}}, texts.licenses...)
	if p.os == "windows" {
		return zipped(files)
	}
	return tarGz(files)
}

// sumsOf lists files with their checksums, as sha256sum does.
func sumsOf(files []file) []byte {
	var lines []string
	for _, f := range files {
		lines = append(lines, fmt.Sprintf("%x  %s\n", sha256.Sum256(f.data), f.name))
	}
	slices.SortFunc(lines, func(a, b string) int { return strings.Compare(a[66:], b[66:]) })
	return []byte(strings.Join(lines, ""))
}
