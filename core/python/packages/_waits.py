# SPDX-License-Identifier: GPL-3.0-or-later
# Clocks, and how long threads wait, under a simulated clock: a thread's time is what it has slept and waited since it
# began; who waits for another goes on at the time at which that one ended the wait. Threads really sleep and wait, so
# that what they do comes in its order.
import _thread
import os
import resource
import threading
import time

import _runahead
import _world


def adapt_threading(threading):
    global real_join
    _world.stand_in(threading, _world.start_new_thread, '_start_new_thread')
    real_wait, real_join, real_run = threading.Condition.wait, threading.Thread.join, threading.Thread._bootstrap_inner
    real_set, real_wait_for_event = threading.Event.set, threading.Event.wait

    # A lock's own wait hears of no stop, so the run's thread waits in pieces.
    def wait(self, timeout=None):
        if timeout is None and _thread.get_ident() == _world.frontend:
            while not real_wait(self, PIECE_S):
                pass
            return True
        if timeout is None or not _runahead.timed():
            return real_wait(self, timeout)
        # Where no thread is there to wake it up, its time is over at once.
        return ended_wait(timeout, lambda: real_wait(self, timeout if _world.threads else 0))

    def join(self, timeout=None):
        def ended():
            if timeout is None and _thread.get_ident() == _world.frontend:
                real_join(self, 0)
                while self.is_alive():
                    real_join(self, PIECE_S)
            else:
                real_join(self, timeout)
            return not self.is_alive()
        if not _runahead.timed():
            ended()
            return
        if ended_wait(timeout, ended):
            _runahead.reach(self.__dict__.get('_ended_ns', 0))

    def run(self):
        try:
            real_run(self)
        finally:
            self._ended_ns = _runahead.thread_ns()

    def set_event(self):
        if not self._flag:
            self._set_ns = _runahead.thread_ns() if _runahead.timed() else 0
        real_set(self)

    def wait_for_event(self, timeout=None):
        is_set = real_wait_for_event(self, timeout)
        if is_set:
            _runahead.reach(self.__dict__.get('_set_ns', 0))
        return is_set
    threading.Condition.wait, threading.Thread.join, threading.Thread._bootstrap_inner = wait, join, run
    threading.Event.set, threading.Event.wait = set_event, wait_for_event


real_join = None
PIECE_S = .05


def ended_wait(timeout, ended):
    """Whether it was ended; if not, its time has passed."""
    begin = _runahead.thread_ns()
    if ended():
        return True
    if timeout is not None and timeout > 0:
        _runahead.reach(begin + int(timeout * 1e9))
    return False


# Locks with the time of who holds them: who comes while another one holds it goes on when that one has let it go.

class Lock:
    """As threading.Lock, in a run with a simulated clock."""
    def __init__(self):
        self._lock = real_lock()
        self._at_fork_reinit = self._lock._at_fork_reinit
        self.locked = self._lock.locked
        self._taken = self._let_go = self._begun = 0

    def acquire(self, blocking=True, timeout=-1):
        if not _runahead.timed():
            return self._lock.acquire(blocking, timeout)
        if blocking and timeout > 0:
            if not ended_wait(timeout, lambda: self._lock.acquire(True, timeout if _world.threads else 0)):
                return False
        elif not self._lock.acquire(blocking, timeout):
            return False
        if self._taken <= _runahead.thread_ns() < self._let_go:
            _runahead.reach(self._let_go)
        self._begun = _runahead.thread_ns()
        return True

    __enter__ = acquire

    def release(self):
        if _runahead.timed() and self._lock.locked():
            self._taken, self._let_go = self._begun, _runahead.thread_ns()
        self._lock.release()

    def __exit__(self, *error):
        self.release()

    def __repr__(self):
        return repr(self._lock)


real_lock = _thread.allocate_lock


def simulate_waits():
    """In this run: its end gives back what is Python's."""
    threading = _world.loaded.get('threading')
    if threading is not None:
        threading.Lock = threading._allocate_lock = Lock


def adapt_futures(module):
    kind = module.Future

    def keeps(name):
        real = getattr(kind, name)

        def ends(self, value):
            self._ended_ns = _runahead.thread_ns() if _runahead.timed() else 0
            return real(self, value)
        setattr(kind, name, ends)

    def waits(name):
        real = getattr(kind, name)

        def waits_for(self, timeout=None):
            try:
                return real(self, timeout)
            finally:
                if self.done():
                    _runahead.reach(self.__dict__.get('_ended_ns', 0))
        setattr(kind, name, waits_for)
    for name in ('set_result', 'set_exception'):
        keeps(name)
    for name in ('result', 'exception'):
        waits(name)


