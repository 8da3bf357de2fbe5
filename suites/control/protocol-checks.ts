import { seconds } from "../../base/durations.ts";
import { momentOf } from "../../base/formats/formats.ts";
import { fieldsOf } from "../../base/json.ts";
import { controlCalls } from "../../harness/control/control-calls.ts";
import { httpPort } from "../../harness/control/control-http.ts";
import type { ControlChecker } from "./control-checker.ts";
import { grant, linkOf, readLink, statusOf } from "./links.ts";

const known: ReadonlySet<string> = new Set(
  Object.values(controlCalls).flatMap((call) => ("capability" in call ? [call.capability] : [])),
);

/** GET /: what is offered, and to whom. */
export async function checkDescription(checker: ControlChecker): Promise<void> {
  const { description } = checker;
  for (const capability of description.capabilities)
    checker.expect(
      "describe",
      known.has(capability),
      `there is no capability ${capability}`,
      `known ones are ${[...known].join(", ")}`,
    );
  const { control: written } = checker.session.written;
  if (!written || !("url" in written)) return;
  const stranger = httpPort({ url: written.url, token: "assay-0000-never-issued" });
  const refused = await stranger.call("describe").then(
    () => false,
    (error: unknown) => (error as { key?: string }).key === "control.token",
  );
  checker.expect(
    "describe",
    refused,
    "a wrong token is not refused with 401",
    "answer 401 where the token is missing or wrong",
  );
  const slashed = httpPort({ url: `${written.url.replace(/\/$/, "")}//`, token: written.token ?? "" });
  const isThere = await slashed.call("describe").then(
    () => true,
    () => false,
  );
  checker.expect(
    "describe",
    isThere,
    "it is not answered with a slash at its end",
    "answer with and without the slash",
  );
}

/** POST /reset: a world that works, in which nothing is left of the one before. */
export async function checkReset(checker: ControlChecker): Promise<void> {
  const { urls, credentials } = checker.target;
  for (const [name, value] of [
    ["urls.base_url", urls.base_url],
    ["credentials.partner_token", credentials.partner_token],
  ])
    checker.expect("reset", value !== undefined, `the answer has no ${name}`, "answer urls, credentials and fixtures");
  const { status } = await checker.ask("listCountries", "partner_token", {});
  checker.expect(
    "reset",
    status !== 401,
    "the new world refuses its own partner token with 401",
    "answer credentials that the new world knows",
  );
  const state = statusOf(await readLink(checker, linkOf(checker)));
  checker.expect(
    "reset",
    state !== "active" && state !== "pending" && state !== "freezed",
    `the application is ${JSON.stringify(state)} at fixtures.location_id`,
    "install nothing there",
  );
  await grant(checker, linkOf(checker));
  const before = checker.session.timer.now();
  await checker.reset();
  const after = statusOf(await readLink(checker, linkOf(checker)));
  checker.expect(
    "reset",
    after !== "active" && after !== "pending",
    `a link that was ${JSON.stringify(after)} is still there after a second reset`,
    "forget everything at each reset",
  );
  if (!checker.session.can("clock")) return;
  const { now } = await checker.control.advance(1);
  checker.expect(
    "reset",
    Date.parse(now) >= before,
    `the clock shows ${now} after a reset, earlier than before it`,
    "leave the clock as it is, or move it on",
  );
}

/** By how much a clock is moved: more than any lag, less than any window. */
const step = 7200;

/** The number of seconds that two moments may differ that belong to one: requests take time on a clock that runs. */
const lag = 60;

/** POST /clock/advance: the clock of the whole platform moves, by as much as was said. */
export async function checkClock(checker: ControlChecker): Promise<void> {
  const { control, description } = checker;
  const before = Date.parse((await control.advance(1)).now);
  const moved = (Date.parse((await control.advance(step)).now) - before) / 1000;
  const most = description.clock === "frozen" ? step + 1 : step + lag;
  checker.expect(
    "advance",
    moved >= step - 1 && moved <= most,
    `{"seconds":${step}} moves the clock by ${moved} s`,
    `move it by ${step} s, and answer the time after that`,
  );
  const { now } = await control.describe();
  const shown = (Date.parse(now) - before) / 1000 - moved;
  // An adapter without a time of its own is moved on by a second to learn it.
  checker.expect(
    "describe",
    shown >= 0 && shown <= (description.clock === "frozen" ? 1 : lag),
    `now is ${now}, but the clock was just moved to ${new Date(before + moved * 1000).toISOString()}`,
    "give the time of the clock that advance moves",
  );
  for (const wrong of [0, -5, 1.5]) await checker.expectRefusal("advance", { seconds: wrong }, `{"seconds":${wrong}}`);
  await checker.try("advance", () => checkVisibleTime(checker));
}

/** Links that are made before and after the clock moves are as far apart as it moved. */
async function checkVisibleTime(checker: ControlChecker): Promise<void> {
  await checker.reset();
  const [first, second] = [linkOf(checker), linkOf(checker, checker.fixture("fast_application_id"))];
  await grant(checker, first);
  await checker.control.advance(step);
  await grant(checker, second);
  const [made, madeLater] = [await createdAt(checker, first), await createdAt(checker, second)];
  const apart = (madeLater - made) / 1000;
  checker.expect(
    "advance",
    Math.abs(apart - step) <= lag,
    `links made before and after {"seconds":${step}} are ${apart} s apart by created_at`,
    "let the whole platform use the clock that this call moves",
  );
}

async function createdAt(checker: ControlChecker, link: ReturnType<typeof linkOf>): Promise<number> {
  const { connection_status } = fieldsOf(fieldsOf((await readLink(checker, link)).json).data);
  const created = momentOf(fieldsOf(connection_status).created_at);
  return Number.isNaN(created) ? checker.unseen("the status shows no created_at") : created;
}

/** A frozen clock moves by no other call, nor by itself. */
export async function checkFrozen(checker: ControlChecker): Promise<void> {
  if (checker.description.clock !== "frozen" || checker.control.key !== "control.url") return;
  const before = (await checker.control.describe()).now;
  await new Promise((done) => setTimeout(done, seconds(1.1)));
  const after = (await checker.control.describe()).now;
  checker.expect(
    "describe",
    Date.parse(before) === Date.parse(after),
    `the clock is "frozen", but moves by itself from ${before} to ${after}`,
    'say "running", or stop it',
  );
}
