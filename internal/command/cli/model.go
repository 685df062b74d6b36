package cli

import (
	"bufio"

	"github.com/spf13/cobra"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/modeljson"
)

func newModel(env *environment) *cobra.Command {
	lowered, noPlaces := false, false
	cmd := &cobra.Command{
		Use:   "model [SPEC]",
		Short: "Print the checked protocol as JSON, for other programs",
		Long: `model prints a spec as one JSON document: names are resolved, defaults are
applied, and inline types have names. With --lowered it prints what the spec
means on the wire, as rows with every rule applied: the starting point for a
generator of another language. With --no-places elements have no places in the
spec, so that two versions can be compared as texts. The members wiregen_model
and wiregen_lowered are the versions of the two formats; a version changes only
if a reader of the old format would misread the new one.`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeSpec,
		RunE: func(_ *cobra.Command, args []string) error {
			_, p, err := env.load(args)
			if err != nil {
				return err
			}
			w := bufio.NewWriter(env.stdout)
			switch {
			case lowered:
				err = modeljson.WriteLowered(w, lower.New(p))
			case noPlaces:
				err = modeljson.WriteComparable(w, p)
			default:
				err = modeljson.Write(w, p)
			}
			if err != nil {
				return err
			}
			return w.Flush()
		},
	}
	cmd.Flags().BoolVar(&lowered, "lowered", false, "print the meaning on the wire, as rows")
	cmd.Flags().BoolVar(&noPlaces, "no-places", false, "leave out where elements are in the spec")
	cmd.MarkFlagsMutuallyExclusive("lowered", "no-places")
	return cmd
}
