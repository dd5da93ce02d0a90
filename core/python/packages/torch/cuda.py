# SPDX-License-Identifier: GPL-3.0-or-later
# torch.cuda: the devices of the run, their streams and events. Where the run has no streams (another mode than
# stream), there is one order for all, and waiting for a part of it waits for everything.
import _runahead as _r
from _names import missing

_device = 0


def _index(device):
    """Of 1, 'cuda:1', a torch.device or None."""
    import torch
    if device is None:
        return _device
    device = torch.device(device)
    index = _device if device.index is None else device.index
    if device.type != 'cuda' or not 0 <= index < _r.devices():
        raise RuntimeError(f"device '{device}': this run has {_r.devices()} of the kind cuda")
    return index


def is_available():
    return _r.devices() > 0


def is_initialized():
    return is_available()


def init():
    pass


def device_count():
    return _r.devices()


def current_device():
    return _device


def set_device(device):
    global _device
    _device = _index(device)


def get_device_name(device=None):
    return 'the device of the run'


def _memory(device):
    """In use, at most in use, reserved, at most reserved, as the run's picture has it. Where the run has no streams,
    there is one memory for all."""
    return _r.device_memory(_index(device)) if is_available() else (0, 0, 0, 0)


def memory_allocated(device=None):
    return _memory(device)[0]


def max_memory_allocated(device=None):
    return _memory(device)[1]


def memory_reserved(device=None):
    return _memory(device)[2]


def max_memory_reserved(device=None):
    return _memory(device)[3]


def reset_peak_memory_stats(device=None):
    if is_available():
        _r.begin_peak_memory(_index(device))


def synchronize(device=None):
    index = _index(device)
    if _r.has_streams():
        _r.synchronize_device(index)
    else:
        _r.waitall()


class Stream:
    def __init__(self, device=None, priority=0):
        self._device, self._event = _index(device), None
        self._stream = _r.make_stream(self._device) if _r.has_streams() else 0

    @classmethod
    def _known(cls, device, stream):
        made = cls.__new__(cls)
        made._device, made._stream, made._event = device, stream, None
        return made

    @property
    def device(self):
        import torch
        return torch.device('cuda', self._device)

    device_index = property(lambda self: self._device)
    cuda_stream = property(lambda self: self._stream)
    stream_id = cuda_stream

    def wait_stream(self, stream):
        if _r.has_streams():
            _r.wait_stream(self._stream, stream._stream)

    def wait_event(self, event):
        event.wait(self)

    def record_event(self, event=None):
        event = event or Event()
        event.record(self)
        return event

    def query(self):
        return _r.stream_idle(self._stream)

    def synchronize(self):
        if _r.has_streams():
            _r.synchronize_stream(self._stream)
        else:
            _r.waitall()

    def __eq__(self, other):
        return isinstance(other, Stream) and (self._device, self._stream) == (other._device, other._stream)

    def __hash__(self):
        return hash((self._device, self._stream))

    def __enter__(self):
        self._context = stream(self)
        self._context.__enter__()
        return self

    def __exit__(self, *error):
        self._context.__exit__(*error)

    def __repr__(self):
        return f'<torch.cuda.Stream device={self.device} cuda_stream={self._stream:#x}>'


def current_stream(device=None):
    index = _index(device)
    return Stream._known(index, _r.current_stream(index) if _r.has_streams() else 0)


def default_stream(device=None):
    index = _index(device)
    return Stream._known(index, _r.default_stream(index) if _r.has_streams() else 0)


def set_stream(stream):
    if stream is None:
        return
    set_device(stream._device)
    if _r.has_streams():
        _r.set_current_stream(stream._device, stream._stream)


class stream:
    def __init__(self, stream):
        self.stream = stream

    def __enter__(self):
        if self.stream is not None:
            self.before = _device, current_stream(self.stream._device)
            set_stream(self.stream)

    def __exit__(self, *error):
        if self.stream is not None:
            set_stream(self.before[1])
            set_device(self.before[0])


class device:
    def __init__(self, device):
        self.index = _index(device)

    def __enter__(self):
        self.before = _device
        set_device(self.index)

    def __exit__(self, *error):
        set_device(self.before)


class Event:
    def __init__(self, enable_timing=False, blocking=False, interprocess=False):
        self._timing, self._event, self.device = enable_timing, None, None

    def record(self, stream=None):
        stream = stream or current_stream()
        if not _r.has_streams():
            self._event = 0
            return
        if self._event is None:
            self._event, self.device = _r.new_event(), stream.device
        if self.device != stream.device:
            raise RuntimeError(f'Event device {self.device.index} does not match recording stream\'s device {stream.device.index}.')
        _r.record_event(self._event, stream._stream)

    def wait(self, stream=None):
        stream = stream or current_stream()
        if self._event:
            _r.wait_event(stream._stream, self._event)

    def query(self):
        if self._event == 0:
            return _r.stream_idle(0)
        return self._event is None or _r.event_passed(self._event)

    def synchronize(self):
        if self._event:
            _r.synchronize_event(self._event)
        elif self._event == 0:
            _r.waitall()

    def elapsed_time(self, end_event):
        if not (self._timing and end_event._timing):
            raise RuntimeError("Both events must be created with argument 'enable_timing=True'.")
        if self._event is None or end_event._event is None:
            raise RuntimeError('Both events must be recorded before calculating elapsed time.')
        if not (self._event and end_event._event):
            raise RuntimeError('elapsed_time: only mode stream has a device whose time events could tell')
        if self.device != end_event.device:
            raise RuntimeError('CUDA error: invalid resource handle')
        if not (self.query() and end_event.query()):
            raise RuntimeError('Both events must be completed before calculating elapsed time.')
        return (_r.event_ns(end_event._event) - _r.event_ns(self._event)) / 1e6

    def __del__(self, drop=_r.drop_event):  # at the end of a run this module is empty
        if self._event:
            drop(self._event)

    def __repr__(self):
        return '<torch.cuda.Event>'


__getattr__ = missing(globals())
