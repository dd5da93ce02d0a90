// SPDX-License-Identifier: GPL-3.0-or-later
// What types become in the libraries that no real one stands beside here (peers_test.cpp has NumPy and
// PyTorch): MXNet's two kinds of arrays, and TensorFlow's.
#include <gtest/gtest.h>

#include <atomic>
#include <string>

#include "core/base/module_path.h"
#include "core/scenario/python.h"
#include "core/scenario/run_program.h"
#include "core/scenario/virtual_run.h"

namespace runahead {
namespace {

/// What the expressions print, one line each.
std::string printed(const std::string& head, const std::vector<std::string>& expressions) {
  std::string text = head + "\ndef line(value):\n    print(' '.join(str(value).split()))\n";
  for (const std::string& expression : expressions)
    text += "try:\n    line(" + expression + ")\nexcept Exception as error:\n    line(error)\n";
  RunRequest request = default_request(*scenario_of({"types.py", {}, text}).value());
  request.source.program = ProgramText{"types.py", {}, text};
  request.clock = Clock::virtual_time;
  request.torch = TorchKind::small;
  const CheckedRun config = check(request);
  if (!config) return config.failure().given;
  TraceBuilder builder(info_of(*config));
  add_lanes(*config, builder);
  OutputWriter output;
  const RunResult result = VirtualRun(*config, kernels::cpu_operations(), builder, output).execute();
  for (const std::string& error : result.errors) ADD_FAILURE() << error;
  return output.output().text();
}

class ProgramTypes : public testing::Test {
 protected:
  void SetUp() override {
    if (module_path("runahead_python.so").empty()) GTEST_SKIP() << "this build has no Python";
  }
};

TEST_F(ProgramTypes, OfMxnetNp) {
  EXPECT_EQ(printed("from mxnet import np",
                    {"np.arange(3).dtype", "np.array([1, 2]).dtype", "np.array([True]).dtype",
                     "(np.arange(3) > 1).dtype", "np.array([1, 2], dtype='int32').dtype",
                     "(np.array([1, 2], dtype='int32') + 1).dtype", "np.array([1, 2], dtype='int32') * 1.5",
                     "(np.array([1], dtype='int32') + np.ones(1)).dtype", "np.array([3], dtype='int64') / 2",
                     "repr(np.array([3], dtype='int64'))", "np.argmax(np.array([1, 5, 2]))",
                     "np.ones(2, dtype='float16')"}),
            "float32\nfloat32\nfloat32\nbool\nint32\nint32\n[1.5 3. ]\nfloat32\n[1.5]\n"
            "array([3], dtype=int64)\n1\ndtype float16: Runahead computes in float32, float64, int32, int64 "
            "and bool\n");
}

TEST_F(ProgramTypes, OfMxnetNd) {
  EXPECT_EQ(printed("from mxnet import nd",
                    {"(nd.array([1, 2]) > 1).dtype", "nd.array([1, 2]) == nd.array([1, 3])",
                     "nd.array([7, 8], dtype='int32') / 2", "nd.array([7], dtype='int32') + nd.ones((1,))",
                     "nd.array([1, 2], dtype='int32').sum().dtype"}),
            "<class 'numpy.float32'>\n[1. 0.] <NDArray 2 @cpu(0)>\n[3 4] <NDArray 2 @cpu(0)>\n[types] int32 "
            "and float32 are not "
            "computed together in this library: cast one of them first\n<class 'numpy.int32'>\n");
}

TEST_F(ProgramTypes, OfTensorflow) {
  EXPECT_EQ(printed("import tensorflow as tf",
                    {"tf.range(3)", "tf.constant([1, 2]) / 2", "tf.constant([1, 2]) + 0.5",
                     "tf.constant([1, 2]) + tf.ones(2)", "tf.reduce_sum(tf.constant([1, 2])).dtype",
                     "tf.cast(tf.constant([1.9, -1.9]), tf.int32)", "repr(tf.constant([1.5]))",
                     "tf.constant(2) > 1", "tf.reduce_mean(tf.constant([1, 2]))"}),
            "tf.Tensor([0 1 2], shape=(3,), dtype=int32)\ntf.Tensor([0.5 1. ], shape=(2,), dtype=float64)\n"
            "[types] int32 and float32 are not computed together in this library: cast one of them first\n"
            "[types] int32 and float32 are not computed together in this library: cast one of them first\n"
            "<dtype: 'int32'>\ntf.Tensor([ 1 -1], shape=(2,), dtype=int32)\n"
            "<tf.Tensor: shape=(1,), dtype=float32, numpy=array([1.5], dtype=float32)>\n"
            "tf.Tensor(True, shape=(), dtype=bool)\ntf.Tensor(1, shape=(), dtype=int32)\n");
}

TEST_F(ProgramTypes, InPlaceStay) {
  EXPECT_EQ(
      printed("import torch\nx = torch.zeros(2, dtype=torch.float64)\ni = torch.arange(2)\ni[:] = 7.9\nz = "
              "torch.ones(2, 2)\nz[:] = torch.tensor([1, 2])",
              {"x.normal_().dtype", "x.add_(torch.ones(2)).dtype", "i.add_(0.5)", "i.mul_(2)",
               "x.add_(torch.ones(3, 2))", "z"}),
      "torch.float64\ntorch.float64\n[in place] an array of int64 cannot hold one of float32\n"
      "tensor([14, 14])\n[in place] an array of shape (2,) cannot hold one of shape (3, 2)\n"
      "tensor([[1., 2.], [1., 2.]])\n");
}

TEST_F(ProgramTypes, SharedMemoryIsSeenByAll) {
  EXPECT_EQ(
      printed("import torch, numpy as np\nx = torch.arange(4.)\ny = x.reshape(2, 2)\ny[0, 0] = 9\nc = y[:, "
              "1]\nc += 10\nt = y.t()\nt[0] *= 2\nfor row in y:\n    row += 1\na = np.arange(3.)\nm = "
              "torch.from_numpy(a)\nm += 1\nn = m.numpy()\nn[0] = 50\nd = m.detach()\nd[1] = 7\ns = "
              "a.sum()\nu = s\nu += 1\nb = np.arange(6)\nq = b.reshape(2, 3).T\nb[4] = 40",
              {"x", "c", "t", "a", "u - s", "q[1, 1]", "x.t().t()[1:]", "q.ravel() is q"}),
      "tensor([19., 12., 5., 14.])\ntensor([12., 14.])\ntensor([[19., 5.], [12., 14.]])\n[50. 7. 3.]\n1.0\n"
      "40\n[transpose] needs 2 axes, got shape (4,)\nFalse\n");
}

TEST_F(ProgramTypes, MxnetSharesLess) {
  EXPECT_EQ(
      printed("from mxnet import nd, np, autograd\nx = np.arange(4)\nr = x[1:3]\nr += 10\ny = x.reshape(2, "
              "2)\ny += 100\nc = np.ones((2, 2))\nd = c[:, 1]\nd += 1\na = nd.array([1, 2, 3, 4])\nb = "
              "a.reshape((2, 2))\nb[0, 0] = 9\ng = np.ones(2)\ng.attach_grad()",
              {"x", "c", "a.sum().shape", "a[0]", "g.grad"}),
      "[ 0. 11. 12. 3.]\n[[1. 1.] [1. 1.]]\n(1,)\n[9.] <NDArray 1 @cpu(0)>\n[0. 0.]\n");
}

TEST_F(ProgramTypes, GradientsGoThroughWhatIsWritten) {
  EXPECT_EQ(
      printed("import torch\nw = torch.ones(2, 2, requires_grad=True)\nh = w * 2\nh[0] += 1\nv = "
              "h.view(4)\nv[1:3] "
              "*= 3\n(h * torch.tensor([[1., 2.], [3., 4.]])).sum().backward()\nb = torch.zeros(4)\nb[1:3] "
              "+= (w * "
              "5)[0]",
              {"w.grad", "b.requires_grad", "w.add_(1)", "w[0].add_(1)", "h.t().add_(1)",
               "(lambda o: ((w + o).sum().backward(), o.grad.zero_(), w.grad)[-1])(torch.ones(2, 2, "
               "requires_grad=True))"}),
      "tensor([[ 2., 12.], [18., 8.]])\nTrue\na leaf Variable that requires grad is being used in an "
      "in-place "
      "operation.\na leaf Variable that requires grad is being used in an in-place operation.\n[in place] a "
      "transpose or column is a copy here, through which gradients do not go when it is written: write into "
      "the "
      "array that it was taken from, as x[:, 1] = x[:, 1] + y\ntensor([[ 3., 13.], [19., 9.]])\n");
}

TEST_F(ProgramTypes, MomentumGoesOnWithItsVelocity) {
  const std::string optimizers[] = {
      "from mxnet import np, autograd, optimizer\nw = np.array([4.0])\nu = "
      "optimizer.get_updater(optimizer.SGD(0.5, "
      "momentum=0.5))\nfor i in range(3):\n    u(0, np.array([1.0]), w)\n",
      "import tensorflow as tf\nw = tf.Variable([4.0])\no = tf.keras.optimizers.SGD(0.5, momentum=0.5)\nfor "
      "i in "
      "range(3):\n    o.apply_gradients([(tf.constant([1.0]), w)])\n",
      "import torch\nw = torch.tensor([4.0], requires_grad=True)\no = torch.optim.SGD([w], lr=0.5, "
      "momentum=0.5)\nfor i "
      "in range(3):\n    o.zero_grad()\n    w.sum().backward()\n    o.step()\n"};
  // 4 - 0.5 * (1 + 1.5 + 1.75)
  for (const std::string& text : optimizers)
    EXPECT_EQ(printed(text, {"w.tolist() if hasattr(w, 'tolist') else w.numpy().tolist()"}), "[1.875]\n");
}

}  // namespace
}  // namespace runahead
