package cli

import (
	"bufio"

	"github.com/spf13/cobra"

	"github.com/wiregen/wiregen/internal/modeljson"
)

func newModel(env *environment) *cobra.Command {
	return &cobra.Command{
		Use:   "model [SPEC]",
		Short: "Print the checked protocol as JSON, for other programs",
		Long: `model prints what a spec means as one JSON document: every name resolved, every
default applied, every type that was declared in passing by its name. The member
wiregen_model is the version of its shape; it grows only when a reader of the
shape before would misread the new one.`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeSpec,
		RunE: func(_ *cobra.Command, args []string) error {
			_, p, err := env.load(args)
			if err != nil {
				return err
			}
			w := bufio.NewWriter(env.stdout)
			if err := modeljson.Write(w, p); err != nil {
				return err
			}
			return w.Flush()
		},
	}
}
