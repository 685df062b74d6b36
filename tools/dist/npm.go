package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
)

// shim is the program of the npm package wiregen, which runs that of the platform.
//
//go:embed npm/wiregen.js
var shim []byte

// An npmPackage is what package.json has, in this order.
type npmPackage struct {
	Name                 string            `json:"name"`
	Version              string            `json:"version"`
	Description          string            `json:"description"`
	License              string            `json:"license,omitempty"`
	Homepage             string            `json:"homepage"`
	Repository           npmRepository     `json:"repository"`
	Bin                  map[string]string `json:"bin,omitempty"`
	Engines              map[string]string `json:"engines,omitempty"`
	OS                   []string          `json:"os,omitempty"`
	CPU                  []string          `json:"cpu,omitempty"`
	PreferUnplugged      bool              `json:"preferUnplugged,omitempty"` // for package managers that do not unpack: this must be a file
	OptionalDependencies map[string]string `json:"optionalDependencies,omitempty"`
	PublishConfig        map[string]string `json:"publishConfig"`
}

type npmRepository struct {
	Type string `json:"type"`
	URL  string `json:"url"`
}

func newNPMPackage(name string, v version, description string, texts texts) npmPackage {
	pkg := npmPackage{
		Name: name, Version: v.npm, Description: description, Homepage: source,
		Repository: npmRepository{"git", "git+" + source + ".git"}, PublishConfig: map[string]string{"access": "public"},
	}
	if len(texts.licenses) > 0 {
		pkg.License = license
	}
	return pkg
}

// npmMainName and npmPlatformName are the file names of the packages.
func npmMainName(v version) string { return fmt.Sprintf("wiregen-npm-%s.tgz", v.npm) }

func npmPlatformName(v version, p platform) string {
	return fmt.Sprintf("wiregen-npm-%s-%s-%s.tgz", v.npm, p.npmOS, p.npmCPU)
}

// npmMain makes the package wiregen. npm installs of its optional dependencies the one whose
// os and cpu are those of the machine.
func npmMain(v version, texts texts) ([]byte, error) {
	pkg := newNPMPackage("wiregen", v, summary, texts)
	pkg.Bin = map[string]string{"wiregen": "bin/wiregen.js"}
	pkg.Engines = map[string]string{"node": ">=20"}
	pkg.OptionalDependencies = map[string]string{}
	for _, p := range platforms {
		pkg.OptionalDependencies[p.npmName()] = v.npm
	}
	return pkg.pack(texts.readme, texts, file{name: "bin/wiregen.js", data: shim, run: true})
}

// npmPlatform makes the package with the binary of a platform.
func npmPlatform(v version, p platform, binary []byte, texts texts) ([]byte, error) {
	pkg := newNPMPackage(p.npmName(), v, fmt.Sprintf("The program wiregen for %s", p), texts)
	pkg.OS, pkg.CPU, pkg.PreferUnplugged = []string{p.npmOS}, []string{p.npmCPU}, true
	readme := fmt.Sprintf("# %s\n\nThe program wiregen for %s. Install the package `wiregen`, which runs it.\n", pkg.Name, p)
	return pkg.pack(readme, texts, file{name: "bin/" + p.program, data: binary, run: true})
}

func (pkg npmPackage) pack(readme string, texts texts, program file) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(pkg); err != nil {
		return nil, err
	}
	files := append([]file{{name: "package.json", data: text.Bytes()}, {name: "README.md", data: []byte(readme)}}, texts.licenses...)
	files = append(files, program)
	for i := range files {
		files[i].name = "package/" + files[i].name
	}
	return tarGz(files)
}
