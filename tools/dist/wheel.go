package main

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strings"
)

// wheelName is the file name of the wheel of a platform.
func wheelName(v version, p platform) string {
	return fmt.Sprintf("wiregen-%s-py3-none-%s.whl", v.python, strings.Join(p.wheel, "."))
}

// wheel makes the wheel of a platform. Its only script is the binary, which pip puts beside
// those of Python.
func wheel(v version, p platform, binary []byte, texts texts) ([]byte, error) {
	info := "wiregen-" + v.python + ".dist-info/"
	files := []file{
		{name: "wiregen-" + v.python + ".data/scripts/" + p.program, data: binary, run: true},
		{name: info + "METADATA", data: []byte(metadata(v, texts))},
		{name: info + "WHEEL", data: []byte(wheelText(p))},
	}
	for _, l := range texts.licenses {
		files = append(files, file{name: info + "licenses/" + l.name, data: l.data})
	}
	files = append(files, record(info+"RECORD", files))
	return zipped(files)
}

// metadata describes the distribution, as the core metadata of Python.
func metadata(v version, texts texts) string {
	var out strings.Builder
	fmt.Fprintf(&out, "Metadata-Version: 2.4\nName: wiregen\nVersion: %s\nSummary: %s\n", v.python, summary)
	fmt.Fprintf(&out, "Project-URL: Source, %s\nRequires-Python: >=3.8\n", source)
	if len(texts.licenses) > 0 {
		out.WriteString("License-Expression: " + license + "\n")
	}
	for _, l := range texts.licenses {
		fmt.Fprintf(&out, "License-File: %s\n", l.name)
	}
	fmt.Fprintf(&out, "Description-Content-Type: text/markdown\n\n%s", texts.readme)
	return out.String()
}

func wheelText(p platform) string {
	var out strings.Builder
	out.WriteString("Wheel-Version: 1.0\nGenerator: wiregen tools/dist\nRoot-Is-Purelib: false\n")
	for _, tag := range p.wheel {
		fmt.Fprintf(&out, "Tag: py3-none-%s\n", tag)
	}
	return out.String()
}

// record lists the files of a wheel with their checksums. It has none of itself.
func record(name string, files []file) file {
	var out strings.Builder
	for _, f := range files {
		fmt.Fprintf(&out, "%s,%s,%d\n", f.name, recordSum(f.data), len(f.data))
	}
	fmt.Fprintf(&out, "%s,,\n", name)
	return file{name: name, data: []byte(out.String())}
}

func recordSum(data []byte) string {
	sum := sha256.Sum256(data)
	return "sha256=" + base64.RawURLEncoding.EncodeToString(sum[:])
}
