#!/usr/bin/env bash
# Installs the wiregen that reviews a change. VERSION, AGAINST and ACTION are those of
# action.yml. Without a version it is the one that go.mod of the old commit requires: the
# change that is reviewed does not choose it. Without that it is the source of the action.
set -euo pipefail

module=github.com/wiregen/wiregen
version=${VERSION:-}
[[ $version == none ]] && exit 0
if [[ -z $version && ${AGAINST:-} == git:* ]]; then
  ref=${AGAINST#git:}
  ref=${ref%%:*}
  version=$(git show --end-of-options "$ref:./go.mod" 2>/dev/null |
    sed -n -E "s#^(require)?[[:space:]]*$module[[:space:]]+(v[^[:space:]]+).*#\2#p") || version=
fi

bin=${RUNNER_TEMP:-/tmp}/wiregen-bin
mkdir -p "$bin"
if [[ -n $version ]]; then
  echo "wiregen $version"
  GOBIN=$bin go install "$module/cmd/wiregen@$version"
else
  echo "wiregen of the action"
  go -C "${ACTION:?}" build -o "$bin/" ./cmd/wiregen
fi
[[ -n ${GITHUB_PATH:-} ]] && echo "$bin" >>"$GITHUB_PATH"
exit 0
