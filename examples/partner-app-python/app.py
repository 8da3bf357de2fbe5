"""A partner's application in nothing but Python's standard library; it passes the same certification as the one in Node."""

import datetime
import http.client
import json
import os
import sys
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


class Behaviour:
    """What variants change; this is how to do it right."""

    def may_confirm(self, location):
        return True

    def callback(self, location, tries):
        return f"{ENV['APP_URL']}/marketplace/partner/callback", {"salon_id": location, "application_id": APPLICATION_ID}

    def pauses(self, status):
        """The pauses before a callback is tried again."""
        return () if 400 <= status < 500 else (2, 5)

    def may_read(self, location, page):
        return location in active

    def resources_query(self, cursor):
        return {"limit": 10, **({} if cursor is None else {"cursor": cursor})}

    def has_more(self, location, number, page):
        return page["has_more"]

    def wait(self, seconds):
        time.sleep(seconds)

    def restarts(self, cursor, restarts):
        """Where to go on after a refused cursor; False to give up."""
        return None if restarts < 1 else False

    def calls_fields(self, location, page):
        today = datetime.date.today()
        begin = today - datetime.timedelta(days=30)
        return {"salon_id": location, "date_from": str(begin), "date_to": str(today), "limit": 15, "page": page}

    def is_last(self, location, page, calls):
        return not calls

    def hook_status(self, event):
        return 204

    def lifecycle_status(self, event):
        return 204

    def forget(self, event):
        active.discard(event.get("salon_id"))


behaviour = Behaviour()


def send(method, url, headers, body=None):
    """Sends one request at a time, three a second and less than 200 a minute; status 0 means that there was no answer."""
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
            time.sleep(0.32)


def confirm(location):
    if not behaviour.may_confirm(location):
        return
    tries = 0
    while True:
        url, fields = behaviour.callback(location, tries)
        status, _, _ = send("POST", url, {**V1, **AS_PARTNER, **JSON}, json.dumps(fields))
        if status == 201:
            active.add(location)
            send("GET", f"{ENV['BASE_URL']}/companies?my=1", {**V1, **AS_USER})
            return
        pauses = behaviour.pauses(status)
        if tries >= len(pauses):
            return
        time.sleep(pauses[tries])
        tries += 1


def sync_resources(location):
    cursor, restarts, number = None, 0, 1
    while behaviour.may_read(location, number):
        query = urllib.parse.urlencode(behaviour.resources_query(cursor))
        status, headers, page = send("GET", f"{ENV['V3_BASE_URL']}/locations/{location}/resources?{query}", AS_READER)
        if status == 429:
            behaviour.wait(int(headers.get("Retry-After", "1")))
        elif status == 422:
            cursor = behaviour.restarts(cursor, restarts)
            if cursor is False:
                return
            restarts, number = restarts + 1, 1
        elif status != 200 or not behaviour.has_more(location, number, page):
            return
        else:
            cursor, number = page["next_cursor"], number + 1


def sync_calls(location):
    page = 1
    while behaviour.may_read(location, page):
        body = json.dumps(behaviour.calls_fields(location, page))
        status, _, answer = send("GET", f"{ENV['BASE_URL']}/voip/integration/calls", {**V1, **AS_USER, **JSON}, body)
        if status != 200 or behaviour.is_last(location, page, answer["data"]):
            return
        page += 1


def take_webhook(event):
    return behaviour.hook_status(event)


def take_lifecycle(event):
    behaviour.forget(event)
    return behaviour.lifecycle_status(event)


def later(work, status):
    """Begins some work, and answers at once."""

    def begin(body):
        threading.Thread(target=work, args=(int(body["location_id"]),), daemon=True).start()
        return status

    return begin


ROUTES = {
    "/connect": later(confirm, 200),
    "/sync/resources": later(sync_resources, 202),
    "/sync/calls": later(sync_calls, 202),
    "/hooks": take_webhook,
    "/lifecycle": take_lifecycle,
}


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.answer(200 if self.path == "/health" else 404)

    def do_POST(self):
        work = ROUTES.get(self.path)
        body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        self.answer(work(json.loads(body)) if work else 404)

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


if len(sys.argv) > 1:
    # A variant, to show what a certification finds.
    sys.modules["app"] = sys.modules[__name__]
    import variants

    behaviour = variants.variant(sys.argv[1])

Server(("127.0.0.1", int(ENV.get("PORT", "4200"))), Handler).serve_forever()
