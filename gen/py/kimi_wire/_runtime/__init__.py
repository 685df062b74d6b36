"""The part of a package that is the same for every protocol."""
