package compare

import (
	"fmt"
	"strings"
)

const rulesHead = `# Rules of wiregen diff

` + "`wiregen diff OLD NEW`" + ` compares two versions of a spec. Each edit is one finding of one of the rules below, with a level
for each audience. The rule does not fix the level: it is computed from what one version writes and the other one reads.
` + "`wiregen explain RULE`" + ` prints what a rule means, with a small spec before and after such an edit.

| level | what happens to a message |
|---|---|
| ok | it is read, and means the same |
| loss | it is read, but something is dropped or arrives as unknown |
| danger | it is read, but means something else |
| break | it is refused |

| audience | who is affected |
|---|---|
| old-client | clients of the old version, with an agent of the new one |
| new-client | clients of the new version, with an agent of the old one |
| journal | readers of the new version, with recordings of the old one |
| upkeep | maintainers of the spec: its version, ` + "`since`" + ` and ` + "`deprecated`" + ` |

The client is the peer of the first role. The column of levels lists those that findings of the rule can have. A
finding has the level ok for an audience that never gets a message with the element. That is so if no message can
contain the element, or if the element has a gate that no peer of the other version can have agreed to. Where the reader
skips a value that it cannot read (on_error: unset, bad_items: skip), a finding has the level loss instead of break.

This page is generated from the tables of rules and outcomes; a test checks that it is up to date.

| rule | edit | levels | meaning |
|---|---|---|---|
`

const outcomesHead = `
## Outcomes

What can happen to something that one version writes and the other one reads, with the level and the words that
findings give as the reason; … stands for what differs from case to case. A level is one of these, and is shown by a
message that the reference reader has read; where it does not confirm the level, the level is marked ` + "`(unconfirmed)`" + `.
For an outcome with a text in the last column, no message can show it.
Where the reader skips what it cannot read, the level is lower than in this table.

| outcome | level | reason | why no message shows it |
|---|---|---|---|
`

// Markdown returns the page about all rules and outcomes.
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
	b.WriteString(outcomesHead)
	differs := strings.NewReplacer("%s", "…", "%d", "…")
	for _, o := range outcomes {
		reason := differs.Replace(o.reason)
		if reason == "…" {
			reason = "(what the reader does, in its words)"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", o.id, o.level, reason, o.hidden)
	}
	return b.String()
}
