# SPDX-License-Identifier: GPL-3.0-or-later
# Run by CPack on what it has installed for a package: documents as Debian has them.
set(share ${CPACK_TEMPORARY_DIRECTORY}/usr/share)
file(RENAME ${share}/doc/runahead/CHANGELOG.md ${share}/doc/runahead/changelog)
file(REMOVE ${share}/doc/runahead/LICENSE)  # every Debian has it
execute_process(COMMAND gzip -9n ${share}/doc/runahead/changelog ${share}/man/man1/runahead.1 COMMAND_ERROR_IS_FATAL ANY)
