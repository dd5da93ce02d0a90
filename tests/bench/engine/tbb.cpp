// SPDX-License-Identifier: GPL-3.0-or-later
// oneTBB: a task_group where tasks are independent or waited for one by one, else a flow graph with its edges
// made by hand, since oneTBB does not derive them. Not comparable on e: the thread that waits runs the task
// itself.
#include <tbb/flow_graph.h>
#include <tbb/global_control.h>
#include <tbb/task_group.h>

#include <deque>

#include "tests/bench/engine/child.h"

using Node = tbb::flow::continue_node<tbb::flow::continue_msg>;

int main(int argc, char** argv) {
  const bench::Job job(argc, argv);
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                  static_cast<std::size_t>(job.workers) + 1);
  const int us = job.body_us;
  tbb::task_group group;
  if (job.shape == 'a' || job.shape == 'e') {
    bench::measure(
        job,
        [&](int tasks) {
          for (int i = 0; i < tasks; ++i) {
            group.run([us] { bench::body(us); });
            if (job.shape == 'e') group.wait();
          }
        },
        [&] { group.wait(); });
    return 0;
  }
  tbb::flow::graph graph;
  std::deque<Node> nodes;
  const auto add = [&]() -> Node& {
    return nodes.emplace_back(graph, [us](const tbb::flow::continue_msg&) { bench::body(us); });
  };
  bench::measure(
      job,
      [&](int tasks) {
        Node& first = add();
        Node* writer = &first;
        for (int i = 1; i < tasks; ++i) {
          Node& node = add();
          if (job.shape == 'd' && i % 66 == 0) {
            for (std::size_t reader = nodes.size() - 66; reader < nodes.size() - 1; ++reader) {
              tbb::flow::make_edge(nodes[reader], node);
            }
            writer = &node;
          } else {
            tbb::flow::make_edge(*writer, node);
            if (job.shape == 'b') writer = &node;
          }
        }
        first.try_put(tbb::flow::continue_msg());
      },
      [&] {
        graph.wait_for_all();
        nodes.clear();
      });
}
