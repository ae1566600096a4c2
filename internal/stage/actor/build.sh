#!/bin/sh
# Builds the actor beside its source, or into the folder $1, for both processors that a
# stage knows or for $2 alone. It needs gcc and gcc-aarch64-linux-gnu.
set -eu
cd "$(dirname "$0")"
out=${1:-.} only=${2:-}
build() {
    processor=$1 compiler=$2
    shift 2
    [ -z "$only" ] || [ "$only" = "$processor" ] || return 0
    "$compiler" -std=c11 -Os -Wall -Wextra -Werror -ffreestanding -fno-stack-protector -fno-pie \
        -fno-asynchronous-unwind-tables -fno-tree-loop-distribute-patterns "$@" -static -nostdlib -no-pie -s \
        -Wl,--build-id=none -Wl,-z,norelro -Wl,-z,noseparate-code -Wl,-z,noexecstack -o "$out/actor_$processor" actor.c
}
build amd64 gcc -fcf-protection=none
build arm64 aarch64-linux-gnu-gcc -mno-outline-atomics
