# SPDX-License-Identifier: GPL-3.0-or-later
# torch.autograd: what decides whether calls are kept for gradients.
from _names import missing
from torch import enable_grad, no_grad, set_grad_enabled

__getattr__ = missing(globals())
