# in sync async stream function lazy: optimizers, gradients of a program's own, parameters, metrics, batches of data
import os
import tempfile

import mxnet as mx
from mxnet import autograd, gluon, init, lr_scheduler, nd, np, npx
from mxnet.gluon import nn
npx.set_np()
os.chdir(tempfile.mkdtemp())  # what is saved goes there


def shown(array):
    return [round(one, 4) + 0.0 for one in array.reshape(-1).tolist()]


def trained(name, **options):
    weight = gluon.Parameter('w', shape=(2,))
    weight.initialize(init.Zero())
    weight.set_data(np.array([1.0, -2.0]))
    trainer = gluon.Trainer([weight], name, options)
    for _ in range(3):
        with autograd.record():
            l = weight.data() * weight.data() * np.array([1.0, 3.0])
        l.backward()
        trainer.step(1)
    return shown(weight.data())


print(trained('adam', learning_rate=0.1), trained('adadelta', rho=0.9, epsilon=1e-5))
print(trained('adagrad', learning_rate=0.1), trained('rmsprop', learning_rate=0.1, gamma1=0.9))
print(trained('nag', learning_rate=0.01, momentum=0.9), trained('sgd', learning_rate=0.01, momentum=0.9, wd=0.1))
scheduler = lr_scheduler.MultiFactorScheduler(step=[2, 4], factor=0.5, base_lr=0.4)
print([scheduler(t) for t in range(6)], lr_scheduler.CosineScheduler(20, 0.3, 0.01)(10))
print([round(lr_scheduler.FactorScheduler(1, 0.5, base_lr=1)(t), 4) for t in range(4)])


class Cube(autograd.Function):
    def forward(self, x):
        self.save_for_backward(x)
        return x * x * x

    def backward(self, dy):
        x, = self.saved_tensors
        return dy * 3 * x * x


x = np.array([1.0, 2.0])
x.attach_grad('add')
for _ in range(2):
    with autograd.record():
        y = Cube()(x) * 2
    y.backward(np.array([1.0, 10.0]))
print(x.grad)
with autograd.record():
    y = x * x
    z = y * 3
print(autograd.grad([y, z], [x], head_grads=[None, np.array([1.0, 0.0])]), x.grad)
print(autograd.is_training(), autograd.is_recording())
with autograd.train_mode():
    print(autograd.is_training(), autograd.is_recording())

net = nn.Sequential(prefix='net_')
with net.name_scope():
    net.add(nn.Dense(2, in_units=2), nn.Dense(1))
try:
    net[0].weight.data()
except RuntimeError as error:
    print(str(error)[:58])
net.initialize(init.One())
try:
    net[1].weight.data()
except gluon.parameter.DeferredInitializationError as error:
    print(type(error).__name__)
net(np.ones((1, 2)))
print(net.collect_params(), net[1].weight.list_data(), net[1].bias.list_ctx())
print(net[0].weight.grad_req, net[0].weight.grad())
trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.1})
with autograd.record():
    l = net[0](np.ones((1, 2)))
l.backward()
try:
    trainer.step(1)
except UserWarning as error:
    print(str(error)[:60])
trainer.set_learning_rate(0.5)
with autograd.record():
    l = net(np.ones((1, 2)))
l.backward()
trainer.step(1)
print(trainer.learning_rate, shown(net[0].weight.data()), shown(net[1].weight.data()))
net.save_parameters('net.params')
other = nn.Sequential()
other.add(nn.Dense(2), nn.Dense(1))
other.load_parameters('net.params')
print(np.abs(other(np.ones((1, 2))) - net(np.ones((1, 2)))).sum(), gluon.Constant('c', [1.0, 2.0]))
npx.save('arrays', {'a': np.arange(3), 'b': np.ones((1, 2), dtype='int32')})
print(npx.load('arrays'), nd.load('arrays')['a'].shape)

