package main

import (
	"debug/buildinfo"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
)

// peerTools are the peers, in the versions that tools/peers locks.
type peerTools struct {
	binaries string // a folder of Go programs
	modules  string // node_modules
}

// scripts are the entries of the npm peers.
var scripts = map[string]string{
	"openapi-typescript": "openapi-typescript/bin/cli.js",
	"quicktype":          "quicktype/dist/index.js",
}

func (t peerTools) binary(name string) string { return filepath.Join(t.binaries, name) }
func (t peerTools) script(name string) string {
	return filepath.Join(t.modules, filepath.FromSlash(scripts[name]))
}

// installPeers builds the Go peers and installs the npm ones where they are not
// there already.
func installPeers(root string) (peerTools, error) {
	dir := filepath.Join(root, "tools", "peers")
	t := peerTools{binaries: filepath.Join(root, ".build", "peers"), modules: filepath.Join(dir, "node_modules")}
	if err := os.MkdirAll(t.binaries, 0o777); err != nil {
		return t, err
	}
	if err := output(dir, "go", "build", "-o", t.binaries+string(filepath.Separator), "tool"); err != nil {
		return t, err
	}
	lock, err := os.Stat(filepath.Join(dir, "package-lock.json"))
	if err != nil {
		return t, err
	}
	installed, err := os.Stat(filepath.Join(t.modules, ".package-lock.json"))
	if err == nil && !installed.ModTime().Before(lock.ModTime()) {
		return t, nil
	}
	return t, output(dir, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
}

// versions names every peer with its version.
func (t peerTools) versions() (string, error) {
	var out []string
	for _, name := range []string{"oapi-codegen", "go-jsonschema"} {
		version, err := goVersion(t.binary(name))
		if err != nil {
			return "", err
		}
		out = append(out, name+" "+version)
	}
	for _, name := range []string{"openapi-typescript", "quicktype"} {
		text, err := os.ReadFile(filepath.Join(t.modules, name, "package.json"))
		if err != nil {
			return "", err
		}
		var p struct{ Version string }
		if err := json.Unmarshal(text, &p); err != nil {
			return "", err
		}
		out = append(out, name+" "+p.Version)
	}
	return strings.Join(out, ", "), nil
}

// goVersion returns the version of the module from which a program was built.
func goVersion(program string) (string, error) {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return "", err
	}
	return strings.TrimPrefix(info.Main.Version, "v"), nil
}
