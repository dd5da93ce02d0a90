# in async: the book's helpers, in its later editions and in those of 2019 and 2020, under the virtual clock
import d2l
from d2l import mxnet as later
from mxnet import np

timer = d2l.Timer()
y = np.ones((4, 4)).dot(np.ones((4, 4)))
timer.stop()
print(len(timer.times), timer.sum() > 0)
with d2l.benchmark('waited : %.1f sec'):
    y.wait_to_read()
with d2l.benchmark():
    pass
with later.Benchmark('later'):
    pass
print(d2l.try_all_gpus())
try:
    d2l.train_nothing
except AttributeError as error:
    print(error)
# prints:
# 1 True
# waited : 0.0 sec
# Done in 0.0000 sec
# later: 0.0000 sec
# [gpu(0), gpu(1)]
# Runahead has no d2l.mxnet.train_nothing
