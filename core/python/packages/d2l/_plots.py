# SPDX-License-Identifier: GPL-3.0-or-later
# The helpers that draw: with matplotlib into figures that the program can save; without it they draw nothing.
import collections
import sys

from _blank import Plot, values
from _book import HyperParameters


Point = collections.namedtuple('Point', ['x', 'y'])

_found = []


def _pyplot():
    if not _found:
        try:
            from matplotlib import pyplot
            _found.append(pyplot)
        except ImportError:
            print('d2l: no pictures are drawn (apt install python3-matplotlib)', file=sys.stderr)
            _found.append(Plot(told=True))
    return _found[0]


class _Plot:
    """pyplot, which is imported when it is first used."""
    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        return getattr(_pyplot(), name)


plt = _Plot()


def use_svg_display():
    pass


def set_figsize(figsize=(3.5, 2.5)):
    plt.rcParams['figure.figsize'] = figsize


def set_axes(axes, xlabel, ylabel, xlim, ylim, xscale, yscale, legend):
    axes.set_xlabel(xlabel)
    axes.set_ylabel(ylabel)
    axes.set_xscale(xscale)
    axes.set_yscale(yscale)
    axes.set_xlim(xlim)
    axes.set_ylim(ylim)
    if legend:
        axes.legend(legend)
    axes.grid()


def _is_line(x):
    return getattr(x, 'ndim', None) == 1 or isinstance(x, list) and not hasattr(x[0], '__len__')


def plot(X, Y=None, xlabel=None, ylabel=None, legend=[], xlim=None, ylim=None, xscale='linear', yscale='linear',
         fmts=('-', 'm--', 'g-.', 'r:'), figsize=(3.5, 2.5), axes=None):
    X = [X] if _is_line(X) else X
    if Y is None:
        X, Y = [[]] * len(X), X
    elif _is_line(Y):
        Y = [Y]
    X = X * len(Y) if len(X) != len(Y) else X
    set_figsize(figsize)
    axes = axes or plt.gca()
    axes.cla()
    for x, y, fmt in zip(X, Y, fmts):
        axes.plot(values(x), values(y), fmt) if len(x) else axes.plot(values(y), fmt)
    set_axes(axes, xlabel, ylabel, xlim, ylim, xscale, yscale, legend)


class ProgressBoard(HyperParameters):
    """Draws points as they come, each the mean of every_n."""
    def __init__(self, xlabel=None, ylabel=None, xlim=None, ylim=None, xscale='linear', yscale='linear',
                 ls=['-', '--', '-.', ':'], colors=['C0', 'C1', 'C2', 'C3'], fig=None, axes=None, figsize=(3.5, 2.5),
                 display=True):
        self.save_hyperparameters()

    def draw(self, x, y, label, every_n=1):
        if not hasattr(self, 'raw_points'):
            self.raw_points, self.data = {}, {}
        points = self.raw_points.setdefault(label, [])
        line = self.data.setdefault(label, [])
        y = values(y)
        points.append((x, y[0] if isinstance(y, list) and len(y) == 1 else y))
        if len(points) != every_n:
            return
        line.append(Point(*(sum(part) / len(part) for part in zip(*points))))
        points.clear()
        if not self.display:
            return
        if self.fig is None:
            self.fig = plt.figure(figsize=self.figsize)
        axes = self.axes or plt.gca()
        drawn = [axes.plot([one.x for one in points], [one.y for one in points], linestyle=ls, color=color)[0]
                 for points, ls, color in zip(self.data.values(), self.ls, self.colors)]
        if self.xlim:
            axes.set_xlim(self.xlim)
        if self.ylim:
            axes.set_ylim(self.ylim)
        axes.set_xlabel(self.xlabel)
        axes.set_ylabel(self.ylabel)
        axes.set_xscale(self.xscale)
        axes.set_yscale(self.yscale)
        axes.legend(drawn, list(self.data))


