package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/command/output"
	"github.com/wiregen/wiregen/internal/diag"
)

// newRelease makes the command that freezes a version of a spec.
func newRelease(env *environment) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "release VERSION [SPEC]",
		Short: "Freeze the spec as a released version",
		Long: `release copies the spec to released/VERSION.yaml next to it, where wiregen diff,
changelog and the matrix of versions find it. A spec of several files is copied to
a folder released/VERSION. A released spec is not changed again.

The spec must have VERSION as its protocol.version, and VERSION must come after the
released versions, by as much as the changes require. The spec is compared with the
newest released version, and its journal with those of all released versions; what
fails wiregen diff fails the release. Entries of wiregen.accept.yaml that accepted a
finding of this comparison are removed, because the next comparison is with this
version.`,
		Args: cobra.RangeArgs(1, 2),
		ValidArgsFunction: func(cmd *cobra.Command, args []string, toComplete string) ([]string, cobra.ShellCompDirective) {
			if len(args) == 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return completeSpec(cmd, args, toComplete)
		},
	}
	flags := gateFlags(cmd)
	flags.journals = true
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		gate, err := env.gate(flags)
		if err != nil {
			return err
		}
		j, p, err := env.load(args[1:])
		if err != nil {
			return err
		}
		return env.release(args[0], version{name: filepath.ToSlash(j.spec), file: j.spec, proto: p}, j, gate, flags)
	}
	return cmd
}

// release freezes a version, if its comparison with the newest released one allows it.
func (env *environment) release(number string, today version, j *job, g gate, flags *gateOptions) error {
	switch said := today.proto.Version; {
	case said == "":
		return fmt.Errorf("%s has no protocol.version: give it one", today.name)
	case said != number:
		return fmt.Errorf("%s says version %q, not %q: set protocol.version first", today.name, said, number)
	}
	shelf := env.shelf(today, "")
	released, err := shelf.versions()
	if err != nil {
		return err
	}
	var accepted *acceptance
	if n := len(released); n > 0 {
		latest := released[n-1]
		if !today.proto.Versioning.Less(latest.proto.Version, number) {
			return fmt.Errorf("version %s does not come after %s, which %s has: a released spec is not changed", number, latest.proto.Version, latest.name)
		}
		c, err := env.compared(g, flags, latest, today, shelf)
		if err != nil {
			return err
		}
		if c.view.TooSmall() {
			return fmt.Errorf("the changes since %s require version %s or later", latest.proto.Version, c.view.Next())
		}
		if c.fails() {
			if err := env.printDiff("text", c.view); err != nil {
				return err
			}
			return env.judged(c)
		}
		accepted = c.accepted
	}
	to, err := freeze(number, j)
	if err != nil {
		return err
	}
	fmt.Fprintln(env.stderr, diag.Harmless("wrote "+filepath.ToSlash(to)))
	if accepted == nil {
		return nil
	}
	return env.spend(accepted)
}

// spend removes the entries that accepted something from their file, and the file if no
// other is left.
func (env *environment) spend(a *acceptance) error {
	left, used := a.list.Without()
	if !used {
		return nil
	}
	var err error
	if left == nil {
		err = os.Remove(a.file)
	} else {
		err = output.Rewrite(a.file, left)
	}
	if err == nil {
		fmt.Fprintln(env.stderr, diag.Harmless("removed what was accepted from "+filepath.ToSlash(a.file)))
	}
	return err
}

// freeze copies the files of a spec, and returns where to.
func freeze(number string, j *job) (to string, err error) {
	spec, err := filepath.Abs(j.spec)
	if err != nil {
		return "", err
	}
	parts := []string{spec}
	for name := range j.inputs {
		info, err := os.Stat(name)
		if err == nil && info.Mode().IsRegular() && name != spec && filepath.Base(name) != configName {
			parts = append(parts, name)
		}
	}
	dir := filepath.Join(filepath.Dir(j.spec), releasedDir)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	if len(parts) == 1 {
		to = filepath.Join(dir, number+".yaml")
		text, err := frozen(spec, 1)
		if err == nil {
			err = writeNew(to, text)
		}
		return to, err
	}
	slices.Sort(parts)
	to = filepath.Join(dir, number)
	if _, err := os.Lstat(to); !errors.Is(err, fs.ErrNotExist) {
		return "", errFrozen(to)
	}
	return to, output.Place(to, func(half string) error { return copyParts(spec, parts, half) })
}

// copyParts copies the files of a spec to a new folder.
func copyParts(spec string, parts []string, folder string) error {
	if err := os.Mkdir(folder, 0o700); err != nil {
		return err
	}
	for _, name := range parts {
		rel, err := filepath.Rel(filepath.Dir(spec), name)
		if err != nil {
			return err
		}
		text, err := frozen(name, 2)
		if err != nil {
			return err
		}
		copied := filepath.Join(folder, rel)
		if err := os.MkdirAll(filepath.Dir(copied), 0o777); err != nil {
			return err
		}
		if err := writeNew(copied, text); err != nil {
			return err
		}
	}
	return os.Chmod(folder, 0o755)
}

func errFrozen(name string) error {
	return fmt.Errorf("%s exists already: a released spec is not changed", filepath.ToSlash(name))
}

// frozen is the text of a file that is copied to a folder some levels deeper. The path of
// the schema for editors in its head is adjusted.
func frozen(name string, deeper int) (string, error) {
	f, err := compile.Load(name)
	if err != nil {
		return "", err
	}
	at := schemaLine().FindSubmatchIndex(f.Text)
	if at == nil {
		return string(f.Text), nil
	}
	return string(f.Text[:at[2]]) + strings.Repeat("../", deeper) + string(f.Text[at[2]:]), nil
}

// schemaLine finds the relative path of a schema in the line that editors read.
var schemaLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^# yaml-language-server: \$schema=(\.{0,2}[\w./-]*)`)
})
