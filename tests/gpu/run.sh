#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# run.sh [RESULTS]: on a machine with a GPU, its driver, CUDA and PyTorch, the checks that pack.sh packed: the tests of
# the device, gpu_bench beside PyTorch, the book's program beside real PyTorch, and pictures of six scenarios. Prints a
# table; every output stands in the folder RESULTS (./results). What cannot run is skipped, with the reason.
set -uo pipefail
here=$(realpath "$(dirname "$0")")
results=${1:-$here/results}
mkdir -p "$results"
place=$here/payload
if [ ! -d "$place" ]; then
  mkdir "$place"
  tar -C "$place" -xf "$here/payload.tar.xz" || exit 1
fi

rows=()
row() {
  rows+=("$(printf '%-34s %-8s %s' "$1" "$2" "$3")")
  printf '%-34s %-8s %s\n' "$1" "$2" "$3" >&2
}

# CUDA's libraries: the toolkit's, or those that PyTorch brings along.
cuda=$(ls -d /usr/local/cuda/lib64 /usr/local/cuda/targets/*/lib /usr/local/cuda/extras/CUPTI/lib64 2> /dev/null | paste -sd:)
wheels=$(python3 - 2> /dev/null << 'END'
import glob, os, torch
print(':'.join(glob.glob(os.path.join(os.path.dirname(os.path.dirname(torch.__file__)), 'nvidia', '*', 'lib'))))
END
)
system=$(ldconfig -p 2> /dev/null | awk '/libcuda\.so\.1/ {print $NF}' | xargs -r -n1 dirname | sort -u | paste -sd:)
libraries=$place/lib:$cuda:$wheels:$system:/usr/lib/x86_64-linux-gnu:/lib/x86_64-linux-gnu
export QT_QPA_PLATFORM=offscreen QT_PLUGIN_PATH=$place/plugins XDG_RUNTIME_DIR=/tmp XDG_DATA_HOME=$place RUNAHEAD_DEVICE_MODULE=$place/runahead_kernels_cuda.so
unset OPENBLAS_CORETYPE

# The loader stands beside the program, where it looks for its modules.
start() {
  local program=$1
  shift
  "$place/ld-linux-x86-64.so.2" --library-path "$libraries" "$place/$program" "$@"
}

# The embedded Python looks for its library where Debian has it.
for python in "$place"/python3.*; do
  target=/usr/lib/$(basename "$python")
  [ -e "$target/os.py" ] && continue
  ln -s "$python" "$target" 2> /dev/null ||
    row "Python's library" skipped "$target is missing and cannot be linked: programs in Python will not start"
done

printf '%-34s %-8s %s\n' what 'came to' why
start runahead --version > "$results/version.txt" 2>&1 ||
  { cat "$results/version.txt"; row "the program" FAILED "it does not start"; exit 1; }
row "the program" ok "$(head -1 "$results/version.txt")"

gpu=
if ! command -v nvidia-smi > /dev/null; then
  row "GPU, by nvidia-smi" skipped "there is no nvidia-smi"
elif reason=$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader 2>&1); then
  row "GPU, by nvidia-smi" ok "$(echo "$reason" | head -1)"
else
  row "GPU, by nvidia-smi" skipped "$(echo "$reason" | head -1)"
fi
if start runahead run four-statements --mode stream --device cuda > "$results/device.txt" 2>&1; then
  gpu=yes
  row "GPU, by the program" ok "$(grep -m1 -o 'on [^:]*: .*' "$results/device.txt")"
  row "times, by the program" ok "$(grep -m1 -o 'times from .*' "$results/device.txt")"
else
  row "GPU, by the program" skipped "$(tail -1 "$results/device.txt")"
fi

for tests in gpu_tests gpu_engine_tests gpu_no_cublas_tests; do
  if [ ! -e "$place/$tests" ]; then
    row "$tests" skipped "not packed"
    continue
  fi
  start "$tests" --gtest_brief=1 > "$results/$tests.txt" 2>&1
  case $? in
    0) row "$tests" ok "$(grep -o '[0-9]* tests ran.*' "$results/$tests.txt" | tail -1)" ;;
    77) row "$tests" skipped "$(tail -1 "$results/$tests.txt")" ;;
    *) row "$tests" FAILED "$(grep -c '^\[  FAILED' "$results/$tests.txt") lines of failures in $results/$tests.txt" ;;
  esac
done

if [ ! -e "$place/gpu_runner" ]; then
  row gpu_bench skipped "not packed"
else
  # Three arrays of 256 MiB, 30 rows, each beside PyTorch.
  cat > "$place/start" << END
#!/bin/bash
exec "$place/ld-linux-x86-64.so.2" --library-path "$libraries" "$place/runahead" "\$@"
END
  chmod +x "$place/start"
  start gpu_runner "$RUNAHEAD_DEVICE_MODULE" "$place/torch_peer.py" "$place/start" "$place/launches.py" > "$results/gpu_bench.txt" 2>&1
  state=$?
  cat "$results/gpu_bench.txt"
  if [ $state != 0 ]; then
    row gpu_bench FAILED "$(tail -1 "$results/gpu_bench.txt")"
  elif [ -z "$gpu" ]; then
    row gpu_bench skipped "$(tail -1 "$results/gpu_bench.txt")"
  else
    row gpu_bench ok "the table above, $results/gpu_bench.txt"
  fi
fi

# The book's race: NumPy against PyTorch, queued against finished; ours, then real PyTorch's.
if [ -n "$gpu" ]; then
  if start runahead run "$place/race.py" --mode stream --device cuda --export "$results/race.svg" \
    > "$results/race-ours.txt" 2>&1; then
    row "race.py, ours" ok "$(grep -hE '^[^ ].*: [0-9.]+ s$' "$results/race-ours.txt" | paste -sd';')"
  else
    row "race.py, ours" FAILED "$(tail -1 "$results/race-ours.txt")"
  fi
else
  row "race.py, ours on cuda" skipped "no GPU"
  if start runahead run "$place/race.py" --mode stream --device emulated > "$results/race-ours.txt" 2>&1; then
    row "race.py, ours emulated" ok "$(grep -hE '^[^ ].*: [0-9.]+ s$' "$results/race-ours.txt" | paste -sd';')"
  else
    row "race.py, ours emulated" FAILED "$(tail -1 "$results/race-ours.txt")"
  fi
fi
if python3 -c 'import torch, sys; sys.exit(not torch.cuda.is_available())' 2> /dev/null; then
  if python3 "$place/race.py" > "$results/race-torch.txt" 2>&1; then
    row "race.py, real PyTorch" ok "$(grep -hE '^[^ ].*: [0-9.]+ s$' "$results/race-torch.txt" | paste -sd';')"
  else
    row "race.py, real PyTorch" FAILED "$(tail -1 "$results/race-torch.txt")"
  fi
else
  row "race.py, real PyTorch" skipped "there is no PyTorch that finds a GPU"
fi

for scenario in matmul-race queued-vs-finished launch-queue overlap-copy barriers two-devices; do
  device=${gpu:+cuda}
  if start runahead run $scenario --mode stream --device "${device:-emulated}" --export "$results/$scenario.png" \
    > "$results/$scenario.txt" 2>&1; then
    row "$scenario, picture" ok "on ${device:-emulated}: $results/$scenario.png"
  else
    row "$scenario, picture" FAILED "$(tail -1 "$results/$scenario.txt")"
  fi
done

echo
printf '%s\n' "${rows[@]}" | tee "$results/table.txt"
! printf '%s\n' "${rows[@]}" | grep -q ' FAILED '
