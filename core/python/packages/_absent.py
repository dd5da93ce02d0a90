# SPDX-License-Identifier: GPL-3.0-or-later
# Which names of packages a program uses that they do not have: found in its text, before it runs. Nothing is imported for it,
# and what is not certain is left to the run.
import ast

from _wait_calls import dotted, last_name

packages = {}  # as in _program.py
owners = {}
TYPES = {'float16', 'float32', 'float64', 'int32', 'int64', 'bool'}
CAUGHT = {'ImportError', 'ModuleNotFoundError', 'AttributeError', 'NameError', 'Exception', 'BaseException', None}


class Owner:
    """A module, or a part of one: what its names are, as far as they are owners themselves."""
    def __init__(self, path):
        self.path, self.names, self.is_open = path, {}, False

    def take(self, other):
        for name, value in other.names.items():
            its_own = isinstance(value, Reference) and (value.module, value.name) == (self.path, name)  # which the other imports
            if name[0] != '_':
                self.names[name] = self.names.get(name) if its_own else value
        self.is_open |= other.is_open


def inside(body):
    """Statements, also those in others, but for functions and classes."""
    for statement in body:
        yield statement
        for part in ('body', 'orelse', 'finalbody', 'handlers'):
            if not isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
                yield from inside(getattr(statement, part, []))


def strings_in(node):
    return {one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)}


def owner_of(module):
    if module in owners:
        return owners[module]
    if '.' in module:
        owner_of(module.rpartition('.')[0])  # which may add to it
        if module in owners:
            return owners[module]
    owner = owners[module] = Owner(module)
    own = [name for name in packages if name.startswith(module + '.') and '.' not in name[len(module) + 1:]]
    for statement in inside(ast.parse(packages[module][1]).body):
        read(owner, statement)
    if module == 'd2l':
        owner.is_open = False
        owner.take(owner_of('d2l.mxnet'))
    for name in own:
        owner.names[name.rpartition('.')[2]] = Reference(name)
    return owner


class Reference:
    """A module, or a name of it, which is not read before it is asked for."""
    def __init__(self, module, name=None):
        self.module, self.name = module, name


def found(value):
    if not isinstance(value, Reference):
        return value
    owner = owner_of(value.module)
    return owner if value.name is None else found(owner.names.get(value.name))


def read(owner, statement):
    names = owner.names
    if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
        names[statement.name] = None
        owner.is_open |= statement.name == '__getattr__'
    elif isinstance(statement, (ast.Assign, ast.AnnAssign, ast.For)):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        for one in (one for target in targets for one in ast.walk(target)):
            if isinstance(one, ast.Name):
                names[one.id] = value_of(owner, getattr(statement, 'value', None))
                if one.id == 'NAMES':
                    names.update(dict.fromkeys(strings_in(statement.value)))
            elif isinstance(one, ast.Attribute):
                part = found(names.get(getattr(one.value, 'id', '')))
                if isinstance(part, Owner):
                    part.names[one.attr] = None
    elif isinstance(statement, ast.Import):
        for alias in statement.names:
            module = alias.name if alias.asname else alias.name.split('.')[0]
            names[alias.asname or module] = Reference(module) if module in packages else None
    elif isinstance(statement, ast.ImportFrom):
        read_import(owner, statement)
    elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        called = statement.value
        if dotted(called.func) == 'NAMES.update':
            names.update(dict.fromkeys(one.arg for one in called.keywords))
        elif 'globals' in ast.dump(called) or '__dict__' in ast.dump(called) or last_name(called) == 'setattr':
            names.update(dict.fromkeys(TYPES | strings_in(called)))
            # globals().update(dtypes(...)), and with what it has itself
            owner.is_open |= not (last_name(called) == 'update' and any(
                isinstance(one, ast.Call) and last_name(one) == 'dtypes' or isinstance(one, ast.comprehension) and
                isinstance(one.iter, ast.Tuple) for one in ast.walk(called)))


