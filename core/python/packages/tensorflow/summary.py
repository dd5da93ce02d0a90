# SPDX-License-Identifier: GPL-3.0-or-later
# tf.summary: what programs log for TensorBoard, which is not written.
import contextlib

import _runahead as _r
from _names import missing

_told = []


def tell():
    if not _told:
        _told.append(True)
        _r.tell('Runahead: no logs are written for TensorBoard; the picture shows what ran when.\n', True)


class _Writer:
    def as_default(self, step=None):
        return contextlib.nullcontext(self)

    def set_as_default(self, step=None):
        pass

    def flush(self):
        pass

    close = init = flush


def create_file_writer(logdir, max_queue=None, flush_millis=None, filename_suffix=None, name=None):
    tell()
    return _Writer()


def _log(*args, **kwargs):
    tell()
    return True


scalar = image = histogram = text = audio = write = graph = flush = _log
trace_on = trace_off = trace_export = _log


def create_noop_writer():
    return _Writer()


def record_if(condition):
    return contextlib.nullcontext()


def should_record_summaries():
    return False


class experimental:
    @staticmethod
    def set_step(step):
        pass


__getattr__ = missing(globals())
