#!/usr/bin/env bash
# Compares the source of an imported spec with the copies that the spec was made of: what changed,
# and what that does to peers. DECISIONS, SPEC, SOURCE, ISSUE and GH_TOKEN are those of action.yml.
# The report is the summary of the run, a file, and with ISSUE a comment there, which later runs
# edit. Nothing is written into the repository. It exits as wiregen import --check does: 1 if
# something changed, 2 if nothing could be compared.
set -uo pipefail

args=(--decisions "${DECISIONS:-}" -o "${SPEC:-}")
files=()
while IFS= read -r file; do
  file=${file%$'\r'}
  [[ -n $file ]] && files+=("$file")
done <<<"${SOURCE:-}"

report=${RUNNER_TEMP:-/tmp}/wiregen-drift.md
wiregen import --check --format markdown "${args[@]}" -- ${files[@]+"${files[@]}"} >"$report"
code=$?
if ((code > 1)); then
  exit "$code"
fi

cat "$report"
[[ -n ${GITHUB_STEP_SUMMARY:-} ]] && cat "$report" >>"$GITHUB_STEP_SUMMARY"
if [[ -n ${GITHUB_OUTPUT:-} ]]; then
  ((code == 0)) && result=passed || result=failed
  printf 'result=%s\ncomment=%s\n' "$result" "$report" >>"$GITHUB_OUTPUT"
fi
if ((code == 1)) && [[ -n ${ISSUE:-} ]]; then
  GH_TOKEN=${GH_TOKEN:-} gh issue comment "$ISSUE" --edit-last --create-if-none --body-file "$report" || exit 2
fi
exit "$code"
