# SPDX-License-Identifier: GPL-3.0-or-later
# What the real PyTorch, built without CUDA, lacks of torch.cuda: the run's devices stand behind it.
import types

import _runahead as _r
import torch


def _index(device=None):
    if device is None:
        return _r.torch_device()
    if isinstance(device, int):
        return device if device >= 0 else _r.torch_device()
    device = torch.device(device)
    return _r.torch_device() if device.index is None else device.index


def _checked(device=None):
    index = _index(device)
    if not 0 <= index < _r.torch_devices():
        raise RuntimeError('CUDA error: invalid device ordinal')
    return index


class Stream:
    def __new__(cls, device=None, priority=0, stream_id=None, **ignored):
        made = object.__new__(cls)
        made.priority = priority  # the run's streams have none
        made._index = _checked(device)
        made.stream_id = _r.torch_new_stream(made._index) if stream_id is None else stream_id
        return made

    @property
    def device(self):
        return torch.device('cuda', self._index)

    @staticmethod
    def priority_range():
        return 0, -1

    @property
    def cuda_stream(self):
        return self.stream_id

    def synchronize(self):
        _r.torch_synchronize_stream(self._index, self.stream_id)

    def query(self):
        return _r.torch_idle(self._index, self.stream_id)

    def wait_stream(self, stream):
        _r.torch_wait_stream(self._index, self.stream_id, stream._index, stream.stream_id)

    def wait_event(self, event):
        event.wait(self)

    def record_event(self, event=None):
        event = Event() if event is None else event
        event.record(self)
        return event

    def __eq__(self, other):
        return isinstance(other, Stream) and (self._index, self.stream_id) == (other._index, other.stream_id)

    def __hash__(self):
        return hash((self._index, self.stream_id))

    def __repr__(self):
        return f'<torch.cuda.Stream device={self.device} cuda_stream={self.cuda_stream:#x}>'


class Event:
    def __init__(self, enable_timing=False, blocking=False, interprocess=False):
        self._timing, self._number, self._index = enable_timing, None, None

    def record(self, stream=None):
        stream = current_stream() if stream is None else stream
        if self._number is None:
            self._number, self._index = _r.torch_new_event(), stream._index
        if self._index != stream._index:
            raise RuntimeError(f"Event device {self._index} does not match recording stream's device {stream._index}.")
        _r.torch_record(self._number, stream._index, stream.stream_id)

    def wait(self, stream=None):
        stream = current_stream() if stream is None else stream
        if self._number is not None:
            _r.torch_wait_event(stream._index, stream.stream_id, self._number)

    def query(self):
        return self._number is None or _r.torch_passed(self._number)

    def synchronize(self):
        if self._number is not None:
            _r.torch_synchronize_event(self._number)

    def elapsed_time(self, end):
        if self._number is None or end._number is None:
            raise RuntimeError('Both events must be recorded before calculating elapsed time.')
        if not (self._timing and end._timing) or self._index != end._index:
            raise RuntimeError('CUDA error: invalid resource handle')
        if not (self.query() and end.query()):
            raise RuntimeError('CUDA error: device not ready')
        return (_r.torch_ns(end._number) - _r.torch_ns(self._number)) / 1e6

    def __del__(self, drop=_r.torch_drop_event):
        if self._number is not None:
            drop(self._number)


_native_record_stream = torch.Tensor.record_stream


def _record_stream(tensor, stream):
    packed = 1 << 56 | stream._index << 48 | stream.stream_id  # of the kind cuda, as c10::Stream::pack()
    _native_record_stream(tensor, torch._C.Stream(_cdata=packed))


_native_tolist = torch.Tensor.tolist


def _tolist(tensor):
    if not tensor.is_cuda and tensor.is_pinned():
        last = sum((size - 1) * step for size, step in zip(tensor.shape, tensor.stride()))
        _r.torch_read(tensor.data_ptr(), (last + 1) * tensor.element_size())
    return _native_tolist(tensor)


def current_stream(device=None):
    index = _checked(device)
    return Stream(index, stream_id=_r.torch_stream(index))


def default_stream(device=None):
    return Stream(_checked(device), stream_id=0)


