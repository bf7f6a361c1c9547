"""A program that takes a seat at a table of Brehon by its link and any legal move there: python bot.py LINK"""

import hashlib
import json
import random
import secrets
import sys
import time
import urllib.error
import urllib.request

server, word, token = *sys.argv[1].split("/join/"), ""


def ask(address, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    return urllib.request.urlopen(urllib.request.Request(address, data, headers), timeout=60)


def open_number():
    """After the lock, if it holds our hash and what we were invited to, our number is opened: nobody can choose the cards."""
    lock = json.load(ask(f"{path}/lock"))["lock"]  # keep it to compare it with the record
    if (lock["commitment"], lock["seats"][seat["seat"]].get("number")) == (invited["commitment"], fixed):
        ask(f"{path}/open", {"number": number})


def play():
    """Decide as long as it is our turn; whether the game is over."""
    if json.load(ask(path))["status"] == "locked":
        open_number()
    while (state := json.load(ask(path)))["legal"]:
        move = random.choice(state["legal"])  # put your own idea here: state["view"] is all that our seat may know
        try:
            state = json.load(ask(f"{path}/move", {"ply": state["ply"], "action": move["action"]}))
        except urllib.error.HTTPError as error:
            print(json.load(error)["message"])  # 409: the table has moved on meanwhile, so look again
    return state["status"] == "over"


invited, number = json.load(ask(f"{server}/api/v1/join/{word}")), secrets.token_hex(16)
ours = json.dumps(["brehon number 2", invited["table"], invited["seat"], number], separators=(",", ":"))
fixed = hashlib.sha256(ours.encode()).hexdigest()  # only the hash is sent before the table is locked
seat = json.load(ask(f"{server}/api/v1/join/{word}", {"number_hash": fixed}))
token, path = seat["token"], f"{server}/api/v1/tables/{seat['table']}"  # the key of our seat is shown this once
while True:
    try:
        for line in ask(f"{path}/events"):  # the bell: a line of data whenever something has changed
            if line.startswith(b"data:") and play():
                print("places:", json.load(ask(path))["result"]["places"])
                sys.exit()
    except OSError as error:
        print("trying again:", error)  # the server was restarted, or the line was quiet for long
        time.sleep(1)
