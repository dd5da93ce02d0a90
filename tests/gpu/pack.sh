#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# pack.sh BUILD FOLDER: what run.sh needs on a bare machine with a GPU, its driver, CUDA and PyTorch: the program, its
# modules, the libraries that such a machine lacks, the checks and run.sh itself, in a folder of at most 60 MB.
# BUILD is a build tree with gpu_tests, gpu_engine_tests, gpu_no_cublas_tests and gpu_runner (RUNAHEAD_BENCHMARKS=ON).
# Not here: anything of NVIDIA's.
set -euo pipefail
if [ $# != 2 ] || [ ! -x "$1/runahead" ]; then
  echo "usage: $0 BUILD FOLDER: a build tree, and a folder that is made" >&2
  exit 2
fi
build=$(realpath "$1")
source=$(realpath "$(dirname "$0")/../..")
mkdir -p "$2"
folder=$(realpath "$2")
payload=$(mktemp -d)
trap 'rm -rf "$payload"' EXIT
mkdir "$payload"/{lib,plugins,plugins/platforms,plugins/imageformats,plugins/iconengines,fonts,python3.11}

missing=()
take() {  # FILE NAME: without what only a debugger reads
  if [ ! -e "$1" ]; then
    missing+=("$2")
    return 0
  fi
  cp -L "$1" "$payload/$2"
  strip --strip-unneeded "$payload/$2" 2> /dev/null || true
}
for name in runahead runahead_python.so runahead_window.so runahead_kernels_cuda.so; do take "$build/$name" "$name"; done
for name in gpu_tests gpu_engine_tests gpu_no_cublas_tests; do take "$build/tests/gpu/$name" "$name"; done
take "$build/tests/bench/gpu_runner" gpu_runner
cp "$source"/tests/bench/gpu/*.py "$source"/tests/gpu/race.py "$payload"

plugins=$(dirname "$(find /usr/lib -name libqoffscreen.so -print -quit)")/..
cp -L "$plugins/platforms/libqoffscreen.so" "$payload/plugins/platforms"
cp -L "$plugins/imageformats/libqsvg.so" "$payload/plugins/imageformats" 2> /dev/null || true
cp -L "$plugins/iconengines/libqsvgicon.so" "$payload/plugins/iconengines" 2> /dev/null || true

# The loader and the C library come along: a machine's own may be older than those that this was built with.
python=$(ldd "$build/runahead_python.so" | awk '/libpython/ {print $3}')
{
  ldd "$payload"/runahead "$payload"/*.so "$payload"/gpu_* "$payload"/plugins/*/*.so
  echo "x => ${python:-/nowhere} (x)"
  [ -z "$python" ] || ldd "$python"
  for file in /usr/lib/python3*/lib-dynload/*.so; do ldd "$file"; done
} 2> /dev/null | awk '$2 == "=>" && $3 ~ /^\// {print $3}' | grep -v -e libcuda -e libcublas -e libcupti -e libnvidia | sort -u |
  while read -r library; do
    [ "$library" = /nowhere ] || cp -Ln "$library" "$payload/lib/"
  done
# Opened by name, not linked.
for name in libopenblas.so.0 libgfortran.so.5 libquadmath.so.0; do
  place=$(ldconfig -p | awk -v name="$name" '$1 == name && !found++ {print $NF}')
  [ -z "$place" ] || cp -Ln "$place" "$payload/lib/"
done
cp -L /lib64/ld-linux-x86-64.so.2 "$payload/"
strip --strip-unneeded "$payload"/lib/* 2> /dev/null || true

library=$(/usr/bin/python3 -c 'import os; print(os.path.dirname(os.__file__))')
(cd "$library" && tar -cf - --exclude=__pycache__ --exclude=test --exclude=idlelib --exclude=tkinter --exclude=lib2to3 \
  --exclude=ensurepip --exclude=pydoc_data --exclude='config-*' --exclude=dist-packages .) | tar -xf - -C "$payload/python3.11"
mv "$payload/python3.11" "$payload/$(basename "$library")" 2> /dev/null || true
for font in Inter-Regular Inter-Medium Inter-SemiBold Inter-Bold JetBrainsMono-Regular; do
  place=$(find /usr/share/fonts -name "$font.*tf" -print -quit)
  [ -z "$place" ] || cp "$place" "$payload/fonts/"
done

rm -f "$folder/payload.tar.xz"
tar -C "$payload" -cf - . | xz -T0 -1 > "$folder/payload.tar.xz"
cp "$source/tests/gpu/run.sh" "$folder/"
chmod +x "$folder/run.sh"
megabytes=$(du -sm "$folder" | cut -f1)
echo "$folder: $megabytes MB"
for name in "${missing[@]}"; do echo "left out, since the build tree has none: $name"; done
if [ "$megabytes" -gt 60 ]; then
  echo "more than 60 MB" >&2
  exit 1
fi
