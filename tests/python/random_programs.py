# Writes random programs: random_programs.py FOLDER FIRST COUNT. gradients.py is one in PyTorch's names, of the gradients of
# COUNT random losses. Beside it each seed makes SEED_LIBRARY.py for one library, and
# most of them SEED_numpy.py, which is what it must come to, about, up to the line "--": straight lines, loops, branches
# on values, functions, changes in place. Behind that a net is trained. Values stay small: what may grow goes through
# tanh. Rows, transposes and other shapes are not changed in place: they are arrays of their own in Runahead.
import random
import sys

N = 4
SHAPES = [(N, N), (N, N), (N, 2), (2, N), (N,), (2,)]
CALLS = {
    'numpy': {'relu': 'np.maximum({}, 0)', 'tanh': 'np.tanh({})', 'abs': 'np.abs({})', 'square': 'np.square({})',
              'exp': 'np.exp({})', 'dot': 'np.dot({}, {})', 'T': '{}.T', 'reshape': '{}.reshape{}', 'mean': '{}.mean()',
              'sum': '{}.sum(axis={})', 'row': '{}[{}]', 'rows': '{}[{}:{}]', 'float': 'float({}.sum())',
              'print': 'print({0!r}, {0}.tolist())', 'function': '', 'where': 'np.where({} > {}, {}, {})',
              'mask': '({} * ({} <= {}))', 'column': '{}[:, {}]', 'joined': 'np.concatenate([{}, {}])[1:{}]',
              'kept': '({} - {}.max(axis=1, keepdims=True))'},
    'mxnet': {'relu': 'npx.relu({})', 'function': ''},
    'torch': {'relu': 'torch.relu({})', 'tanh': 'torch.tanh({})', 'abs': 'torch.abs({})', 'square': 'torch.square({})',
              'exp': 'torch.exp({})', 'dot': 'torch.mm({}, {})', 'sum': '{}.sum({})', 'float': '{}.sum().item()',
              'where': 'torch.where({} > {}, {}, {})', 'joined': 'torch.cat([{}, {}])[1:{}]',
              'kept': '({} - {}.max(dim=1, keepdim=True).values)',
              'function': '@torch.compile'},
    'tensorflow': {'relu': 'tf.nn.relu({})', 'tanh': 'tf.tanh({})', 'abs': 'tf.abs({})', 'square': 'tf.square({})',
                   'exp': 'tf.exp({})', 'dot': 'tf.matmul({}, {})', 'T': 'tf.transpose({})', 'reshape': 'tf.reshape({}, {})',
                   'mean': 'tf.reduce_mean({})', 'sum': 'tf.reduce_sum({}, axis={})', 'float': 'float(tf.reduce_sum({}))',
                   'print': 'print({0!r}, {0}.numpy().tolist())', 'function': '@tf.function',
                   'where': 'tf.where({} > {}, {}, {})', 'mask': '({} * tf.cast({} <= {}, tf.float32))',
                   'joined': 'tf.concat([{}, {}], 0)[1:{}]',
                   'kept': '({} - tf.reduce_max({}, axis=1, keepdims=True))'},
}
HEADS = {
    'numpy': 'import numpy as np',
    'mxnet': 'from mxnet import autograd, gluon, np, npx\nfrom mxnet.gluon import nn\nnpx.set_np()',
    'torch': 'import torch\nfrom torch import nn\nfrom d2l import torch as d2l',
    'tensorflow': 'import tensorflow as tf',
}
NETS = {
    'mxnet': '''net = nn.Sequential()
net.add(nn.Dense(H, activation='relu'), nn.Dense(2))
net.initialize()
trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.1})
loss = gluon.loss.L2Loss()
for i in range(S):
    X = np.random.normal(size=(6, 3))
    with autograd.record():
        l = loss(net(X), np.ones((6, 2)))
    l.backward()
    trainer.step(6)
    W
print(l.tolist(), net(X).tolist())''',
    'torch': '''net = nn.Sequential(nn.Linear(3, H), nn.ReLU(), nn.Linear(H, 2)).to(device)
trainer = torch.optim.SGD(net.parameters(), lr=0.1)
loss = nn.MSELoss()
for i in range(S):
    X = torch.randn(6, 3, device=device)
    l = loss(net(X), torch.ones(6, 2, device=device))
    trainer.zero_grad()
    l.backward()
    trainer.step()
    W
print(l.tolist(), net(X).tolist())
w = torch.ones(3, 2, device=device, requires_grad=True)
for i in range(S):
    l = ((X @ w) ** 2).mean() + torch.tanh(w).sum()
    l.backward()
    with torch.no_grad():
        w -= 0.1 * w.grad
        w.grad.zero_()
print(l.tolist(), w.tolist())''',
    'tensorflow': '''net = tf.keras.Sequential([tf.keras.layers.Dense(H, activation='relu'), tf.keras.layers.Dense(2)])
trainer = tf.keras.optimizers.SGD(learning_rate=0.1)
loss = tf.keras.losses.MeanSquaredError()
for i in range(S):
    X = tf.random.normal((6, 3))
    with tf.GradientTape() as tape:
        l = loss(tf.ones((6, 2)), net(X))
    grads = tape.gradient(l, net.trainable_variables)
    trainer.apply_gradients(zip(grads, net.trainable_variables))
    W
print(l.numpy().tolist(), net(X).numpy().tolist())''',
}
WAITS = {'mxnet': ['l.wait_to_read()', 'npx.waitall()', 'l.asnumpy()', 'pass'],
         'torch': ['l.item()', 'l.detach().cpu().numpy()', 'pass', 'pass'],
         'tensorflow': ['l.numpy()', 'float(tf.reduce_mean(l))', 'pass', 'pass']}


