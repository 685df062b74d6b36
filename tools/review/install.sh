#!/usr/bin/env bash
# Installs the wiregen that reviews a change. VERSION, FROM, AGAINST and ACTION are those of
# action.yml. Without a version it is the one that the old commit requires, in go.mod,
# package-lock.json or requirements.txt: the change that is reviewed does not choose it.
# Without that, Go builds the source of the action.
set -euo pipefail

module=github.com/wiregen/wiregen
version=${VERSION:-}
from=${FROM:-go}
[[ $version == none ]] && exit 0
if [[ ! $from =~ ^(go|npm|pip)$ ]]; then
  echo "::error::from: $from is not go, npm or pip" >&2
  exit 2
fi

# old prints a file of the commit that a change is compared with.
old() {
  [[ ${AGAINST:-} == git:* ]] || return 0
  local ref=${AGAINST#git:}
  git show --end-of-options "${ref%%:*}:./$1" 2>/dev/null || true
}

locked='try { console.log(JSON.parse(require("fs").readFileSync(0)).packages["node_modules/wiregen"].version) } catch {}'
if [[ -z $version ]]; then
  case $from in
    go) version=$(old go.mod | sed -n -E "s#^(require)?[[:space:]]*$module[[:space:]]+(v[^[:space:]]+).*#\2#p") ;;
    npm) version=$(old package-lock.json | node -e "$locked") ;;
    pip) version=$(old requirements.txt | sed -n -E 's/^wiregen==([^[:space:];]+).*/\1/p') ;;
  esac
fi
if [[ $from != go && -z $version ]]; then
  echo "::error::write version: beside from: $from, or require wiregen in package-lock.json (npm) or requirements.txt (pip) of the base" >&2
  exit 2
fi

bin=${RUNNER_TEMP:-/tmp}/wiregen-bin
mkdir -p "$bin"
echo "wiregen ${version:-of the action}"
# npm and pip run in a folder of their own, because that of the change may have files which they obey.
case $from in
  go)
    if [[ -n $version ]]; then
      GOBIN=$bin go install "$module/cmd/wiregen@$version"
    else
      go -C "${ACTION:?}" build -o "$bin/" ./cmd/wiregen
    fi
    ;;
  npm)
    (cd "$bin" && npm install --prefix "$bin" --ignore-scripts --no-audit --no-fund "wiregen@${version#v}")
    bin=$bin/node_modules/.bin
    ;;
  pip)
    (cd "$bin" && python3 -m venv venv)
    scripts=$bin/venv/bin
    [[ -d $bin/venv/Scripts ]] && scripts=$bin/venv/Scripts
    (cd "$bin" && "$scripts/python" -m pip install --disable-pip-version-check --only-binary :all: --no-deps "wiregen==${version#v}")
    bin=$scripts
    ;;
esac
[[ -n ${GITHUB_PATH:-} ]] && echo "$bin" >>"$GITHUB_PATH"
exit 0