def set_stream(stream):
    if stream is not None:
        _r.torch_set_stream(stream._index, stream.stream_id)


class StreamContext:
    def __init__(self, stream):
        self.stream = stream

    def __enter__(self):
        if self.stream is None:
            return
        self.before, self.device_before = current_stream(self.stream._index), _r.torch_device()
        _r.torch_set_device(self.stream._index)
        set_stream(self.stream)

    def __exit__(self, *error):
        if self.stream is not None:
            set_stream(self.before)
            _r.torch_set_device(self.device_before)


class device:
    def __init__(self, device):
        self.idx = _index(device)

    def __enter__(self):
        self.before = _r.torch_device()
        _r.torch_set_device(self.idx)

    def __exit__(self, *error):
        _r.torch_set_device(self.before)


class device_of(device):
    def __init__(self, tensor):
        self.idx = tensor.get_device() if tensor.is_cuda else _r.torch_device()


class _Properties(types.SimpleNamespace):
    def __repr__(self):
        return (f"_CudaDeviceProperties(name='{self.name}', major={self.major}, minor={self.minor}, "
                f'total_memory={self.total_memory >> 20}MB, multi_processor_count={self.multi_processor_count})')


def get_device_properties(device=None):
    _checked(device)
    return _Properties(name='Runahead (emulated)', major=8, minor=0, total_memory=_TOTAL, multi_processor_count=1)


def _memory(reserved, most):
    return lambda device=None: _r.torch_memory(_checked(device), reserved, most)


_TOTAL = _r.torch_bytes


def _memory_stats(device=None):
    of = {('allocated', 'current'): (False, False), ('allocated', 'peak'): (False, True),
          ('reserved', 'current'): (True, False), ('reserved', 'peak'): (True, True)}
    return {f'{what}_bytes.all.{when}': _r.torch_memory(_checked(device), *which) for (what, when), which in of.items()}


def _nothing(*args, **kwargs):
    return None


_in_cuda = dict(
    Stream=Stream, Event=Event, StreamContext=StreamContext, stream=StreamContext, device=device, device_of=device_of,
    current_stream=current_stream, default_stream=default_stream, set_stream=set_stream,
    get_device_properties=get_device_properties,
    _is_compiled=lambda: True, is_available=lambda: _r.torch_devices() > 0, device_count=_r.torch_devices,
    current_device=_r.torch_device, set_device=lambda device: _r.torch_set_device(_checked(device)),
    is_initialized=lambda: True, _lazy_init=_nothing, init=_nothing,
    synchronize=lambda device=None: _r.torch_synchronize(_checked(device)),
    empty_cache=_nothing, ipc_collect=_nothing, get_device_name=lambda device=None: get_device_properties(device).name,
    get_device_capability=lambda device=None: (8, 0),
    memory_allocated=_memory(False, False), max_memory_allocated=_memory(False, True),
    memory_reserved=_memory(True, False), max_memory_reserved=_memory(True, True),
    memory_stats=_memory_stats, memory_summary=lambda device=None, abbreviated=False: str(_memory_stats(device)),
    mem_get_info=lambda device=None: (_TOTAL - _r.torch_memory(_checked(device), True, False), _TOTAL),
    reset_max_memory_allocated=lambda device=None: _r.torch_begin_most(_checked(device)),
    get_arch_list=lambda: [], get_rng_state_all=lambda: [torch.get_rng_state()] * _r.torch_devices(),
    set_rng_state_all=lambda states: torch.set_rng_state(states[0]),
    reset_peak_memory_stats=lambda device=None: _r.torch_begin_most(_checked(device)),
    manual_seed=lambda seed: torch.default_generator.manual_seed(seed) and None,
    manual_seed_all=lambda seed: torch.default_generator.manual_seed(seed) and None,
    get_rng_state=lambda device=None: torch.get_rng_state(),
    set_rng_state=lambda state, device=None: torch.set_rng_state(state),
    is_bf16_supported=lambda: True)


class _TypedTensors(type):
    """torch.cuda.FloatTensor and its kin, which a build without CUDA makes and refuses to call."""
    def __instancecheck__(cls, value):
        return isinstance(value, torch.Tensor) and value.is_cuda and value.dtype == cls.dtype

    def __call__(cls, *given):
        if len(given) == 1 and not isinstance(given[0], (int, torch.Size)):
            return torch.tensor(given[0], dtype=cls.dtype, device='cuda')
        return torch.empty(*given, dtype=cls.dtype, device='cuda')


