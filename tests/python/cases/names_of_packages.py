# in sync: what is known of packages by their texts has every name that they have once they are imported
import importlib

import _absent

unknown = []


def compare(owner, value):
    unknown.extend(f'{owner.path}.{name}' for name in vars(value)
                   if not name.startswith('_') and not owner.is_open and name not in owner.names)
    for name, part in owner.names.items():
        if isinstance(part, _absent.Owner) and type(getattr(value, name, None)).__name__ == 'Names':
            compare(part, getattr(value, name))


for name in sorted(_absent.packages):
    if name[0] != '_' and '._' not in name:
        compare(_absent.owner_of(name), importlib.import_module(name))
print(unknown)
# prints:
# []
