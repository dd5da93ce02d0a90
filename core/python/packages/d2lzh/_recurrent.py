# SPDX-License-Identifier: GPL-3.0-or-later
# Language models of the book's first Chinese edition, which go by characters.
import math
import random
import time

from d2l._data import lyrics, tell
from mxnet import autograd, gluon, init, nd


def load_data_jay_lyrics():
    """Numbers of 10,000 characters, the number of each character, the characters, and how many there are."""
    tell()
    text = lyrics()[:10000]
    characters = sorted(set(text))
    numbers = {one: number for number, one in enumerate(characters)}
    return [numbers[one] for one in text], numbers, characters, len(characters)


def data_iter_random(corpus_indices, batch_size, num_steps, ctx=None):
    begins = [one * num_steps for one in range((len(corpus_indices) - 1) // num_steps)]
    random.shuffle(begins)
    for at in range(0, len(begins) // batch_size * batch_size, batch_size):
        of_batch = begins[at:at + batch_size]
        yield tuple(nd.array([corpus_indices[one + ahead:one + ahead + num_steps] for one in of_batch], ctx)
                    for ahead in (0, 1))


def data_iter_consecutive(corpus_indices, batch_size, num_steps, ctx=None):
    each = len(corpus_indices) // batch_size
    rows = nd.array(corpus_indices[:each * batch_size], ctx=ctx).reshape((batch_size, each))
    for at in range(0, (each - 1) // num_steps * num_steps, num_steps):
        yield rows[:, at:at + num_steps], rows[:, at + 1:at + num_steps + 1]


def to_onehot(X, size):
    return [nd.one_hot(one, size) for one in X.T]


def sgd(params, lr, batch_size):
    for param in params:
        param[:] = param - lr * param.grad / batch_size


def grad_clipping(params, theta, ctx):
    norm = sum((param.grad ** 2).sum().as_in_context(ctx).asscalar() for param in params) ** 0.5
    if norm > theta:
        for param in params:
            param.grad[:] *= theta / norm


def _predicted(prefix, num_chars, step, state, idx_to_char, char_to_idx):
    """`step` makes of a number and a state what comes next, a row for each number, and the state then."""
    outputs = [char_to_idx[prefix[0]]]
    for at in range(1, num_chars + len(prefix)):
        Y, state = step(outputs[-1], state)
        outputs.append(char_to_idx[prefix[at]] if at < len(prefix) else int(Y.argmax(axis=1).asscalar()))
    return ''.join(idx_to_char[one] for one in outputs)


def predict_rnn(prefix, num_chars, rnn, params, init_rnn_state, num_hiddens, vocab_size, ctx, idx_to_char, char_to_idx):
    def step(number, state):
        outputs, state = rnn(to_onehot(nd.array([[number]], ctx=ctx), vocab_size), state, params)
        return outputs[0], state

    return _predicted(prefix, num_chars, step, init_rnn_state(1, num_hiddens, ctx), idx_to_char, char_to_idx)


def predict_rnn_gluon(prefix, num_chars, model, vocab_size, ctx, idx_to_char, char_to_idx):
    return _predicted(prefix, num_chars, lambda number, state: model(nd.array([[number]], ctx=ctx), state),
                      model.begin_state(batch_size=1, ctx=ctx), idx_to_char, char_to_idx)


def _trained(num_epochs, batches, fresh_state, step, update, pred_period, predict, prefixes):
    """`fresh_state` makes the state of a batch from that before; `step` the outputs of a batch, and the state then."""
    loss = gluon.loss.SoftmaxCrossEntropyLoss()
    for epoch in range(num_epochs):
        lost_sum, n, start, state = 0.0, 0, time.time(), None
        for X, Y in batches():
            state = fresh_state(state)
            with autograd.record():
                output, state = step(X, state)
                y = Y.T.reshape((-1,))
                lost = loss(output, y).mean()
            lost.backward()
            update()
            lost_sum += lost.asscalar() * y.size
            n += y.size
        if (epoch + 1) % pred_period == 0:
            print('epoch %d, perplexity %f, time %.2f sec' % (epoch + 1, math.exp(lost_sum / n), time.time() - start))
            for prefix in prefixes:
                print(' -', predict(prefix))


def train_and_predict_rnn(rnn, get_params, init_rnn_state, num_hiddens, vocab_size, ctx, corpus_indices, idx_to_char,
                          char_to_idx, is_random_iter, num_epochs, num_steps, lr, clipping_theta, batch_size, pred_period,
                          pred_len, prefixes):
    data_iter, params = data_iter_random if is_random_iter else data_iter_consecutive, get_params()

    def fresh_state(state):
        if state is None or is_random_iter:
            return init_rnn_state(batch_size, num_hiddens, ctx)
        return tuple(one.detach() for one in state)

    def step(X, state):
        outputs, state = rnn(to_onehot(X, vocab_size), state, params)
        return nd.concat(*outputs, dim=0), state

    def update():
        grad_clipping(params, clipping_theta, ctx)
        sgd(params, lr, 1)

    _trained(num_epochs, lambda: data_iter(corpus_indices, batch_size, num_steps, ctx), fresh_state, step, update, pred_period,
             lambda prefix: predict_rnn(prefix, pred_len, rnn, params, init_rnn_state, num_hiddens, vocab_size, ctx, idx_to_char,
                                        char_to_idx), prefixes)


class RNNModel(gluon.nn.Block):
    def __init__(self, rnn_layer, vocab_size, **kwargs):
        super().__init__(**kwargs)
        self.rnn, self.vocab_size = rnn_layer, vocab_size
        self.dense = gluon.nn.Dense(vocab_size)

    def forward(self, inputs, state):
        Y, state = self.rnn(nd.one_hot(inputs.T, self.vocab_size), state)
        return self.dense(Y.reshape((-1, Y.shape[-1]))), state

    def begin_state(self, *args, **kwargs):
        return self.rnn.begin_state(*args, **kwargs)


def train_and_predict_rnn_gluon(model, num_hiddens, vocab_size, ctx, corpus_indices, idx_to_char, char_to_idx, num_epochs,
                                num_steps, lr, clipping_theta, batch_size, pred_period, pred_len, prefixes):
    model.initialize(ctx=ctx, force_reinit=True, init=init.Normal(0.01))
    trainer = gluon.Trainer(model.collect_params(), 'sgd', {'learning_rate': lr, 'momentum': 0, 'wd': 0})

    def fresh_state(state):
        return model.begin_state(batch_size=batch_size, ctx=ctx) if state is None else [one.detach() for one in state]

    def update():
        grad_clipping([one.data() for one in model.collect_params().values()], clipping_theta, ctx)
        trainer.step(1)

    _trained(num_epochs, lambda: data_iter_consecutive(corpus_indices, batch_size, num_steps, ctx), fresh_state, model, update,
             pred_period, lambda prefix: predict_rnn_gluon(prefix, pred_len, model, vocab_size, ctx, idx_to_char, char_to_idx),
             prefixes)
