#!/bin/sh
# What the tests need beyond Python: a browser, PostgreSQL, node. Installs it from Debian's packages where that is possible (apt-get,
# as root); otherwise says the one command to run. In CI nothing may be missing. A browser is never downloaded from elsewhere.
set -eu

packages=""
has() { command -v "$1" >/dev/null 2>&1; }
[ -n "${BREHON_CHROMIUM:-}" ] || has chromium || packages="$packages chromium"
[ -n "${BREHON_CHROMIUM:-}" ] || has chromium-headless-shell || packages="$packages chromium-headless-shell" # half the time
{ has fc-list && fc-list | grep -qi dejavu; } || packages="$packages fontconfig fonts-dejavu-core"
has initdb || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || packages="$packages postgresql"
has node || packages="$packages nodejs"
[ -n "$packages" ] || exit 0

command="apt-get install -y --no-install-recommends$packages"
if has apt-get && [ "$(id -u)" = 0 ]; then
  echo "Installing what the tests need:$packages"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  $command -qq >/dev/null
  exit 0
fi
has apt-get && has sudo && command="sudo $command"
if [ -n "${CI:-}" ]; then
  echo "In CI no test may be skipped. Run: $command" >&2
  exit 1
fi
echo "Note: tests that need$packages will be skipped. To run them too: $command" >&2
