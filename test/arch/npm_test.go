package arch

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// TestNoInstallScripts: the packages of npm that this repository installs run no scripts of
// their own, because none needs that.
func TestNoInstallScripts(t *testing.T) {
	out, err := exec.Command("git", "-C", "../..", "grep", "-nE", `npm ci|"ci"`, "--", "*.go", "*.sh", "*.yml", "*.yaml", "Makefile", ".ci").Output()
	if err != nil {
		t.Fatal(err)
	}
	installs := regexp.MustCompile(`npm ci -|"npm", "ci"|\{"ci"`)
	n := 0
	for _, line := range strings.Split(string(out), "\n") {
		if installs.MatchString(line) && !strings.Contains(line, "MustCompile") && !strings.Contains(line, "ignore-scripts") {
			t.Error(line)
		} else if installs.MatchString(line) {
			n++
		}
	}
	if n < 6 {
		t.Errorf("only %d installations", n)
	}
}