def read_import(owner, statement):
    base = statement.module or ''
    if statement.level:
        parts = owner.path.split('.')
        parts = parts[:len(parts) - statement.level + packages[owner.path][0]]
        base = '.'.join(parts + ([base] if base else []))
    for alias in statement.names:
        if alias.name == '*':
            if base in packages:
                owner.take(owner_of(base))
            else:
                owner.is_open = True
        elif f'{base}.{alias.name}' in packages:
            owner.names[alias.asname or alias.name] = Reference(f'{base}.{alias.name}')
        else:
            owner.names[alias.asname or alias.name] = Reference(base, alias.name) if base in packages else None


def value_of(owner, value):
    """An owner, where it is a part of the module: Names('random', uniform=...)"""
    if isinstance(value, ast.Name):
        return owner.names.get(value.id)
    if not isinstance(value, ast.Call) or last_name(value) != 'Names':
        return None
    made = Owner(f'{owner.path}.{value.args[0].value}' if value.args and isinstance(value.args[0], ast.Constant) else owner.path)
    for one in value.keywords:
        made.is_open |= one.arg is None
        made.names[one.arg] = value_of(owner, one.value)
    return made


# The program.

class Uses(ast.NodeVisitor):
    """Paths of names that are certainly asked for when the program runs to its end."""
    def __init__(self, tree, before, ours):
        self.ours, self.roots, self.absent = ours, {}, []
        self.given, self.asked, self.used = set(), set(), set()
        for node in [*ast.walk(before), *ast.walk(tree)]:
            self.note(node)
        self.visit(tree)

    def note(self, node):
        """What the program gives a name, or asks for by it, elsewhere."""
        if isinstance(node, ast.Name):
            (self.given if isinstance(node.ctx, (ast.Store, ast.Del)) else self.used).add(node.id)
        elif isinstance(node, ast.arg):
            self.given.add(node.arg)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            self.given.add(node.name)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            self.given.add(node.name)
        elif isinstance(node, ast.Attribute):
            (self.asked if not isinstance(node.ctx, ast.Load) else self.used).add(node.attr)
        elif isinstance(node, ast.Call) and last_name(node) in ('hasattr', 'getattr', 'setattr', 'delattr'):
            self.asked |= strings_in(node)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                module = alias.name if alias.asname else alias.name.split('.')[0]
                self.bind(alias.asname or module, Reference(module) if self.has(module) else None)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            for alias in node.names:
                value = Reference(node.module, alias.name) if self.has(node.module) else None
                if self.has(f'{node.module}.{alias.name}'):
                    value = Reference(f'{node.module}.{alias.name}')
                if alias.name == '*' and value:
                    self.given |= set(owner_of(node.module).names)
                self.bind(alias.asname or alias.name, value)

    def bind(self, name, value):
        self.roots.setdefault(name, []).append(value)

    def has(self, module):
        return module in packages and module.split('.')[0] in self.ours

    def lack(self, node, path):
        if (node.lineno, path) not in self.absent:
            self.absent.append((node.lineno, path))

    def visit_Import(self, node):
        for alias in node.names:
            if alias.name.split('.')[0] in self.ours and alias.name not in packages:
                self.lack(node, alias.name)

    def visit_ImportFrom(self, node):
        root = (node.module or '').split('.')[0]
        if node.level or root not in self.ours:
            return
        if node.module not in packages:
            return self.lack(node, node.module)
        owner = owner_of(node.module)
        for alias in node.names:
            if alias.name != '*' and not owner.is_open and alias.name not in owner.names and not alias.name.startswith('__'):
                self.lack(node, f'{node.module}.{alias.name}')

    def visit_Attribute(self, node):
        parts, root = [], node
        while isinstance(root, ast.Attribute):
            parts.insert(0, root.attr)
            root = root.value
        if not isinstance(root, ast.Name):
            return self.visit(root)
        bound = self.roots.get(root.id, [None])
        if root.id in self.given or None in bound:
            return
        lacks = [self.first_absent(found(owner), parts) for owner in bound]
        if all(lacks):
            self.lack(node, lacks[-1])

    def first_absent(self, owner, parts):
        for part in parts:
            if owner is None or owner.is_open or part in self.asked or part.startswith('__'):
                return None
            if part not in owner.names:
                return f'{owner.path}.{part}'
            owner = found(owner.names[part])
            if owner is not None and owner.path.split('.')[0] not in self.ours:
                return None
        return None

    def visit_If(self, node):
        """What depends on a version, or on what a library has, is not certain; what lies behind such a test is not either."""
        names = {getattr(one, 'id', getattr(one, 'attr', '')) for one in ast.walk(node.test)}
        if names & {'hasattr', 'getattr', 'TYPE_CHECKING'} or any('version' in name for name in names) \
                or names & set(self.roots) or not names:
            return
        self.generic_visit(node)

    def visit_IfExp(self, node):
        self.visit_If(node)

    def visit_Try(self, node):
        caught = {name and name.split('.')[-1] for handler in node.handlers
                  for name in (map(dotted, handler.type.elts) if isinstance(handler.type, ast.Tuple)
                               else [handler.type and dotted(handler.type)])}
        if not caught & CAUGHT:
            self.generic_visit(node)

    def visit_With(self, node):
        if not any(isinstance(one.context_expr, ast.Call) and last_name(one.context_expr) in ('suppress', 'raises')
                   for one in node.items):
            self.generic_visit(node)

    def visit_FunctionDef(self, node):
        """One that nothing calls is left alone. Those of a class, and those that a call decorates, are called by others."""
        for one in node.decorator_list + node.args.defaults + [one for one in node.args.kw_defaults if one]:
            self.visit(one)
        if self.in_class or node.name in self.used or any(isinstance(one, ast.Call) for one in node.decorator_list):
            for one in node.body:
                self.visit(one)

    visit_AsyncFunctionDef = visit_FunctionDef
    in_class = 0

    def visit_AnnAssign(self, node):
        if node.value:
            self.visit(node.value)

    def visit_ExceptHandler(self, node):
        """It may never be come to."""

    def visit_ClassDef(self, node):
        for one in node.bases + node.decorator_list:
            self.visit(one)
        if node.name in self.used:
            self.in_class += 1
            for one in node.body:
                self.visit(one)
            self.in_class -= 1


