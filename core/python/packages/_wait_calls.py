# SPDX-License-Identifier: GPL-3.0-or-later
# Which calls of a program's text wait, which of them can go, and what is left of a statement without them.
# Not here: where in a program a wait stands (_program.py), and whether a run takes it (core/python/lines.h).
import ast
import io
import tokenize

ASYNCHRONOUS = ('mxnet', 'torch', 'tensorflow')
# Calls that wait for a value or for everything, by their last name; and those that can be left out where
# what they return is not used.
OPTIONAL = {'wait_to_read', 'waitall', 'asnumpy', 'asscalar', 'item', 'numpy', 'tolist', 'synchronize',
            'sync_devices', 'cpu'}
# Functions that wait where they are given an array.
READERS = {'print', 'repr', 'str', 'float', 'int', 'bool'}
# These return nothing.
SILENT = {'wait_to_read', 'waitall', 'synchronize', 'sync_devices'}


def last_name(call):
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, 'id', '')


def dotted(node):
    """np.random.normal; None where it is something else."""
    if isinstance(node, ast.Name):
        return node.id
    before = dotted(node.value) if isinstance(node, ast.Attribute) else None
    return before and f'{before}.{node.attr}'


# Calls of an array or of a library that make no array.
NO_ARRAYS = OPTIONAL | {
    'size', 'dim', 'numel', 'len', 'type', 'isinstance', 'range', 'id', 'device', 'manual_seed', 'seed', 'no_grad', 'enable_grad',
    'current_stream', 'default_stream', 'stream', 'device_count', 'is_available', 'memory_allocated', 'memory_reserved',
    'max_memory_allocated', 'max_memory_reserved', 'reset_peak_memory_stats', 'backward'}


class Arrays:
    """The names of a program's asynchronous arrays, as far as its text tells."""
    def __init__(self, tree):
        self.libraries, self.names = set(), set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                self.libraries |= {(one.asname or one.name).split('.')[0] for one in node.names
                                   if one.name.split('.')[0] in ASYNCHRONOUS}
            elif isinstance(node, ast.ImportFrom) and (node.module or '').split('.')[0] in ASYNCHRONOUS:
                self.libraries |= {one.asname or one.name for one in node.names}
        known = -1
        while known != len(self.names):
            known = len(self.names)
            for node in ast.walk(tree):
                if isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign)) and node.value and self.has(node.value):
                    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                    self.names |= {name for target in targets for name in names_bound(target)}
                elif isinstance(node, ast.For) and self.has(node.iter):
                    self.names |= set(names_bound(node.target))

    def has(self, node):
        """Whether an expression is an array, or holds one."""
        if isinstance(node, ast.Name):
            return node.id in self.names
        if isinstance(node, ast.Call):
            if last_name(node) in NO_ARRAYS or (isinstance(node.func, ast.Name) and node.func.id in READERS):
                return False
            path = dotted(node.func)
            if path and path.split('.')[0] in self.libraries and last_name(node)[:1].islower():
                return True
            owner = [node.func.value] if isinstance(node.func, ast.Attribute) else []
            return any(self.has(one) for one in owner + node.args)
        if isinstance(node, ast.Attribute):
            return node.attr in ('T', 'grad', 'data') and self.has(node.value)
        if isinstance(node, ast.Subscript):
            return self.has(node.value)
        if isinstance(node, (ast.BinOp, ast.UnaryOp, ast.Compare, ast.IfExp, ast.Tuple, ast.List, ast.Starred, ast.JoinedStr,
                             ast.FormattedValue)):
            return any(self.has(one) for one in ast.iter_child_nodes(node))
        return False


def names_bound(target):
    return [node.id for node in ast.walk(target) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]


def does_wait(call, arrays):
    name = last_name(call)
    if isinstance(call.func, ast.Attribute):
        return name in OPTIONAL or (name == 'to' and len(call.args) == 1 and getattr(call.args[0], 'value', None) == 'cpu'
                                    and not call.keywords)
    return name in SILENT or (name in READERS and arrays is not None and any(arrays.has(one) for one in call.args))


