#!/usr/bin/env python3
"""A small backend that does what the GTSD contract asks for, and calls everything otherwise: server.py [PORT]

Other paths and methods, a header field of its own for the session, snake case, another envelope, the account's id in paths, ids
that are texts, goals in capitals, instants in milliseconds, a write that is answered without a body, and a list without pages. It
keeps everything in memory and serves this machine alone. `other-backend.json` beside it has the map for it:

    python3 server.py 8090 &
    gtsd-sim load other-backend.json --target http://127.0.0.1:8090 --check
    gtsd-sim load other-backend.json --target http://127.0.0.1:8090
"""
import itertools, json, re, sys, threading, time
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

LOCK, NUMBERS = threading.Lock(), itertools.count(1)
BY_MAIL, BY_TOKEN, FILES = {}, {}, {}


class No(Exception):
    pass


def stamp(moment):
    return round(moment.timestamp() * 1000)


def text_id(kind):
    return f"{kind}-{next(NUMBERS)}"


def now():
    return datetime.now(timezone.utc)


class Account:
    def __init__(self, body):
        self.number, self.mail, self.password, self.name = text_id("person"), body["mail"], body["secret"], body["name"]
        self.body, self.rows, self.photos, self.plan, self.once = {}, [], [], None, {}

    def session(self):
        tokens = {"access_token": f"a{next(NUMBERS)}", "refresh_token": f"r{next(NUMBERS)}"}
        for token in tokens.values():
            BY_TOKEN[token] = self
        return {"account": self.person(), "tokens": tokens}

    def person(self):
        return {"number": self.number, "mail": self.mail, "name": self.name, "is_onboarded": bool(self.body)}

    def diet(self):
        return {key: self.body[key] for key in ("diet", "allergies", "meals_per_day")}

    def compute(self):
        # No two rows are of one second, in which clients tell them apart.
        self.computed = max(now(), self.computed + timedelta(seconds=1)) if self.rows else now() - timedelta(seconds=5)
        self.rows.append({"at": stamp(self.computed), "seen": None})

    def energy(self):
        basal = round(10 * self.body["weight"] + 6.25 * self.body["height"] - 100)
        return {"bmi": round(self.body["weight"] / (self.body["height"] / 100) ** 2, 2), "bmr": basal, "tdee": round(basal * 1.4)}

    def targets(self):
        return {"calories": self.energy()["tdee"], "protein": 140, "water": 2800, **self.energy()}

    def stored(self, key, task, size):
        if key not in self.once:
            self.once[key] = {"number": text_id("photo"), "task": task, "bytes": size}
            self.photos.insert(0, self.once[key])
        return {"photo": self.once[key]}


def health(me, ask):
    return 200, {"status": "fine"}


def sound(condition):
    if not condition:
        raise No(400)


def sign_up(me, ask):
    sound("@" in ask.json["mail"] and len(ask.json["secret"]) >= 8)
    if ask.json["mail"] in BY_MAIL:
        raise No(409)
    BY_MAIL[ask.json["mail"]] = Account(ask.json)
    return 201, BY_MAIL[ask.json["mail"]].session()


def log_in(me, ask):
    account = BY_MAIL.get(ask.json["mail"])
    if not account or account.password != ask.json["secret"]:
        raise No(401)
    return 200, account.session()


def refresh(me, ask):
    account = BY_TOKEN.pop(ask.json["refresh_token"], None)
    if not account:
        raise No(401)
    return 200, account.session()


def log_out(me, ask):
    BY_TOKEN.pop(ask.json["refresh_token"], None)
    return 204, None


def rename(me, ask):
    me.name = ask.json["name"]
    return 200, me.person()


def onboarded(me):
    if not me.body:
        raise No(404)


def diet(me, ask):
    onboarded(me)
    return 200, me.diet()


def change(me, ask):
    onboarded(me)
    sound(1 <= ask.json.get("meals_per_day", 3) <= 10)
    me.body.update(ask.json)
    if "weight" in ask.json or "height" in ask.json:
        me.compute()
    return 200, {"body": me.body, "plan_changed": False}


def change_diet(me, ask):
    change(me, ask)
    return 204, None


def onboard(me, ask):
    sound(50 <= ask.json["height"] <= 300 and ask.json["goal"].isupper() and isinstance(ask.json["target_date"], int))
    me.body = ask.json
    me.compute()
    return 200, me.person()


def body(me, ask):
    onboarded(me)
    some = lambda *keys: {key: me.body.get(key) for key in keys}
    return 200, {
        "account": me.person(), "person": some("born", "gender", "height"), "health": some("weight", "target_weight"),
        "goals": some("goal", "target_date", "activity"), "diet": me.diet(), "targets": me.targets()}


def why(me, ask):
    onboarded(me)
    said = lambda figure: {"value": figure, "text": "so"}
    targets = me.targets()
    return 200, {
        "now": {key: me.body[key] for key in ("weight", "height", "gender", "activity")},
        "goals": {key: me.body[key] for key in ("goal", "target_weight", "target_date")},
        "figures": {"bmr": said(targets["bmr"]), "tdee": said(targets["tdee"]),
                    "targets": {key: said(targets[key]) for key in ("calories", "protein", "water")}}}


