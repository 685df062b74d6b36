package main

import (
	"fmt"
	"os/exec"
	"regexp"
	"strings"
)

// A version is a version in the notations of those who read it.
type version struct {
	program string // of wiregen version; a release has a v, which the Go command can fetch
	npm     string // Semantic Versioning: file names and npm
	python  string // PEP 440
}

// development is the version of what is built at no tag.
var development = version{"0.0.0-dev", "0.0.0-dev", "0.0.0.dev0"}

var tagForm = regexp.MustCompile(`^v((?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*))(?:-(alpha|beta|rc)\.(0|[1-9]\d*))?$`)

// parseVersion reads a tag such as v1.2.3 or v1.2.3-rc.1.
func parseVersion(tag string) (version, error) {
	m := tagForm.FindStringSubmatch(tag)
	if m == nil {
		return version{}, fmt.Errorf("%q is not the version of a release: write it as v1.2.3, v1.2.3-rc.1, -beta.1 or -alpha.1, which npm and Python have too", tag)
	}
	v := version{tag, tag[1:], m[1]}
	if m[2] != "" {
		v.python += map[string]string{"alpha": "a", "beta": "b", "rc": "rc"}[m[2]] + m[3]
	}
	return v, nil
}

// versionOf is the version of the commit in a folder: that of its tag, unless files differ from it.
func versionOf(root string) (version, error) {
	tag, err := git(root, "describe", "--tags", "--exact-match", "--match", "v*")
	if err != nil {
		return development, nil // there is no tag, or no repository
	}
	changed, err := git(root, "status", "--porcelain")
	if err != nil {
		return version{}, err
	}
	if changed != "" {
		return version{}, fmt.Errorf("files differ from the tag %s: commit or remove them\n%s", tag, changed)
	}
	return parseVersion(tag)
}

func git(root string, args ...string) (string, error) {
	out, err := exec.Command("git", append([]string{"-C", root}, args...)...).Output()
	return strings.TrimRight(string(out), "\n"), err
}
