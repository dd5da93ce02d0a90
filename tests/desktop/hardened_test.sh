#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The built files are as hard to turn against their user as SECURITY.md and CMakeLists.txt want them: says of each what is
# missing. Arguments: the build's configuration, the program, its modules.
set -uo pipefail
configuration=$1
shift
missing=0
lacks() {
  echo "$(basename "$1"): $2" >&2
  missing=1
}

for file in "$@"; do
  all=$(LC_ALL=C readelf --wide --file-header --program-headers --dynamic --dyn-syms --notes "$file") || exit 1
  has() { grep -qE -e "$1" <<<"$all"; }
  has 'Type: +DYN' || lacks "$file" "is loaded where everybody expects it (PIE)"
  has '^ +GNU_RELRO ' || lacks "$file" "its tables stay writable (-z relro)"
  has 'BIND_NOW|FLAGS_1\).* NOW' || lacks "$file" "its functions are bound late (-z now)"
  has '^ +GNU_STACK .* RW ' || lacks "$file" "its stack may be executed"
  has '^ +LOAD .* RWE ' && lacks "$file" "a part of it is both written and executed"
  has '\(TEXTREL\)' && lacks "$file" "its code is written to when it is loaded"
  has 'Build ID' || lacks "$file" "reports of crashes cannot name it (--build-id)"
  has '__stack_chk_fail' || lacks "$file" "no stack protector (-fstack-protector-strong)"
  # Calls of which the compiler cannot tell what they reach; python's module has none.
  [[ $configuration == Debug || $file == *python* ]] || has '__[a-z]+_chk(@|$| )' ||
    lacks "$file" "no checked calls (_FORTIFY_SOURCE)"
  # Qt 5, which PyTorch's libraries bring, would take them for its own. A module's names are its own.
  [[ $file == *.so ]] || ! has ' (GLOBAL|WEAK|UNIQUE) +DEFAULT +[0-9]+ _ZNK?[0-9]+Q' ||
    lacks "$file" "shows functions of Qt's (core/exports.map)"
  if has 'Machine: .*X86-64'; then
    # endbr64, where a jump through a pointer may arrive.
    (($(LC_ALL=C grep -aoP '\xf3\x0f\x1e\xfa' "$file" | wc -l) > 100)) ||
      lacks "$file" "jumps may arrive anywhere (-fcf-protection)"
  fi
done
exit $missing
