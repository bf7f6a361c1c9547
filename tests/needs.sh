#!/bin/sh
# What the tests need beyond Python: says so at once instead of failing in the middle.
if ! command -v chromium >/dev/null 2>&1 && [ -z "${BREHON_CHROMIUM:-}" ]; then
  if [ -n "${CI:-}" ]; then
    echo "The browser tests need chromium, and in CI none may be skipped. Debian: apt-get install chromium" >&2
    exit 1
  fi
  echo "Note: chromium was not found, so the browser tests will be skipped (Debian: apt-get install chromium," >&2
  echo "or set BREHON_CHROMIUM to a Chromium or Chrome)." >&2
fi