def adapt_queue(queue):
    queue.SimpleQueue = queue._PySimpleQueue


def adapt_select(select):
    real_select = select.select

    def select_of(reads, writes, errors, timeout=None, /):
        if timeout is None or timeout <= 0 or not _runahead.timed():
            return real_select(reads, writes, errors, timeout)
        alone = not _world.threads and not (reads or writes or errors)
        ready = [], [], []

        def ended():
            nonlocal ready
            ready = real_select(reads, writes, errors, 0 if alone else timeout)
            return any(ready)
        ended_wait(timeout, ended)
        return ready
    _world.stand_in(select, select_of, 'select')


def adapt_selectors(selectors):
    def adapt(kind):
        real_select = kind.select

        def select(self, timeout=None):
            if timeout is None or timeout <= 0 or not _runahead.timed():
                return real_select(self, timeout)
            # asyncio's own, by which other threads wake it up, is the only one.
            alone = not _world.threads and len(self.get_map()) <= 1
            ready = []

            def ended():
                nonlocal ready
                ready = real_select(self, 0 if alone else timeout)
                return ready
            ended_wait(timeout, ended)
            return ready
        kind.select = select
    for name in ('SelectSelector', 'PollSelector', 'EpollSelector'):
        if hasattr(selectors, name):
            adapt(getattr(selectors, name))


adapted = {'threading': adapt_threading, 'selectors': adapt_selectors, 'select': adapt_select, 'queue': adapt_queue,
           'concurrent.futures._base': adapt_futures}


# Under the virtual clock a run begins at the beginning of 1970, and there is one zone.

def localtime(seconds=None):
    if _runahead.simulated():
        return _world.machine['gmtime'](time.time() if seconds is None else seconds)
    return _world.machine['localtime'](seconds)


def gmtime(seconds=None):
    return _world.machine['gmtime'](time.time() if seconds is None else seconds)


def ctime(seconds=None):
    return _world.machine['asctime'](localtime(seconds))


def asctime(moment=None):
    return _world.machine['asctime'](localtime() if moment is None else moment)


def strftime(form, moment=None):
    return _world.machine['strftime'](form, localtime() if moment is None else moment)


for one in (localtime, gmtime, ctime, asctime, strftime):
    _world.machine[one.__name__] = getattr(time, one.__name__)
    _world.stand_in(time, one)


def times():
    if not _runahead.timed():
        return _world.machine['times']()
    spent = time.process_time()
    return os.times_result((spent, 0.0, 0.0, 0.0, spent))


def getrusage(who):
    found = _world.machine['getrusage'](who)
    if who == resource.RUSAGE_CHILDREN or not _runahead.timed():
        return found
    reserved = _runahead.reserved_bytes() // 1024 if _runahead.simulated() else found.ru_maxrss
    return resource.struct_rusage((time.process_time(), 0.0, reserved) + (0,) * 13)


for module, one in ((os, times), (resource, getrusage)):
    _world.machine[one.__name__] = getattr(module, one.__name__)
    _world.stand_in(module, one)


def show_run_dates(datetime):
    """Its classes, with the run's clock."""
    class Kind(type):
        def __instancecheck__(cls, one):
            return isinstance(one, cls.__base__) if cls in kinds else type.__instancecheck__(cls, one)

        def __subclasscheck__(cls, other):
            return issubclass(other, cls.__base__) if cls in kinds else type.__subclasscheck__(cls, other)

    def shown(real):
        return lambda one: ('datetime.' if type(one) in kinds else '') + real.__repr__(one)

    def now(cls, tz=None):
        return cls.utcfromtimestamp(time.time()) if tz is None else cls.fromtimestamp(time.time(), tz)

    def today(cls):
        moment = _world.machine['gmtime'](time.time())
        return cls(moment.tm_year, moment.tm_mon, moment.tm_mday)

    date = Kind('date', (datetime.date,), {
        '__module__': 'datetime', '__repr__': shown(datetime.date), 'today': classmethod(today)})
    moment = Kind('datetime', (datetime.datetime,), {
        '__module__': 'datetime', '__repr__': shown(datetime.datetime), 'now': classmethod(now),
        'today': classmethod(now), 'utcnow': classmethod(now)})
    kinds = (date, moment)
    datetime.date, datetime.datetime = date, moment
