// SPDX-License-Identifier: GPL-3.0-or-later
// libtorch as a peer of the speed benchmark, one thread, each job written as its users write it.
// Not here: tricks that its documentation does not tell.
#include <torch/torch.h>

#include <cstdio>
#include <functional>
#include <iostream>
#include <map>
#include <string>

#include "tests/bench/speed/processor_time.h"

namespace {

/// The network of training_step.cpp.
class Network {
 public:
  void step() {
    const torch::Tensor loss = (0.5 * torch::square(net_->forward(x_) - y_)).mean();
    optimizer_.zero_grad();
    loss.backward();
    optimizer_.step();
  }

 private:
  torch::Tensor x_ = torch::rand({1024, 512}) * 2 - 1;
  torch::Tensor y_ = torch::rand({1024, 1}) * 2 - 1;
  torch::nn::Sequential net_{torch::nn::Linear(512, 2048), torch::nn::ReLU(), torch::nn::Linear(2048, 512),
                             torch::nn::ReLU(), torch::nn::Linear(512, 1)};
  torch::optim::SGD optimizer_{net_->parameters(), 0.01};
};

}  // namespace

int main() {
  torch::set_num_threads(1);
  Network network;
  // Into arrays made beforehand, as ours: a fresh array's pages would cost more than the numbers.
  torch::Tensor normals = torch::empty({1000, 1000});
  torch::Tensor uniforms = torch::empty({2000, 2000});
  const torch::Tensor x = torch::rand({2000, 2000});
  const std::map<std::string, std::function<void()>> jobs = {
      {"step", [&] { network.step(); }},
      {"normal",
       [&] {
         torch::randn_out(normals, {1000, 1000});
       }},
      {"uniform",
       [&] {
         torch::rand_out(uniforms, {2000, 2000});
       }},
      {"transpose", [&] { (x.t() * x).sum(); }},
  };
  std::string job;
  while (std::getline(std::cin, job)) {
    const double start = bench::processor_milliseconds();
    jobs.at(job)();
    std::printf("%.6f\n", bench::processor_milliseconds() - start);
    std::fflush(stdout);
  }
}
