#!/bin/sh
# A program that sits at a table of Brehon and takes any legal move: sh bot.sh SERVER TABLE TOKEN
# It needs curl, and python3 to read JSON.
set -eu
path="$1/api/v1/tables/$2"
key="Authorization: Bearer $3"
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