def told(tree, before, ours, place):
    """In one line, by the program's lines; '': there is nothing. `before`: what runs before the program, in its names."""
    lines = {}
    for line, path in sorted(Uses(tree, before, ours).absent):
        lines.setdefault(line, []).append(path + nearest_of(path))
    told = [f'{place(line)}: ' + ', '.join(paths) for line, paths in lines.items()]
    if not told:
        return ''
    first, rest = told[0].replace(': ', ': Runahead has no ', 1), [one[one.index('line '):] for one in told[1:MOST_TOLD]]
    more = [f'and of {len(told) - MOST_TOLD} lines more'] if len(told) > MOST_TOLD else []
    return '; '.join([first] + rest + more)


MOST_TOLD = 10
# Names of the same meaning.
SAME = [line.split() for line in (
    'cat concat concatenate', 'matmul mm', 'mul multiply', 'sub subtract', 'div divide true_divide', 'array tensor constant',
    'sum reduce_sum', 'mean reduce_mean', 'max amax reduce_max', 'min amin reduce_min', 'randn standard_normal',
    'expand_dims unsqueeze', 'pow power', 'abs absolute', 'clip clamp clip_by_value', 'view reshape', 'cast astype',
    'arange range', 'neg negative', 'maximum fmax', 'minimum fmin')]


def nearest(name, names):
    """Of the names, one that means the same; None: there is none."""
    return next((other for same in SAME if name in same for other in same if other in names and other != name), None)


def nearest_of(path):
    owner, _, name = path.rpartition('.')
    near = nearest(name, owner_of(owner).names) if owner in packages else None
    return f' (the nearest that it has is {owner}.{near})' if near else ''
