package compare

import "fmt"

// Title says what was edited.
func (f *Finding) Title() string {
	switch {
	case f.Was != "" && f.Is != "" && f.Was != f.Is:
		return fmt.Sprintf("%s: %s → %s", f.Rule.Title, f.Was, f.Is)
	case f.Is != "" && f.Was == "":
		return fmt.Sprintf("%s: %s", f.Rule.Title, f.Is)
	case f.Was != "" && f.Is == "":
		return fmt.Sprintf("%s: was %s", f.Rule.Title, f.Was)
	}
	return f.Rule.Title
}

// versionElement is the element of findings about the version of the protocol.
const versionElement = "protocol.version"
