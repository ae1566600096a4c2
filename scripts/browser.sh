#!/usr/bin/env bash
# Opens our pages in a headless Chromium (make browser). In CI, where it may
# install packages, it installs the browser when there is none; elsewhere it says
# loudly that nothing was tested. With an argument, a folder, it also makes the
# pictures of the documentation: scripts/browser.sh docs/images
set -euo pipefail
cd "$(dirname "$0")/.."

find_browser() {
  for name in chromium chromium-browser google-chrome; do
    if command -v "$name"; then return 0; fi
  done
  return 1
}

if ! browser=$(find_browser) && [ -n "${CI:-}" ] && [ "$(id -u)" = 0 ]; then
  apt-get -qq update && apt-get -qq -y install --no-install-recommends chromium >/dev/null
fi
if ! browser=$(find_browser) || ! command -v npm >/dev/null; then
  echo '**** NO BROWSER TEST: this needs chromium and npm (apt-get install chromium npm) ****' >&2
  if [ -n "${CI:-}" ]; then exit 1; fi
  exit 0
fi

(cd testdata/browser && npm ci --no-audit --no-fund --loglevel=error)
if [ $# -gt 0 ]; then TSPI_IMAGES=$(cd "$1" && pwd); export TSPI_IMAGES; fi
TSPI_BROWSER=$browser exec go test -count=1 -v -timeout 5m ./internal/browsertest
