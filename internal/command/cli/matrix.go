package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/wiregen/wiregen/internal/review/compare"
	"github.com/wiregen/wiregen/internal/review/matrix"
	"github.com/wiregen/wiregen/internal/review/page"
	"github.com/wiregen/wiregen/internal/review/report"
)

// matrixFlags adds the flags about released versions.
func matrixFlags(cmd *cobra.Command) (byVersion *bool, released *string) {
	byVersion = cmd.Flags().Bool("matrix", false, "write which released versions understand each other")
	released = cmd.Flags().String("released", "", "the `FOLDER` of released specs (default "+releasedDir+" next to the new spec)")
	if err := cmd.MarkFlagDirname("released"); err != nil {
		panic(err) // the flag does not exist, which is a bug
	}
	return byVersion, released
}

// matrix writes which versions understand each other: those that were released, and the
// spec that args name.
func (env *environment) matrix(args []string, format, folder string) error {
	var name string
	var err error
	switch len(args) {
	case 0:
		name, err = env.onlySpec()
	case 1:
		name = args[0]
	default:
		err = errors.New("--matrix compares every version with every other: name the new spec only")
	}
	if err != nil {
		return err
	}
	today, r, err := env.version(name, name)
	if err != nil {
		return err
	}
	if err := env.comparable(today, r); err != nil {
		return err
	}
	released := env.shelf(today, folder)
	if !released.exists() {
		return noFolder(released.dir)
	}
	versions, err := released.withSpec()
	if err != nil {
		return err
	}
	m := matrix.Of(versions)
	switch format {
	case "json":
		return matrix.JSON(env.stdout, m)
	case "markdown":
		return matrix.Markdown(env.stdout, m)
	case "html":
		return page.Write(env.stdout, page.Page{Matrix: m})
	case "text":
		return matrix.Text(env.stdout, m, colour(env.stdout))
	}
	return fmt.Errorf("--matrix has no lines to annotate for --format %s: write text, json, markdown or html", format)
}

// withSpec are the released versions, and the spec if it is none of them.
func (s *shelf) withSpec() ([]matrix.Version, error) {
	list, err := s.versions()
	if err != nil {
		return nil, err
	}
	own := matrix.Version{File: s.spec.name, Proto: s.spec.proto, New: true}
	var out []matrix.Version
	for _, v := range list {
		if v.proto.Version == s.spec.proto.Version && len(compare.Compare(v.proto, s.spec.proto).Findings) == 0 {
			own.New = false // it is the released one
		} else {
			out = append(out, matrix.Version{File: v.name, Proto: v.proto})
		}
	}
	return append(out, own), nil
}

// writePage writes a comparison as a page, with the matrix if there are released specs.
func (env *environment) writePage(v report.View, released *shelf) error {
	p := page.Page{View: &v}
	if released.named || released.exists() {
		versions, err := released.withSpec()
		if err != nil {
			return err
		}
		p.Matrix = matrix.Of(versions)
	}
	var err error
	if p.Code, err = env.changedCode(v.Report); err != nil {
		return err
	}
	return page.Write(env.stdout, p)
}

// changedCode are the public declarations in which two versions differ, of every target that was
// compared.
func (env *environment) changedCode(r *compare.Report) ([]page.Code, error) {
	var out []page.Code
	var asked []string
	for _, t := range r.Targets {
		asked = append(asked, t.Name)
	}
	old, today, err := env.targets.Surfaces(r.Old, r.New, asked...)
	if err != nil || len(old) != len(today) {
		return nil, err
	}
	for i, s := range today {
		out = append(out, page.CodeOf(old[i], s))
	}
	return out, nil
}
