# in async sync: MXNet's further operations, whose values are those of NumPy and PyTorch, and what MXNet forgets of gradients
from mxnet import autograd, gluon, image, init, nd, np, npx
from mxnet.gluon import nn, rnn
npx.set_np()


def s(x):
    return (np.array(x, dtype='float64').round(4) + 0.0).tolist()


x = np.array([[0.5, -0.25], [0.75, 0.1]], dtype='float64')
for n in 'sinh cosh tan arcsin arccos arctan arcsinh arctanh log1p expm1 log2 cbrt rint trunc degrees'.split():
    print(n, s(getattr(np, n)(np.abs(x) if n == 'log2' else x)))
x.attach_grad()
print('erf', s(npx.erf(x)))
with autograd.record():
    y = (npx.erf(x) * np.arctan(x) + np.arcsin(x) + nn.GELU()(x)).sum()
y.backward()
print('grad', s(x.grad))
a = np.arange(2 * 2 * 3 * 4).reshape(2, 2, 3, 4) / 10
layer = nn.Conv2DTranspose(3, (3, 2), (2, 1), (1, 0), (1, 0), (1, 2), weight_initializer=init.Zero())
layer.initialize()
layer(a)
layer.weight.set_data(np.arange(2 * 3 * 3 * 2).reshape(2, 3, 3, 2) / 7)
layer.bias.set_data(np.array([0.5, 1, -1]))
a.attach_grad()
with autograd.record():
    y = layer(a)
    z = (y * np.cos(np.arange(y.size)).reshape(y.shape)).sum()
z.backward()
print('deconv', list(y.shape), round(float(z), 3))
print(s(a.grad.sum((0, 2, 3))), s(layer.weight.grad().sum((1, 2, 3))))
a1, w1 = np.arange(12).reshape(1, 2, 6), np.arange(8).reshape(2, 2, 2)
print('deconv1', s(npx.deconvolution(a1, w1, kernel=(2,), stride=(2,), num_filter=2)[0]))
z = np.arange(24).reshape(2, 3, 4)
print('tensordot', s(np.tensordot(z, z, ([0, 2], [0, 2]))), float(np.tensordot(z, z[0].T, 1).sum()),
      s(np.dot(z, z.reshape(4, 2, 3).swapaxes(0, 1)).sum((1, 2))))
print('pad', s(np.pad(z[0], ((1, 0), (0, 2)))), s(np.pad(z[0], ((0, 1), (1, 1)), 'edge')), s(np.pad(z[0, 0], (2, 1), 'reflect')))
print('diag', s(np.diag(z[0], 1)), s(np.diag(np.array([1, 2]), -1)), s(np.triu(z[0], 1)), s(np.tril(z[0], -1)), float(np.trace(z[0])))
print('prod', s(np.prod(z[0] + 1, 1)), float(np.prod(z[0, :, :3] + 1)))
print('round', s(np.round(np.array([0.5, 1.5, -2.5, 1.25]), 0)), s(np.round(np.array([1.234, -5.678]), 1)))
print('nz', [i.tolist() for i in np.nonzero(np.array([[0, 1], [2, 0]]))],
      [i.astype('int64').tolist() for i in np.unique(np.array([3, 1, 3, 2]), return_index=True, return_inverse=True, return_counts=True)])
img = np.arange(4 * 5 * 3).reshape(4, 5, 3)
print('resize', s(image.imresize(img, 3, 6)[:, :, 0]))
print('bicubic', s(image.imresize(img, 10, 8, 2)[:2, :, 0]))


def hue(c, turn):
    return [round(one, 2) for one in image.hued(np.array([[c]]), turn)[0, 0].tolist()]


print('hue', hue((200, 30, 90), 0.3), hue((10, 240, 120), -0.2), hue((50, 50, 50), 0.4), hue((20, 60, 250), 1.1))

# An array that was computed becomes one that gradients are wanted of: what came of it before goes no further.
x = nd.array([1.0, 2.0])
x.attach_grad()
with autograd.record():
    y = x * x
    before = y * 2
    y.attach_grad()
    z = y * 3
z.backward()
print(y.grad.tolist(), x.grad.tolist())
before.backward()
print(x.grad.tolist())
# What a walk has used up ends what is computed with it later; the same walk again is an error.
state = nd.array([1.0])
w = nd.array([2.0])
w.attach_grad()
for step in range(3):
    with autograd.record():
        state = state * w
    state.backward()
    print(w.grad.tolist())
try:
    state.backward()
except Exception as error:
    print(type(error).__name__)

