package chromium

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// variable is the environment variable that names the browser of the tests.
const variable = "WIREGEN_BROWSER"

// installed is where make browser puts its Chromium, below the root of a checkout.
var installed = filepath.Join(".build", "browser", "chromium")

// names are those of browsers that may be installed. Any that speaks the DevTools
// protocol does.
var names = []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"}

// find returns the browser for tests in a folder: the one that the variable names, else
// the one that make browser installed in the checkout, else one on the path, else none.
func find(dir string) (string, error) {
	if name := os.Getenv(variable); name != "" {
		program, err := exec.LookPath(name)
		if err != nil {
			return "", fmt.Errorf("%s: %w", variable, err)
		}
		return program, nil
	}
	for {
		if program, err := exec.LookPath(filepath.Join(dir, installed)); err == nil {
			return program, nil
		}
		above := filepath.Dir(dir)
		if above == dir {
			break
		}
		dir = above
	}
	for _, name := range names {
		if program, err := exec.LookPath(name); err == nil {
			return program, nil
		}
	}
	return "", nil
}
