package check

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

var versionHelp = map[model.Versioning]string{
	model.Counter:  `write numbers with dots between them, such as "1.10"`,
	model.Semver:   `write three numbers, such as "1.10.0"`,
	model.Date:     `write a day, such as "2026-03-31"`,
	model.Integer:  `write a number, such as "3"`,
	model.Breaking: `write a number, such as "3"`,
}

var protocolName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`) })

func (c *collector) protocol() {
	p := c.spec.Protocol
	c.out.Versioning = model.Counter
	if p == nil {
		return
	}
	if !p.Name.IsZero() && !protocolName().MatchString(p.Name.Text) {
		const help = "use lower-case letters, digits and hyphens: "
		a := diag.Advice{Help: help + "my-protocol"}
		if kebab := names.Kebab(p.Name.Text); protocolName().MatchString(kebab) {
			a = means(p.Name.Span, help+kebab, kebab)
		}
		c.advise(diag.ProtocolName, p.Name.Span, fmt.Sprintf("%q is not a valid protocol name", p.Name.Text), a)
	} else if n := len(p.Name.Text); n > longestProtocol {
		c.error(diag.ProtocolName, p.Name.Span, fmt.Sprintf("the name of the protocol has %d characters, and files are named after it", n),
			fmt.Sprintf("use at most %d characters", longestProtocol))
	}
	c.out.Name, c.out.Title, c.out.Doc = p.Name.Text, cmp.Or(p.Title.Text, p.Name.Text), p.Doc.Text
	c.out.Versioning = cmp.Or(model.Versioning(p.Versioning.Text), model.Counter)
	c.listVersions(p)
}

// The longest names that are part of those of files, such as NAME.method.METHOD.schema.json:
// together they are shorter than the 255 bytes that file systems allow.
const (
	longestProtocol = 64
	longestMethod   = 160
)

// listVersions reads the versions and checks that they increase up to the current one.
func (c *collector) listVersions(p *syntax.Protocol) {
	if p.Version.IsZero() {
		return
	}
	list := p.Versions
	if len(list) == 0 {
		list = []syntax.Word{p.Version}
	}
	c.out.Version, c.out.VersionAt = p.Version.Text, p.Version.Span
	c.versions = map[string]source.Span{}
	sound := versionFits(c.report, c.out.Versioning, p.Version)
	for i, v := range list {
		if len(p.Versions) > 0 && !versionFits(c.report, c.out.Versioning, v) {
			sound = false
			continue
		}
		if i > 0 && sound && !c.out.Versioning.Less(list[i-1].Text, v.Text) {
			c.error(diag.VersionOrder, v.Span, fmt.Sprintf("version %q does not come after %q", v.Text, list[i-1].Text),
				"list the versions from the oldest to the newest, each once").
				Repairable("", sorted(c.out.Versioning, list)...)
			sound = false
		}
		c.versions[v.Text] = v.Span
		c.out.Versions = append(c.out.Versions, v.Text)
	}
	last := list[len(list)-1]
	listed, has := c.versions[p.Version.Text]
	if c.uses(p.Version.Span, listed); sound && !has {
		c.error(diag.VersionUnlisted, p.Version.Span, fmt.Sprintf("version %q is not among the versions", p.Version.Text), "add it at the end of versions").
			Repairable("", diag.Step{Do: diag.Include, At: p.Span, Key: "versions", Text: p.Version.Text})
	} else if sound && last.Text != p.Version.Text {
		c.error(diag.VersionOrder, last.Span, fmt.Sprintf("version %q comes after %q, the version of the protocol", last.Text, p.Version.Text),
			"make the newest version the protocol's version").
			Repairable("", diag.Step{Do: diag.Write, At: p.Version.Span, Text: model.Quote(last.Text)})
	}
}

func versionFits(r report, kind model.Versioning, v syntax.Word) bool {
	if kind.Parse(v.Text) != nil {
		return true
	}
	a := diag.Advice{Help: versionHelp[kind]}
	if plain := strings.TrimLeft(v.Text, "vV"); plain != v.Text && kind.Parse(plain) != nil {
		a = writes(v.Span, model.Quote(plain))
	}
	for _, other := range []model.Versioning{model.Semver, model.Date} {
		if other != kind && other.Parse(v.Text) != nil {
			a.Help += fmt.Sprintf(", or add versioning: %s", other)
			a.Steps = nil
		}
	}
	r.advise(diag.VersionInvalid, v.Span, fmt.Sprintf("%q is not a version of the form %q", v.Text, kind), a)
	return false
}

// sorted writes the versions in their order; nil if they are not all different versions.
func sorted(kind model.Versioning, list []syntax.Word) []diag.Step {
	want := slices.Clone(list)
	slices.SortStableFunc(want, func(a, b syntax.Word) int {
		switch {
		case kind.Less(a.Text, b.Text):
			return -1
		case kind.Less(b.Text, a.Text):
			return 1
		}
		return 0
	})
	var out []diag.Step
	for i, w := range want {
		if kind.Parse(w.Text) == nil || i > 0 && !kind.Less(want[i-1].Text, w.Text) {
			return nil
		}
		if w.Text != list[i].Text {
			out = append(out, diag.Step{Do: diag.Write, At: list[i].Span, Text: model.Quote(w.Text)})
		}
	}
	return out
}

// listed checks that a version that an element names is one of the protocol's.
func (c *collector) listed(v syntax.Word) string {
	if v.IsZero() || c.versions == nil {
		return v.Text
	}
	listed, has := c.versions[v.Text]
	c.uses(v.Span, listed)
	if !has {
		help := "add it to versions, or write one of them"
		if n := len(c.out.Versions); n > 0 && n <= 12 {
			help = fmt.Sprintf("add it to versions, or write one of them: \"%s\"", strings.Join(c.out.Versions, "\", \""))
		}
		c.error(diag.VersionUnlisted, v.Span, fmt.Sprintf("version %q is not among the versions", v.Text), help)
	}
	return v.Text
}

func setRoles(d *draft) {
	d.out.Roles = [2]string{"client", "agent"}
	r := d.spec.Roles
	switch {
	case r == nil:
	case len(r) != 2 || r[0].Text == r[1].Text || r[0].Text == "both" || r[1].Text == "both":
		at := section(d.spec, "roles")
		if len(r) > 0 {
			at = r[0].Span
			at.End = r[len(r)-1].Span.End
		}
		d.error(diag.RolesNotTwo, at, "a protocol has two different roles, neither of which is called both", "write roles: [client, agent], first the one that begins").
			Offers("write roles: [client, agent]", diag.Step{Do: diag.Assign, At: section(d.spec, "roles"), Text: "[client, agent]"})
	default:
		d.out.Roles = [2]string{r[0].Text, r[1].Text}
		d.out.RoleSpans = [2]source.Span{r[0].Span, r[1].Span}
	}
}
