package cli

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func newVersion(env *environment) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version of wiregen",
		Args:  cobra.NoArgs,
	}
	format := formatFlag(cmd, "text", "json")
	cmd.RunE = func(*cobra.Command, []string) error {
		if format.value == "json" {
			return writeJSON(env.stdout, struct {
				Version string `json:"version"`
				Go      string `json:"go"`
			}{buildVersion(), runtime.Version()})
		}
		_, err := io.WriteString(env.stdout, versionLine())
		return err
	}
	return cmd
}

func versionLine() string {
	return fmt.Sprintf("wiregen %s (%s, %s/%s)\n", buildVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// stamped is the version of a program that make dist built, which sets it when it links: the tag
// of a release as v1.2.3, or 0.0.0-dev, which the Go command cannot fetch.
var stamped string

// buildVersion is the version of the module that this program was built from,
// with the commit if the build has one.
func buildVersion() string {
	if stamped != "" {
		return stamped
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	version := info.Main.Version
	if version == "" {
		version = "(devel)"
	}
	if version != "(devel)" {
		return version
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return version + " " + s.Value[:min(len(s.Value), 12)]
		}
	}
	return version
}