class Program:
    def __init__(self, seed, library):
        self.random = random.Random(seed * 7 + 1)
        self.library = library
        self.draws = seed % 4 == 3  # arrays of random numbers, of which NumPy knows nothing
        self.device = 'd2l.try_gpu()' if seed % 2 else "torch.device('cpu')"
        self.texts = {library: HEADS[library] + '\n', 'numpy': HEADS['numpy'] + '\n'}
        self.depth = 0
        self.shapes = {}  # of what the program has, by name
        self.fixed = set()  # tf.Variable

    # What is drawn is a tree; it is written for both.
    def say(self, tree, library):
        if isinstance(tree, str):
            return tree
        name, *parts = tree
        said = [self.say(part, library) if isinstance(part, (str, tuple)) else part for part in parts]
        if name == 'array':
            return self.array(said[0], said[1], library)
        if name in '+-*/':
            return f'({said[0]} {name} {said[1]})'
        pattern = CALLS[library].get(name) or CALLS['numpy'][name]
        return pattern.format(*said)

    def array(self, shape, values, library):
        shape = tuple(shape)
        if library == 'numpy':
            return f"np.array({values}, dtype='float32')"
        if library == 'mxnet':
            return f'np.random.normal(size={shape})' if self.draws else f'np.array({values})'
        if library == 'torch':
            return (f'torch.normal(0.0, 1.0, {shape}, device=device)' if self.draws
                    else f'torch.tensor({values}, device=device)')
        return f'tf.random.normal({shape})' if self.draws else f'tf.constant({values})'

    def line(self, pattern, *trees, only=None):
        for library in self.texts:
            if only in (None, library):
                said = [self.say(tree, library) for tree in trees]
                self.texts[library] += '    ' * self.depth + pattern.format(*said) + '\n'

    def values(self, shape):
        if not shape:
            return self.random.randrange(-1000, 1001) / 512
        return [self.values(shape[1:]) for _ in range(shape[0])]

    def new(self, shape):
        return ('array', list(shape), self.values(shape))

    def number(self):
        return str(self.random.choice([-1.5, -0.7, 0.3, 0.5, 1.25, 2.0]))

    def any(self, shape):
        known = [name for name, one in self.shapes.items() if one == shape]
        return self.random.choice(known) if known else self.new(shape)

    def tree(self, shape, depth):
        if depth == 0:
            return self.any(shape)
        one = lambda: self.tree(shape, depth - 1)  # noqa: E731
        kinds = ['sum', 'difference', 'product', 'scaled', 'shifted', 'turned', 'tanh', 'relu', 'abs', 'square', 'centred',
                 'quotient']
        kinds += ['where', 'mask', 'joined', 'column' if len(shape) == 1 else 'kept']
        kinds += ['folded', 'row', 'rows'] if len(shape) == 1 else ['dot', 'dot', 'T', 'reshape', 'spread', 'rows']
        kind = self.random.choice(kinds)
        if kind == 'sum':
            return ('+', one(), one())
        if kind == 'difference':
            return ('-', one(), one())
        if kind == 'product':
            return ('tanh', ('*', one(), one()))
        if kind == 'scaled':
            return ('*', one(), self.number())
        if kind == 'shifted':
            return ('+', one(), self.number())
        if kind == 'turned':
            return ('-', self.number(), one())
        if kind in ('tanh', 'relu', 'abs'):
            return (kind, one())
        if kind == 'square':
            return ('tanh', ('square', one()))
        if kind == 'centred':
            return ('-', one(), ('mean', one()))
        if kind == 'quotient':
            return ('/', one(), ('+', ('exp', ('tanh', one())), '0.5'))
        if kind == 'where':
            return ('where', self.any(shape), self.any(shape), one(), one())
        if kind == 'mask':
            return ('mask', one(), self.any(shape), self.any(shape))
        if kind == 'joined':
            return ('joined', one(), one(), str(shape[0] + 1))
        if kind == 'column':
            return ('+', ('column', self.tree((shape[0], N), depth - 1), str(self.random.randrange(N))), self.number())
        if kind == 'kept':
            return ('tanh', ('kept', one(), self.any(shape)))
        if kind == 'folded':
            return ('tanh', ('sum', self.tree((N, shape[0]), depth - 1), '0'))
        if kind == 'row':
            return ('+', ('row', self.tree((N, shape[0]), depth - 1), str(self.random.randrange(N))), self.number())
        if kind == 'rows':
            if shape[0] == N:
                return ('*', self.any(shape), self.number())
            begin = self.random.randrange(N - 1)
            return ('+', ('rows', self.tree((N,) + shape[1:], depth - 1), str(begin), str(begin + 2)), self.number())
        if kind == 'dot':
            inner = self.random.choice([2, N])
            return ('tanh', ('dot', self.tree((shape[0], inner), depth - 1), self.tree((inner, shape[1]), depth - 1)))
        if kind == 'T':
            return ('*', ('T', self.tree(shape[::-1], depth - 1)), self.number())
        if kind == 'reshape':
            return ('+', ('reshape', self.tree(shape[::-1], depth - 1), str(shape)), self.number())
        return ('+', one(), self.any((shape[1],)))

    def statement(self):
        name = self.random.choice(list(self.shapes))
        shape = self.shapes[name]
        kind = self.random.random()
        if name in self.fixed:
            call = self.random.choice(['assign_add', 'assign_sub', 'assign'])
            value = ('tanh', self.tree(shape, 2))
            self.line(f'{name}.{call}({{}})', value, only=self.library)
            sign = {'assign_add': '+=', 'assign_sub': '-=', 'assign': '='}[call]
            self.line(f'{name} {sign} {{}}', value, only='numpy')
        elif kind < 0.45:
            self.line(f'{name} = {{}}', self.tree(shape, self.random.randrange(1, 4)))
        elif kind < 0.75:
            self.line(f'{name} {self.random.choice(["+=", "-="])} {{}}', ('tanh', self.tree(shape, 2)))
        elif kind < 0.8:
            self.line(f'{name} *= {self.number()}')
            self.line(f'{name} = {{}}', ('tanh', name))
        elif kind < 0.9:
            self.line(f'{name} = f({{}}, {{}})', self.any((N, N)), self.any((N, N))) if shape == (N, N) else self.line('pass')
        else:
            self.line('if {} > 0.12345:', ('float', self.any(shape)))
            self.depth += 1
            self.line(f'{name} = {{}}', self.tree(shape, 2))
            self.depth -= 1

    def wait(self):
        name = self.random.choice(list(self.shapes))
        if self.library == 'mxnet':
            self.line(self.random.choice([f'{name}.wait_to_read()', 'npx.waitall()', f'{name}.asnumpy()']), only='mxnet')
        else:
            self.line(f'total = {{}}', ('float', name))

    def loop(self):
        self.line(f'for i in range({self.random.randrange(2, 6)}):')
        self.depth += 1
        for _ in range(self.random.randrange(2, 5)):
            self.statement()
        if self.random.random() < 0.3:
            self.wait()
        self.depth -= 1

    def write(self):
        if self.library == 'torch':
            self.line(f'device = {self.device}', only='torch')
        for i, shape in enumerate(SHAPES):
            name = f'v{i}'
            made = self.new(shape)
            if self.library == 'tensorflow' and self.random.random() < 0.4:
                self.fixed.add(name)
                self.line(f'{name} = tf.Variable({{}})', made, only='tensorflow')
                self.line(f'{name} = {{}}', made, only='numpy')
            else:
                self.line(f'{name} = {{}}', made)
            self.shapes[name] = shape
        if CALLS[self.library]['function']:
            self.line(CALLS[self.library]['function'], only=self.library)
        self.line('def f(a, b):')
        self.depth += 1
        kept, self.shapes = self.shapes, {'a': (N, N), 'b': (N, N)}
        self.line('c = {}', self.tree((N, N), 3))
        self.shapes['c'] = (N, N)
        self.line('return {}', self.tree((N, N), 2))
        self.shapes = kept
        self.depth -= 1
        for _ in range(2):
            for _ in range(self.random.randrange(2, 6)):
                self.statement()
            self.loop()
        for name in self.shapes:
            self.line('{}', ('print', name))
        self.line("print('--')", only=self.library)
        net = NETS[self.library].replace('range(S)', f'range({self.random.randrange(2, 6)})')
        net = net.replace('(H,', f'({self.random.randrange(2, 9)},') if self.library != 'torch' else net.replace(
            '(3, H)', '(3, 5)').replace('(H, 2)', '(5, 2)')
        net = net.replace('    W\n', f'    {self.random.choice(WAITS[self.library])}\n')
        self.texts[self.library] += net + '\n'
        return self.texts


