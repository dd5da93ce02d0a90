# SPDX-License-Identifier: GPL-3.0-or-later
# Detection of objects in PyTorch: which box belongs to which object, and pictures of bananas that are generated.
import random

import torch

from d2l._data import tell

__all__ = ['box_corner_to_center', 'box_center_to_corner', 'multibox_prior', 'box_iou', 'assign_anchor_to_bbox',
           'offset_boxes', 'multibox_target', 'offset_inverse', 'nms', 'multibox_detection', 'BananasDataset', 'load_data_bananas']


def box_corner_to_center(boxes):
    return torch.cat(((boxes[:, :2] + boxes[:, 2:]) / 2, boxes[:, 2:] - boxes[:, :2]), dim=-1)


def box_center_to_corner(boxes):
    return torch.cat((boxes[:, :2] - boxes[:, 2:] / 2, boxes[:, :2] + boxes[:, 2:] / 2), dim=-1)


def multibox_prior(data, sizes, ratios):
    """Boxes around each pixel: of every size with the first ratio, and of the first size with the others."""
    height, width = data.shape[-2:]
    sizes, ratios = (torch.tensor(one, device=data.device) for one in (sizes, ratios))
    roots = ratios.sqrt()
    widths = torch.cat((sizes * roots[0], sizes[0] * roots[1:])) * height / width
    heights = torch.cat((sizes / roots[0], sizes[0] / roots[1:]))
    y, x = torch.meshgrid(*((torch.arange(count, device=data.device) + 0.5) / count for count in (height, width)), indexing='ij')
    around = torch.stack((-widths, -heights, widths, heights), dim=1) / 2
    return (torch.stack((x, y, x, y), dim=-1).reshape(-1, 1, 4) + around).reshape(1, -1, 4)


def box_iou(boxes1, boxes2):
    """(m, n): what each two have in common, as a part of what they cover."""
    areas = [(one[:, 2] - one[:, 0]) * (one[:, 3] - one[:, 1]) for one in (boxes1, boxes2)]
    first = boxes1[:, None]
    common = (torch.min(first[..., 2:], boxes2[:, 2:]) - torch.max(first[..., :2], boxes2[:, :2])).clamp(min=0)
    common = common[..., 0] * common[..., 1]
    return common / (areas[0][:, None] + areas[1] - common)


def assign_anchor_to_bbox(ground_truth, anchors, device, iou_threshold=0.5):
    """The number of the object that each anchor stands for; -1: none. Each object has one anchor at least."""
    left = box_iou(anchors, ground_truth)
    most, objects = left.max(dim=1)
    chosen = torch.where(most >= iou_threshold, objects, torch.full_like(objects, -1)).to(device)
    for _ in range(ground_truth.shape[0]):
        best = left.argmax()
        row, column = torch.div(best, ground_truth.shape[0], rounding_mode='floor'), best % ground_truth.shape[0]
        chosen[row] = column
        left[row, :] = left[:, column] = -1
    return chosen


def offset_boxes(anchors, assigned_bb, eps=1e-6):
    own, others = box_corner_to_center(anchors), box_corner_to_center(assigned_bb)
    return torch.cat([10 * (others[:, :2] - own[:, :2]) / own[:, 2:], 5 * torch.log(eps + others[:, 2:] / own[:, 2:])], dim=1)


def multibox_target(anchors, labels):
    """For each example: offsets, which of them count, and classes, 0 of which is the background."""
    anchors, made = anchors.squeeze(0), ([], [], [])
    for label in labels:
        chosen = assign_anchor_to_bbox(label[:, 1:], anchors, anchors.device)
        found = (chosen >= 0).unsqueeze(-1)
        of_object = label[chosen.clamp(min=0)] * found
        mask = found.float().repeat(1, 4)
        made[0].append((offset_boxes(anchors, of_object[:, 1:]) * mask).reshape(-1))
        made[1].append(mask.reshape(-1))
        made[2].append((of_object[:, 0].long() + 1) * found[:, 0])
    return tuple(torch.stack(one) for one in made)


def offset_inverse(anchors, offset_preds):
    own = box_corner_to_center(anchors)
    middle = offset_preds[:, :2] * own[:, 2:] / 10 + own[:, :2]
    return box_center_to_corner(torch.cat((middle, torch.exp(offset_preds[:, 2:] / 5) * own[:, 2:]), dim=1))


def nms(boxes, scores, iou_threshold):
    """Places of boxes without those that cover most of a better one, the best first."""
    order, kept = scores.argsort(dim=-1, descending=True), []
    while order.numel() > 0:
        kept.append(order[0])
        others = order[1:]
        order = others[box_iou(boxes[order[:1]], boxes[others]).reshape(-1) <= iou_threshold]
    return torch.stack(kept) if kept else order


def multibox_detection(cls_probs, offset_preds, anchors, nms_threshold=0.5, pos_threshold=0.009999999):
    """For each example rows of class, chance and box, those first that stand for an object; -1 is the background."""
    anchors, made = anchors.squeeze(0), []
    for probs, offsets in zip(cls_probs, offset_preds):
        chance, kind = probs[1:].max(0)
        boxes = offset_inverse(anchors, offsets.reshape(-1, 4))
        keep = nms(boxes, chance, nms_threshold)
        is_kept = torch.zeros_like(kind, dtype=torch.bool)
        is_kept[keep] = True
        order = torch.cat((keep, (~is_kept).nonzero().reshape(-1)))
        low = chance < pos_threshold
        kind = torch.where(is_kept & ~low, kind, torch.full_like(kind, -1))
        chance = torch.where(low, 1 - chance, chance)
        made.append(torch.cat((kind[order].unsqueeze(1), chance[order].unsqueeze(1), boxes[order]), dim=1))
    return torch.stack(made)


class BananasDataset:
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
        at = torch.arange(256)
        ground = torch.sin(at * (0.02 + idx % 7 / 100)).reshape(1, 256, 1) + torch.cos(at * 0.05)
        picture = (ground * 40 + 120).repeat(3, 1, 1)
        picture[:, top:bottom, left:right] = torch.tensor([230.0, 210.0, 60.0]).reshape(3, 1, 1)
        return picture, torch.tensor([[0, left, top, right, bottom]]) / 256

    def __len__(self):
        return len(self.boxes)


def load_data_bananas(batch_size):
    from torch.utils import data
    return tuple(data.DataLoader(BananasDataset(is_train), batch_size, shuffle=is_train) for is_train in (True, False))
