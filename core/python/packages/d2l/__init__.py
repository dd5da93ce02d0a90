# SPDX-License-Identifier: GPL-3.0-or-later
# In the editions of 2019 and 2020 the helpers are the package's own, for MXNet.
def __getattr__(name):
    if name.startswith('_') or name in ('mxnet', 'tensorflow', 'torch'):
        raise AttributeError(name)
    from . import mxnet
    return getattr(mxnet, name)
