package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"debug/elf"
	"debug/macho"
	"debug/pe"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// check reads the files of a release as those who get them do, and returns all that is wrong.
func (s set) check(dir string) error {
	files, err := s.listed(dir)
	if err != nil {
		return err
	}
	var faults []error
	fault := func(name, format string, args ...any) {
		faults = append(faults, fmt.Errorf("%s: %s", name, fmt.Sprintf(format, args...)))
	}
	main := npmMainName(s.version)
	if contents, err := unpack(main, files[main]); err != nil {
		fault(main, "%v", err)
	} else if err := s.checkMain(contents); err != nil {
		fault(main, "%v", err)
	}
	for _, p := range s.platforms {
		programs := map[string]string{
			archiveName(s.version, p):     p.program,
			npmPlatformName(s.version, p): "package/bin/" + p.program,
			wheelName(s.version, p):       "wiregen-" + s.version.python + ".data/scripts/" + p.program,
		}
		var first []byte
		for _, name := range slices.Sorted(maps.Keys(programs)) {
			contents, err := unpack(name, files[name])
			if err != nil {
				fault(name, "%v", err)
				continue
			}
			program := contents[programs[name]]
			if first == nil {
				first = program.data
			}
			if err := s.checkProgram(p, program, first); err != nil {
				fault(name, "%s: %v", programs[name], err)
			}
			if err := s.checkPackage(name, p, contents); err != nil {
				fault(name, "%v", err)
			}
		}
	}
	return errors.Join(faults...)
}

// names are the files of the release.
func (s set) names() []string {
	out := []string{npmMainName(s.version)}
	for _, p := range s.platforms {
		out = append(out, archiveName(s.version, p), npmPlatformName(s.version, p), wheelName(s.version, p))
	}
	slices.Sort(out)
	return out
}

