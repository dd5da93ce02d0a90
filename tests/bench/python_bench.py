# SPDX-License-Identifier: GPL-3.0-or-later
# What a call costs in a program in Python, beside PyTorch: y = x + 1 on two numbers, live, with everything
# that a run records; each in processes of its own, in turn, so that what else happens on the machine meets both.
# And how long the interpreter takes to start: what an empty program takes longer than a scenario.
# As `python_bench RUNAHEAD PYTHON`.
import statistics
import subprocess
import sys
import tempfile
import time

ROUNDS = 9
PROGRAM = '''import time
%s
def loop(n):
    for _ in range(n):
        y = x + 1
    return y
loop(2000)
best = []
for _ in range(10):
    begin = time.perf_counter_ns()
    loop(2000)
    best.append((time.perf_counter_ns() - begin) / 2000)
    time.sleep(.02)  # what is queued is executed
print('ns', sorted(best)[len(best) // 2])
'''
PROGRAMS = {
    'runahead, mxnet': 'from mxnet import np\nx = np.ones((1, 2))',
    'runahead, torch': 'import torch\nx = torch.ones(1, 2)',
    'runahead, torch with a device': "import torch\nx = torch.ones(1, 2, device='cuda')",
    'runahead, tensorflow': 'import tensorflow as tf\nx = tf.ones((1, 2))',
    'pytorch': 'import torch\nx = torch.ones(1, 2)',
}


def ns_of(words):
    output = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    return float(next(line for line in output.split('\n') if line.startswith('ns')).split()[1])


def wall_ms(words):
    begin = time.perf_counter()
    subprocess.run(words, capture_output=True, check=True)
    return (time.perf_counter() - begin) * 1e3


def main():
    runahead, python = sys.argv[1:3]
    folder = tempfile.mkdtemp()
    commands = {}
    for name, lines in PROGRAMS.items():
        path = f'{folder}/{name.replace(", ", "-").replace(" ", "-")}.py'
        with open(path, 'w') as file:
            file.write(PROGRAM % lines)
        commands[name] = [runahead, 'run', path] if name != 'pytorch' else [python, path]
    if subprocess.run([python, '-c', 'import torch'], capture_output=True).returncode != 0:
        print(f'without PyTorch: {python} has none')
        del commands['pytorch']
    found = {name: [] for name in commands}
    for _ in range(ROUNDS):
        for name, words in commands.items():
            found[name].append(ns_of(words))
    medians = {name: statistics.median(times) for name, times in found.items()}
    for name, ns in medians.items():
        ratio = f'  {ns / medians["pytorch"]:.2f} of PyTorch' if 'pytorch' in medians else ''
        print(f'{name:30} {ns:8.0f} ns a pass, {min(found[name]):.0f} to {max(found[name]):.0f}{ratio}')
    with open(f'{folder}/empty.py', 'w') as file:
        file.write('pass\n')
    empty, scenario = [], []
    for _ in range(3 * ROUNDS):
        empty.append(wall_ms([runahead, 'run', f'{folder}/empty.py']))
        scenario.append(wall_ms([runahead, 'run', 'four-statements']))
    print(f'{"start of the interpreter":30} {statistics.median(empty) - statistics.median(scenario):8.1f} ms')


main()