pixel = np.array([[[100, 50, 200]]], dtype='int32')
print(image.brightened(pixel, 1.5).tolist(), image.contrasted(pixel, 0.5).tolist(), image.saturated(pixel, 0.5).tolist())
print(image.lit(pixel.astype('float32'), (0.1, 0.2, 0.3)).round(3).tolist())
picture = np.arange(5 * 6 * 3).reshape(5, 6, 3)
print(image.center_crop(picture, (3, 2))[1], image.resize_short(picture, 10, 1).shape, image.random_crop(picture, (2, 2))[0].shape)
steps = gluon.data.vision.transforms
augment = steps.Compose([steps.RandomResizedCrop(4), steps.RandomFlipLeftRight(), steps.RandomColorJitter(0.1, 0.1, 0.1, 0.1),
                         steps.RandomLighting(0.1), steps.CenterCrop(3), steps.ToTensor()])
print(augment(picture).shape)

cells = rnn.SequentialRNNCell()
cells.add(rnn.LSTMCell(3))
cells.add(rnn.GRUCell(2))
layers = rnn.LSTM(3, input_size=4), rnn.GRU(2, input_size=3)
for cell, made in zip(cells._children.values(), layers):
    cell.initialize(init.Normal(1))
    made.initialize()
    cell(np.ones((1, 4 if made is layers[0] else 3)), cell.begin_state(1))
    for name in 'i2h_weight', 'h2h_weight', 'i2h_bias', 'h2h_bias':
        getattr(made, 'l0_' + name).set_data(getattr(cell, name).data())
inputs = np.sin(np.arange(2 * 5 * 4)).reshape(5, 2, 4)
outputs, states = cells.unroll(5, inputs, layout='TNC')
print(bool((np.abs(outputs - layers[1](layers[0](inputs))) < 1e-6).all()), [one.shape for one in states])

import numpy
print([one.tolist() for one in gluon.utils.split_and_load(numpy.ones((2, 1)), [npx.cpu()])])

net = gluon.model_zoo.vision.get_model('resnet18_v1', classes=10)
net.initialize()
print(net(np.ones((1, 3, 32, 32))).shape, sum(one.data().size for one in net.collect_params().values()))
try:
    gluon.model_zoo.vision.vgg11(pretrained=True)
except NotImplementedError as error:
    print(error)

from mxnet import io
batches = io.NDArrayIter({'b': nd.arange(7), 'a': nd.arange(14).reshape((7, 2))}, nd.arange(7), 3)
print([(one.data[1].tolist(), one.label[0].tolist(), one.pad) for one in batches], batches.provide_data)
rolled = io.NDArrayIter(nd.arange(7), batch_size=3, last_batch_handle='roll_over')
print([one.data[0].tolist() for one in rolled])
rolled.reset()
print([one.data[0].tolist() for one in rolled])

