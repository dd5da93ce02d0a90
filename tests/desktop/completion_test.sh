#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What bash offers. Arguments: the program, the completion.
set -euo pipefail
program=$1
compopt() { files=$2; }  # outside of a completion there is none
set +u
. "$2"

# offered WORD...: what is offered for the last word, as bash has split them.
offered() {
  COMP_WORDS=("$program" "$@") COMP_CWORD=$# files=
  _runahead "$program" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}" || true
  echo "${COMPREPLY[*]}${files:+ [$files]}"
}
failed=0
# expect WHAT WORD...
expect() {
  local what=$1 is
  is=$(offered "${@:2}")
  if [[ $is != "$what" ]]; then
    echo "for '${*:2}' there is '$is' instead of '$what'" >&2
    failed=1
  fi
}

expect "calibrate [default]" c
expect "matmul-race" run mat
expect "sync stream" run matmul-race --mode s
expect "sync stream" run matmul-race --mode = s
expect "sync async stream function lazy" run matmul-race --mode =
expect "--seed --set" run matmul-race --se
expect "passes= [nospace]" run matmul-race --set p
expect "timeline,charts [nospace]" run matmul-race --parts timeline,c
expect " [default]" open ""
expect " [default]" run matmul-race --export x
expect "" run matmul-race --title x
expect "--size --steps" open --s
expect "--json" list --j
expect "run" help r
exit $failed
