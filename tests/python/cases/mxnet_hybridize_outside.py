# in sync async stream function lazy: a hybridized block runs its Python once
from mxnet import gluon, nd
class Net(gluon.HybridBlock):
    def __init__(self):
        super().__init__()
        self.calls, self.scale, self.seen = 0, 2.0, []
    def hybrid_forward(self, F, x):
        self.calls += 1
        self.seen.append(self.calls)
        print('forward', self.calls)
        return x * self.scale
net = Net()
x = nd.ones((2,))
print(net(x).asnumpy(), net(x).asnumpy(), net.calls)
net.hybridize()
print(net(x).asnumpy(), net.calls)
net.scale = 5.0
print(net(x).asnumpy(), net.calls, net.seen)
net.hybridize(False)
print(net(x).asnumpy(), net.calls, net.seen)
# prints:
# forward 1
# forward 2
# [2. 2.] [2. 2.] 2
# forward 3
# [2. 2.] 3
# [2. 2.] 3 [1, 2, 3]
# forward 4
# [5. 5.] 4 [1, 2, 3, 4]
