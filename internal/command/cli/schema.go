package cli

import (
	"github.com/spf13/cobra"
)

func newSchema(env *environment) *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of the spec language, for editors",
		Long: `schema prints the JSON Schema of the spec language. Editors with a YAML language
server complete and check a spec whose first line is

  # yaml-language-server: $schema=PATH

generate writes the same text to wiregen.schema.json, next to the other schemas.`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			text, err := env.targets.LanguageSchema()
			if err != nil {
				return err
			}
			_, err = env.stdout.Write(text)
			return err
		},
	}
}
