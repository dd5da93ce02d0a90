# in sync async stream function lazy: what a hybridized block returns lies where its argument does
from mxnet import gluon, np
class Twice(gluon.HybridBlock):
    def forward(self, x):
        return x * 2
twice = Twice()
twice.hybridize()
for _ in range(2):
    y = twice(np.ones(2)) - np.ones(2)
print(y, y.ctx)
# prints:
# [1. 1.] cpu(0)
