# SPDX-License-Identifier: GPL-3.0-or-later
# tf.Module: an object that knows the variables and modules below it.
import re

import tensorflow as _tf


def held_by(value, kind, seen, names=''):
    """(name, object) of all that an object has of a kind, in the order of their names."""
    if id(value) in seen:
        return
    seen.add(id(value))
    inside = isinstance(value, (list, tuple, dict))
    parts = (sorted(value.items(), key=lambda one: str(one[0])) if isinstance(value, dict) else
             enumerate(value) if inside else sorted(vars(value).items()))
    later = []
    for name, one in parts:
        if isinstance(name, str) and name.startswith('_functions'):
            continue
        if isinstance(one, kind) and id(one) not in seen:
            if not isinstance(one, Module):
                seen.add(id(one))
            yield f'{names}{name}', one
        if isinstance(one, (Module, list, tuple, dict)) and not isinstance(one, _tf.TensorShape):
            later.append((name, one))
    for name, one in later:
        yield from held_by(one, kind, seen, f'{names}{name}/')


class Module:
    def __init__(self, name=None):
        words = re.sub('(.)([A-Z][a-z0-9]+)', r'\1_\2', type(self).__name__)
        self._name = name or re.sub('([a-z])([A-Z])', r'\1_\2', words).lower()

    @property
    def name(self):
        if '_name' not in self.__dict__:
            Module.__init__(self)
        return self._name

    @property
    def variables(self):
        return tuple(one for _, one in held_by(self, _tf.Variable, set()))

    @property
    def trainable_variables(self):
        return tuple(one for one in self.variables if one.trainable)

    @property
    def non_trainable_variables(self):
        return tuple(one for one in self.variables if not one.trainable)

    @property
    def submodules(self):
        return tuple(one for _, one in held_by(self, Module, set()))

    @property
    def name_scope(self):
        return _tf.name_scope(self.name)

    @classmethod
    def with_name_scope(cls, method):
        return method
