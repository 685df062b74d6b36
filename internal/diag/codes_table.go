package diag

import (
	"slices"
	"strings"
)

// head begins the examples of the table.
const head = "wiregen: 1\nprotocol: {name: demo, version: \"1\"}\n"

// Codes returns the whole table, sorted by ID.
func Codes() []*Code {
	all := slices.Concat(yamlCodes(), keyCodes(), protocolCodes(), dialectCodes(), fileCodes(), typeCodes(), fieldCodes(), unionCodes(), messageCodes(), sessionCodes(), extensionCodes(), valueCodes(), limitCodes(), nameCodes(), importCodes(), lintCodes())
	slices.SortFunc(all, func(a, b *Code) int { return strings.Compare(a.ID, b.ID) })
	return all
}

// Rules returns the rules of lint that an element may be excused from, sorted by ID.
func Rules() []*Code {
	return slices.DeleteFunc(Codes(), func(c *Code) bool { return !c.Lint || c == LintExcuseUnused })
}

// LookupCode returns the row of id, or nil.
func LookupCode(id string) *Code {
	for _, c := range Codes() {
		if c.ID == id {
			return c
		}
	}
	return nil
}

// nameCodes are those of names in generated code.
func importCodes() []*Code {
	return []*Code{ImportDecision, ImportJSON, ImportSchema}
}

func nameCodes() []*Code {
	return []*Code{TargetNameDuplicate, TargetNameReserved, TargetNameInvalid, TargetNameUnused}
}
