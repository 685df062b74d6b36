package cli

import (
	"github.com/spf13/cobra"
)

func newSchema(env *environment) *cobra.Command {
	config := false
	cmd := &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of the spec language, for editors",
		Long: `schema prints the JSON Schema of the spec language, or with --config that of
wiregen.yaml. Editors with a YAML language server complete and check a file whose
first line is

  # yaml-language-server: $schema=PATH

generate writes the same texts to wiregen.schema.json and, if there is a
wiregen.yaml, ` + configSchemaFile + `, next to the other schemas.`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			text := env.targets.LanguageSchema
			if config {
				text = env.configSchema
			}
			_, err := env.stdout.Write(text())
			return err
		},
	}
	cmd.Flags().BoolVar(&config, "config", false, "print the schema of wiregen.yaml")
	return cmd
}