def gradients(seed):
    program = Program(seed * 4, 'torch')  # of those without random numbers
    text = program.texts['torch'] = ''
    for i, shape in enumerate(SHAPES):
        text += f'v{i} = torch.tensor({program.values(shape)}, requires_grad=True)\n'
        program.shapes[f'v{i}'] = shape
    parts = []
    for i in range(6):
        shape = program.random.choice(SHAPES)
        text += f'w{i} = {program.say(program.tree(shape, 3), "torch")}\n'
        program.shapes[f'w{i}'] = shape
        parts.append(f'(w{i} * w{i}).mean()')
    text += f'l = {" + ".join(parts)}\nl.backward()\nprint({seed}, l.item())\n'
    for i in range(len(SHAPES)):
        text += f'print(v{i}.grad.tolist() if v{i}.grad is not None else [])\n'
    return text


def main():
    folder, first, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    with open(f'{folder}/gradients.py', 'w') as file:
        file.write("import torch\ndevice = 'cpu'\n" + ''.join(gradients(seed) for seed in range(first, first + count)))
    for seed in range(first, first + count):
        library = ('mxnet', 'torch', 'tensorflow')[seed % 3]
        program = Program(seed, library)
        for name, text in program.write().items():
            if name == library or not program.draws:
                with open(f'{folder}/{seed}_{name}.py', 'w') as file:
                    file.write(text)


main()