class Animator:
    def __init__(self, xlabel=None, ylabel=None, legend=None, xlim=None, ylim=None, xscale='linear', yscale='linear',
                 fmts=('-', 'm--', 'g-.', 'r:'), nrows=1, ncols=1, figsize=(3.5, 2.5)):
        self.fig, axes = plt.subplots(nrows, ncols, figsize=figsize)
        self.axes = [axes] if nrows * ncols == 1 else axes
        self.config_axes = lambda: set_axes(self.axes[0], xlabel, ylabel, xlim, ylim, xscale, yscale, legend)
        self.X, self.Y, self.fmts = None, None, fmts

    def add(self, x, y):
        y = y if hasattr(y, '__len__') and getattr(y, 'ndim', 1) else [y]
        x = x if hasattr(x, '__len__') and getattr(x, 'ndim', 1) else [x] * len(y)
        if not self.X:
            self.X, self.Y = [[] for _ in y], [[] for _ in y]
        for line, (one, value) in enumerate(zip(x, y)):
            if one is not None and value is not None:
                self.X[line].append(one)
                self.Y[line].append(value)
        self.axes[0].cla()
        for one, value, fmt in zip(self.X, self.Y, self.fmts):
            self.axes[0].plot(values(one), values(value), fmt)
        self.config_axes()


def show_images(imgs, num_rows, num_cols, titles=None, scale=1.5):
    _, axes = plt.subplots(num_rows, num_cols, figsize=(num_cols * scale, num_rows * scale))
    axes = axes.flatten()
    for number, (one, image) in enumerate(zip(axes, imgs)):
        one.imshow(values(image))
        one.axes.get_xaxis().set_visible(False)
        one.axes.get_yaxis().set_visible(False)
        if titles:
            one.set_title(titles[number])
    return axes


def show_heatmaps(matrices, xlabel, ylabel, titles=None, figsize=(2.5, 2.5), cmap='Reds'):
    rows, columns = matrices.shape[:2]
    figure, axes = plt.subplots(rows, columns, figsize=figsize, sharex=True, sharey=True, squeeze=False)
    for i, (row, of_row) in enumerate(zip(axes, matrices)):
        for j, (one, matrix) in enumerate(zip(row, of_row)):
            shown = one.imshow(values(matrix), cmap=cmap)
            if i == rows - 1:
                one.set_xlabel(xlabel)
            if j == 0:
                one.set_ylabel(ylabel)
            if titles:
                one.set_title(titles[j])
    figure.colorbar(shown, ax=axes, shrink=0.6)


def show_list_len_pair_hist(legend, xlabel, ylabel, xlist, ylist):
    set_figsize()
    _, _, patches = plt.hist([[len(one) for one in xlist], [len(one) for one in ylist]])
    plt.xlabel(xlabel)
    plt.ylabel(ylabel)
    for patch in patches[1].patches:
        patch.set_hatch('/')
    plt.legend(legend)


def bbox_to_rect(bbox, color):
    left, top, right, bottom = values(bbox)
    return plt.Rectangle(xy=(left, top), width=right - left, height=bottom - top, fill=False, edgecolor=color, linewidth=2)


def show_bboxes(axes, bboxes, labels=None, colors=None):
    """Labels and colours are a list, or one; colours are taken again and again."""
    labels, colors = ([one] if one is not None and not isinstance(one, (list, tuple)) else one for one in (labels, colors))
    colors = colors or ['b', 'g', 'r', 'm', 'c']
    for number, bbox in enumerate(values(bboxes)):
        color = colors[number % len(colors)]
        axes.add_patch(bbox_to_rect(bbox, color))
        if labels and number < len(labels):
            axes.text(bbox[0], bbox[1], labels[number], va='center', ha='center', fontsize=9, color='k' if color == 'w' else 'w',
                      bbox={'facecolor': color, 'lw': 0})


def annotate(text, xy, xytext):
    plt.gca().annotate(text, xy=xy, xytext=xytext, arrowprops={'arrowstyle': '->'})


def trace_2d(x1, x2, heights, results):
    set_figsize()
    plt.plot(*zip(*values(results)), '-o', color='#ff7f0e')
    plt.contour(values(x1), values(x2), values(heights), colors='#1f77b4')
    plt.xlabel('x1')
    plt.ylabel('x2')
