# SPDX-License-Identifier: GPL-3.0-or-later
# Detection of objects in MXNet: which box belongs to which object, and pictures of bananas that are generated.
import random

from mxnet import autograd, gluon, np
from mxnet._boxes import anchors_of as multibox_prior

from d2l._data import tell

__all__ = ['box_corner_to_center', 'box_center_to_corner', 'multibox_prior', 'box_iou', 'assign_anchor_to_bbox',
           'offset_boxes', 'multibox_target', 'offset_inverse', 'nms', 'multibox_detection', 'BananasDataset', 'load_data_bananas']


def box_corner_to_center(boxes):
    x1, y1, x2, y2 = (boxes[:, at] for at in range(4))
    return np.stack(((x1 + x2) / 2, (y1 + y2) / 2, x2 - x1, y2 - y1), axis=-1)


def box_center_to_corner(boxes):
    x, y, w, h = (boxes[:, at] for at in range(4))
    return np.stack((x - w / 2, y - h / 2, x + w / 2, y + h / 2), axis=-1)


def box_iou(boxes1, boxes2):
    """(m, n): what each two have in common, as a part of what they cover."""
    first, second = np.expand_dims(boxes1, 1), np.expand_dims(boxes2, 0)
    common = (np.minimum(first[:, :, 2:], second[:, :, 2:]) - np.maximum(first[:, :, :2], second[:, :, :2])).clip(0, None)
    common = common[:, :, 0] * common[:, :, 1]
    areas = [(one[:, :, 2] - one[:, :, 0]) * (one[:, :, 3] - one[:, :, 1]) for one in (first, second)]
    return common / (areas[0] + areas[1] - common)


def assign_anchor_to_bbox(ground_truth, anchors, device, iou_threshold=0.5):
    """The number of the object that each anchor stands for; -1: none. Each object has one anchor at least."""
    left = box_iou(anchors, ground_truth)
    chosen = np.where(left.max(axis=1) >= iou_threshold, left.argmax(axis=1).astype('int32'), -1)
    rows = np.arange(anchors.shape[0], dtype='int64', ctx=device)
    columns = np.arange(ground_truth.shape[0], dtype='int64', ctx=device)
    for _ in range(ground_truth.shape[0]):
        best = left.argmax()
        row, column = best // ground_truth.shape[0], best % ground_truth.shape[0]
        chosen = np.where(rows == row, column.astype('int32'), chosen)
        gone = np.logical_or(np.expand_dims(rows == row, 1), np.expand_dims(columns == column, 0))
        left = np.where(gone, -1.0, left)
    return chosen


def offset_boxes(anchors, assigned_bb, eps=1e-6):
    own, others = box_corner_to_center(anchors), box_corner_to_center(assigned_bb)
    return np.concatenate([10 * (others[:, :2] - own[:, :2]) / own[:, 2:], 5 * np.log(eps + others[:, 2:] / own[:, 2:])], axis=1)


def multibox_target(anchors, labels):
    """For each example: offsets, which of them count, and classes, 0 of which is the background."""
    anchors, made = anchors.squeeze(0), ([], [], [])
    for label in labels:
        chosen = assign_anchor_to_bbox(label[:, 1:], anchors, anchors.ctx)
        found = chosen >= 0
        of_object = label.take(np.maximum(chosen, 0), axis=0)
        mask = np.tile(np.expand_dims(found, -1), (1, 4))
        offsets = offset_boxes(anchors, np.where(mask, of_object[:, 1:], 0.0)) * mask.astype('float32')
        made[0].append(offsets.reshape(-1))
        made[1].append(mask.astype('int32').reshape(-1))
        made[2].append(np.where(found, of_object[:, 0].astype('int32') + 1, 0))
    return tuple(np.stack(one) for one in made)


def offset_inverse(anchors, offset_preds):
    own = box_corner_to_center(anchors)
    middle = offset_preds[:, :2] * own[:, 2:] / 10 + own[:, :2]
    return box_center_to_corner(np.concatenate((middle, np.exp(offset_preds[:, 2:] / 5) * own[:, 2:]), axis=1))


def nms(boxes, scores, iou_threshold):
    """Places of boxes without those that cover most of a better one, the best first."""
    kept, left = [], np.ones_like(scores) > 0
    while bool(left.max()):
        best = int(np.where(left, scores, -1e30).argmax())
        kept.append(best)
        covered = box_iou(boxes[best:best + 1], boxes).reshape(-1)
        left = np.logical_and(left, covered <= iou_threshold)
        left[best] = False
    return np.array(kept, dtype='int32', ctx=boxes.ctx)


def multibox_detection(cls_probs, offset_preds, anchors, nms_threshold=0.5, pos_threshold=0.009999999):
    """For each example rows of class, chance and box, those first that stand for an object; -1 is the background."""
    anchors, made = anchors.squeeze(0), []
    for probs, offsets in zip(cls_probs, offset_preds):
        chance, kind = probs[1:].max(0), probs[1:].argmax(0).astype('float32')
        boxes = offset_inverse(anchors, offsets.reshape(-1, 4))
        keep = [int(one) for one in nms(boxes, chance, nms_threshold).tolist()]
        known = set(keep)
        order = np.array(keep + [at for at in range(anchors.shape[0]) if at not in known], dtype='int32', ctx=anchors.ctx)
        is_kept = np.arange(anchors.shape[0], ctx=anchors.ctx) < len(keep)
        chance, kind, boxes = chance.take(order), kind.take(order), boxes.take(order, axis=0)
        low = chance < pos_threshold
        kind = np.where(np.logical_and(is_kept, np.logical_not(low)), kind, -1.0)
        chance = np.where(low, 1 - chance, chance)
        made.append(np.concatenate((np.expand_dims(kind, 1), np.expand_dims(chance, 1), boxes), axis=1))
    return np.stack(made)


class BananasDataset(gluon.data.Dataset):
    """A yellow box somewhere, 256 by 256."""
    def __init__(self, is_train):
        tell()
        numbers = random.Random(11 if is_train else 12)
        self.boxes = []
        for _ in range(1000 if is_train else 100):
            width, height = numbers.randint(40, 90), numbers.randint(40, 90)
            left, top = numbers.randint(0, 255 - width), numbers.randint(0, 255 - height)
            self.boxes.append((left, top, left + width, top + height))
        print(f"read {len(self.boxes)} {'training' if is_train else 'validation'} examples")

    def __getitem__(self, idx):
        left, top, right, bottom = self.boxes[idx]
        with autograd.pause():
            at = np.arange(256)
            rows = np.logical_and(at >= top, at < bottom).reshape(1, 256, 1)
            columns = np.logical_and(at >= left, at < right).reshape(1, 1, 256)
            ground = (np.sin(at * (0.02 + idx % 7 / 100)).reshape(1, 256, 1) + np.cos(at * 0.05).reshape(1, 1, 256)) * 40 + 120
            color = np.array([230.0, 210.0, 60.0]).reshape(3, 1, 1)
            inside = np.logical_and(rows, columns).astype('float32')
            return ground * (1 - inside) + color * inside, np.array([[0, *(one / 256 for one in self.boxes[idx])]])

    def __len__(self):
        return len(self.boxes)


def load_data_bananas(batch_size):
    return tuple(gluon.data.DataLoader(BananasDataset(is_train), batch_size, shuffle=is_train) for is_train in (True, False))