_TYPES = {'Float': torch.float32, 'Double': torch.float64, 'Half': torch.float16, 'BFloat16': torch.bfloat16,
          'Long': torch.int64, 'Int': torch.int32, 'Short': torch.int16, 'Char': torch.int8, 'Byte': torch.uint8,
          'Bool': torch.bool}
for _name, _dtype in _TYPES.items():
    _in_cuda[f'{_name}Tensor'] = _TypedTensors(f'{_name}Tensor', (), {'dtype': _dtype, '__module__': 'torch.cuda'})


# Storages, for torch.load.

def _storage_to_cuda(storage, device=None, non_blocking=False):
    typed = isinstance(storage, torch.storage.TypedStorage)
    plain = storage._storage if typed else storage
    made = torch.empty(plain.nbytes(), dtype=torch.uint8, device=torch.device('cuda', _checked(device)))
    if plain.nbytes():
        made.copy_(torch.tensor([], dtype=torch.uint8).set_(plain))
    there = made.storage()._storage
    return torch.storage.TypedStorage(wrap_storage=there, dtype=storage.dtype) if typed else there


def _storage_to_cpu(storage):
    if storage.device.type == 'cpu':
        return storage
    return torch.tensor([], dtype=torch.uint8, device=storage.device).set_(storage).cpu().storage()._storage


def _copy_of_storage(storage):
    return torch.tensor([], dtype=torch.uint8, device=storage.device).set_(storage).clone().storage()._storage


_clone_storage, _deep_copy_storage = torch.storage._StorageBase.clone, torch.storage._StorageBase.__deepcopy__


def _clone(storage):
    return _copy_of_storage(storage) if storage.device.type == 'cuda' else _clone_storage(storage)


def _deep_copy(storage, memo):
    if storage.device.type != 'cuda':
        return _deep_copy_storage(storage, memo)
    memo = memo.setdefault('torch', {})
    if storage._cdata not in memo:
        memo[storage._cdata] = _copy_of_storage(storage)
    return memo[storage._cdata]


_to_dlpack, _own_dlpack = torch._C._to_dlpack, torch.Tensor.__dlpack__


def _shared_only_from_cpu(real):
    def share(tensor, *args, **kwargs):
        if tensor.is_cuda:
            raise RuntimeError('dlpack: tensors of this device lie where no other library finds them; use tensor.cpu()')
        return real(tensor, *args, **kwargs)
    return share


class _Generators(type(torch.Generator)):
    """A generator of the device is one of the CPU, whose numbers it has."""
    def __call__(cls, device='cpu'):
        return _Generator('cpu')

    def __instancecheck__(cls, value):
        return isinstance(value, _Generator)


_Generator = torch.Generator


class Generator(metaclass=_Generators):
    pass


def _add_storages():
    torch.storage._StorageBase.clone, torch.storage._StorageBase.__deepcopy__ = _clone, _deep_copy
    torch.storage._StorageBase.cuda = _storage_to_cuda
    torch.storage._StorageBase.cpu = _storage_to_cpu
    torch.serialization.register_package(
        5, lambda one: f'cuda:{one.device.index or 0}' if one.device.type == 'cuda' else None,
        lambda one, place: _storage_to_cuda(one, place) if place.startswith('cuda') else None)


# torch.nn.parallel.

def _scatter(tensor, devices, chunks, axis, streams):
    parts = tensor.split(list(chunks), axis) if chunks else tensor.chunk(len(devices), axis)
    return tuple(part.to(torch.device('cuda', device)) for part, device in zip(parts, devices))


def _gather(tensors, axis, device=None):
    place = 'cpu' if device == -1 else torch.device('cuda', device or 0)
    return torch.cat([one.to(place) for one in tensors], axis)


def _broadcast(tensor, devices):
    return [tensor.to(torch.device('cuda', device)) for device in devices]


def _broadcast_coalesced(tensors, devices, size):
    return [[one.to(torch.device('cuda', device)) for one in tensors] for device in devices]


