package compare

import (
	"fmt"
	"strings"
)

const rulesHead = `# Rules of wiregen diff

` + "`wiregen diff OLD NEW`" + ` compares two versions of a spec. Each edit is one finding, of one of the rules below, with a level for each
audience: the level is computed from what one version writes and the other one reads, and is not fixed by the rule. ` + "`wiregen explain RULE`" + ` prints
what a rule means, with a small spec before and after such an edit.

| level | what happens to a message |
|---|---|
| ok | it is read, and means the same |
| loss | it is read, but something is dropped or arrives as unknown |
| danger | it is read, but means something else |
| break | it is refused |

| audience | who meets the edit |
|---|---|
| old-client | clients of the old version, whose agent is of the new one |
| new-client | clients of the new version, whose agent is of the old one |
| journal | readers of the new version, with a recording of the old one |
| upkeep | who keeps the spec: its version, ` + "`since`" + ` and ` + "`deprecated`" + ` |

The client is the peer of the first role. The table has the levels that a finding of a rule can have. Any finding is ok where no message leads to the
element, or where the peer cannot have agreed to its gate, and a break is a loss where a reader passes over what it cannot read.

This page is generated from the table of rules, and checked by a test.

| rule | what was done | levels | meaning |
|---|---|---|---|
`

// Markdown is the page about all rules.
func Markdown(rules []Rule) string {
	var b strings.Builder
	b.WriteString(rulesHead)
	for _, r := range rules {
		var levels []string
		for _, l := range r.Levels {
			levels = append(levels, l.String())
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", r.ID, r.Title, strings.Join(levels, ", "), strings.ReplaceAll(r.Doc, "|", `\|`))
	}
	return b.String()
}
