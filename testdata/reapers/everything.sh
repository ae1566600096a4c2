#!/bin/sh
# Ends everything that it can reach.
kill -TERM -1
kill -KILL -1
