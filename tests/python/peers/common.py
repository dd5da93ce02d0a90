# Before every program of this folder, in both worlds: how its values are said.


def show(*values):
    """The same to the last character."""
    for value in values:
        print(repr(value))


def near(value, within=1e-6):
    """Numbers within a part of themselves."""
    print('~', within, value.tolist())


def about(within, *values):
    """Numbers within a distance: of random ones, whose streams differ."""
    print('=', within, list(values))
