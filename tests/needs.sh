#!/bin/sh
# What the tests need beyond Python: says so at once instead of failing in the middle.
missing() { # what is missing, which tests need it, what helps
  if [ -n "${CI:-}" ]; then
    echo "The $2 tests need $1, and in CI none may be skipped. $3" >&2
    exit 1
  fi
  echo "Note: $1 was not found, so the $2 tests will be skipped. $3" >&2
}

if ! command -v chromium >/dev/null 2>&1 && [ -z "${BREHON_CHROMIUM:-}" ]; then
  missing chromium browser "Debian: apt-get install chromium, or set BREHON_CHROMIUM to a Chromium or Chrome."
fi
if ! command -v initdb >/dev/null 2>&1 && ! ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then
  missing "a PostgreSQL server" PostgreSQL "Debian: apt-get install postgresql."
fi
