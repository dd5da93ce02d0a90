# SPDX-License-Identifier: GPL-3.0-or-later
# What `ps`, and the system's files that it reads, say of the program's own process under a simulated clock: resident
# is what the run's allocator has reserved. Other commands, and `ps` of other processes, are the system's.
import builtins
import io
import os
import re
import resource
import shlex
import sys

import _runahead
import _world

HEADS = {'user': 'USER', 'pid': 'PID', '%cpu': '%CPU', 'pcpu': '%CPU', '%mem': '%MEM', 'pmem': '%MEM', 'vsz': 'VSZ',
         'vsize': 'VSZ', 'rss': 'RSS', 'rssize': 'RSS', 'rsz': 'RSZ', 'tty': 'TT', 'tt': 'TT', 'stat': 'STAT',
         'start': 'STARTED', 'time': 'TIME', 'comm': 'COMMAND', 'command': 'COMMAND', 'cmd': 'CMD', 'args': 'COMMAND'}
USER_FORMAT = [('user', 'USER'), ('pid', 'PID'), ('%cpu', '%CPU'), ('%mem', '%MEM'), ('vsz', 'VSZ'), ('rss', 'RSS'),
               ('tty', 'TTY'), ('stat', 'STAT'), ('start', 'START'), ('time', 'TIME'), ('command', 'COMMAND')]
PLAIN_FORMAT = [('pid', 'PID'), ('tty', 'TTY'), ('time', 'TIME'), ('cmd', 'CMD')]
TAKING = {'-p': 'pids', 'p': 'pids', '--pid': 'pids', '-q': 'pids', '-o': 'fields', 'o': 'fields', '--format': 'fields'}


def value_of(field):
    if field in ('rss', 'rssize', 'rsz', 'vsz', 'vsize'):
        return str(_runahead.reserved_bytes() // 1024)
    known = {'user': 'user', 'pid': str(os.getpid()), '%cpu': '0.0', 'pcpu': '0.0', '%mem': '0.0', 'pmem': '0.0',
             'tty': '?', 'tt': '?', 'stat': 'S', 'start': '00:00', 'time': '00:00:00'}
    return known.get(field, 'python')


def memory_file(path):
    """What it holds where it tells of this process's memory; None: something else."""
    match = re.fullmatch(r'/proc/(self|thread-self|\d+)/(statm|status)', path)
    if match is None or match[1].isdigit() and int(match[1]) != os.getpid():
        return None
    reserved = _runahead.reserved_bytes()
    if match[2] == 'statm':
        pages = reserved // resource.getpagesize()
        return f'{pages} {pages} 0 0 0 {pages} 0\n'
    told = {name: reserved // 1024 for name in ('VmSize', 'VmRSS', 'RssAnon', 'VmData')} | {'RssFile': 0, 'RssShmem': 0}
    with _world.builtin_names['open'](path) as file:
        return re.sub(r'(?m)^(\w+):\t.*$', lambda line: f'{line[1]}:\t{told[line[1]]:8} kB' if line[1] in told else line[0], file.read())


def show_memory():
    """The run's, in those files, from now on."""
    below = builtins.open

    def opens(file, mode='r', *args, **kwargs):
        named = isinstance(file, (str, bytes, os.PathLike)) and not set(mode) & set('wax+') and not kwargs.get('opener')
        text = memory_file(os.fsdecode(file)) if named else None
        if text is None:
            return below(file, mode, *args, **kwargs)
        own = os.memfd_create('memory')
        os.write(own, text.encode())
        os.lseek(own, 0, os.SEEK_SET)
        return _world.builtin_names['open'](own, mode, *args, **kwargs)
    builtins.open = io.open = _runahead.builtin('open', opens)


def asked(words):
    """(processes, fields with their heads); None: something else is asked for."""
    found = {'pids': [], 'fields': []}
    shown, heads, words = PLAIN_FORMAT, True, list(words)
    while words:
        word = words.pop(0)
        name, _, given = word.partition('=') if word.startswith('--') else (word[:2], '', word[2:])
        if word in TAKING and words:
            found[TAKING[word]] += [words.pop(0)]
        elif name in TAKING and word.startswith('-') and given:
            found[TAKING[name]] += [given]
        elif re.fullmatch(r'[\d,]+', word):
            found['pids'] += [word]
        elif word in ('--no-headers', '--no-heading', 'h'):
            heads = False
        elif re.fullmatch(r'-?[uwx]+', word):
            shown = USER_FORMAT if 'u' in word else shown
        else:
            return None
    fields = []
    for one in ','.join(found['fields']).replace(' ', ',').split(','):
        name, renamed, head = one.partition('=')
        if name and name not in HEADS:
            return None
        if name:
            fields.append((name, head if renamed else HEADS[name]))
    fields = fields or shown
    return ','.join(found['pids']).split(','), [(name, head if heads else '') for name, head in fields]


def said(words):
    """What `ps` with these words says; None: it is not asked of this process alone."""
    known = asked(words)
    if known is None or known[0] != [str(os.getpid())]:
        return None
    rows = [[head for _, head in known[1]], [value_of(name) for name, _ in known[1]]]
    widths = [max(map(len, column)) for column in zip(*rows)]
    return ''.join(' '.join(cell.rjust(width) for cell, width in zip(row, widths)) + '\n' for row in rows if any(row))


def is_ps(word):
    return os.path.basename(os.fsdecode(word)) == 'ps'


def answer_to(args, shell):
    """(what it says, the command line that goes on with it)"""
    if not _runahead.simulated():
        return None, ''
    if not shell:
        words = [args] if isinstance(args, (str, bytes, os.PathLike)) else list(args)
        return said(map(os.fsdecode, words[1:])) if words and is_ps(words[0]) else None, ''
    if not isinstance(args, (str, bytes)):
        return None, ''
    command, _, behind = os.fsdecode(args).partition('|')
    if re.search(r'[;&<>$`()\n]', command):
        return None, ''
    try:
        words = shlex.split(command)
    except ValueError:  # the shell says what is wrong with it
        return None, ''
    return said(words[1:]) if words and is_ps(words[0]) else None, behind


class Answer:
    """A process that has said what it had to."""
    pid = returncode = 0
    stdin = stderr = None

    def __init__(self, args, text, options, pipe, nowhere):
        self.args = args
        plain = not any(options.get(one) for one in ('text', 'universal_newlines', 'encoding', 'errors'))
        self.stdout = io.BytesIO(text.encode()) if plain else io.StringIO(text)
        to = options.get('stdout')
        if to != pipe:
            if to is None:
                sys.stdout.write(text)
            elif to != nowhere:
                os.write(to if isinstance(to, int) else to.fileno(), text.encode())
            self.stdout = None

    def communicate(self, input=None, timeout=None):
        return self.stdout and self.stdout.read(), None

    def wait(self, timeout=None):
        return 0

    poll = wait

    def kill(self):
        pass

    terminate = kill

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass


def adapt(subprocess):
    """Its processes are answers where `ps` asks for this one."""
    class Popen(subprocess.Popen):
        __module__, __qualname__ = 'subprocess', 'Popen'

        def __new__(cls, args, *rest, **options):
            text, behind = answer_to(args, options.get('shell'))
            return super().__new__(cls) if text is None or behind else Answer(args, text, options, subprocess.PIPE, subprocess.DEVNULL)

        def __init__(self, args, *rest, **options):
            text, behind = answer_to(args, options.get('shell'))
            if text is not None:
                args = f'printf %s {shlex.quote(text)} | {behind}'
            super().__init__(args, *rest, **options)

    subprocess.Popen = Popen
