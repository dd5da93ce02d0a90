// SPDX-License-Identifier: GPL-3.0-or-later
// Programs in Python that take gradients and train, in the names of every library.
#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <span>

#include "tests/cli/programs.h"

namespace runahead::testing_support {
namespace {

using nlohmann::json;
using ProgramsTraining = Programs;

TEST_F(ProgramsTraining, TrainParametersInPlace) {
  const json run = run_of(written("by_hand.py", R"(import torch
w = torch.tensor([1.0, 2.0], requires_grad=True)
for i in range(2):
    l = (w * w).sum()
    l.backward()
    with torch.no_grad():
        w -= 0.25 * w.grad
        w.grad.zero_()
    print(l.item(), w, w.grad)
for change in (l.backward, lambda: w.__iadd__(1)):
    try:
        change()
    except RuntimeError:
        print('no', torch.is_grad_enabled(), w.is_leaf)
)"));
  EXPECT_EQ(run["output"],
            R"(5.0 tensor([0.5000, 1.0000], requires_grad=True) tensor([0., 0.])
1.25 tensor([0.2500, 0.5000], requires_grad=True) tensor([0., 0.])
no True True
no True True
)");
}

constexpr const char* kComputedGradients = R"(import tensorflow as tf
import numpy as np

v = tf.Variable([1., 2.])
with tf.GradientTape(persistent=True) as tape:
    y = tf.reduce_sum(v * v)
    v.assign([10., 20.])
    z = tf.reduce_sum(v * v)
v.assign_sub([100., 100.])
print(tape.gradient(y, v).numpy(), tape.gradient(z, v).numpy())

n = tf.Variable(2)
@tf.function
def count(x):
    n.assign_add(1)
    v.assign(x * v)
    return x * v
count(tf.ones((2,)))
v.assign([3., 4.])
with tf.GradientTape() as tape:
    y = tf.reduce_sum(v * v)
print(count(tf.fill((2,), 2.)).numpy(), n.numpy(), tape.gradient(y, v).numpy())

np.random.seed(1)
tf.random.set_seed(1)
a, b = np.random.rand(2), tf.random.uniform((2,)).numpy()
np.random.seed(1)
print(np.array_equal(a, np.random.rand(2)), np.array_equal(b, tf.random.uniform((2,)).numpy()))
tf.random.set_seed(1)
print(np.array_equal(b, tf.random.uniform((2,)).numpy()))
)";

constexpr const char* kGradientsOfSeveral = R"(from mxnet import autograd, np
x = np.ones(3) * 2
x.attach_grad()
held = x.grad
with autograd.record():
    a, b = x * 2, x * x
x -= 1
autograd.backward([a, b])
print(held, x.grad)
)";

TEST_F(ProgramsTraining, HaveGradientsOfWhatWasComputed) {
  const std::string path = written("computed.py", kComputedGradients);
  const std::string several = written("several.py", kGradientsOfSeveral);
  for (const char* mode : {"sync", "async", "stream", "function", "lazy"}) {
    const json run = run_of(path, {"--mode", mode, "--workers", "2"});
    EXPECT_EQ(run["output"], "[2. 4.] [20. 40.]\n[12. 16.] 4 [6. 8.]\nTrue False\nTrue\n") << mode;
    EXPECT_EQ(run_of(several, {"--mode", mode})["output"], "[6. 6. 6.] [6. 6. 6.]\n") << mode;
  }
}

constexpr const char* kWeightsInBlock = R"(from mxnet import np, npx
from mxnet.gluon import nn

net = nn.HybridSequential()
net.add(nn.Dense(4, activation='relu'), nn.Dense(2))
net.initialize()
net.hybridize()
print(net(np.ones((2, 3))).shape)
try:
    np.ones(4 / 2)
except TypeError:
    print('TypeError')
)";

constexpr const char* kWeightsInFunction = R"(import tensorflow as tf

dense = tf.keras.layers.Dense(3)

@tf.function
def f(x):
    return dense(x)

print(f(tf.ones((2, 4))).shape, bool(tf.reduce_sum(f(tf.ones((2, 4))) - dense(tf.ones((2, 4)))) == 0))
)";

TEST_F(ProgramsTraining, MakeWeightsWhereAFunctionIsTraced) {
  const std::string block = written("block.py", kWeightsInBlock);
  const std::string function = written("function.py", kWeightsInFunction);
  for (const char* mode : {"async", "function", "lazy"}) {
    EXPECT_EQ(run_of(block, {"--mode", mode})["output"], "(2, 2)\nTypeError\n") << mode;
    EXPECT_EQ(run_of(function, {"--mode", mode})["output"], "(2, 3) True\n") << mode;
  }
}

