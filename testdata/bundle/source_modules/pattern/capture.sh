#!/bin/sh
# Captures a process table for "tspi classify". The person who runs it reads the
# table; the classifier never does. The columns and their order are the
# contract's, and the header line is kept: it proves the dialect.
#
#   sh capture.sh | tspi classify
set -eu

# -ww keeps long lines whole, and the C locale keeps the decimal point a point.
LC_ALL=C exec ps -axww -o pid,ppid,etime,pcpu,rss,command 2>/dev/null
