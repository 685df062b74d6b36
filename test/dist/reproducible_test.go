package dist_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/test/tier"
)

// TestReproducible makes the release of this platform from two copies of the sources.
func TestReproducible(t *testing.T) {
	dir, _, platform, _ := release(t)
	copied := sources(t)
	other := t.TempDir()
	if err := makeDist(copied, other, "host"); err != nil {
		t.Fatal(err)
	}
	same(t, dir, other, 5)
	data, err := os.ReadFile(platform)
	if err != nil {
		t.Fatal(err)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range unpacked(t, data) {
		for _, place := range []string{copied, filepath.Dir(copied), strings.TrimSpace(string(root))} {
			if bytes.Contains(f.data, []byte(place)) {
				t.Errorf("%s contains the path %s of this machine", f.header.Name, place)
			}
		}
	}
}

// TestAllPlatforms makes the release of each platform twice, the second time with an empty cache
// of the compiler.
func TestAllPlatforms(t *testing.T) {
	tier.AtNight(t, "TestReproducible")
	one, two := t.TempDir(), t.TempDir()
	if err := makeDist("../..", one, "all"); err != nil {
		t.Fatal(err)
	}
	if err := makeDist(sources(t), two, "all", "GOCACHE="+t.TempDir()); err != nil {
		t.Fatal(err)
	}
	same(t, one, two, 1+6*3+1)
}

// sources copies what a release is made of into an empty folder, without the repository.
func sources(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("git", "-C", "../..", "ls-files", "-z", "-co", "--exclude-standard").Output()
	if err != nil {
		t.Fatal(err)
	}
	parts := []string{"cmd", "internal", "templates", "wirert", "ext", "tools"}
	dir := filepath.Join(t.TempDir(), "other", "place")
	for name := range strings.SplitSeq(strings.TrimRight(string(out), "\x00"), "\x00") {
		if first, _, below := strings.Cut(name, "/"); below && !slices.Contains(parts, first) {
			continue
		}
		data, err := os.ReadFile(filepath.Join("../..", name))
		if os.IsNotExist(err) {
			continue // removed, and not committed yet
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// same checks that two folders have the same files, so many of them.
func same(t *testing.T, one, two string, n int) {
	t.Helper()
	a, b := listing(t, one), listing(t, two)
	if len(a) != n || len(b) != n {
		t.Errorf("%d and %d files, not %d", len(a), len(b), n)
	}
	for name, data := range a {
		if !bytes.Equal(data, b[name]) {
			t.Errorf("%s differs", name)
		}
	}
}

func listing(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, e := range entries {
		if files[e.Name()], err = os.ReadFile(filepath.Join(dir, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

type packed struct {
	header *tar.Header
	data   []byte
}

func unpacked(t *testing.T, data []byte) []packed {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	var files []packed
	for archive := tar.NewReader(r); ; {
		header, err := archive.Next()
		if err == io.EOF {
			return files
		}
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(archive)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, packed{header, content})
	}
}

// repack edits the files of an archive.
func repack(t *testing.T, data []byte, edit func(*packed)) []byte {
	t.Helper()
	var out bytes.Buffer
	compressed, err := gzip.NewWriterLevel(&out, gzip.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	archive := tar.NewWriter(compressed)
	for _, f := range unpacked(t, data) {
		edit(&f)
		f.header.Size = int64(len(f.data))
		if err := archive.WriteHeader(f.header); err != nil {
			t.Fatal(err)
		}
		if _, err := archive.Write(f.data); err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	if err := compressed.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestFaultsAreFound plants faults in a release, which the check that ends make dist must find.
func TestFaultsAreFound(t *testing.T) {
	dir, main, platform, wheel := release(t)
	maker, err := maker()
	if err != nil {
		t.Fatal(err)
	}
	check := func(dir, list string) string {
		out, err := exec.Command(maker, "-root", "../..", "-version", tag, "-platforms", list, "-check", dir).CombinedOutput()
		if (err == nil) != (len(out) == 0) {
			t.Errorf("%v\n%s", err, out)
		}
		return string(out)
	}
	if out := check(dir, "host"); out != "" {
		t.Fatalf("a release without a fault: %s", out)
	}
	if out := check(dir, "all"); !strings.Contains(out, "has the files") {
		t.Errorf("a release without five platforms: %q", out)
	}
	main, platform, wheel = filepath.Base(main), filepath.Base(platform), filepath.Base(wheel)
	original := listing(t, dir)
	manifest := func(f *packed, old, new string) {
		if f.header.Name == "package/package.json" {
			f.data = bytes.Replace(f.data, []byte(old), []byte(new), 1)
		}
	}
	for name, c := range map[string]struct {
		file string
		edit func([]byte) []byte
		sums bool // are made anew
		want string
	}{
		"a sum":             {"SHA256SUMS", func(b []byte) []byte { return append([]byte("0"), b[1:]...) }, false, "line 1 is not the checksum"},
		"a byte":            {wheel, func(b []byte) []byte { b[len(b)/2] ^= 1; return b }, false, "is not the checksum"},
		"a byte of a wheel": {wheel, func(b []byte) []byte { b[len(b)/2] ^= 1; return b }, true, ".whl: "},
		"no wheel":          {wheel, func([]byte) []byte { return nil }, true, "has the files"},
		"a time": {main, func(b []byte) []byte {
			return repack(t, b, func(f *packed) { f.header.ModTime = f.header.ModTime.AddDate(40, 0, 0) })
		}, true, "has the time 2025"},
		"no program":      {platform, func(b []byte) []byte { return repack(t, b, func(f *packed) { f.header.Mode = 0o644 }) }, true, "it is not there, or cannot be run"},
		"another program": {platform, func(b []byte) []byte { return repack(t, b, func(f *packed) { f.data = append(f.data, f.data[:8]...) }) }, true, "it differs"},
		"another cpu": {platform, func(b []byte) []byte {
			return repack(t, b, func(f *packed) { manifest(f, `"cpu": [`, `"cpu": ["mips",`) })
		}, true, "mips"},
		"an npm platform off": {main, func(b []byte) []byte {
			return repack(t, b, func(f *packed) { manifest(f, "@wiregen/win32-arm64", "@wiregen/win32-x") })
		}, true, "@wiregen/win32-x"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := plant(t, original, c.file, c.edit, c.sums)
			if out := check(dir, "host"); !strings.Contains(out, c.want) {
				t.Errorf("it says %q, not %q", out, c.want)
			}
		})
	}
}

// plant writes a release with one file changed, or without it if edit returns nil.
func plant(t *testing.T, release map[string][]byte, name string, edit func([]byte) []byte, sums bool) string {
	t.Helper()
	dir := t.TempDir()
	var names []string
	for file, data := range release {
		if file == name {
			data = edit(bytes.Clone(data))
		}
		if data == nil {
			continue
		}
		if file != "SHA256SUMS" {
			names = append(names, file)
		}
		if err := os.WriteFile(filepath.Join(dir, file), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if !sums {
		return dir
	}
	slices.Sort(names)
	cmd := exec.Command("sha256sum", names...)
	cmd.Dir = dir
	lines, err := cmd.Output()
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "SHA256SUMS"), lines, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestWrongRequests asks for what cannot be made.
func TestWrongRequests(t *testing.T) {
	tier.Slow(t)
	maker, err := maker()
	if err != nil {
		t.Fatal(err)
	}
	busy := t.TempDir()
	if err := os.WriteFile(filepath.Join(busy, "thesis.txt"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for want, args := range map[string][]string{
		`"linux/mips" is not a platform of a release`: {"-platforms", "linux/amd64,linux/mips"},
		`"1.2.3" is not the version of a release`:     {"-version", "1.2.3"},
		`"v1.2.3-next" is not the version`:            {"-version", "v1.2.3-next"},
		`has "thesis.txt", which is no file`:          {"-version", "v1.2.3", "-out", busy},
	} {
		out, err := exec.Command(maker, append([]string{"-root", "../..", "-out", t.TempDir()}, args...)...).CombinedOutput()
		if err == nil || !strings.Contains(string(out), want) {
			t.Errorf("%s: %v, %s", fmt.Sprint(args), err, out)
		}
	}
	if _, err := os.Stat(filepath.Join(busy, "thesis.txt")); err != nil {
		t.Error(err)
	}
}
