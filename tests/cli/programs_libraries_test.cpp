// SPDX-License-Identifier: GPL-3.0-or-later
// Programs in Python, one for each kind of thing that they do as their library does: exceptions, words,
// values, and what they print, in every mode.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/cli/programs.h"

namespace runahead::testing_support {
namespace {

using nlohmann::json;

class ProgramsOfLibraries : public Programs {
 protected:
  /// What a program prints in each of the modes, by one process.
  void print_in(const std::vector<std::string>& modes, const char* text, const std::string& expected) const {
    std::vector<std::string> words{"run",     "--torch", "small",     written("program.py", text),
                                   "--clock", "virtual", "--workers", "2",
                                   "--json"};
    for (const std::string& mode : modes) words.insert(words.end(), {"--mode", mode});
    const Finished finished = run_program(words);
    ASSERT_EQ(finished.status, 0) << finished.err;
    const json runs = json::parse(finished.out)["runs"];
    ASSERT_EQ(runs.size(), modes.size());
    for (std::size_t i = 0; i < modes.size(); ++i) EXPECT_EQ(runs[i]["output"], expected) << modes[i];
  }
  const std::vector<std::string> all_ = {"sync", "async", "stream", "function", "lazy"};
};

TEST_F(ProgramsOfLibraries, RaiseWhatTheLibraryRaises) {
  print_in(
      {"stream"}, R"(import numpy as np
import torch

def kinds(*calls):
    told = []
    for call in calls:
        try:
            told.append(f'no error {call()}')
        except Exception as error:
            kinds = [one.__name__ for one in (ValueError, IndexError, TypeError, RuntimeError) if isinstance(error, one)]
            told.append(' '.join(kinds))
    print('; '.join(told))

def add(a, b):
    a += b

a, i, t = np.ones((2, 3)), np.arange(3), torch.ones(2, 3)
kinds(lambda: np.ones(2) + np.ones(3), lambda: a @ a, lambda: np.ones(6).reshape(4, 2), lambda: bool(i), lambda: i.item(),
      lambda: i ** -1, lambda: np.zeros(0).max(), lambda: np.ones(-1), lambda: np.stack([i, np.ones(2)]))
kinds(lambda: np.ones(2)[0, 0], lambda: a[5], lambda: i[0.5], lambda: a.sum(axis=2), lambda: np.expand_dims(a, 7))
kinds(lambda: -np.array([True]), lambda: float(i), lambda: add(i, 0.5), lambda: i + None, lambda: np.exp(None),
      lambda: a.sum(axis=0.5), lambda: [1][i], lambda: [1][np.array(0.0)])
kinds(lambda: t @ t, lambda: t.reshape(4), lambda: bool(t), lambda: -torch.tensor([True]), lambda: add(torch.arange(3), 0.5),
      lambda: t.sum().backward(), lambda: torch.cat([]), lambda: t + t.cuda(), lambda: t.cuda() + torch.ones(3).cuda(1))
kinds(lambda: t[0, 0, 0], lambda: t[0.5], lambda: t.sum(2), lambda: t.max(3), lambda: t.unsqueeze(4))
kinds(lambda: torch.exp(2), lambda: torch.full((2,), 'a'), lambda: [1][torch.ones(1)], lambda: t.item(), lambda: float(t))
)",
      R"(ValueError; ValueError; ValueError; ValueError; ValueError; ValueError; ValueError; ValueError; ValueError
IndexError; IndexError; IndexError; ValueError IndexError; ValueError IndexError
TypeError; TypeError; TypeError; TypeError; TypeError; TypeError; TypeError; TypeError
RuntimeError; RuntimeError; RuntimeError; RuntimeError; RuntimeError; RuntimeError; RuntimeError; RuntimeError; RuntimeError
IndexError; IndexError; IndexError; IndexError; IndexError
TypeError; TypeError; TypeError; ValueError; ValueError
)");
}

TEST_F(ProgramsOfLibraries, AreRefusedInRunaheadsWords) {
  print_in({"stream"}, R"(import numpy as np
import torch
def tell(call):
    try:
        print('no error', call())
    except Exception as error:
        print(error)
tell(lambda: np.exp(np.ones((2, 3)), np.ones((2, 3))))
tell(lambda: np.linalg.norm(np.ones(2), axis=0))
tell(lambda: torch.nn.Linear(1, 1).state_dict())
)",
           R"(exp(): Runahead does not have it for (ndarray, ndarray)
norm() got an unexpected keyword argument 'axis'
'Linear' object has no attribute 'state_dict'; if its library has it, Runahead does not
)");
}

