package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// program is the package with the browser.
const program = "chromium-headless-shell"

// unneeded are packages that Chromium depends on for a desktop only. They have a third of
// all bytes, because they need libraries for graphics.
var unneeded = []string{"x11-utils", "xdg-utils"}

// An apt reads the sources of the system and has everything else to itself in a folder:
// lists, cache, and which packages are installed, which are only the unneeded ones.
type apt struct {
	ctx     context.Context
	dir     string
	options []string
	unread  []string // what it could not read of its sources
}

// newApt downloads the lists of packages into a folder.
func newApt(ctx context.Context, dir string) (*apt, error) {
	a := &apt{ctx: ctx, dir: dir}
	status := filepath.Join(dir, "status")
	for key, value := range map[string]string{
		"Dir::State":              filepath.Join(dir, "state"),
		"Dir::State::status":      status,
		"Dir::Cache":              filepath.Join(dir, "cache"),
		"Acquire::Languages":      "none",
		"Acquire::Retries":        "3",
		"APT::Install-Recommends": "false",
		"APT::Sandbox::User":      "root", // the user to whom root would change may not write here
	} {
		a.options = append(a.options, "-o", key+"="+value)
	}
	var installed strings.Builder
	for _, name := range unneeded {
		fmt.Fprintf(&installed, "Package: %s\nStatus: install ok installed\nVersion: 9999\nArchitecture: all\nMaintainer: none\nDescription: none\n\n", name)
	}
	err := os.WriteFile(status, []byte(installed.String()), 0o666)
	for _, folder := range []string{"state/lists/partial", "cache/archives/partial"} {
		err = errors.Join(err, os.MkdirAll(filepath.Join(dir, folder), 0o777))
	}
	if err != nil {
		return nil, err
	}
	// One of the sources may be out of reach without harm, and a command that the system
	// runs after an update may need root. What matters is whether a package is found.
	out, err := a.run(dir, "update")
	a.unread = faults(out)
	if err != nil && len(a.unread) == 0 {
		return nil, fmt.Errorf("apt-get update: %w\n%s", err, out)
	}
	return a, nil
}

// run runs apt-get in a folder, and returns all that it prints.
func (a *apt) run(dir string, args ...string) (string, error) {
	cmd := exec.CommandContext(a.ctx, "apt-get", append(append([]string{"-q"}, a.options...), args...)...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "LC_ALL=C", "TMPDIR="+a.dir) // so that nothing is left of a run that is stopped
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// faults returns the errors and warnings among what apt-get prints.
func faults(out string) []string {
	var lines []string
	for line := range strings.Lines(out) {
		if strings.HasPrefix(line, "E: ") || strings.HasPrefix(line, "W: ") {
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	return lines
}

// download puts the files of packages into a folder.
func download(ctx context.Context, dir string, packages []locked) error {
	own, err := os.MkdirTemp("", "apt-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(own)
	a, err := newApt(ctx, own)
	if err != nil {
		return err
	}
	args := []string{"download"}
	for _, p := range packages {
		args = append(args, p.name+"="+p.version)
	}
	out, err := a.run(dir, args...)
	if err == nil {
		return nil
	}
	return missing(a.unread, out, err)
}

// missing is the error of a download that failed.
func missing(unread []string, out string, err error) error {
	said := faults(out)
	if len(said) > 5 { // without any list, each package has its line
		said = append(said[:5], fmt.Sprintf("and %d more errors", len(said)-5))
	}
	why := strings.Join(append(unread, said...), "\n")
	if !strings.Contains(out, " was not found") && !strings.Contains(out, "Unable to locate package") {
		return fmt.Errorf("apt-get download: %w\n%s", err, why)
	}
	const advice = "Debian's archive no longer has the locked versions: lock those that it has with make browser-lock, or name an installed Chromium in WIREGEN_BROWSER"
	if len(unread) > 0 {
		return fmt.Errorf("%s\napt could not read all of its sources; if it did read Debian's: %s", why, advice)
	}
	return fmt.Errorf("%s\n%s", why, advice)
}

// wanted returns the packages to lock, in the versions of a release without its
// security updates: the archive keeps those for as long as the release, while each
// update of Chromium, about one a week, removes the one before.
func wanted(ctx context.Context, release string) ([]locked, error) {
	dir, err := os.MkdirTemp("", "apt-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	a, err := newApt(ctx, dir)
	if err != nil {
		return nil, err
	}
	a.options = append(a.options, "-t", release)
	base, err := a.installs("?essential", "apt")
	if err != nil {
		return nil, err
	}
	all, err := a.installs("?essential", "apt", program)
	if err != nil {
		return nil, err
	}
	args := []string{"--print-uris", "download"}
	for _, name := range all {
		if !slices.Contains(base, name) {
			args = append(args, name)
		}
	}
	out, err := a.run(dir, args...)
	if err != nil {
		return nil, fmt.Errorf("apt-get download: %w\n%s", err, out)
	}
	return parseURIs(out)
}

var (
	instLine = regexp.MustCompile(`(?m)^Inst (\S+) `)
	uriLine  = regexp.MustCompile(`(?m)^'\S+' ([^_\s]+)_([^_\s]+)_\S+\.deb \d+ SHA256:([0-9a-f]{64})$`)
)

// installs returns what apt-get would install on a system without any package.
func (a *apt) installs(packages ...string) ([]string, error) {
	out, err := a.run(a.dir, append([]string{"--simulate", "install"}, packages...)...)
	if err != nil {
		return nil, fmt.Errorf("apt-get install: %w\n%s", err, strings.Join(append(a.unread, faults(out)...), "\n"))
	}
	var names []string
	for _, m := range instLine.FindAllStringSubmatch(out, -1) {
		names = append(names, m[1])
	}
	return names, nil
}

// parseURIs reads what apt-get --print-uris prints of packages.
func parseURIs(out string) ([]locked, error) {
	var packages []locked
	for _, m := range uriLine.FindAllStringSubmatch(out, -1) {
		version, err := url.PathUnescape(m[2]) // a colon is written as %3a
		if err != nil {
			return nil, err
		}
		packages = append(packages, locked{m[1], version, m[3]})
	}
	slices.SortFunc(packages, func(a, b locked) int { return strings.Compare(a.name, b.name) })
	return packages, nil
}
