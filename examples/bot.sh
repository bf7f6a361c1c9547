#!/bin/sh
# A program that takes a seat at a table of Brehon by its link and any legal move there: sh bot.sh LINK
# It needs curl, and python3 to read JSON.
set -eu
api="${1%%/join/*}/api/v1"
# take the seat: its table, and its key, which is shown this once
read -r table token <<END
$(curl -sf -d '{}' -H 'Content-Type: application/json' "$api/join/${1##*/}" |
  python3 -c 'import json, sys; seat = json.load(sys.stdin); print(seat["table"], seat["token"])')
END
path="$api/tables/$table"
key="Authorization: Bearer $token"
bell=$(mktemp -u)
mkfifo "$bell"
listening=
trap 'kill $listening 2>/dev/null || true; rm -f "$bell"' EXIT

# status, ply and the number of a move: "playing 17 4", "playing 18 -", "over 61 -"
look() {
  curl -sf -H "$key" "$path" | python3 -c '
import json, random, sys
table = json.load(sys.stdin)
move = random.choice(table["legal"])["action"] if table["legal"] else "-"
print(table["status"], table["ply"], move)'
}

# decide as long as it is our turn; succeeds when the game is over
play() {
  while read -r status ply move <<END
$(look)
END
    [ "$move" != - ]; do
    curl -s -o /dev/null -H "$key" -H 'Content-Type: application/json' \
      -d "{\"ply\": $ply, \"action\": $move}" "$path/move"
  done
  [ "$status" = over ]
}

until play; do # once more if the server was restarted
  curl -sN -H "$key" "$path/events" >"$bell" &
  listening=$!
  while read -r line; do
    case $line in data:*) play && exit ;; esac
  done <"$bell"
  sleep 1
done
