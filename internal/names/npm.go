package names

import "regexp"

var (
	npmPackage = regexp.MustCompile(`^(@[a-z0-9~-][a-z0-9._~-]*/)?[a-z0-9~-][a-z0-9._~-]*$`)
	semver     = regexp.MustCompile(`^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-(0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*)(\.(0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*))*)?(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$`)
)

// IsNpmPackage tells whether name can be the name of an npm package, in a scope
// or in none.
func IsNpmPackage(name string) bool {
	return len(name) <= 214 && npmPackage.MatchString(name) && name != "node_modules" && name != "favicon.ico"
}

// IsSemver tells whether text is a version as semver.org has it.
func IsSemver(text string) bool { return semver.MatchString(text) }
