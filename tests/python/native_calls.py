# The native calls, and the gradients of their squares: of MXNet's arrays under Runahead, and what PyTorch comes to.
import importlib
import random

try:
    import _runahead as r
    from mxnet import autograd, np
except ImportError:
    r = None
    torch, F = importlib.import_module('torch'), importlib.import_module('torch.nn.functional')


def values(*shape):
    if not shape:
        return random.randrange(-4096, 4096) / 1024
    return [values(*shape[1:]) for _ in range(shape[0])]


def compare(ours, theirs, *shapes):
    given = [values(*shape) for shape in shapes]
    if r:
        arrays = [np.array(one) for one in given]
        for one in arrays:
            one.attach_grad()
        with autograd.record():
            made = ours(*arrays)
            loss = (made * made * 0.125).sum()
        loss.backward()
    else:
        arrays = [torch.tensor(one, requires_grad=True) for one in given]
        made = theirs(*arrays)
        (made * made * 0.125).sum().backward()
    print(made.tolist())
    for one in arrays:
        print(one.grad.tolist())


def places(given, dtype='int32'):
    return np.array(given, dtype=dtype) if r else torch.tensor(given)


random.seed(5)
for axis in range(3):
    at = places([[0, 2, 1, 1, 2]], 'float32')
    compare(lambda x: r.take(x, at, axis), lambda x: x.index_select(axis, at[0]).unsqueeze(axis), (3, 4, 5))
at = places([[0, 3, 1], [2, 2, 0]], 'int64')
compare(lambda x: r.pick(x, at), lambda x: x.gather(2, at.unsqueeze(2)).squeeze(2), (2, 3, 4))
at = places([[0], [2]])
compare(lambda x: r.pick(x, at, axis=1, keepdims=True), lambda x: x.gather(1, at), (2, 3))
at = places([0, 4, 2])
print(r.one_hot(at, 5).tolist() if r else F.one_hot(at, 5).float().tolist())
compare(lambda a, b: r.batch_dot(a, b), lambda a, b: a @ b, (2, 3, 4), (2, 4, 5))
compare(lambda a, b: r.batch_dot(a, b, True), lambda a, b: a.mT @ b, (2, 4, 3), (2, 4, 5))
compare(lambda a, b: r.batch_dot(a, b, False, True), lambda a, b: a @ b.mT, (2, 3, 4), (2, 5, 4))
compare(lambda a, b: r.batch_dot(a, b, True, True), lambda a, b: a.mT @ b.mT, (2, 4, 3), (2, 5, 4))
for axes in ((0, 2, 1, 3), (0, 2, 3, 1), (3, 1, 0, 2)):
    compare(lambda x: r.transpose(x, axes) * 2, lambda x: x.permute(*axes) * 2, (2, 3, 4, 5))
compare(lambda x: r.transpose(x), lambda x: x.permute(2, 1, 0), (2, 3, 4))
compare(lambda x: r.cumsum(x, 1), lambda x: x.cumsum(1), (2, 5, 3))
for turned in (False, True):
    compare(lambda x: r.sort(x, descending=turned), lambda x: x.sort(descending=turned)[0], (3, 7))
    compare(lambda x: r.sort(x, 0, turned), lambda x: x.sort(0, turned)[0], (6, 2))
    x = values(3, 9)
    print((r.argsort(np.array(x), 1, turned) if r else torch.tensor(x).argsort(1, turned)).tolist())

for stride, pad, dilation, groups, kernel in (((1, 1), (0, 0), (1, 1), 1, (3, 3)), ((2, 1), (1, 2), (1, 1), 2, (3, 5)),
                                              ((1, 1), (2, 2), (2, 2), 1, (3, 3)), ((2, 2), (0, 1), (1, 3), 4, (2, 2)),
                                              ((1, 1), (0, 0), (1, 1), 1, (1, 1)), ((3, 2), (0, 0), (1, 1), 1, (1, 1))):
    compare(lambda x, w, b: r.conv2d(x, w, b, stride, pad, dilation, groups),
            lambda x, w, b: F.conv2d(x, w, b, stride, pad, dilation, groups), (2, 4, 9, 12), (8, 4 // groups, *kernel), (8,))
compare(lambda x, w: r.conv2d(x, w, pad=(0, 1, 2, 3)), lambda x, w: F.conv2d(F.pad(x, (1, 3, 0, 2)), w), (1, 2, 5, 6),
        (3, 2, 3, 3))
compare(lambda x: r.pool2d(x, 'max', (2, 3), (2, 2), (0, 1)), lambda x: F.max_pool2d(x, (2, 3), (2, 2), (0, 1)), (2, 3, 8, 9))
compare(lambda x: r.pool2d(x, 'max', (3, 3), (2, 2), (1, 1), ceil=True),
        lambda x: F.max_pool2d(x, 3, 2, 1, ceil_mode=True), (1, 2, 8, 8))
for counts in (False, True):
    compare(lambda x: r.pool2d(x, 'avg', (3, 3), (2, 2), (1, 1), True, counts),
            lambda x: F.avg_pool2d(x, 3, 2, 1, True, counts), (1, 2, 8, 7))
