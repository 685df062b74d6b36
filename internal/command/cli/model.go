package cli

import (
	"bufio"

	"github.com/spf13/cobra"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/modeljson"
)

func newModel(env *environment) *cobra.Command {
	lowered := false
	cmd := &cobra.Command{
		Use:   "model [SPEC]",
		Short: "Print the checked protocol as JSON, for other programs",
		Long: `model prints what a spec says as one JSON document: every name resolved, every
default applied, every type that was declared in passing by its name. With
--lowered it prints what the spec means on the wire, as rows that leave nothing
to decide: what a generator for a further language starts from. The members
wiregen_model and wiregen_lowered are the versions of the two shapes; a version
grows only when a reader of the shape before would misread the new one.`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeSpec,
		RunE: func(_ *cobra.Command, args []string) error {
			_, p, err := env.load(args)
			if err != nil {
				return err
			}
			w := bufio.NewWriter(env.stdout)
			if lowered {
				err = modeljson.WriteLowered(w, lower.New(p))
			} else {
				err = modeljson.Write(w, p)
			}
			if err != nil {
				return err
			}
			return w.Flush()
		},
	}
	cmd.Flags().BoolVar(&lowered, "lowered", false, "print what the spec means on the wire")
	return cmd
}