TEST_F(ProgramsOfLibraries, ComputeWhatTheLibraryComputesInEveryMode) {
  print_in(all_, R"(import numpy as np
import torch

# lists beside arrays, arrays as whole numbers, lengths
i = np.arange(3)
print(i == [0, 1, 5], [1, 2, 3] + i, i < (1, 1, 1), [1, 2] * np.array(2))
print(['a', 'b'][np.argmax(np.array([0, 5]))], list(range(torch.tensor(3))), np.zeros(np.array(3)).shape, i[np.array(2)])
w = 1449629115440469
print(np.arange(0, 100 * w, w).size, torch.arange(0, 100 * w, w).numel(), np.arange(0, 2, dtype=bool), np.arange(5, 0, -2))

# other shapes of parts
def changed(part, shape):
    x = np.arange(24.).reshape(2, 3, 4)
    made = part(x).reshape(shape)
    made += 100
    return x.sum() == 276
print(*[changed(lambda x: x[:, 1:3], shape) for shape in ((2, 8), (4, 4), (2, 2, 2, 2), (16,), (2, 1, 8))])
print(*[changed(lambda x: x[:, :, 1:3], shape) for shape in ((6, 2), (2, 6), (3, 2, 2), (12,))],
      *[changed(lambda x: x.reshape(6, 4)[:, 1:3].T, shape) for shape in ((2, 2, 3), (2, 6), (12,))])

# what is written in place of values that a gradient needs
def gradient(change, shared):
    u, other = torch.tensor([1., 2.], requires_grad=True), torch.tensor([3., 5.])
    v = u * 2
    view = v.view(2) if shared else None
    before = (v * v).sum()
    after = change(v, other)
    try:
        (after if after is not None else before).sum().backward()
        return u.grad.tolist()
    except RuntimeError:
        return 'modified'
def add(v, other): v += 1
def fill(v, other): v.fill_(3.)
def times(v, other):
    v *= other
    return v
def itself(v, other):
    v *= v
    return v
def power(v, other):
    v **= 2
    return v
for change in (add, fill, times, itself, power):
    print(change.__name__, gradient(change, False), gradient(change, True))

# traced functions that write in place, and what follows outside
c = torch.arange(6.).reshape(2, 3)
turned, column, row = c.t(), c[:, 1], c[0]
@torch.compile
def step(x):
    c.add_(x)
    c[:, 1] += 1
    row.mul_(2)
    return c * 1
for k in range(3):
    step(torch.ones(2, 3))
    print(turned.tolist(), column.tolist())

p = torch.nn.Parameter(torch.ones(2))
print(p, p.data, (p * 1).requires_grad, isinstance(p, torch.nn.Parameter))
print(torch.nn.Sequential(torch.nn.Sequential(torch.nn.ReLU())))
print(np.array(torch.ones(2)) + 1, np.asarray(torch.ones(1)))
)",
           R"([ True  True False] [1 3 5] [ True False False] [2 4]
b [0, 1, 2] (3,) 2
100 100 [False  True] [5 3 1]
False True False True False
False True False True False False True
add modified modified
fill modified modified
times [6.0, 10.0] [6.0, 10.0]
itself modified modified
power [8.0, 16.0] [8.0, 16.0]
[[2.0, 4.0], [6.0, 6.0], [6.0, 6.0]] [6.0, 6.0]
[[6.0, 5.0], [16.0, 8.0], [14.0, 7.0]] [16.0, 8.0]
[[14.0, 6.0], [36.0, 10.0], [30.0, 8.0]] [36.0, 10.0]
Parameter containing:
tensor([1., 1.], requires_grad=True) tensor([1., 1.]) True True
Sequential(
  (0): Sequential(
    (0): ReLU()
  )
)
[2. 2.] [1.]
)");
}

TEST_F(ProgramsOfLibraries, CopyBetweenPlacesInEveryMode) {
  print_in(all_, R"(import torch
pinned, there = torch.ones(3).pin_memory(), torch.zeros(3, device='cuda')
print(there.copy_(pinned, non_blocking=True).cpu(), torch.zeros(3).copy_(there))
)",
           R"(tensor([1., 1., 1.]) tensor([1., 1., 1.])
)");
}

TEST_F(ProgramsOfLibraries, CopyBetweenContextsAndPrintTheirLayers) {
  print_in(all_, R"(from mxnet import MXNetError, nd, np, npx
from mxnet.gluon import nn
npx.set_np()
x = np.ones((30, 30), ctx=npx.gpu(0))
products = [x.dot(x) for _ in range(3)]
print([one.copyto(npx.cpu()).asnumpy().sum() for one in products], products[0].copyto(npx.gpu(1)).asnumpy().sum())
net = nn.Sequential()
net.add(nn.Dense(8, activation='relu'), nn.Dense(2))
print(net)
net.initialize()
net(np.ones((1, 4)))
print(net[0].weight)
layer = nn.Dense(1, in_units=2)
layer.initialize()
try:
    layer(np.ones((1, 3)))
except MXNetError:
    print('MXNetError')
try:
    nd.relu(nd.ones((3, 2)), slope=2)
except TypeError as error:
    print(error)
)",
           R"([27000.0, 27000.0, 27000.0] 27000.0
Sequential(
  (0): Dense(-1 -> 8, Activation(relu))
  (1): Dense(-1 -> 2, linear)
)
Parameter dense0_weight (shape=(8, 4), dtype=float32)
MXNetError
relu(): Runahead does not have it for (NDArray, slope=int)
)");
}

