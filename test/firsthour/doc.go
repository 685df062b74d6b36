// Package firsthour is for tests only: it follows the tutorial, the README and what
// "wiregen init" prints word by word, as a person without this repository would. The
// home is empty, and the module comes from a module proxy, as a released version, or
// from a clone, as long as there is no release.
package firsthour
