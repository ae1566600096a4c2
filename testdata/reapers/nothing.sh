#!/bin/sh
# Does nothing at all.
