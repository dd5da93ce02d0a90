# SPDX-License-Identifier: GPL-3.0-or-later
# pandas, where NumPy is Runahead's own: a table of numbers, as the book's chapters make one of lists.
import math

import numpy as np
from _names import Lacking, missing


class DataFrame(Lacking):
    """Rows of different lengths end with nan."""
    def __init__(self, data):
        rows = [list(row) for row in data]
        width = max(map(len, rows), default=0)
        self._rows = [[math.nan if one is None else float(one) for one in row] + [math.nan] * (width - len(row)) for row in rows]

    @property
    def shape(self):
        return len(self._rows), len(self._rows[0]) if self._rows else 0

    @property
    def values(self):
        return np.array(self._rows)

    def fillna(self, value):
        return DataFrame([[value if one != one else one for one in row] for row in self._rows])


__getattr__ = missing(globals())
