# SPDX-License-Identifier: GPL-3.0-or-later
# The search for hyperparameters of the later edition, and the kernel of its chapter on Gaussian processes.
import collections
import math
import time

import torch
from _book import HyperParameters

__all__ = ['HPOSearcher', 'RandomSearcher', 'HPOScheduler', 'BasicScheduler', 'HPOTuner', 'SuccessiveHalvingScheduler',
           'hpo_objective_lenet', 'rbfkernel']


class HPOSearcher(HyperParameters):
    def sample_configuration(self):
        raise NotImplementedError

    def update(self, config, error, additional_info=None):
        pass


class RandomSearcher(HPOSearcher):
    def __init__(self, config_space, initial_config=None):
        self.save_hyperparameters()

    def sample_configuration(self):
        given, self.initial_config = self.initial_config, None
        return given if given is not None else {name: domain.rvs() for name, domain in self.config_space.items()}


class HPOScheduler(HyperParameters):
    def suggest(self):
        raise NotImplementedError

    def update(self, config, error, info=None):
        raise NotImplementedError


class BasicScheduler(HPOScheduler):
    def __init__(self, searcher):
        self.save_hyperparameters()

    def suggest(self):
        return self.searcher.sample_configuration()

    def update(self, config, error, info=None):
        self.searcher.update(config, error, additional_info=info)


class HPOTuner(HyperParameters):
    def __init__(self, scheduler, objective):
        self.save_hyperparameters()
        self.incumbent = self.incumbent_error = None
        self.incumbent_trajectory, self.cumulative_runtime, self.records, self.current_runtime = [], [], [], 0

    def run(self, number_of_trials):
        for trial in range(number_of_trials):
            begun = time.time()
            config = self.scheduler.suggest()
            print(f'Trial {trial}: config = {config}')
            error = float(self.objective(**config))
            self.scheduler.update(config, error)
            runtime = time.time() - begun
            self.bookkeeping(config, error, runtime)
            print(f'    error = {error}, runtime = {runtime}')

    def bookkeeping(self, config, error, runtime):
        self.records.append({'config': config, 'error': error, 'runtime': runtime})
        if self.incumbent is None or self.incumbent_error > error:
            self.incumbent, self.incumbent_error = config, error
        self.incumbent_trajectory.append(self.incumbent_error)
        self.current_runtime += runtime
        self.cumulative_runtime.append(self.current_runtime)


class SuccessiveHalvingScheduler(HPOScheduler):
    """Of each rung's configurations the best go on to the next one, with eta times as many epochs."""
    def __init__(self, searcher, eta, r_min, r_max, prefact=1):
        self.save_hyperparameters()
        self.K = int(math.log(r_max / r_min) / math.log(eta))
        self.rung_levels = [r_min * eta ** rung for rung in range(self.K + 1)]
        if r_max not in self.rung_levels:
            self.rung_levels.append(r_max)
            self.K += 1
        self.observed_error_at_rungs = collections.defaultdict(list)
        self.all_observed_error_at_rungs = collections.defaultdict(list)
        self.queue = []

    def _size_of(self, rung):
        return int(self.prefact * self.eta ** (self.K - rung))

    def suggest(self):
        if not self.queue:
            self.queue = [{**self.searcher.sample_configuration(), 'max_epochs': self.r_min} for _ in range(self._size_of(0))]
        return self.queue.pop()

    def update(self, config, error, info=None):
        level = int(config['max_epochs'])
        self.searcher.update(config, error, additional_info=info)
        self.all_observed_error_at_rungs[level].append((config, error))
        if level >= self.r_max:
            return
        observed, rung = self.observed_error_at_rungs[level], self.rung_levels.index(level)
        observed.append((config, error))
        if len(observed) >= self._size_of(rung):
            best = self.get_top_n_configurations(level, self._size_of(rung + 1))
            self.queue = [{**one, 'max_epochs': self.rung_levels[rung + 1]} for one in best] + self.queue
            self.observed_error_at_rungs[level] = []

    def get_top_n_configurations(self, rung_level, n):
        return [config for config, _ in sorted(self.observed_error_at_rungs[rung_level], key=lambda one: one[1])[:n]]


def hpo_objective_lenet(learning_rate, batch_size, max_epochs=10):
    from d2l.torch import FashionMNIST, HPOTrainer, LeNet, init_cnn
    model, trainer, data = LeNet(learning_rate), HPOTrainer(max_epochs, num_gpus=1), FashionMNIST(batch_size)
    model.apply_init([next(iter(data.get_dataloader(True)))[0]], init_cnn)
    trainer.fit(model, data)
    return trainer.validation_error()


def rbfkernel(x1, x2, ls=4.0):
    import numpy
    x1, x2 = (torch.as_tensor(one, dtype=torch.float64).reshape(len(one), -1) for one in (x1, x2))
    return numpy.exp(-(x1[:, None] - x2).pow(2).sum(-1).numpy() / ls / 2)
