#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# That a layer includes what it links, and that the compiler refuses the rest. Arguments: a header of each, with quotes or
# brackets, the compiler, with the layer's include path.
set -uo pipefail
seen=$1
refused=$2
shift 2
"$@" -x c++ -E - >/dev/null <<<"#include $seen" || exit 1
if said=$(LC_ALL=C "$@" -x c++ -E - 2>&1 >/dev/null <<<"#include $refused"); then
  echo "$refused is seen" >&2
  exit 1
fi
[[ $said == *"${refused:1:-1}"*"No such file"* || $said == *"${refused:1:-1}"*"not found"* ]]
