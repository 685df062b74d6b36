// Command dist makes what a release consists of, for each platform: an archive with the binary,
// an npm package and a wheel, then the npm package that chooses among those, and checksums. The
// same sources and the same release of Go make the same bytes, wherever they are.
//
//	make dist                                  all platforms, in .build/dist
//	make dist PLATFORMS=host DIST=../dist     that of this machine
//	go -C tools run ./dist -check DIR          what is in a folder, again
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	root := flag.String("root", "..", "the folder of the sources")
	out := flag.String("out", "../.build/dist", "the folder to write into")
	list := flag.String("platforms", "all", "all, host, or names such as linux/amd64,darwin/arm64")
	tag := flag.String("version", "", "the version, as v1.2.3; by default that of the tag of the commit, or else 0.0.0-dev")
	only := flag.String("check", "", "check the files of this folder, and make none")
	flag.Parse()
	if err := run(*root, *out, *list, *tag, *only); err != nil {
		fmt.Fprintln(os.Stderr, "dist:", err)
		os.Exit(1)
	}
}

func run(root, out, list, tag, only string) error {
	chosen, err := choose(list)
	if err != nil {
		return err
	}
	root, err = filepath.Abs(root)
	if err != nil {
		return err
	}
	v, err := versionOf(root)
	if tag == development.program {
		v, err = development, nil
	} else if tag != "" {
		v, err = parseVersion(tag)
	}
	if err != nil {
		return err
	}
	s := set{version: v, platforms: chosen}
	if only != "" {
		return s.check(only)
	}
	if s.texts, err = readTexts(root); err != nil {
		return err
	}
	if err := s.make(root, out); err != nil {
		return err
	}
	return s.check(out)
}
