package cli

import (
	"github.com/spf13/cobra"

	"github.com/wiregen/wiregen/internal/message/vectors"
)

// newVectors makes the command that prints the vectors of a protocol.
func newVectors(env *environment) *cobra.Command {
	return &cobra.Command{
		Use:   "vectors [SPEC]",
		Short: "Print a small set of test messages for every type, with expected results",
		Long: `vectors prints, for each type of a spec, a few messages that every reader must
accept and a few that it must refuse, as one line of JSON each:

  {"type":"TokenUsage","result":"valid","text":"{…}","written":"{…}"}
  {"type":"TokenUsage","result":"invalid","text":"{}","path":"output","message":"missing: expected an integer"}

The valid ones cover each variant of a union, each value of an enum, and each
field present, absent, null and under an older name; some have undeclared
content. "written" is what a writer makes of the message, if it differs from the
text. The invalid ones have one fault; its "path" is empty for the whole value. A
message with the result "unfit" can be read, but a writer of this version must
refuse to write it. The vectors do not depend on a programming language, so any
implementation of the protocol can be tested with them.

With vectors: true below a target in wiregen.yaml, generate writes them into its
package, with a test that runs them.`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeSpec,
		RunE: func(_ *cobra.Command, args []string) error {
			_, p, err := env.load(args)
			if err != nil {
				return err
			}
			lines, err := vectors.JSONL(p)
			if err != nil {
				return err
			}
			_, err = env.stdout.Write(lines)
			return err
		},
	}
}
