"""A program that takes a seat at a table of Brehon by its link and any legal move there: python bot.py LINK"""

import json
import random
import sys
import time
import urllib.error
import urllib.request

server, word, token = *sys.argv[1].split("/join/"), ""


def ask(address, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    return urllib.request.urlopen(urllib.request.Request(address, data, headers), timeout=60)


def play():
    """Decide as long as it is our turn; whether the game is over."""
    while (state := json.load(ask(path)))["legal"]:
        move = random.choice(state["legal"])  # put your own idea here: state["view"] is all that our seat may know
        try:
            state = json.load(ask(f"{path}/move", {"ply": state["ply"], "action": move["action"]}))
        except urllib.error.HTTPError as error:
            print(json.load(error)["message"])  # 409: the table has moved on meanwhile, so look again
    return state["status"] == "over"


seat = json.load(ask(f"{server}/api/v1/join/{word}", {}))
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
