"""A partner's application in nothing but Python's standard library; it passes the same certification as the one in Node."""

import datetime
import http.client
import json
import os
import threading
import time
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ENV = os.environ
APPLICATION_ID = int(ENV["APPLICATION_ID"])
V1 = {"Accept": "application/vnd.api.v2+json"}
AS_PARTNER = {"Authorization": f"Bearer {ENV['PARTNER_TOKEN']}"}
AS_USER = {"Authorization": f"Bearer {ENV['PARTNER_TOKEN']}, User {ENV['SYSTEM_USER_TOKEN']}"}
AS_READER = {"Authorization": f"Bearer {ENV['V3_ACCESS_TOKEN']}"}
JSON = {"Content-Type": "application/json"}

active = set()
pace = threading.Lock()


def send(method, url, headers, body=None):
    """Sends one request at a time, four a second; status 0 means that there was no answer."""
    with pace:
        parts = urllib.parse.urlsplit(url)
        connection = http.client.HTTPConnection(parts.netloc, timeout=20)
        try:
            path = parts.path + (f"?{parts.query}" if parts.query else "")
            connection.request(method, path, body=body, headers=headers)
            answer = connection.getresponse()
            text = answer.read()
            return answer.status, answer.headers, json.loads(text) if text else {}
        except (OSError, http.client.HTTPException, ValueError):
            return 0, {}, {}
        finally:
            connection.close()
            time.sleep(0.25)


def confirm(location):
    body = json.dumps({"salon_id": location, "application_id": APPLICATION_ID})
    for pause in (2, 5, None):
        status, _, _ = send("POST", f"{ENV['APP_URL']}/marketplace/partner/callback", {**V1, **AS_PARTNER, **JSON}, body)
        if status == 201:
            active.add(location)
            send("GET", f"{ENV['BASE_URL']}/companies?my=1", {**V1, **AS_USER})
            return
        if 400 <= status < 500 or pause is None:
            return
        time.sleep(pause)


def sync_resources(location):
    cursor, restarts = None, 0
    while location in active:
        query = {"limit": 10, **({} if cursor is None else {"cursor": cursor})}
        url = f"{ENV['V3_BASE_URL']}/locations/{location}/resources?{urllib.parse.urlencode(query)}"
        status, headers, page = send("GET", url, AS_READER)
        if status == 429:
            time.sleep(int(headers.get("Retry-After", "1")))
        elif status == 422 and restarts < 1:
            cursor, restarts = None, restarts + 1
        elif status != 200 or not page["has_more"]:
            return
        else:
            cursor = page["next_cursor"]


def sync_calls(location):
    today = datetime.date.today()
    fields = {"salon_id": location, "date_from": str(today - datetime.timedelta(days=30)), "date_to": str(today), "limit": 15}
    page = 1
    while location in active:
        body = json.dumps({**fields, "page": page})
        status, _, answer = send("GET", f"{ENV['BASE_URL']}/voip/integration/calls", {**V1, **AS_USER, **JSON}, body)
        if status != 200 or not answer["data"]:
            return
        page += 1


def take_lifecycle(event):
    active.discard(event.get("salon_id"))


def later(work):
    return lambda body: threading.Thread(target=work, args=(int(body["location_id"]),), daemon=True).start()


ROUTES = {
    "/connect": (later(confirm), 200),
    "/sync/resources": (later(sync_resources), 202),
    "/sync/calls": (later(sync_calls), 202),
    "/hooks": (lambda event: None, 204),
    "/lifecycle": (take_lifecycle, 204),
}


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.answer(200 if self.path == "/health" else 404)

    def do_POST(self):
        work, status = ROUTES.get(self.path, (None, 404))
        body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        if work:
            work(json.loads(body))
        self.answer(status)

    def answer(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    # The standard backlog of five is too short for twenty webhooks at once.
    request_queue_size = 128


Server(("127.0.0.1", int(ENV.get("PORT", "4200"))), Handler).serve_forever()