labels, scores = [nd.array([1, 0, 1])], [nd.array([[0.2, 0.8], [0.6, 0.4], [0.7, 0.3]])]
for name in ('acc', 'ce', 'f1', 'mae', 'mse', 'rmse', 'loss'):
    metric = mx.metric.create(name)
    metric.update(labels, [scores[0][:, 1]] if name in ('mae', 'mse', 'rmse') else scores)
    print(*metric.get_name_value(), end=' ')
both = mx.metric.CompositeEvalMetric([mx.metric.Perplexity(ignore_label=None), mx.metric.Accuracy()])
both.update(labels, scores)
print(both.get(), mx.metric.Accuracy().get()[0])

data = gluon.data.ArrayDataset(np.arange(10).reshape(5, 2), np.arange(5))
for last in ('keep', 'discard', 'rollover'):
    loader = gluon.data.DataLoader(data, 2, last_batch=last)
    print(len(loader), [y.tolist() for x, y in loader], [y.tolist() for x, y in loader])
shuffled = gluon.data.DataLoader(data, 5, shuffle=True)
x, y = next(iter(shuffled))
print(np.abs(x[:, 0] - 2 * y).sum(), sorted(y.tolist()))
changed = data.transform(lambda x, y: (x * 2, y + 1)).transform_first(lambda x: x[0])
print(changed[1], [(x.tolist(), y.dtype) for x, y in gluon.data.DataLoader(changed, 3)], len(changed.take(2)))
print(gluon.utils.split_data(np.arange(5), 2, even_split=False), gluon.utils.clip_global_norm([np.ones(4), np.ones(5)], 1.5))
# prints:
# [0.7016, -1.7006] [0.9695, -1.9694]
# [0.7805, -1.7758] [0.3692, -1.3087]
# [0.8445, -1.1313] [0.8843, -1.3508]
# [0.4, 0.4, 0.4, 0.2, 0.2, 0.1] 0.155
# [1, 1, 0.5, 0.25]
# [ 12. 480.]
# [array([8., 4.])] [ 12. 480.]
# False False
# True False
# Parameter 'net_dense0_weight' has not been initialized. No
# DeferredInitializationError
# net_ (
#   Parameter net_dense0_weight (shape=(2, 2), dtype=float32)
#   Parameter net_dense0_bias (shape=(2,), dtype=float32)
#   Parameter net_dense1_weight (shape=(1, 2), dtype=float32)
#   Parameter net_dense1_bias (shape=(1,), dtype=float32)
# ) [array([[1., 1.]])] [cpu(0)]
# write [[0. 0.]
#  [0. 0.]]
# Gradient of Parameter `net_dense1_weight` on context cpu(0) 
# 0.5 [0.4, 0.4, 0.4, 0.4] [0.15, 0.15]
# 0.0 Constant c (shape=(2,), dtype=float32)
# {'a': array([0., 1., 2.]), 'b': array([[1, 1]], dtype=int32)} (3,)
# ('accuracy', 0.6666666666666666) ('cross-entropy', 0.6459806283419559) ('f1', 0.6666666666666666) ('mae', 0.43333332737286884) ('mse', 0.22999999443689992) ('rmse', 0.47958314653133916) ('loss', 0.5) (['perplexity', 'accuracy'], [1.9078570109048407, 0.6666666666666666]) accuracy
# 3 [[0.0, 1.0], [2.0, 3.0], [4.0]] [[0.0, 1.0], [2.0, 3.0], [4.0]]
# 2 [[0.0, 1.0], [2.0, 3.0]] [[0.0, 1.0], [2.0, 3.0]]
# 2 [[0.0, 1.0], [2.0, 3.0]] [[4.0, 0.0], [1.0, 2.0], [3.0, 4.0]]
# 0.0 [0.0, 1.0, 2.0, 3.0, 4.0]
# (array(4.), 2.0) [([0.0, 4.0, 8.0], dtype('float32')), ([12.0, 16.0], dtype('float32'))] 2
# [array([0., 1., 2.]), array([3., 4.])] 3.0
