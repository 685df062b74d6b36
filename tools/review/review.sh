#!/usr/bin/env bash
# Reviews the change of a spec in a workflow: annotations on its lines, a summary of
# the run, and a file for a comment. SPEC, AGAINST and FAIL_ON are those of action.yml.
# It exits as wiregen diff does: 1 if something fails, 2 if nothing could be compared.
set -uo pipefail

args=(--fail-on "${FAIL_ON:-break}")
[[ -n ${SPEC:-} ]] && spec=("$SPEC") || spec=()
[[ -n ${AGAINST:-} ]] && args+=(--against "$AGAINST")

wiregen diff --format github "${args[@]}" "${spec[@]}"
code=$?
if ((code > 1)); then
  exit "$code"
fi

comment=${RUNNER_TEMP:-/tmp}/wiregen-review.md
wiregen diff --format markdown "${args[@]}" "${spec[@]}" >"$comment" 2>/dev/null
[[ -n ${GITHUB_STEP_SUMMARY:-} ]] && cat "$comment" >>"$GITHUB_STEP_SUMMARY"
if [[ -n ${GITHUB_OUTPUT:-} ]]; then
  ((code == 0)) && result=passed || result=failed
  printf 'result=%s\ncomment=%s\n' "$result" "$comment" >>"$GITHUB_OUTPUT"
fi
exit "$code"
