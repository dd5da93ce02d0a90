# A program of 2017 in MXNet: four loops, and what the process has resident before and after each.
import os
import subprocess
from time import time

from mxnet import autograd, gluon, nd
from mxnet.gluon import nn

net = nn.Sequential()
with net.name_scope():
    net.add(nn.Dense(16, activation='relu'), nn.Dense(8, activation='relu'), nn.Dense(1))
net.initialize()
trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.01})
loss = gluon.loss.L2Loss()
print(' '.join(sorted(net.collect_params())))


def batches():
    start = time()
    for i in range(20):
        x = nd.ones((1024, 256))
        y = nd.ones((1024,))
        yield x, y
        if i == 19:
            print('batch %d, time %f sec' % (i, time() - start))


def resident():
    """In MB, as ps says it."""
    said = subprocess.check_output(['ps', 'u', '-p', str(os.getpid())])
    return int(str(said).split()[15]) / 1e3


for x, y in batches():
    break
loss(y, net(x)).wait_to_read()
print(loss(y, net(x)).shape, net[0].weight.grad().sum().asscalar())
first = net[0].weight.data().asnumpy()

before = resident()
for x, y in batches():
    loss(y, net(x)).wait_to_read()
nd.waitall()
print('memory %.1f' % (resident() - before))

before = resident()
for x, y in batches():
    loss(y, net(x))
nd.waitall()
print('memory %.1f' % (resident() - before))

before = resident()
total = 0
for x, y in batches():
    with autograd.record():
        l = loss(y, net(x))
    total += nd.sum(l).asscalar()
    l.backward()
    trainer.step(x.shape[0])
nd.waitall()
print('memory %.1f' % (resident() - before))

before = resident()
for x, y in batches():
    with autograd.record():
        l = loss(y, net(x))
    l.backward()
    trainer.step(x.shape[0])
nd.waitall()
print('memory %.1f' % (resident() - before))
print('trained', total > 0 and bool((net[0].weight.data().asnumpy() != first).any()))
