# in sync async stream function lazy: losses, layers and their gradients have the numbers that PyTorch computes
import mxnet as mx
from mxnet import autograd, gluon, init, np, npx
from mxnet.gluon import nn, rnn
npx.set_np()


def shown(array):
    return [round(one, 4) + 0.0 for one in array.reshape(-1).tolist()]


p, label = np.array([[0.5, -1.0, 2.0], [1.5, 0.25, -0.75]]), np.array([2, 0])
q, d = np.array([[1.0, 0, 1], [0, 1, 1]]), np.array([[0.2, 0.3, 0.5], [0.6, 0.3, 0.1]])
p.attach_grad()
for loss, wanted in (gluon.loss.SoftmaxCrossEntropyLoss(), label), (gluon.loss.SigmoidBCELoss(), q), (gluon.loss.L1Loss(), q), \
        (gluon.loss.L2Loss(), q), (gluon.loss.HuberLoss(), q), (gluon.loss.KLDivLoss(from_logits=False), d), \
        (gluon.loss.HingeLoss(), 2 * q - 1):
    with autograd.record():
        l = loss(p, wanted)
    l.backward()
    print(loss, shown(l), shown(p.grad))
print(shown(gluon.loss.L2Loss(weight=2)(p, q, np.array([[1.0], [0.5]]))))

x = np.arange(16).reshape(1, 1, 4, 4)
conv = nn.Conv2D(2, 2, strides=2, padding=1, activation='relu')
conv.initialize(init.Constant(np.array([1.0, 0, 0, -1, 0.5, 0.5, 0.5, 0.5])))
print(shown(conv(x)), conv)
print(shown(nn.AvgPool2D(3, 2, 1)(x)), shown(nn.MaxPool2D(3, 2, 1)(x)), nn.GlobalAvgPool2D()(x), nn.Flatten()(x).shape)
norm = nn.BatchNorm()
norm.initialize()
with autograd.record():
    made = norm(np.array([[1.0, 2], [3, 6]]))
print(shown(made), norm.running_mean.data(), norm.running_var.data(), shown(norm(np.array([[1.0, 2]]))))
layer_norm = nn.LayerNorm()
layer_norm.initialize()
print(shown(layer_norm(np.array([[1.0, 2], [3, 6]]))), layer_norm)
drop, many = nn.Dropout(0.5), np.ones((100, 100))
with autograd.record():
    dropped = drop(many)
print(drop(many).mean(), sorted(set(dropped.reshape(-1).tolist())), 0.9 < dropped.mean() < 1.1, drop)
embed = nn.Embedding(4, 2)
embed.initialize(init.Constant([0, 1, 2, 3, 4, 5, 6, 7]))
with autograd.record():
    made = embed(np.array([[3, 1], [1, 0]]))
made.backward()
print(made[0], embed.weight.grad(), embed)
for one in (rnn.LSTM(2), rnn.GRU(2), rnn.RNN(2, activation='tanh')):
    one.initialize()
    one(np.zeros((1, 1, 2)))
    for name, parameter in one.collect_params().items():
        numbers = np.arange(parameter.data().size).reshape(parameter.shape) % 5 * 0.1
        parameter.set_data(numbers - 0.2 if name.endswith('weight') else numbers)
    out, states = one(np.array([[[1.0, 2]], [[-1, 0.5]], [[0.3, 0.1]]]), one.begin_state(batch_size=1))
    print(one, shown(out[2]), shown(states[-1]))
print(nn.LeakyReLU(0.1)(p), shown(nn.ELU()(p)), shown(npx.activation(p, 'softrelu')))
net = nn.HybridSequential()
net.add(nn.Dense(3, activation='relu'), nn.HybridLambda(lambda F, x: F.np.square(x)), nn.Dense(1, use_bias=False))
net.initialize()
before = net(p)
net.hybridize()
print(np.abs(net(p) - before).sum(), len(net), net[0:1], list(net.collect_params('.*bias')))
# prints:
# SoftmaxCrossEntropyLoss(batch_axis=0, w=None) [0.2413, 0.3307] [0.1753, 0.0391, -0.2144, -0.2816, 0.2058, 0.0757]
# SigmoidBinaryCrossEntropyLoss(batch_axis=0, w=None) [0.3048, 1.1381] [-0.1258, 0.0896, -0.0397, 0.2725, -0.1459, -0.2264]
# L1Loss(batch_axis=0, w=None) [0.8333, 1.3333] [-0.3333, -0.3333, 0.3333, 0.3333, -0.3333, -0.3333]
# L2Loss(batch_axis=0, w=1.0) [0.375, 0.9792] [-0.1667, -0.3333, 0.3333, 0.5, -0.25, -0.5833]
# HuberLoss(batch_axis=0, w=None) [0.375, 0.8438] [-0.1667, -0.3333, 0.3333, 0.3333, -0.25, -0.3333]
# KLDivLoss(batch_axis=0, w=None) [0.1372, 0.0109] [-0.0082, -0.087, 0.0952, 0.0395, -0.0314, -0.0081]
# HingeLoss(batch_axis=0, w=None) [0.1667, 1.6667] [-0.3333, 0.0, 0.0, 0.3333, -0.3333, -0.3333]
# [0.75, 0.9792]
# [0.0, 0.0, 0.0, 0.0, 0.0, 7.0, 0.0, 13.0, 15.0, 0.0, 1.5, 1.5, 6.0, 15.0, 9.0, 6.0, 13.5, 7.5] Conv2D(1 -> 2, kernel_size=(2, 2), stride=(2, 2), padding=(1, 1), Activation(relu))
# [1.1111, 2.6667, 5.6667, 10.0] [5.0, 7.0, 13.0, 15.0] [[[[7.5]]]] (1, 16)
# [-1.0, -1.0, 1.0, 1.0] [0.2 0.4] [1.  1.3] [0.8, 1.4033]
# [-1.0, 1.0, -1.0, 1.0] LayerNorm(eps=1e-05, axis=-1, center=True, scale=True, in_channels=2)
# 1.0 [0.0, 2.0] True Dropout(p = 0.5, axes=())
# [[6. 7.]
#  [2. 3.]] [[1. 1.]
#  [2. 2.]
#  [0. 0.]
#  [1. 1.]] Embedding(4 -> 2, float32)
# LSTM(2 -> 2, TNC) [0.3205, -0.0735] [0.6646, -0.1185]
# GRU(2 -> 2, TNC) [0.4888, -0.0771] [0.4888, -0.0771]
# RNN(2 -> 2, TNC) [-0.1344, 0.2336] [-0.1344, 0.2336]
# [[ 0.5   -0.1    2.   ]
#  [ 1.5    0.25  -0.075]] [0.5, -0.6321, 2.0, 1.5, 0.25, -0.5276] [0.9741, 0.3133, 2.1269, 1.7014, 0.8259, 0.3869]
# 0.0 3 HybridSequential(
#   (0): Dense(3 -> 3, Activation(relu))
# ) ['dense0_bias']