# The device that tensors are made on where a program names none.

_FACTORIES = {getattr(torch, name) for name in (
    'empty', 'zeros', 'ones', 'full', 'rand', 'randn', 'randint', 'randperm', 'arange', 'linspace', 'logspace', 'eye', 'tensor',
    'normal', 'empty_strided', 'as_tensor')}


class _MadeOn(torch.overrides.TorchFunctionMode):
    def __init__(self, device):
        super().__init__()
        self.device = device

    def __torch_function__(self, function, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if function in _FACTORIES and kwargs.get('device') is None:
            kwargs = dict(kwargs, device=self.device)
        return function(*args, **kwargs)


_made_on = []
_set_default_tensor_type = torch.set_default_tensor_type


def set_default_device(device):
    """As PyTorch 2 has it."""
    if _made_on:
        _made_on.pop().__exit__(None, None, None)
    if torch.device(device).type == 'cuda':
        _made_on.append(_MadeOn(torch.device(device)))
        _made_on[-1].__enter__()


def set_default_tensor_type(kind):
    name = kind if isinstance(kind, str) else f'{kind.__module__}.{kind.__name__}'
    set_default_device('cuda' if name.startswith('torch.cuda.') else 'cpu')
    _set_default_tensor_type(name.replace('torch.cuda.', 'torch.') if name.startswith('torch.cuda.') else kind)


_hooks = [value for name, value in vars(torch.nn.modules.module).items() if name.startswith('_global_') and
          isinstance(value, dict)]


def begin(seed):
    """Everything is as in a process of its own."""
    torch.set_default_dtype(torch.float32)
    _made_on.clear()  # a run has a thread of its own, and modes are a thread's
    torch.set_grad_enabled(True)
    torch.set_printoptions(profile='default')
    torch.use_deterministic_algorithms(False)
    torch.set_anomaly_enabled(False)
    torch.set_autocast_enabled(False)
    torch.set_autocast_cpu_enabled(False)
    torch.clear_autocast_cache()
    torch.set_num_threads(1)
    for hooks in _hooks:
        hooks.clear()
    for device in range(_r.torch_devices()):
        _r.torch_set_stream(device, 0)
    _r.torch_set_device(0)
    torch.default_generator.manual_seed(seed)
    _r.set_error_type(RuntimeError)
    _r.torch_begin_run()


def install(module):
    """When PyTorch has been imported."""
    _r.torch_take_over()
    vars(torch.cuda).update(_in_cuda)
    torch.cuda._initialized = torch.has_cuda = True
    torch.cuda.streams.Stream, torch.cuda.streams.Event = Stream, Event
    torch.cuda.graphs._cuda_isCurrentStreamCapturing = lambda: False
    vars(torch._C).update(
        _cuda_getDeviceCount=_r.torch_devices, _cuda_getDevice=_r.torch_device, _cuda_setDevice=_r.torch_set_device,
        _cuda_isCurrentStreamCapturing=lambda: False, _cuda_isInBadFork=lambda: False,
        _cuda_synchronize=lambda: _r.torch_synchronize(_r.torch_device()),
        _scatter=_scatter, _gather=_gather, _broadcast=_broadcast, _broadcast_coalesced=_broadcast_coalesced)
    # What a build without CUDA has none of, and says so in a warning.
    torch.cuda.nccl.is_available = torch.backends.cudnn.is_acceptable = lambda tensors: False
    torch.set_default_device, torch.set_default_tensor_type = set_default_device, set_default_tensor_type
    # Its handler of ended processes is for the main thread of a process, which a program here is not.
    torch.utils.data._utils.signal_handling._set_SIGCHLD_handler = _nothing
    torch.Generator = torch._C.Generator = Generator
    torch._C._to_dlpack = torch.to_dlpack = torch.utils.dlpack.to_dlpack = _shared_only_from_cpu(_to_dlpack)
    torch.Tensor.__dlpack__ = _shared_only_from_cpu(_own_dlpack)
    torch.Tensor.record_stream, torch.Tensor.tolist = _record_stream, _tolist
    for name in ('range_push', 'range_pop', 'mark'):
        setattr(torch.cuda.nvtx, name, _nothing)
    _add_storages()