def figures(me, ask):
    onboarded(me)
    row = me.rows[-1]
    return 200, {"row": {**me.energy(), "at": row["at"], "version": 1}, "is_seen": row["seen"] is not None}


def see(me, ask):
    for row in me.rows:
        if row["at"] // 1000 == ask.json["at"] // 1000:
            row["seen"] = row["seen"] or stamp(now())
            return 200, {"seen_at": row["seen"], "version": 1}
    raise No(404)


def plan(me, ask):
    if not me.rows or not me.rows[-1]["seen"]:
        raise No(400)
    me.plan = me.plan or {"number": text_id("plan"), "from": stamp(now()), "to": stamp(now() + timedelta(days=7))}
    return 200, {"plan": me.plan, "targets": me.targets()}


def upload(me, ask):
    task = re.search(rb'name="task"\r\n\r\n(task-\d+)', ask.body)
    return 201, me.stored(ask.once, task.group(1).decode(), len(ask.body))


def presign(me, ask):
    key = f"{me.number}-{next(NUMBERS)}-{ask.json['file_name']}"
    return 200, {"url": f"/files/{key}", "key": key}


def store(me, ask):
    FILES[ask.parts[0]] = len(ask.body)
    return 200, {}


def confirm(me, ask):
    if ask.json["key"] not in FILES:
        raise No(404)
    return 201, me.stored(ask.json["key"], ask.json.get("task"), FILES[ask.json["key"]])


def photos(me, ask):
    task = re.search(r"task=([^&]+)", ask.path)
    found = [{"photo": photo} for photo in me.photos if not task or photo["task"] == task.group(1)]
    most = int(re.search(r"most=(\d+)", ask.path).group(1))
    return 200, {"pictures": found[:most], "next": None}


def delete_photo(me, ask):
    if all(photo["number"] != ask.parts[1] for photo in me.photos):
        raise No(404)
    me.photos = [photo for photo in me.photos if photo["number"] != ask.parts[1]]
    return 204, None


def todo(me, ask):
    return 200, {"list": [{"number": f"task-{number}", "state": "open"} for number in (1, 2, 3)]}


def proof(me, ask):
    return 201, {"number": text_id("proof")}


def days(me, ask):
    return 200, {"days": {"in_a_row": 0, "best": 0}}


def delete_account(me, ask):
    del BY_MAIL[me.mail]
    for token in [token for token, account in BY_TOKEN.items() if account is me]:
        del BY_TOKEN[token]
    return 204, None


OPEN = [("GET", "/status", health), ("POST", "/people", sign_up), ("POST", "/sessions", log_in),
        ("PATCH", "/sessions", refresh), ("DELETE", "/sessions", log_out), ("PUT", r"/files/(\S+)", store)]
CLOSED = [("GET", r"/people/([\w-]+)", lambda me, ask: (200, me.person())), ("PATCH", r"/people/([\w-]+)", rename),
          ("DELETE", r"/people/([\w-]+)", delete_account), ("GET", r"/people/([\w-]+)/diet", diet),
          ("PATCH", r"/people/([\w-]+)/diet", change_diet), ("PUT", r"/people/([\w-]+)/body", onboard),
          ("GET", r"/people/([\w-]+)/body", body), ("PATCH", r"/people/([\w-]+)/body", change),
          ("GET", r"/people/([\w-]+)/export", body), ("GET", "/why", why), ("GET", "/figures", figures),
          ("PUT", "/figures/seen", see), ("POST", "/plans", plan), ("POST", "/photos", upload), ("GET", "/photos", photos),
          ("POST", "/uploads", presign), ("PUT", "/uploads", confirm), ("DELETE", r"/people/([\w-]+)/photos/([\w-]+)", delete_photo),
          ("GET", "/todo", todo), ("POST", "/proofs", proof), ("GET", "/days", days)]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def serve(self):
        self.body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.once = self.headers.get("X-Once") or object()
        is_json = (self.headers.get("Content-Type") or "").startswith("application/json")
        self.json = json.loads(self.body) if is_json and self.body else {}
        with LOCK:
            try:
                status, reply = self.answer(self.path.split("?")[0])
            except No as no:
                status, reply = no.args[0], {"message": "no"}
            except KeyError as missing:
                status, reply = 400, {"message": f"no {missing}"}
        data = b"" if reply is None else json.dumps({"result": reply} if status < 300 else {"fault": reply}).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        if status != 204:
            self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def answer(self, path):
        account = BY_TOKEN.get((self.headers.get("X-Session") or "").removeprefix("Token "))
        for method, pattern, function in OPEN + CLOSED:
            match = re.fullmatch(pattern, path)
            if match and method == self.command:
                if (method, pattern, function) in CLOSED and not account:
                    raise No(401)
                self.parts = match.groups()
                if pattern.startswith(r"/people/([\w-]+)") and self.parts[0] != account.number:
                    raise No(403)
                return function(account, self)
        raise No(404)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = serve

    def log_message(self, *arguments):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads, request_queue_size = True, 256


if __name__ == "__main__":
    Server(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 8090), Handler).serve_forever()
