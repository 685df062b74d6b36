// Command browser installs the Chromium of the tests on Debian, without the rights of
// root and beside what the system has: the packages that a lock file names, unpacked in
// the cache folder of the user. Run it in the folder tools.
//
//	browser          installs it, links it as .build/browser and prints its path;
//	                 prints nothing on a system that has no lock file
//	browser -lock    writes the lock file of this system
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
)

func main() {
	lock := flag.Bool("lock", false, "write the lock file of this system, with the versions that the archive has now")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	run := install
	if *lock {
		run = relock
	}
	if err := run(ctx); err != nil {
		stop()
		fmt.Fprintln(os.Stderr, "browser:", err)
		os.Exit(1)
	}
}

func install(ctx context.Context) error {
	file := lockFile(system())
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	packages, err := parseLock(string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	root, err := filepath.Abs("..")
	if err != nil {
		return err
	}
	dir := place(root, text)
	if !complete(dir) {
		fmt.Fprintf(os.Stderr, "installing Chromium for the tests in %s\n", dir)
		if err := unpack(ctx, dir, packages, download); err != nil {
			return err
		}
	}
	if err := link(dir, filepath.Join(root, ".build", "browser")); err != nil {
		return err
	}
	fmt.Println(filepath.Join(dir, starter))
	return nil
}

func relock(ctx context.Context) error {
	release, arch := system()
	if release == "" {
		return errors.New("only Debian has the packages that a lock file names")
	}
	packages, err := wanted(ctx, release)
	if err != nil {
		return err
	}
	file := lockFile(release, arch)
	fmt.Fprintf(os.Stderr, "%s: %d packages\n", file, len(packages))
	return os.WriteFile(file, []byte(formatLock(packages)), 0o666)
}

func lockFile(release, arch string) string {
	return filepath.Join("browser", release+"-"+arch+".lock")
}

// system returns the release of Debian and the architecture, or "" for the release of
// another system.
func system() (release, arch string) {
	text, err := os.ReadFile("/etc/os-release")
	if err != nil {
		return "", runtime.GOARCH
	}
	return debian(string(text)), runtime.GOARCH
}

// debian returns the code name of the release that an os-release file is of.
func debian(osRelease string) string {
	values := map[string]string{}
	for line := range strings.Lines(osRelease) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		values[key] = strings.Trim(value, `"'`)
	}
	if values["ID"] != "debian" {
		return ""
	}
	return values["VERSION_CODENAME"]
}