def wait_of(statement, in_loop, arrays=None):
    calls = [node for node in ast.walk(statement) if isinstance(node, ast.Call) and does_wait(node, arrays)]
    if not calls:
        return 'possible'
    if can_go(statement, calls):
        return 'in_loop' if in_loop else 'printed'
    return 'final'


def can_go(statement, calls):
    """Whether all calls that wait are those of f(x).cpu().numpy(), whose value is not used."""
    return isinstance(statement, ast.Expr) and set(calls) == set(last_waits(statement.value))


def last_waits(node):
    """Of f(x).cpu().numpy() the calls numpy() and cpu()."""
    while isinstance(node, ast.Call) and last_name(node) in OPTIONAL:
        yield node
        node = getattr(node.func, 'value', None)


def left_by(value):
    """What an expression still makes without the waits that end it: what the first of them waits for, or None, and
    what they are given."""
    given = []
    for call in last_waits(value):
        awaited = getattr(call.func, 'value', None)
        given += [one.value if isinstance(one, ast.Starred) else one for one in call.args]
        given += [keyword.value for keyword in call.keywords]
    return awaited, given


def computes(node):
    """Whether it does more than say names."""
    return any(one.attr == 'T' if isinstance(one, ast.Attribute) else
               not isinstance(one, (ast.Name, ast.Constant, ast.Tuple, ast.expr_context)) for one in ast.walk(node))


def parts_of(statement, lines):
    """(line, begin, end), in bytes of UTF-8, of what a statement does no more without its waits: from the point before the
    first of them, or, where it waits for what is only named, all of it; and not what they are given to compute."""
    awaited, given = left_by(statement.value)
    stays = [one for one in given if computes(one)]
    end = place_behind(statement)
    begins = (statement.lineno, statement.col_offset)
    if awaited is not None and computes(awaited):
        begins, end = None, place_behind(statement.value)
    parts, joins = [], False
    for token, start, behind in tokens_of(statement, lines):
        if begins is None and token == '.' and start >= place_behind(awaited):
            begins = start
        goes = begins is not None and start < end and not any(
            (one.lineno, one.col_offset) <= start < place_behind(one) for one in stays)
        if goes and joins and parts[-1][0] == start[0]:
            parts[-1] = (start[0], parts[-1][1], behind[1])
        elif goes:
            parts.append((start[0], start[1], behind[1]))
        joins = goes
    return parts


def place_behind(node):
    return node.end_lineno, node.end_col_offset


def tokens_of(statement, lines):
    """(token, where it begins, where it ends) without comments and line ends; places as the nodes of ast have them."""
    own = [line.encode() for line in lines[statement.lineno - 1:statement.end_lineno]]
    own[-1] = own[-1][:statement.end_col_offset]
    own[0] = own[0][statement.col_offset:]
    own = [line.decode() for line in own]

    def place(row, column):
        return statement.lineno + row - 1, len(own[row - 1][:column].encode()) + (statement.col_offset if row == 1 else 0)

    for token in tokenize.generate_tokens(io.StringIO('\n'.join(own)).readline):
        if token.string.strip() and token.type != tokenize.COMMENT:
            yield token.string, place(*token.start), place(*token.end)


class Waits(ast.NodeTransformer):
    """Waits that can go are asked for each time. Without them, what they would have waited for is made."""
    def visit_Expr(self, statement):
        if wait_of(statement, False) != 'printed':
            return statement
        awaited, given = left_by(statement.value)
        left = ([] if awaited is None else [awaited]) + given
        asked = ast.Call(ast.Name('__takes_wait__', ast.Load()), [], [])
        kept = [ast.copy_location(ast.Expr(one), statement) for one in left if not isinstance(one, ast.Constant)]
        return ast.fix_missing_locations(ast.copy_location(ast.If(asked, [statement], kept), statement))
