# SPDX-License-Identifier: GPL-3.0-or-later
# What the object-oriented API of the book is in every library. Each adds how its arrays are read and its optimizers step.
from _book import HyperParameters, Timer

from d2l._plots import Animator, ProgressBoard


class Module(HyperParameters):
    """Beside the library's own class of modules."""
    def begin(self, plot_train_per_epoch=2, plot_valid_per_epoch=1):
        self.plot_train_per_epoch, self.plot_valid_per_epoch = plot_train_per_epoch, plot_valid_per_epoch
        self.board = ProgressBoard()

    def loss(self, y_hat, y):
        raise NotImplementedError

    def forward(self, X):
        assert hasattr(self, 'net'), 'Neural network is defined'
        return self.net(X)

    def plot(self, key, value, train):
        assert hasattr(self, 'trainer'), 'Trainer is not inited'
        self.board.xlabel = 'epoch'
        trainer = self.trainer
        if train:
            x, every = trainer.train_batch_idx / trainer.num_train_batches, trainer.num_train_batches / self.plot_train_per_epoch
        else:
            x, every = trainer.epoch + 1, trainer.num_val_batches / self.plot_valid_per_epoch
        self.board.draw(x, value, ('train_' if train else 'val_') + key, every_n=int(every))

    def training_step(self, batch):
        made = self.loss(self(*batch[:-1]), batch[-1])
        self.plot('loss', made, train=True)
        return made

    def validation_step(self, batch):
        self.plot('loss', self.loss(self(*batch[:-1]), batch[-1]), train=False)


class DataModule(HyperParameters):
    def __init__(self, root='../data', num_workers=4):
        self.save_hyperparameters()

    def get_dataloader(self, train):
        raise NotImplementedError

    def train_dataloader(self):
        return self.get_dataloader(train=True)

    def val_dataloader(self):
        return self.get_dataloader(train=False)


class Trainer(HyperParameters):
    def prepare_data(self, data):
        self.train_dataloader = data.train_dataloader()
        self.val_dataloader = data.val_dataloader()
        self.num_train_batches = len(self.train_dataloader)
        self.num_val_batches = 0 if self.val_dataloader is None else len(self.val_dataloader)

    def prepare_model(self, model):
        model.trainer = self
        model.board.xlim = [0, self.max_epochs]
        self.model = model

    def prepare_batch(self, batch):
        return batch

    def fit(self, model, data):
        self.prepare_data(data)
        self.prepare_model(model)
        self.optim = model.configure_optimizers()
        self.epoch = self.train_batch_idx = self.val_batch_idx = 0
        for self.epoch in range(self.max_epochs):
            self.fit_epoch()

    def fit_epoch(self):
        raise NotImplementedError


class SyntheticRegressionData(DataModule):
    """Its library says how it is made."""
    def get_dataloader(self, train):
        of = slice(0, self.num_train) if train else slice(self.num_train, None)
        return self.get_tensorloader((self.X, self.y), train, of)


def train_ch3(trained, evaluated, num_epochs):
    """`trained` trains for an epoch and says the loss and the accuracy, `evaluated` the accuracy of what was not trained on."""
    animator = Animator(xlabel='epoch', xlim=[1, num_epochs], ylim=[0.3, 0.9], legend=['train loss', 'train acc', 'test acc'])
    for epoch in range(num_epochs):
        made = trained()
        test_acc = evaluated()
        animator.add(epoch + 1, made + (test_acc,))
    train_loss, train_acc = made
    assert train_loss < 0.5, train_loss
    assert 0.7 < train_acc <= 1, train_acc
    assert 0.7 < test_acc <= 1, test_acc


def optimized(num_epochs, data_iter, step, lost):
    """`step` learns from a batch, `lost` says the loss over all of them."""
    animator = Animator(xlabel='epoch', ylabel='loss', xlim=[0, num_epochs], ylim=[0.22, 0.35])
    n, timer = 0, Timer()
    for _ in range(num_epochs):
        for X, y in data_iter:
            step(X, y)
            n += X.shape[0]
            if n % 200 == 0:
                timer.stop()
                animator.add(n / X.shape[0] / len(data_iter), (lost(),))
                timer.start()
    print(f'loss: {animator.Y[0][-1]:.3f}, {timer.sum() / num_epochs:.3f} sec/epoch')
    return timer.cumsum(), animator.Y[0]