// listed reads the files that the checksums list. They, the files of the folder and those of the
// release are the same.
func (s set) listed(dir string) (map[string][]byte, error) {
	want, err := os.ReadFile(filepath.Join(dir, sums))
	if err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var all []file
	var names []string
	files := map[string][]byte{}
	for _, e := range entries {
		if e.Name() == sums {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		all, names, files[e.Name()] = append(all, file{name: e.Name(), data: data}), append(names, e.Name()), data
	}
	if !slices.Equal(names, s.names()) {
		return nil, fmt.Errorf("%s has the files\n  %s\nand not\n  %s", dir, strings.Join(names, "\n  "), strings.Join(s.names(), "\n  "))
	}
	got := strings.SplitAfter(string(sumsOf(all)), "\n")
	for i, line := range strings.SplitAfter(string(want), "\n") {
		if i >= len(got) || line != got[i] {
			return nil, fmt.Errorf("%s: line %d is not the checksum of a file: %s", sums, i+1, strings.TrimSpace(line))
		}
	}
	return files, nil
}

// unpack reads an archive, whose files have fixed times and modes and belong to nobody.
func unpack(name string, data []byte) (map[string]file, error) {
	if strings.HasSuffix(name, "gz") {
		return untar(data)
	}
	return unzip(data)
}

func untar(data []byte) (map[string]file, error) {
	compressed, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	if !compressed.ModTime.IsZero() {
		return nil, fmt.Errorf("the archive has the time %s", compressed.ModTime)
	}
	files := map[string]file{}
	for archive := tar.NewReader(compressed); ; {
		h, err := archive.Next()
		if err == io.EOF {
			return files, nil
		}
		if err != nil {
			return nil, err
		}
		content, err := io.ReadAll(archive)
		if err != nil {
			return nil, err
		}
		f := file{h.Name, content, h.Mode == 0o755}
		if !h.ModTime.Equal(epoch) || h.Uid != 0 || h.Gid != 0 || h.Uname != "" || h.Mode != f.mode() || h.Typeflag != tar.TypeReg {
			return nil, fmt.Errorf("%s has the time %s, the mode %o and the owner %d:%d, not those of every release", h.Name, h.ModTime.UTC(), h.Mode, h.Uid, h.Gid)
		}
		files[h.Name] = f
	}
}

func unzip(data []byte) (map[string]file, error) {
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	files := map[string]file{}
	for _, h := range archive.File {
		r, err := h.Open()
		if err != nil {
			return nil, err
		}
		content, err := io.ReadAll(r)
		if err := errors.Join(err, r.Close()); err != nil {
			return nil, fmt.Errorf("%s: %w", h.Name, err)
		}
		f := file{h.Name, content, h.Mode() == 0o755}
		if h.Modified.Unix() != firstDay || len(h.Extra) > 0 || int64(h.Mode()) != f.mode() {
			return nil, fmt.Errorf("%s has the time %s and the mode %s, not those of every release", h.Name, h.Modified.UTC(), h.Mode())
		}
		files[h.Name] = f
	}
	return files, nil
}

// firstDay is dosDate.
const firstDay = 315532800

func (s set) checkMain(contents map[string]file) error {
	var pkg npmPackage
	if err := json.Unmarshal(contents["package/package.json"].data, &pkg); err != nil {
		return err
	}
	want := map[string]string{}
	for _, p := range platforms {
		want[p.npmName()] = s.version.npm
	}
	if pkg.Name != "wiregen" || pkg.Version != s.version.npm || !maps.Equal(pkg.OptionalDependencies, want) {
		return fmt.Errorf("it is %s %s with %v, and not wiregen %s with %v", pkg.Name, pkg.Version, pkg.OptionalDependencies, s.version.npm, want)
	}
	if f := contents["package/"+pkg.Bin["wiregen"]]; !f.run || !bytes.Equal(f.data, shim) {
		return fmt.Errorf("%s is not the program that chooses", f.name)
	}
	return nil
}

// checkProgram checks that a program is there, for its platform, and the same in each package.
func (s set) checkProgram(p platform, f file, first []byte) error {
	if !f.run {
		return errors.New("it is not there, or cannot be run")
	}
	if !bytes.Equal(f.data, first) {
		return errors.New("it differs from that in other packages")
	}
	if !bytes.Contains(f.data, []byte(s.version.program)) {
		return fmt.Errorf("it does not contain its version, %s", s.version.program)
	}
	got, err := machineOf(p.format, f.data)
	if err == nil && got != p.machine {
		err = fmt.Errorf("it is for the machine %s, not %s", got, p)
	}
	return err
}

// machineOf returns for which machine a program is, as its header says.
func machineOf(format string, data []byte) (string, error) {
	r := bytes.NewReader(data)
	switch format {
	case "ELF":
		f, err := elf.NewFile(r)
		if err != nil {
			return "", err
		}
		if libraries, err := f.ImportedLibraries(); err == nil && len(libraries) > 0 {
			return "", fmt.Errorf("it needs the libraries %v", libraries)
		}
		return f.Machine.String(), nil
	case "Mach-O":
		f, err := macho.NewFile(r)
		if err != nil {
			return "", err
		}
		return f.Cpu.String(), nil
	default:
		f, err := pe.NewFile(r)
		if err != nil {
			return "", err
		}
		return fmt.Sprintf("%#x", f.Machine), nil
	}
}

// checkPackage checks what a package says of itself.
func (s set) checkPackage(name string, p platform, contents map[string]file) error {
	switch {
	case strings.HasSuffix(name, ".tgz"):
		var pkg npmPackage
		if err := json.Unmarshal(contents["package/package.json"].data, &pkg); err != nil {
			return err
		}
		if pkg.Name != p.npmName() || pkg.Version != s.version.npm || !slices.Equal(pkg.OS, []string{p.npmOS}) || !slices.Equal(pkg.CPU, []string{p.npmCPU}) {
			return fmt.Errorf("it is %s %s for %v and %v", pkg.Name, pkg.Version, pkg.OS, pkg.CPU)
		}
	case strings.HasSuffix(name, ".whl"):
		list := "wiregen-" + s.version.python + ".dist-info/RECORD"
		want := contents[list].data
		delete(contents, list)
		for _, f := range contents {
			if line := fmt.Sprintf("%s,%s,%d\n", f.name, recordSum(f.data), len(f.data)); !bytes.Contains(want, []byte(line)) {
				return fmt.Errorf("RECORD does not have %s as it is", f.name)
			}
		}
		if bytes.Count(want, []byte("\n")) != len(contents)+1 {
			return errors.New("RECORD has a file that is not there")
		}
	}
	return nil
}
