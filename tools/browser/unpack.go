package main

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// starter is the script that starts the browser, in the folder of an installation.
const starter = "chromium"

var (
	//go:embed chromium.sh
	script []byte
	//go:embed fonts.conf
	fonts []byte
)

// place returns the folder for what a lock file names: in the cache folder of the user,
// so that all checkouts share it, or below root if there is none that can be written.
func place(root string, lock []byte) string {
	sum := sha256.New()
	for _, part := range [][]byte{lock, script, fonts} {
		sum.Write(part)
	}
	name := fmt.Sprintf("%x", sum.Sum(nil)[:8])
	if cache, err := os.UserCacheDir(); err == nil {
		dir := filepath.Join(cache, "wiregen-browser")
		if os.MkdirAll(dir, 0o777) == nil {
			return filepath.Join(dir, name)
		}
	}
	return filepath.Join(root, ".build", "browser-"+name)
}

// complete reports whether a folder has a browser.
func complete(dir string) bool {
	_, err := exec.LookPath(filepath.Join(dir, starter))
	return err == nil
}

// unpack installs packages in a folder, all or nothing. fetch puts their files into a
// folder.
func unpack(ctx context.Context, dir string, packages []locked, fetch func(ctx context.Context, dir string, packages []locked) error) error {
	if err := os.MkdirAll(filepath.Dir(dir), 0o777); err != nil {
		return err
	}
	made, err := os.MkdirTemp(filepath.Dir(dir), "unpacking-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(made)
	debs := filepath.Join(made, "debs")
	if err := os.Mkdir(debs, 0o777); err != nil {
		return err
	}
	if err := fetch(ctx, debs, packages); err != nil {
		return err
	}
	files, err := verified(debs, packages)
	if err != nil {
		return err
	}
	for _, file := range files {
		if out, err := exec.CommandContext(ctx, "dpkg-deb", "--extract", file, filepath.Join(made, "root")).CombinedOutput(); err != nil {
			return fmt.Errorf("dpkg-deb: %w\n%s", err, out)
		}
	}
	err = errors.Join(
		os.RemoveAll(debs),
		os.WriteFile(filepath.Join(made, starter), script, 0o777),
		os.WriteFile(filepath.Join(made, "fonts.conf"), fonts, 0o666))
	if err != nil {
		return err
	}
	if out, err := exec.CommandContext(ctx, filepath.Join(made, starter), "--version").CombinedOutput(); err != nil {
		return fmt.Errorf("the browser does not start: %w\n%s", err, out)
	}
	if complete(dir) { // by another process meanwhile
		return nil
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	if err := os.Rename(made, dir); err != nil && !complete(dir) {
		return err
	}
	return nil
}

// link makes name a symbolic link to a folder.
func link(dir, name string) error {
	if to, err := os.Readlink(name); err == nil && to == dir {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	if err := os.Remove(name); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return os.Symlink(dir, name)
}
