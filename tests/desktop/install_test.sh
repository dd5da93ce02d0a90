#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What is installed is there and can be read by those for whom it is. Arguments: cmake, the build's folder.
set -euo pipefail
cmake=$1 build=$2
to=$(mktemp -d)
trap 'rm -rf "$to"' EXIT
fail() {
  echo "$*" >&2
  exit 1
}

"$cmake" --install "$build" --prefix "$to" >"$to/log" || fail "$(cat "$to/log")"
share=$to/share
icons=$share/icons/hicolor
for file in bin/runahead share/applications/runahead.desktop share/mime/packages/runahead.xml \
  share/metainfo/org.runahead.Runahead.metainfo.xml share/man/man1/runahead.1 \
  share/bash-completion/completions/runahead share/zsh/site-functions/_runahead \
  share/doc/runahead/{manual/index.md,README.md,CHANGELOG.md,SECURITY.md,LICENSE,copyright} \
  share/icons/hicolor/{scalable/apps/runahead.svg,48x48/apps/runahead.png,128x128/apps/runahead.png} \
  share/icons/hicolor/scalable/mimetypes/application-x-runahead-session.svg \
  share/icons/hicolor/48x48/mimetypes/application-x-runahead-session.png; do
  [[ -s $to/$file ]] || fail "$file is missing"
done
[[ $("$to/bin/runahead" --version) == "runahead "[0-9]* ]] || fail "the installed program does not start"

# The parts name one another.
entry() { sed -n "s/^$1=//p" "$share/applications/runahead.desktop"; }
[[ -x $to/bin/$(entry TryExec) && $(entry Exec) == "$(entry TryExec) %F" ]] || fail "the entry starts something else"
[[ -f $icons/scalable/apps/$(entry Icon).svg ]] || fail "the entry's icon is missing"
type=$(entry MimeType)
grep -q "type=\"${type%;}\"" "$share/mime/packages/runahead.xml" || fail "the entry opens another type"
icon=$(sed -n 's/.*<icon name="\(.*\)".*/\1/p' "$share/mime/packages/runahead.xml")
[[ -f $icons/scalable/mimetypes/$icon.svg ]] || fail "the type's icon is missing"

# The installed program finds its library for pictures. A session is known by how it begins.
"$to/bin/runahead" run four-statements --preset step --clock virtual --export "$to/a.runahead" --export "$to/a.svg" >/dev/null
[[ $(head -c 6 "$to/a.runahead" | tail -c 5) == RHSES ]] && grep -q 'x89RHSES' "$share/mime/packages/runahead.xml" ||
  fail "sessions begin otherwise than the MIME type says"

# The manual holds what --help does.
manual=$(sed 's/\\-/-/g; s/\\f.//g' "$share/man/man1/runahead.1")
for command in $("$to/bin/runahead" --help | sed -n 's/^  runahead \([a-z][a-z]*\)  *.*/\1/p' | sort -u); do
  [[ $manual == *".B runahead $command"* ]] || fail "the manual lacks $command"
  for option in $("$to/bin/runahead" "$command" --help | sed -n 's/^  \(--[a-z0-9]*\) .*/\1/p'); do
    [[ $manual == *".B $option"* ]] || fail "the manual lacks $option"
  done
done
[[ $manual != *@* ]] || fail "the manual has a gap"
pages=$share/doc/runahead/manual
for option in $("$to/bin/runahead" run --help | sed -n 's/^  \(--[a-z0-9]*\) .*/\1/p'); do
  grep -q "^| .$option" "$pages/command-line.md" || fail "the manual's page of the command line lacks $option"
done
grep -q '^| .Ctrl+R, F5. | run |$' "$pages/keys.md" || fail "the manual's page of keys is empty"
! grep -n '@[a-z]*@' "$pages"/*.md || fail "a page of the manual has a gap"

if command -v desktop-file-validate >/dev/null; then desktop-file-validate "$share/applications/runahead.desktop"; fi
if command -v appstreamcli >/dev/null; then appstreamcli validate --no-net "$share"/metainfo/*.xml; fi
if command -v xmllint >/dev/null; then xmllint --noout "$share"/{mime/packages,metainfo}/*.xml "$icons"/scalable/*/*.svg; fi
