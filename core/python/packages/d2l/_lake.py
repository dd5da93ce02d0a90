# SPDX-License-Identifier: GPL-3.0-or-later
# The frozen lake of the chapters on reinforcement learning, which the book takes from gym: four rows of four fields, from the start
# to the goal between holes, where a step goes to one of its sides as often as ahead.
import random

from d2l._plots import plt

FIELDS = 'SFFF', 'FHFH', 'FFFH', 'HFFG'
MOVES = (0, -1), (1, 0), (0, 1), (-1, 0)  # left, down, right, up, as rows and columns


def outcomes(state, action):
    """[(chance, next state, reward, done)]"""
    if FIELDS[state // 4][state % 4] in 'HG':
        return [(1.0, state, 0, True)]
    made = []
    for turn in -1, 0, 1:
        row, column = (min(3, max(0, at + by)) for at, by in zip(divmod(state, 4), MOVES[(action + turn) % 4]))
        field = FIELDS[row][column]
        made.append((1 / 3, row * 4 + column, float(field == 'G'), field in 'HG'))
    return made


class Actions:
    def __init__(self, numbers):
        self.n, self.numbers = 4, numbers

    def sample(self):
        return self.numbers.randrange(self.n)


class Lake:
    def __init__(self, seed=None):
        import numpy
        numbers = random.Random(seed)
        self.numbers, self.action_space = numbers, Actions(random.Random(seed))
        self.desc = numpy.array([[field.encode() for field in row] for row in FIELDS])
        self.nS, self.nA, self.s = 16, 4, 0
        self.P = {state: {action: outcomes(state, action) for action in range(4)} for state in range(16)}

    def reset(self):
        self.s = 0
        return self.s

    def step(self, action):
        found = self.P[self.s][int(action)]
        chance, self.s, reward, done = self.numbers.choices(found, [one[0] for one in found])[0]
        return self.s, reward, done, {'prob': chance}


def make_env(name='', seed=0):
    if name != 'FrozenLake-v1':
        raise ValueError(f'{name} env is not supported in this Notebook')
    lake = Lake(seed)
    return {'desc': lake.desc, 'num_states': lake.nS, 'num_actions': lake.nA, 'mdp': {
        (state, action): lake.P[state][action] for state in lake.P for action in lake.P[state]}, 'env': lake,
        'trans_prob_idx': 0, 'nextstate_idx': 1, 'reward_idx': 2}


def frozen_lake(seed):
    return make_env('FrozenLake-v1', seed)


def _show(env_desc, V, pi, title, at, rows, columns, figsize):
    figure, axes = plt.subplots(rows, columns, figsize=figsize)
    for axis, number in zip(axes.flatten(), at):
        axis.imshow(V[number].reshape(4, 4), cmap='bone')
        axis.set_title(title(number))
        axis.set_xticks([])
        axis.set_yticks([])
        for state in range(16):
            row, column = divmod(state, 4)
            field = env_desc[row, column].decode()
            axis.text(column, row, field, ha='center', va='center', color='r' if field == 'H' else 'y')
            if field not in 'HG':
                down, right = MOVES[int(pi[number][state])]
                axis.arrow(column, row, right * 0.3, down * 0.3, color='r', head_width=0.2, head_length=0.15)
    figure.tight_layout()
    plt.show()


def show_value_function_progress(env_desc, V, pi):
    _show(env_desc, V, pi, lambda number: f'k = {number}', range(1, len(V)), 2, max(1, len(V) // 2), (15, 8))


def show_Q_function_progress(env_desc, V_all, pi_all):
    last = len(V_all) - 1
    _show(env_desc, V_all, pi_all, lambda number: f'k = {number}', [last * part // 9 for part in range(10)], 2, 5, (15, 8))
