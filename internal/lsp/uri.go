package lsp

import (
	"net/url"
	"path"
	"strings"
)

// pathOf is the absolute path, with slashes, of the file that a URI names; ok is false if it names
// none, such as that of a document which was never saved.
func pathOf(uri string) (file string, ok bool) {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Path == "" {
		return "", false
	}
	file = u.Path
	if drive := strings.TrimPrefix(file, "/"); hasDrive(drive) {
		file = strings.ToUpper(drive[:1]) + drive[1:]
	}
	if u.Host != "" && u.Host != "localhost" {
		file = "//" + u.Host + file
		return "//" + strings.TrimPrefix(path.Clean(file), "/"), true
	}
	return path.Clean(file), true
}

// uriOf is the inverse of pathOf.
func uriOf(file string) string {
	host := ""
	if rest, ok := strings.CutPrefix(file, "//"); ok {
		var below string
		host, below, _ = strings.Cut(rest, "/")
		file = "/" + below
	}
	if !strings.HasPrefix(file, "/") {
		file = "/" + file
	}
	return (&url.URL{Scheme: "file", Host: host, Path: file}).String()
}

// hasDrive reports whether a path begins with a drive of Windows.
func hasDrive(file string) bool {
	return len(file) >= 2 && file[1] == ':' && (file[0]|0x20) >= 'a' && (file[0]|0x20) <= 'z' && (len(file) == 2 || file[2] == '/')
}
