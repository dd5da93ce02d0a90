// SPDX-License-Identifier: GPL-3.0-or-later
// Views: what is written into one is seen by all, in the order of the program, and their memory is one
// array's.
#include "core/tensor/function.h"
#include "tests/tensor/recorded.h"

namespace runahead {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing_support::Desk;
using testing_support::error_of;
using testing_support::Gate;
using testing_support::recorded;

struct Way {
  int workers;
  Issue issue;
};
constexpr Way kWays[] = {{0, Issue::at_once}, {1, Issue::at_once},   {4, Issue::at_once},  {1, Issue::lazy},
                         {3, Issue::lazy},    {2, Issue::functions}, {4, Issue::functions}};

void fill(NDArray target, float value) {
  assign(target, full(*target.body().frontend, target.shape(), target.type(), {.real = value}));
}

TEST(Views, SeeWhatIsWrittenIntoAnother) {
  for (const Way& way : kWays) {
    Desk desk(way.workers, 7, 0, way.issue);
    const NDArray x = arange(desk.frontend, 6, kernels::Type::float32, {.real = 0}, {.real = 1});
    const NDArray table = view(x, {2, 3});
    const NDArray second = view(table, 3, {3});
    NDArray corner = view(second, 2, {});
    const NDArray before = second * 10;
    fill(corner, 50);
    NDArray whole = x;
    sgd_update(whole, ones(desk.frontend, {6}), -100);
    EXPECT_THAT(second.asnumpy(), ElementsAre(103, 104, 150));
    EXPECT_THAT(table.asnumpy(), ElementsAre(100, 101, 102, 103, 104, 150));
    EXPECT_THAT(before.asnumpy(), ElementsAre(30, 40, 50)) << "read before it was written";
    EXPECT_EQ(corner.item(), 150);
    EXPECT_EQ(x.body().version, 2U) << "one count for all";
    desk.frontend.waitall();
  }
}

TEST(Views, OutliveTheNameAndCountOnce) {
  for (const Way& way : kWays) {
    Desk desk(way.workers, 7, 0, way.issue);
    {
      NDArray x = ones(desk.frontend, {1000});
      NDArray row = view(view(x, {10, 100}), 100, {100});
      x = NDArray();
      fill(row, 3);
      desk.frontend.waitall();
      EXPECT_EQ(desk.live_bytes(), 4000) << "of the memory that the row is a part of";
      EXPECT_THAT(row.asnumpy(), Each(3));
    }
    desk.frontend.waitall();
    EXPECT_EQ(desk.live_bytes(), 0);
  }
}

TEST(Views, AreOrderedByTheVariableThatTheyShare) {
  for (const int workers : {1, 2, 4}) {
    Desk desk(workers);
    Gate gate;
    gate.close(desk.frontend);
    NDArray x = zeros(desk.frontend, {4, 500});
    std::vector<NDArray> sums;
    for (int step = 0; step < 40; ++step) {
      NDArray row = view(x, 500 * (step % 4), {500});
      sums.push_back(sum(x));
      fill(row, static_cast<float>(step + 1));
    }
    gate.open();
    float rows[4] = {};
    for (std::size_t step = 0; step < 40; ++step) {
      EXPECT_EQ(sums[step].item(), 500 * (rows[0] + rows[1] + rows[2] + rows[3]));
      rows[step % 4] = static_cast<float>(step + 1);
    }
    desk.frontend.waitall();
  }
}

TEST(Views, ACallWritesItsResultIntoTheTarget) {
  for (const Way& way : kWays) {
    Desk desk(way.workers, 7, 0, way.issue);
    const NDArray x = ones(desk.frontend, {2, 3});
    NDArray row = view(x, 3, {3});
    desk.frontend.write_into(&row);
    const NDArray made = row + 4;
    EXPECT_EQ(desk.frontend.write_into(nullptr), nullptr);
    EXPECT_TRUE(same_place(made, row));
    EXPECT_THAT(x.asnumpy(), ElementsAre(1, 1, 1, 5, 5, 5));
    NDArray tail = view(x, 1, {3});
    desk.frontend.write_into(&tail);
    const NDArray apart = tail + view(x, 0, {3});  // would read what it has just written
    EXPECT_EQ(desk.frontend.write_into(nullptr), &tail);
    assign(tail, apart);
    assign(tail, view(x, 2, {3}));
    EXPECT_THAT(x.asnumpy(), ElementsAre(1, 2, 6, 5, 5, 5));
    desk.frontend.waitall();
  }
}

TEST(Views, ColumnsAreWrittenInPlace) {
  for (const Way& way : kWays) {
    Desk desk(way.workers, 7, 0, way.issue);
    NDArray x = zeros(desk.frontend, {2, 3});
    const NDArray flat = view(x, {6});
    assign_slice(x, {.m = 2, .k = 3, .n = 1}, 1, desk.array({2}, {7, 8}));
    EXPECT_THAT(flat.asnumpy(), ElementsAre(0, 7, 0, 0, 8, 0));
    desk.frontend.waitall();
  }
}

TEST(Views, AGraphRunsOnlyWhatTheyNeed) {
  const Trace trace = recorded(Issue::lazy, 1, [](Frontend& frontend) {
    NDArray x = ones(frontend, {4});
    NDArray half = view(x, 2, {2});
    const NDArray kept = half * 3;
    x = NDArray();
    { const NDArray gone = relu(half); }
    fill(half, 5);
    half = NDArray();
    EXPECT_THAT(kept.asnumpy(), Each(3));
  });
  EXPECT_EQ(testing_support::ran(trace), "ones mul");
  EXPECT_EQ(testing_support::eliminated(trace), "relu full copy");
}

TEST(Views, OfArgumentsAreThoseOfEachCall) {
  for (const int workers : {1, 3}) {
    Desk desk(workers, 7, 0, Issue::functions);
    const NDArray weight = desk.array({2, 2}, {1, 2, 3, 4});
    Function f(desk.frontend, "f", [&](std::span<const NDArray> in, std::span<const std::int64_t>) {
      NDArray first = view(in[0], 0, {2});
      const NDArray made = square(in[0]);
      fill(view(made, 0, {1}), -1);
      fill(first, 9);
      return std::vector{view(made, {4}), first + view(weight, 2, {2})};
    });
    for (int call = 0; call < 3; ++call) {
      const NDArray all = desk.array({3, 2, 2}, {1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3});
      const NDArray x = view(all, 4 * call, {2, 2});
      const NDArray inputs[] = {x};
      const std::vector<NDArray> results = f(inputs);
      const float own = static_cast<float>(call + 1);
      EXPECT_THAT(results[0].asnumpy(), ElementsAre(-1, own * own, own * own, own * own));
      EXPECT_THAT(results[1].asnumpy(), ElementsAre(12, 13));
      EXPECT_THAT(x.asnumpy(), ElementsAre(9, 9, own, own));
    }
    desk.frontend.waitall();
  }
}

TEST(Views, FitTheirArray) {
  Desk desk(0);
  const NDArray x = ones(desk.frontend, {2, 3});
  EXPECT_EQ(error_of([&] { view(x, Shape{5}); }),
            "[reshape] shapes (2, 3) and (5,) have different numbers of elements");
  EXPECT_EQ(error_of([&] { view(x, 4, {3}); }),
            "[rows] an array of shape (2, 3) has no part of shape (3,) at its element 4");
}

}  // namespace
}  // namespace runahead