anchors = npx.multibox_prior(np.zeros((1, 3, 2, 4)), sizes=[0.5, 0.25], ratios=[1, 4])
print(anchors.shape, s(anchors[0, :3]))
from d2l import mxnet as d2l
truth = np.array([[[0, 0.1, 0.08, 0.52, 0.92], [1, 0.55, 0.2, 0.9, 0.88]]])
boxes = np.array([[[0, 0.1, 0.2, 0.3], [0.15, 0.2, 0.4, 0.4], [0.63, 0.05, 0.88, 0.98], [0.66, 0.45, 0.8, 0.8], [0.57, 0.3, 0.92, 0.9]]])
offsets, mask, classes = d2l.multibox_target(boxes, truth)
print(classes.tolist(), mask.tolist(), s(offsets[0, 4:8]))
boxes = np.array([[[0.1, 0.08, 0.52, 0.92], [0.08, 0.2, 0.56, 0.95], [0.15, 0.3, 0.62, 0.91], [0.55, 0.2, 0.9, 0.88]]])
chances = np.array([[[0, 0, 0, 0], [0.9, 0.8, 0.7, 0.1], [0.1, 0.2, 0.3, 0.9]]])
print(s(d2l.multibox_detection(chances, np.zeros((1, 16)), boxes, nms_threshold=0.5)))
print(s(npx.roi_pooling(np.arange(16).reshape(1, 1, 4, 4), np.array([[0, 0, 0, 20, 20], [0, 0, 10, 30, 30]]), (2, 2), 0.1)))
# prints:
# sinh [[0.5211, -0.2526], [0.8223, 0.1002]]
# cosh [[1.1276, 1.0314], [1.2947, 1.005]]
# tan [[0.5463, -0.2553], [0.9316, 0.1003]]
# arcsin [[0.5236, -0.2527], [0.8481, 0.1002]]
# arccos [[1.0472, 1.8235], [0.7227, 1.4706]]
# arctan [[0.4636, -0.245], [0.6435, 0.0997]]
# arcsinh [[0.4812, -0.2475], [0.6931, 0.0998]]
# arctanh [[0.5493, -0.2554], [0.973, 0.1003]]
# log1p [[0.4055, -0.2877], [0.5596, 0.0953]]
# expm1 [[0.6487, -0.2212], [1.117, 0.1052]]
# log2 [[-1.0, -2.0], [-0.415, -3.3219]]
# cbrt [[0.7937, -0.63], [0.9086, 0.4642]]
# rint [[0.0, 0.0], [1.0, 0.0]]
# trunc [[0.0, 0.0], [0.0, 0.0]]
# degrees [[28.6479, -14.3239], [42.9718, 5.7296]]
# erf [[0.5205, -0.2763], [0.7112, 0.1125]]
# grad [[2.846, 0.8177], [3.38, 1.8073]]
# deconv [2, 3, 6, 6] 314.0
# [43.667, 78.9058] [14.2096, 30.6544]
# deconv1 [[24.0, 30.0, 28.0, 36.0, 32.0, 42.0, 36.0, 48.0, 40.0, 54.0, 44.0, 60.0], [36.0, 42.0, 44.0, 52.0, 52.0, 62.0, 60.0, 72.0, 68.0, 82.0, 76.0, 92.0]]
# tensordot [[748.0, 988.0, 1228.0], [988.0, 1356.0, 1724.0], [1228.0, 1724.0, 2220.0]] 4644.0 [[1566.0, 1698.0, 1830.0], [4590.0, 5010.0, 5430.0]]
# pad [[0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 1.0, 2.0, 3.0, 0.0, 0.0], [4.0, 5.0, 6.0, 7.0, 0.0, 0.0], [8.0, 9.0, 10.0, 11.0, 0.0, 0.0]] [[0.0, 0.0, 1.0, 2.0, 3.0, 3.0], [4.0, 4.0, 5.0, 6.0, 7.0, 7.0], [8.0, 8.0, 9.0, 10.0, 11.0, 11.0], [8.0, 8.0, 9.0, 10.0, 11.0, 11.0]] [2.0, 1.0, 0.0, 1.0, 2.0, 3.0, 2.0]
# diag [1.0, 6.0, 11.0] [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0]] [[0.0, 1.0, 2.0, 3.0], [0.0, 0.0, 6.0, 7.0], [0.0, 0.0, 0.0, 11.0]] [[0.0, 0.0, 0.0, 0.0], [4.0, 0.0, 0.0, 0.0], [8.0, 9.0, 0.0, 0.0]] 15.0
# prod [24.0, 1680.0, 11880.0] 1247400.0
# round [0.0, 2.0, -2.0, 1.0] [1.2, -5.7]
# nz [[0, 1], [1, 0]] [[1, 2, 3], [1, 3, 0], [2, 0, 2, 1], [1, 1, 2]]
# resize [[1.0, 6.0, 11.0], [8.5, 13.5, 18.5], [18.5, 23.5, 28.5], [28.5, 33.5, 38.5], [38.5, 43.5, 48.5], [46.0, 51.0, 56.0]]
# bicubic [[-1.8984, -1.0078, 0.4219, 2.3086, 3.5273, 5.3086, 6.5273, 8.4141, 9.8438, 10.7344], [2.5547, 3.4453, 4.875, 6.7617, 7.9805, 9.7617, 10.9805, 12.8672, 14.2969, 15.1875]]
# hue [124.0, 200.0, 30.0] [176.0, 240.0, 10.0] [50.0, 50.0, 50.0] [118.0, 20.0, 250.0]
# [3.0, 3.0] [0.0, 0.0]
# [4.0, 8.0]
# [1.0]
# [2.0]
# [4.0]
# MXNetError
# [[[150, 75, 255]]] [[[91, 66, 141]]] [[[61, 36, 111]]]
# [[[97.68000030517578, 46.49399948120117, 196.24200439453125]]]
# (1, 1, 3, 2) (10, 12, 3) (2, 2, 3)
# (3, 3, 3)
# True [(2, 3), (2, 3), (2, 2)]
# [[[1.0], [1.0]]]
# (1, 10) 11191242
# vgg11: Runahead brings no trained parameters from the network (pretrained=True)
# [([0.0, 1.0, 2.0], [0.0, 1.0, 2.0], 0), ([3.0, 4.0, 5.0], [3.0, 4.0, 5.0], 0), ([6.0, 0.0, 1.0], [6.0, 0.0, 1.0], 2)] [DataDesc[a,(3, 2),<class 'numpy.float32'>,NCHW], DataDesc[b,(3,),<class 'numpy.float32'>,NCHW]]
# [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]
# [[6.0, 0.0, 1.0], [2.0, 3.0, 4.0]]
# (1, 24, 4) [[0.0, 0.0, 0.25, 0.5], [0.0625, 0.125, 0.1875, 0.375], [-0.125, 0.125, 0.375, 0.375]]
# [[0, 1, 2, 0, 2]] [[0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1]] [1.4, 10.0, 2.594, 7.1754]
# [[[0.0, 0.9, 0.1, 0.08, 0.52, 0.92], [1.0, 0.9, 0.55, 0.2, 0.9, 0.88], [-1.0, 0.8, 0.08, 0.2, 0.56, 0.95], [-1.0, 0.7, 0.15, 0.3, 0.62, 0.91]]]
# [[[[5.0, 6.0], [9.0, 10.0]]], [[[9.0, 11.0], [13.0, 15.0]]]]