constexpr const char* kGradientsBetweenPlaces = R"(import torch
x = torch.ones(3, requires_grad=True, device='cuda')
a = (x * x).sum()
b = x.cpu().sum().cuda() * 5
(a + b).backward()
y = torch.ones(3, requires_grad=True, device='cuda')
(y.to('cpu') * 2).sum().backward()
print(x.grad.tolist(), y.grad.tolist())
)";

TEST_F(ProgramsTraining, HaveGradientsThroughCopiesBetweenPlaces) {
  const std::string path = written("places.py", kGradientsBetweenPlaces);
  for (const char* mode : {"async", "stream", "function", "lazy"})
    EXPECT_EQ(run_of(path, {"--mode", mode})["output"], "[7.0, 7.0, 7.0] [2.0, 2.0, 2.0]\n") << mode;
}

TEST_F(ProgramsTraining, TrainInTheNamesOfEveryLibrary) {
  const std::string mxnet = R"(from mxnet import np, autograd, gluon
from mxnet.gluon import nn
net = nn.Sequential()
net.add(nn.Dense(8, activation='relu'), nn.Dense(1))
net.initialize()
x, y = np.random.normal(size=(16, 4)), np.ones((16, 1))
trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': .1})
losses = []
for _ in range(5):
    with autograd.record():
        l = gluon.loss.L2Loss()(net(x), y)
    l.backward()
    trainer.step(16)
    losses.append(l.mean().item())
print(losses[-1] < losses[0] / 1.2)
)";
  const std::string torch = R"(import torch
from torch import nn
from d2l import torch as d2l
device = d2l.try_gpu()
net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1)).to(device)
x, y = torch.randn(16, 4, device=device), torch.ones(16, 1, device=device)
sgd = torch.optim.SGD(net.parameters(), lr=.1)
losses = []
for _ in range(5):
    l = nn.MSELoss()(net(x), y)
    sgd.zero_grad()
    l.backward()
    sgd.step()
    losses.append(l.item())
print(losses[-1] < losses[0] / 1.2)
)";
  const std::string tensorflow = R"(import tensorflow as tf
from tensorflow import keras
net = keras.Sequential([keras.layers.Dense(8, activation='relu'), keras.layers.Dense(1)])
x, y = tf.random.normal((16, 4)), tf.ones((16, 1))
sgd = keras.optimizers.SGD(learning_rate=.1)
losses = []
for _ in range(5):
    with tf.GradientTape() as tape:
        l = keras.losses.MeanSquaredError()(y, net(x))
    weights = net.trainable_variables
    sgd.apply_gradients(zip(tape.gradient(l, weights), weights))
    losses.append(float(l.numpy()))
print(losses[-1] < losses[0] / 1.2)
)";
  const std::pair<const char*, const std::string*> programs[] = {
      {"async", &mxnet}, {"stream", &torch}, {"function", &tensorflow}};
  for (const auto& [mode, text] : programs) {
    const json run = run_of(written(std::string(mode) + ".py", *text));
    EXPECT_EQ(run["mode"], mode);
    EXPECT_EQ(run["output"], "True\n") << mode;
  }
}

/// A result, and how many arrays of 64 x 64 are kept for its gradients beside those that have names.
struct Kept {
  const char* result;
  int arrays;
};

/// What is in use at the end of each line, in arrays of 64 x 64.
std::map<int, double> in_use_by_line(const std::string& trace) {
  std::map<std::int64_t, std::int64_t> changes;  // by their place in the run
  std::map<int, std::int64_t> ends;
  const json events = json::parse(read_file(trace))["traceEvents"];
  for (const json& event : events) {
    const json args = event.value("args", json::object());
    if (event.value("cat", "") == "array" && args.contains("bytes"))
      changes[args["seq"]] = (event["ph"] == "N" ? 1 : -1) * args["bytes"].get<std::int64_t>();
    if (event.value("cat", "") == "statement" && args.contains("end_seq"))
      ends[args["line"]] = args["end_seq"].get<std::int64_t>();
  }
  std::map<int, double> in_use;
  for (const auto& [line, end] : ends) {
    for (const auto& [seq, bytes] : changes)
      in_use[line] += seq < end ? static_cast<double>(bytes) / (64 * 64 * 4) : 0;
  }
  return in_use;
}

