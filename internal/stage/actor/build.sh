#!/bin/sh
# Builds the actor for the processors that a stage knows, beside its source or into
# the folder $1. It needs gcc and gcc-aarch64-linux-gnu.
set -eu
cd "$(dirname "$0")"
out=${1:-.}
build() {
    processor=$1 compiler=$2
    shift 2
    "$compiler" -std=c11 -Os -Wall -Wextra -Werror -ffreestanding -fno-stack-protector -fno-pie \
        -fno-asynchronous-unwind-tables -fno-tree-loop-distribute-patterns "$@" -static -nostdlib -no-pie -s \
        -Wl,--build-id=none -Wl,-z,norelro -Wl,-z,noseparate-code -Wl,-z,noexecstack -o "$out/actor_$processor" actor.c
}
build amd64 gcc -fcf-protection=none
build arm64 aarch64-linux-gnu-gcc -mno-outline-atomics
