# SPDX-License-Identifier: GPL-3.0-or-later
# What a library's own calls do under a name of the book's.
import importlib

from _names import missing


def names_of(module, library, names):
    """As a module's __getattr__. A name may be a path: 'np.random.normal', or that of another module: 'import pandas'."""
    otherwise = missing(module)

    def __getattr__(name):
        if name not in names:
            return otherwise(name)
        if names[name].startswith('import '):
            return importlib.import_module(names[name][7:])
        value = library
        for part in names[name].split('.'):
            value = getattr(value, part)
        return value
    return __getattr__