// Of PyTorch 1.13: the storages that torch.autograd.graph.saved_tensors_hooks sees.
constexpr Kept kKeptByTorch[] = {
    {"((w + 1) * 3 - 2).sum()", 0},
    {"(-(w + 1) / 2).mean()", 0},
    {"(w + v).reshape(-1).sum()", 0},
    {"w.exp().sum()", 1},
    {"w.exp()", 1},
    {"torch.softmax(w + 1, 1)", 1},
    {"F.log_softmax(w + 1, 1)", 1},
    {"torch.clamp(w + 1, 0, 1).sum()", 1},
    {"torch.tanh(w).sum()", 1},
    {"torch.sigmoid(w + 1).sum()", 1},
    {"torch.relu(w + 1).sum()", 1},
    {"torch.log(w + 1).sum()", 1},
    {"((w + 1) ** 2).sum()", 1},
    {"((w + 1) * (v + 1)).sum()", 2},
    {"((w + 1) * (k + 1)).sum()", 1},
    {"((w + 1) / (k + 1)).sum()", 1},
    {"(w / (v + 1)).sum()", 1},
    {"(2 / w).sum()", 1},
    {"((w + 1) ** (k + 1)).sum()", 3},
    {"((w + 1) @ (v + 1)).sum()", 2},
    {"((w + 1) @ (k + 1)).sum()", 1},
    {"torch.relu((k + 1) @ w).sum()", 2},
    {"F.relu(F.linear(F.relu(F.linear(k, w, b)), v, b)).sum()", 2},
    {"torch.maximum(w + 1, k).sum()", 1},
    {"torch.where(c, w + 1, v * 2).sum()", 0},
    {"(w + 1).max()", 1},
    {"(w + 1).max(1).values.sum()", 0},
    {"torch.cat([w + 1, v + 1]).sum()", 0},
    {"F.mse_loss(w + 1, k)", 1},
};
// MXNet (GetBackwardDependency in imperative.cc): what the gradients of all inputs would need.
constexpr Kept kKeptByMXNet[] = {
    {"((w + 1) * 3 - 2).sum()", 0}, {"((w + 1) * (k + 1)).sum()", 2}, {"npx.relu(w + 1).sum()", 1}};
// TensorFlow (pywrap_gradient_exclusions.cc): also inputs that gradients take the shape of.
constexpr Kept kKeptByTensorFlow[] = {
    {"tf.reduce_sum((w + 1) * 3 - 2)", 3}, {"tf.reduce_sum(tf.nn.relu(-w))", 1}, {"tf.reduce_sum(w)", 0}};

TEST_F(ProgramsTraining, KeepForGradientsWhatTheirLibraryKeeps) {
  const auto expect_kept = [this](const std::string& library, const std::string& head,
                                  const std::string& record, const std::string& wait,
                                  std::span<const Kept> table) {
    std::string text = head;
    int line = static_cast<int>(std::ranges::count(head, '\n'));
    const int before = line;
    for (const Kept& kept : table) text += record + kept.result + '\n' + wait + '\n';
    const std::string trace = directory_.path() + "/" + library + ".json";
    run_of(written(library + ".py", text), {"--export", trace});
    const std::map<int, double> in_use = in_use_by_line(trace);
    for (const Kept& kept : table) {
      line += 2;
      EXPECT_EQ(std::lround(in_use.at(line) - in_use.at(before)), kept.arrays)
          << library << ": " << kept.result;
    }
  };
  expect_kept("torch",
              "import torch\nimport torch.nn.functional as F\n"
              "w, v = (torch.rand(64, 64, device='cuda', requires_grad=True) for _ in range(2))\n"
              "k, b = torch.rand(64, 64, device='cuda'), torch.zeros(64, device='cuda', requires_grad=True)\n"
              "c = k > .5\ntorch.cuda.synchronize()\n",
              "u = ", "torch.cuda.synchronize()", kKeptByTorch);
  expect_kept("mxnet",
              "from mxnet import autograd, np, npx\nw, k = np.ones((64, 64)), np.ones((64, 64))\n"
              "w.attach_grad()\nnpx.waitall()\n",
              "with autograd.record(): u = ", "npx.waitall()", kKeptByMXNet);
  expect_kept("tensorflow", "import tensorflow as tf\nw = tf.Variable(tf.ones((64, 64)))\nw.numpy()\n",
              "with tf.GradientTape() as t: u = ", "u.numpy()", kKeptByTensorFlow);
}

}  // namespace
}  // namespace runahead::testing_support
