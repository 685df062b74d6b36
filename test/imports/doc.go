// Package imports is for tests only: it imports protocols of the world, from packages in locked
// versions, and follows them from one version to the next.
package imports
