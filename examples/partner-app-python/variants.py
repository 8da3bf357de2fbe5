"""Ways to misbehave, as classes that change the behaviour; variants.mjs names the requirement that each breaks."""

import os
import time

import app
from app import Behaviour, active


class NeverConfirms(Behaviour):
    def may_confirm(self, location):
        return False


class ConfirmsThreeLocations(Behaviour):
    def __init__(self):
        self.known = set()

    def may_confirm(self, location):
        if len(self.known) < 3:
            self.known.add(location)
        return location in self.known


class ConfirmsALocationTwice(Behaviour):
    def __init__(self):
        self.times = {}

    def may_confirm(self, location):
        self.times[location] = self.times.get(location, 0) + 1
        return self.times[location] <= 2


class IdsInText(Behaviour):
    def callback(self, location, tries):
        url, fields = super().callback(location, tries)
        return url, {key: str(value) for key, value in fields.items()}


class WrongHost(Behaviour):
    def callback(self, location, tries):
        url, fields = super().callback(location, tries)
        return url.replace(app.ENV["APP_URL"], app.ENV["BASE_URL"]), fields


class WrongHostLater(WrongHost):
    def callback(self, location, tries):
        return super().callback(location, tries) if tries > 0 else Behaviour.callback(self, location, tries)


class NeverGivesUp(Behaviour):
    def pauses(self, status):
        return (0.4,) * 1_000_000


class ReadsEverything(Behaviour):
    def may_read(self, location, page):
        return True


class FinishesWalks(Behaviour):
    def may_read(self, location, page):
        return location in active or page > 1


class ReadsTheFirstLocation(Behaviour):
    first = None

    def may_read(self, location, page):
        self.first = self.first or location
        return super().may_read(location, page) and location == self.first


class FourPages(Behaviour):
    def has_more(self, location, number, page):
        return page["has_more"] and number < 4

    def is_last(self, location, page, calls):
        return not calls or page >= 4


class OneFullWalk(Behaviour):
    walks = 0

    def has_more(self, location, number, page):
        self.walks += number == 1
        return page["has_more"] and self.walks == 1


class LongPages(Behaviour):
    def resources_query(self, cursor):
        return {**super().resources_query(cursor), "limit": 500}


class CursorsInCapitals(Behaviour):
    def resources_query(self, cursor):
        return super().resources_query(cursor and cursor.upper())


class StubbornCursor(Behaviour):
    def restarts(self, cursor, restarts):
        return cursor


class GivesUpOnCursors(Behaviour):
    def restarts(self, cursor, restarts):
        return False


class HalfTheWait(Behaviour):
    def wait(self, seconds):
        time.sleep(seconds / 2)


class WaitsTwoSeconds(Behaviour):
    def wait(self, seconds):
        time.sleep(min(seconds, 2))


class CallsOfAType(Behaviour):
    def calls_fields(self, location, page):
        return {**super().calls_fields(location, page), "types": ["lost"]}


class CallsWithTimes(Behaviour):
    def calls_fields(self, location, page):
        fields = super().calls_fields(location, page)
        return {**fields, "date_to": fields["date_to"] + "T00:00:00"}


class CallsForEver(Behaviour):
    def calls_fields(self, location, page):
        return super().calls_fields(location, 1)

    def is_last(self, location, page, calls):
        return False


class HooksWithoutNull(Behaviour):
    def hook_status(self, event):
        data = event["data"]
        return 500 if isinstance(data, dict) and None in data.values() else 200


class HooksOfTheFirst(Behaviour):
    first = None

    def hook_status(self, event):
        self.first = self.first or event["company_id"]
        return 200 if event["company_id"] == self.first else 404


class HooksInTime(Behaviour):
    def hook_status(self, event):
        time.sleep(17)
        return 200


class HooksWithFiveKeys(Behaviour):
    def hook_status(self, event):
        return 200 if len(event) == 5 else 400


class FreezesAreErrors(Behaviour):
    def lifecycle_status(self, event):
        return 500 if event["event"] == "freeze" else 200


class FreezesDoNotCount(Behaviour):
    def forget(self, event):
        if event["event"] != "freeze":
            super().forget(event)


class DiesOfUninstalls(Behaviour):
    def forget(self, event):
        if event["event"] == "uninstall":
            print("Traceback: no such tenant", flush=True)
            os._exit(9)
        super().forget(event)


def variant(name):
    """The variant with a name; variants.mjs lists them."""
    return globals()["".join(word.capitalize() for word in name.removeprefix("Python: ").split())]()
