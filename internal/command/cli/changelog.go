package cli

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wiregen/wiregen/internal/markdown"
	"github.com/wiregen/wiregen/internal/review/compare"
	"github.com/wiregen/wiregen/internal/review/report"
)

// newChangelog makes the command that writes what changed between versions.
func newChangelog(env *environment) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "changelog [FROM [TO]]",
		Short: "Write what changed between released versions, as Markdown",
		Long: `changelog compares each released version with the one before it, from FROM to TO,
the newest first, and writes what was added, changed and removed, with what it does
to peers. FROM and TO are versions of the released specs in released/ next to the
spec. TO is by default the spec itself, and FROM the oldest released version.`,
		Args: cobra.MaximumNArgs(2),
	}
	spec := cmd.Flags().String("spec", "", "the spec (default as for generate)")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		var named []string
		if *spec != "" {
			named = []string{*spec}
		}
		j, p, err := env.load(named)
		if err != nil {
			return err
		}
		own := version{name: filepath.ToSlash(j.spec), file: j.spec, proto: p}
		list, err := env.shelf(own, "").versions()
		if err != nil {
			return err
		}
		if len(list) == 0 {
			return fmt.Errorf("there are no released versions in %s: wiregen release makes the first", filepath.ToSlash(filepath.Join(filepath.Dir(j.spec), releasedDir)))
		}
		list = append(list, own)
		if list, err = between(list, args); err != nil {
			return err
		}
		return env.changelog(list)
	}
	return cmd
}

// between are the versions of a list from the first argument to the second.
func between(list []version, args []string) ([]version, error) {
	from, to := 0, len(list)-1
	for i, arg := range args {
		at := slices.IndexFunc(list, func(v version) bool { return v.proto.Version == arg })
		if at < 0 {
			var known []string
			for _, v := range list {
				known = append(known, v.proto.Version)
			}
			return nil, fmt.Errorf("there is no released version %q: there are %s", arg, strings.Join(slices.Compact(known), ", "))
		}
		if i == 0 {
			from = at
		} else {
			to = at
		}
	}
	if from >= to {
		return nil, fmt.Errorf("version %s does not come before %s", list[from].proto.Version, list[to].proto.Version)
	}
	return list[from : to+1], nil
}

// changelog writes what changed from each version of a list to the next, the newest
// first. The last one is left out if it is released as it is.
func (env *environment) changelog(list []version) error {
	var b markdown.Writer
	for i := len(list) - 1; i > 0; i-- {
		r := compare.Compare(list[i-1].proto, list[i].proto)
		if len(r.Findings) == 0 && list[i].proto.Version == list[i-1].proto.Version {
			continue
		}
		report.Changelog(&b, r)
	}
	_, err := io.WriteString(env.stdout, b.String())
	return err
}