TEST_F(ProgramsOfLibraries, SayOnceWhatIsGenerated) {
  const std::string path = written("pictures.py", R"(import mxnet as mx
from mxnet.gluon.data import DataLoader, vision
from mxnet.gluon.data.vision import transforms
train, test = vision.FashionMNIST(), vision.FashionMNIST(train=False)
print(len(train), len(test), train[0][0].shape, train[-1][1], vision.CIFAR10()[3][0].shape)
ready = transforms.Compose([transforms.Resize(14), transforms.ToTensor(), transforms.Normalize(0.5, [0.5])])
for x, y in DataLoader(train.transform_first(ready), 64, shuffle=True, num_workers=2):
    print(x.shape, x.dtype, y.shape, y.max().asscalar() < 10)
    break
one = next(iter(DataLoader(train.transform_first(ready), 2)))[0][1]
print((one - ready(train[1][0])).abs().max().asscalar() == 0)
mx.profiler.set_state('run')
mx.profiler.set_state('stop')
)");
  const nlohmann::json run = run_of(path, {"--mode", "async"});
  EXPECT_EQ(
      run["output"],
      "60000 10000 (28, 28, 1) 0 (32, 32, 3)\n(64, 1, 14, 14) <class 'numpy.float32'> (64,) True\nTrue\n");
  const std::string told = run["error_output"];
  EXPECT_EQ(std::count(told.begin(), told.end(), '\n'), 4) << told;
  EXPECT_NE(told.find("FashionMNIST: these pictures are generated"), std::string::npos);
  EXPECT_NE(told.find("mx.profiler: it does nothing here"), std::string::npos);
}

constexpr const char* kTraced = R"(import torch
w = torch.ones(2, requires_grad=True)
@torch.compile
def f(x):
    return (x * w).sum()
for grad in (True, False, True):
    with torch.set_grad_enabled(grad):
        y = f(torch.ones(2))
    print(y.item(), y.requires_grad)
try:
    (y + (w * 1).sum()).backward()
    print(w.grad.tolist())
except RuntimeError as error:
    print(error)
)";

TEST_F(ProgramsOfLibraries, HaveGradientsWhereNothingIsTraced) {
  print_in({"sync", "stream"}, kTraced,
           R"(2.0 True
2.0 False
2.0 True
[2.0, 2.0]
)");
}

TEST_F(ProgramsOfLibraries, SayThatGradientsDoNotGoThroughATrace) {
  print_in({"function"}, kTraced,
           "2.0 True\n2.0 False\n2.0 True\n[backward] gradients do not go through a function that is traced: "
           "compute "
           "the loss outside of it, or use another mode than function\n");
}

/// A program that makes a stream, once the first line has made `own`.
constexpr const char* kUsesAStream = R"(
a = torch.ones(300, 300, device='cuda')
for _ in range(4): b = a @ a
c = a * 2
del c
s = own.make()
with torch.cuda.stream(s): d = torch.ones(300, 300, device='cuda') * 3
torch.cuda.synchronize()
print(d.sum().item(), b.sum().item())
)";

TEST_F(ProgramsOfLibraries, MakeStreamsWhereverTheirTextIs) {
  written("own.py", "import torch\ndef make(): return torch.cuda.Stream()\n");
  const auto tasks_of = [this](const std::string& name, const std::string& head) {
    const std::string trace = directory_.path() + "/" + name + ".json";
    const json run = run_of(written(name + ".py", head + kUsesAStream), {"--export", trace});
    EXPECT_EQ(run["output"], "270000.0 27000000.0\n") << name;
    std::vector<std::string> tasks;
    const json events = json::parse(read_file(trace))["traceEvents"];
    for (const json& event : events) {
      if (event.value("cat", "") == "task")
        tasks.push_back(event["name"].dump() + " " + event["tid"].dump() + " " + event["ts"].dump());
    }
    return tasks;
  };
  const std::string class_of = "import torch\nclass own:\n    make = ";
  const std::vector<std::string> in_one = tasks_of("in_one", class_of + "lambda: torch.cuda.Stream()\n");
  EXPECT_EQ(in_one.size(), 12U);
  EXPECT_EQ(tasks_of("imported", "import torch\nimport own\n\n"), in_one);
  EXPECT_EQ(tasks_of("found", class_of + "getattr(torch.cuda, 'Str' + 'eam')\n"), in_one)
      << "nothing waits that the program does not ask for";
}

}  // namespace
}  // namespace runahead::testing_support
