// SPDX-License-Identifier: GPL-3.0-or-later
// Function: when it is traced, what its graph keeps and prunes, and what it refuses.
// Not here: the same answer as in other modes on random programs (modes_test.cpp).
#include "core/tensor/function.h"

#include <map>

#include "tests/tensor/recorded.h"

namespace runahead {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing_support::Desk;
using testing_support::eliminated;
using testing_support::error_of;
using testing_support::marks;
using testing_support::ran;
using testing_support::recorded;

using Arrays = std::vector<NDArray>;
using In = std::span<const NDArray>;
using Numbers = std::span<const std::int64_t>;

/// The first result.
NDArray first(Function& f, std::initializer_list<NDArray> arguments,
              std::initializer_list<std::int64_t> numbers = {}) {
  return f({arguments.begin(), arguments.size()}, {numbers.begin(), numbers.size()}).at(0);
}

class FunctionTest : public testing::Test {
 protected:
  Desk desk{1, 7, 0, Issue::functions};
  Frontend& frontend = desk.frontend;
  int bodies = 0;  ///< how often a body ran

  NDArray of(float value, const Shape& shape = {2}) {
    NDArray array = zeros(frontend, shape);
    return array + value;
  }
};

TEST_F(FunctionTest, IsTracedOncePerSignature) {
  Function f(frontend, "f", [&](In in, Numbers numbers) {
    ++bodies;
    NDArray y = in[0];
    for (std::int64_t i = 0; i < numbers[0]; ++i) y = y + 1;
    return Arrays{y};
  });
  EXPECT_THAT(first(f, {of(1)}, {3}).asnumpy(), Each(4));
  EXPECT_EQ(bodies, 1);
  EXPECT_THAT(first(f, {of(2)}, {3}).asnumpy(), Each(5)) << "other values, the same graph";
  EXPECT_EQ(bodies, 1);
  EXPECT_THAT(first(f, {of(1)}, {4}).asnumpy(), Each(5));
  EXPECT_EQ(bodies, 2) << "a new number";
  EXPECT_EQ(first(f, {of(1, {5})}, {3}).asnumpy(), std::vector<float>(5, 4));
  EXPECT_EQ(bodies, 3) << "a new shape";
  first(f, {of(1)}, {3});
  first(f, {of(1)}, {4});
  first(f, {of(1, {5})}, {3});
  EXPECT_EQ(bodies, 3) << "all are remembered";
}

TEST_F(FunctionTest, KnowsWhenTwoArgumentsAreOneArray) {
  for (const bool same_first : {true, false}) {
    Function f(frontend, "f", [&](In in, Numbers) {
      NDArray weight = in[0];
      sgd_update(weight, in[1], 0.5F);
      return Arrays{weight + in[1]};
    });
    const auto same = [&] {
      const NDArray x = of(4);
      EXPECT_THAT(first(f, {x, x}).asnumpy(), Each(4)) << "2 + 2: the update is one of both";
    };
    const auto different = [&] {
      const NDArray x = of(4), y = of(2);
      EXPECT_THAT(first(f, {x, y}).asnumpy(), Each(5)) << "3 + 2";
    };
    if (same_first) same();
    different();
    same();
    different();
  }
}

TEST_F(FunctionTest, TakesFreshRandomNumbersInEachCall) {
  const auto values = [](Desk& at) {
    std::vector<std::vector<float>> all;
    Function f(at.frontend, "f", [](In in, Numbers) {
      uniform(in[0].body().frontend[0], {3});  // pruned
      const NDArray kept = normal(in[0].body().frontend[0], {2});
      normal(in[0].body().frontend[0], {5});  // pruned
      return Arrays{kept + in[0]};
    });
    for (int call = 0; call < 3; ++call) {
      all.push_back(first(f, {ones(at.frontend, {2})}).asnumpy());
      all.push_back(uniform(at.frontend, {2}).asnumpy());
    }
    return all;
  };
  Desk plain(0);
  const auto expected = values(plain);
  EXPECT_EQ(values(desk), expected) << "pruned statements take theirs too";
  EXPECT_NE(expected[0], expected[2]);
  EXPECT_NE(expected[2], expected[4]);
}

TEST_F(FunctionTest, KeepsUpdatesOfArraysFromOutside) {
  NDArray weight = of(8);
  const NDArray gradient = of(1);
  Function f(frontend, "f", [&](In, Numbers) {
    sgd_update(weight, gradient, 1);
    return Arrays{};
  });
  for (float expected = 7; expected > 3; --expected) {
    f({}, {});
    EXPECT_THAT(weight.asnumpy(), Each(expected));
  }
  sgd_update(weight, gradient, 2);
  f({}, {});
  EXPECT_THAT(weight.asnumpy(), Each(1)) << "what the array holds at the call counts";
  EXPECT_THAT(gradient.asnumpy(), Each(1));
}

TEST_F(FunctionTest, CapturesTheArrayNotTheName) {
  NDArray x = of(1);
  Function f(frontend, "f", [&](In, Numbers) { return Arrays{x + 1}; });
  EXPECT_THAT(first(f, {}).asnumpy(), Each(2));
  x = of(10);
  EXPECT_THAT(first(f, {}).asnumpy(), Each(2)) << "as tf.function does with arrays";
}

TEST_F(FunctionTest, MayReturnWhatItWasGiven) {
  const NDArray outside = of(3);
  Function f(frontend, "f", [&](In in, Numbers) {
    const NDArray y = in[0] + 1;
    return Arrays{y, in[0], outside, y};
  });
  for (int call = 0; call < 2; ++call) {
    const NDArray x[] = {of(5)};
    const Arrays results = f(x);
    EXPECT_THAT(results[0].asnumpy(), Each(6));
    EXPECT_EQ(&results[1].body(), &x[0].body());
    EXPECT_EQ(&results[2].body(), &outside.body());
    EXPECT_EQ(&results[3].body(), &results[0].body());
  }
}

TEST_F(FunctionTest, UpdatesOfItsOwnArraysShowInItsResults) {
  Function f(frontend, "f", [&](In in, Numbers) {
    NDArray made = in[0] + 1;
    const NDArray before = made * 10;
    sgd_update(made, in[0], 1);
    return Arrays{before, made};
  });
  for (int call = 0; call < 2; ++call) {
    const NDArray x[] = {of(5)};
    const Arrays results = f(x);
    EXPECT_THAT(results[0].asnumpy(), Each(60));
    EXPECT_THAT(results[1].asnumpy(), Each(1));
    EXPECT_THAT(x[0].asnumpy(), Each(5));
  }
}

TEST_F(FunctionTest, FunctionsThatItCallsBecomePartOfIt) {
  int inner_bodies = 0;
  Function inner(frontend, "inner", [&](In in, Numbers) {
    ++inner_bodies;
    return Arrays{in[0] * 3};
  });
  Function outer(frontend, "outer", [&](In in, Numbers) { return Arrays{first(inner, {in[0] + 1})}; });
  EXPECT_THAT(first(outer, {of(1)}).asnumpy(), Each(6));
  EXPECT_THAT(first(outer, {of(2)}).asnumpy(), Each(9));
  EXPECT_EQ(inner_bodies, 1);
  EXPECT_THAT(first(inner, {of(1)}).asnumpy(), Each(3)) << "called alone it is traced on its own";
  EXPECT_EQ(inner_bodies, 2);
}

TEST_F(FunctionTest, RunsItsBodyInEachCallInOtherModes) {
  for (const int workers : {0, 2}) {
    Desk plain(workers);
    bodies = 0;
    Function f(plain.frontend, "f", [&](In in, Numbers numbers) {
      ++bodies;
      in[0].wait_to_read();  // nothing is traced, so this is fine
      return Arrays{in[0] + static_cast<float>(numbers[0])};
    });
    for (int call = 0; call < 3; ++call) {
      EXPECT_THAT(first(f, {ones(plain.frontend, {2})}, {4}).asnumpy(), Each(5));
    }
    EXPECT_EQ(bodies, 3);
  }
}

TEST_F(FunctionTest, HoldsWhatItCapturedAndNothingElse) {
  const std::int64_t before = desk.live_bytes();
  {
    NDArray weight = of(1, {100});
    Function f(frontend, "f", [&](In in, Numbers) {
      const NDArray between = in[0] * weight;
      return Arrays{sum(between + 1)};
    });
    weight.wait_to_read();
    for (int call = 0; call < 3; ++call) {
      const NDArray result = first(f, {of(2, {100})});
      EXPECT_EQ(result.asscalar(), 300);
      EXPECT_EQ(desk.live_bytes(), before + 400 + 4);
    }
    weight = NDArray();
    EXPECT_EQ(desk.live_bytes(), before + 400) << "the function holds it";
  }
  EXPECT_EQ(desk.live_bytes(), before);
}

// What is refused.

TEST_F(FunctionTest, AnErrorInItsBodyComesOutAndIsNotRemembered) {
  bool fails = true;
  Function f(frontend, "f", [&](In in, Numbers) {
    ++bodies;
    const NDArray y = in[0] + 1;
    if (fails) transpose(y);
    return Arrays{y};
  });
  EXPECT_EQ(error_of([&] { first(f, {of(1)}); }), "[transpose] needs 2 axes, got shape (2,)");
  EXPECT_FALSE(frontend.tracing());
  EXPECT_THAT((of(1) + of(2)).asnumpy(), Each(3)) << "the frontend goes on";
  fails = false;
  EXPECT_THAT(first(f, {of(1)}).asnumpy(), Each(2));
  EXPECT_EQ(bodies, 2);
}

TEST_F(FunctionTest, ValuesCannotBeReadInsideItsBody) {
  const std::map<std::string, std::function<void(const NDArray&)>> reads = {
      {"[wait_to_read] inside a traced function nothing has a value to wait for",
       [](const NDArray& x) { x.wait_to_read(); }},
      {"[asnumpy] inside a traced function an array has no value yet", [](const NDArray& x) { x.asnumpy(); }},
      {"[item] inside a traced function an array has no value yet", [](const NDArray& x) { sum(x).item(); }},
      {"[print] inside a traced function an array has no value yet", [](const NDArray& x) { x.print(); }},
      {"[waitall] inside a traced function there is nothing to wait for",
       [](const NDArray& x) { x.body().frontend->waitall(); }},
  };
  for (const auto& [message, read] : reads) {
    Function f(frontend, "f", [&read = read](In in, Numbers) {
      read(in[0]);
      return Arrays{};
    });
    EXPECT_EQ(error_of([&] { f(Arrays{of(1)}); }), message);
  }
}

TEST_F(FunctionTest, ArraysThatLeftItsTraceHaveNoValue) {
  for (const bool fails : {false, true}) {
    NDArray left;
    Function f(frontend, "f", [&](In in, Numbers) {
      left = in[0] * 2;
      if (fails) throw Error("enough");
      return Arrays{left + 1};
    });
    EXPECT_EQ(error_of([&] { EXPECT_THAT(first(f, {of(1)}).asnumpy(), Each(3)); }), fails ? "enough" : "");
    const std::string rest =
        " the array of shape (2,) was made while a function was traced and is not among its results: it has "
        "no value";
    EXPECT_EQ(error_of([&] { left.asnumpy(); }), "[asnumpy]" + rest);
    EXPECT_EQ(error_of([&] { left.wait_to_read(); }), "[wait_to_read]" + rest);
    EXPECT_EQ(error_of([&] { left + of(1); }), "[add]" + rest);
  }
}

TEST_F(FunctionTest, AnErrorInItsWorkComesWithTheCall) {
  Function f(frontend, "f", [&](In in, Numbers) {
    return Arrays{normal(frontend, {2}, 0, -1) + in[0], in[0] + 1};
  });
  for (int call = 0; call < 2; ++call) {
    EXPECT_EQ(error_of([&] { f(Arrays{of(1)}); }), "[normal] the standard deviation is negative: -1.000000");
  }
  EXPECT_THAT((of(1) + of(2)).asnumpy(), Each(3));
}

// What a trace shows.

/// Of two results in the body one counts; the update of an array from outside counts too.
Trace trace_of_calls(int calls) {
  return recorded(Issue::functions, 1, [calls](Frontend& frontend) {
    frontend.begin_statement(1);
    const NDArray x = ones(frontend, {2});
    NDArray weight = zeros(frontend, {2});
    Function f(frontend, "f", [&](In in, Numbers) {
      frontend.begin_statement(10);
      NDArray y = relu(square(in[0]));
      frontend.begin_statement(11);
      y = in[0] * 2;
      frontend.begin_statement(12);
      sgd_update(weight, y, 1);
      return Arrays{y};
    });
    for (int call = 0; call < calls; ++call) {
      frontend.begin_statement(20);
      first(f, {x}) + 1;
    }
  });
}

TEST(FunctionTrace, ShowsTheTracingOnceAndTheGraphInEachCall) {
  for (const int calls : {1, 3}) {
    const Trace trace = trace_of_calls(calls);
    EXPECT_THAT(marks(trace, RegionKind::tracing), ElementsAre("f((2,))"));
    EXPECT_EQ(eliminated(trace), "square relu") << "what was pruned is not even issued again";
    std::string expected = "ones zeros";
    for (int call = 0; call < calls; ++call) expected += " mul sgd_update add";
    EXPECT_EQ(ran(trace), expected);
  }
}

TEST(FunctionTrace, GivesTracedTasksTheirStatementsAndLaterOnesTheCalls) {
  const Trace trace = trace_of_calls(2);
  std::string lines;
  for (TaskId id = 0; id < trace.task_count(); ++id) {
    const Task task = trace.task(id);
    lines += trace.name(task.name) + " " + std::to_string(trace.statement(task.statement).line) + ", ";
  }
  EXPECT_EQ(
      lines,
      "ones 1, zeros 1, square 10, relu 10, mul 11, sgd_update 12, add 20, mul 20, sgd_update 20, add 20, ");
}

TEST(FunctionTrace, EachCallReturnsWhenItsWorkIsDone) {
  const Trace trace = trace_of_calls(2);
  for (TaskId id = 0; id < trace.task_count(); ++id) {
    const Task task = trace.task(id);
    // The work of a traced call belongs to the body's lines, which are over before it runs.
    if (task.defer == kNever) {
      EXPECT_LT(task.end, trace.statement(task.statement).end) << id;
    }
  }
  for (WaitId id = 0; id < trace.wait_count(); ++id) {
    EXPECT_EQ(trace.wait(id).reason, WaitReason::call);
    EXPECT_EQ(trace.counters_at(trace.wait(id).end).depth(), 0u);
  }
  EXPECT_EQ(trace.wait_count(), 2u) << "one for each call of the function";
}

TEST(FunctionTrace, ACopyOutsideReturnsWhenItIsDone) {
  const Trace trace = recorded(Issue::functions, 1, [](Frontend& frontend) {
    frontend.begin_statement(1);
    const NDArray x = ones(frontend, {1 << 20});
    frontend.begin_statement(2);
    const NDArray copy = frontend.copy_to_context(x, Frontend::kWorkers, Frontend::kWorkers);
    frontend.begin_statement(3);
    x + copy;
  });
  ASSERT_EQ(trace.task_count(), 3U);
  EXPECT_LT(trace.task(1).end, trace.statement(trace.task(1).statement).end);
}

TEST(FunctionTrace, NamesTheSignature) {
  const Trace trace = recorded(Issue::functions, 2, [](Frontend& frontend) {
    Function f(frontend, "f", [](In in, Numbers) { return Arrays{in[0] + 1}; });
    const NDArray x = ones(frontend, {2, 3}), y = ones(frontend, {4});
    first(f, {x, y});
    first(f, {x, x}, {7, -1});
    first(f, {x, y});
  });
  EXPECT_THAT(marks(trace, RegionKind::tracing),
              ElementsAre("f((2, 3), (4,))", "f((2, 3), (2, 3) as 0, 7, -1)"));
}

TEST(FunctionTrace, EndsTheMarkAndGivesUpTheTasksOfABodyThatFails) {
  const Trace trace = recorded(Issue::functions, 1, [](Frontend& frontend) {
    Function f(frontend, "f", [&](In, Numbers) -> Arrays {
      zeros(frontend, {2}) + 1;
      throw Error("enough");
    });
    EXPECT_EQ(error_of([&] { f({}, {}); }), "enough");
    ones(frontend, {1});
  });
  EXPECT_EQ(marks(trace, RegionKind::tracing).size(), 1u);
  EXPECT_EQ(eliminated(trace), "zeros add");
  EXPECT_EQ(ran(trace), "ones");
}

}  // namespace
}  // namespace runahead
