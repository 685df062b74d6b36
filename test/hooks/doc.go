// Package hooks has the tests of what runs wiregen for others: the GitHub action and its
// workflow, and the hooks of pre-commit.
package hooks
