package dist_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// registry answers as that of npm does, with some packages.
func registry(t *testing.T, files ...string) *httptest.Server {
	t.Helper()
	answers := map[string][]byte{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if data, ok := answers[r.URL.Path]; ok {
			_, _ = w.Write(data)
			return
		}
		http.NotFound(w, r)
	}))
	t.Cleanup(server.Close)
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		answers["/"+filepath.Base(name)] = data
		for _, f := range unpacked(t, data) {
			if f.header.Name != "package/package.json" {
				continue
			}
			var pkg map[string]any
			if err := json.Unmarshal(f.data, &pkg); err != nil {
				t.Fatal(err)
			}
			pkg["dist"] = map[string]any{"tarball": server.URL + "/" + filepath.Base(name)}
			version := pkg["version"].(string)
			document, err := json.Marshal(map[string]any{"name": pkg["name"], "dist-tags": map[string]any{"latest": version}, "versions": map[string]any{version: pkg}})
			if err != nil {
				t.Fatal(err)
			}
			answers["/"+pkg["name"].(string)] = document
		}
	}
	return server
}

// TestReviewWithoutGo runs the part of the action that installs wiregen, from a registry of npm
// and from wheels, with the version that the base of a change requires. The change names another
// version, and a registry that is not there.
func TestReviewWithoutGo(t *testing.T) {
	dir, main, platform, _ := release(t)
	server := registry(t, main, platform)
	script, err := filepath.Abs("../../tools/review/install.sh")
	if err != nil {
		t.Fatal(err)
	}
	programs := map[string]string{"node": "", "npm": "", "sh": "", "bash": "", "env": "", "git": "", "sed": "", "mkdir": "", "python3": ""}
	if out, err := exec.Command("python3", "-c", "import sys; print(sys.executable)").Output(); err == nil {
		programs["python3"] = strings.TrimSpace(string(out)) // a link to a launcher would not find its own
	}
	for name, c := range map[string]struct{ file, before, after, from, version, want string }{
		"npm, locked": {"package-lock.json", `{"packages": {"node_modules/wiregen": {"version": "1.2.3-rc.4"}}}`, `{"packages": {"node_modules/wiregen": {"version": "0.0.1"}}}`, "npm", "", ""},
		"npm, given":  {"x", "a", "b", "npm", "v1.2.3-rc.4", ""},
		"pip, locked": {"requirements.txt", "x==1\nwiregen==1.2.3rc4 ; python_version > '3'\n", "wiregen==0.0.1\n", "pip", "", ""},
		"no version":  {"x", "a", "b", "npm", "", "write version: beside from: npm"},
		"no manager":  {"x", "a", "b", "cargo", "", "from: cargo is not go, npm or pip"},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPlace(t, programs)
			temp := t.TempDir()
			p.env = append(p.env, "RUNNER_TEMP="+temp, "GITHUB_PATH="+temp+"/path", "ACTION=/none", "AGAINST=git:HEAD", "VERSION="+c.version, "FROM="+c.from,
				"npm_config_registry="+server.URL, "PIP_NO_INDEX=1", "PIP_FIND_LINKS="+dir, "GIT_CONFIG_NOSYSTEM=1",
				"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com")
			p.write(c.file, c.before)
			p.must("git", "init", "-q")
			p.must("git", "add", ".")
			p.must("git", "commit", "-q", "-m", "one")
			p.write(c.file, c.after)
			p.write(".npmrc", "registry=http://127.0.0.1:1/\n")
			p.write("venv.py", "raise SystemExit('of the change')\n")
			out, err := p.run("bash", script)
			if c.want != "" {
				if err == nil || err.Error() != "exit status 2" || !strings.Contains(out, c.want) {
					t.Errorf("%v\n%s", err, out)
				}
				return
			}
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			path, err := os.ReadFile(temp + "/path")
			if err != nil {
				t.Fatal(err)
			}
			version, err := exec.Command(filepath.Join(strings.TrimSpace(string(path)), "wiregen"), "version").CombinedOutput()
			if err != nil || !strings.HasPrefix(string(version), "wiregen "+tag+" ") {
				t.Errorf("%v\n%s", err, version)
			}
		})
	}
}
