import { afterEach, expect, test, vi } from "vitest";
import { manualClock } from "../../harness/testing/manual-clock.ts";
import { resultsFrom } from "../../record/from-journal.ts";
import type { Entry } from "../../record/journal.ts";
import { begin, end } from "../../record/testing/runs.ts";
import type { Certifier } from "./certifier/certifier.ts";
import { noNetwork } from "./context.ts";
import { dialectsOf, SpokenDialect } from "./dialects/dialect.ts";
import { judgeRequests } from "./judging/judge-requests.ts";
import { Recorder } from "./recorder.ts";
import { Links } from "./requests/links.ts";
import { type PartnerRequest, readRequest } from "./requests/partner-request.ts";
import { callsRequested } from "./scenarios/calls.ts";
import { suspectHistory, trySuspicionsAgain } from "./second-tries.ts";

const origin = "http://127.0.0.1:9";
const urls = { base_url: origin, api_root: origin, app_url: origin, v3_base_url: `${origin}/v3` };

afterEach(() => void vi.restoreAllMocks());

/** The result of RATE-12, or another requirement, for an application that sends so many requests at once and, when the scenario is played again, so many. */
async function resultOf(first: number, again: number, { isRemote = true, id = "RATE-12" } = {}) {
  const clock = manualClock();
  const entries: Entry[] = [begin({ judges: "partner" })];
  const recorder = new Recorder({ write: (entry) => void entries.push(entry) }, ["calls"], { clock, secrets: {} });
  const requests: PartnerRequest[] = [];
  const traffic = { requests, strays: new Set<PartnerRequest>(), links: new Links() };
  const context = {
    clock,
    recorder,
    urls,
    credentials: { partner_token: "P", system_user_token: "S", v3_token: "V", owner_user_token: "O" },
    locations: [100],
    network: { ...noNetwork, isRemote },
    profile: { claims: ["calls"], actions: {} },
    dialect: new SpokenDialect(dialectsOf(1)),
  };
  const certifier = { recorder, context, traffic, requests, undone: { reportLeft: async () => undefined } };
  const send = (count: number) => {
    const [at, url] = [new Date(clock.now()).toISOString(), "/marketplace/salon/100/application/200"];
    for (let n = 1; n <= count; n++)
      requests.push(
        readRequest({ n, at, surface: "app", method: "GET", url, headers: [], body: "", status: 200 }, urls),
      );
  };
  const scenario = vi.spyOn(callsRequested, "run").mockImplementation(async () => {
    await clock.wait(60_000);
    send(again);
  });
  recorder.during(callsRequested, () => recorder.step("calls are asked for", 100));
  send(first);
  const suspected = suspectHistory(certifier as unknown as Certifier);
  await trySuspicionsAgain(certifier as unknown as Certifier, new Map());
  await judgeRequests(certifier as never, suspected);
  const { requirements } = resultsFrom([...entries, end]);
  const { outcome, repeated } = requirements.find((each) => each.id === id) ?? {};
  return { outcome, repeated, played: scenario.mock.calls.length };
}

test("a burst that may have come together by accident is flaky if it does not come again", async () => {
  expect(await resultOf(11, 5)).toEqual({ outcome: "warn", repeated: { failed: 0, of: 1 }, played: 1 });
});

test("one that comes again counts", async () => {
  expect(await resultOf(11, 12)).toEqual({ outcome: "fail", repeated: { failed: 1, of: 1 }, played: 1 });
});

test("on one machine it may have come together too, because the application was kept from running", async () => {
  expect(await resultOf(11, 5, { isRemote: false })).toEqual({
    outcome: "warn",
    repeated: { failed: 0, of: 1 },
    played: 1,
  });
});

test.each([
  ["alone", 9, 5, 0],
  ["alone", 9, 7, 1],
  ["together with what counts", 11, 5, 0],
])("what only warns is tried again once, %s", async (_, first, again, failed) => {
  const expected = { outcome: "warn", repeated: { failed, of: 1 }, played: 1 };
  expect(await resultOf(first, again, { id: "RATE-13" })).toEqual(expected);
});

test("one that is too large for an accident counts at once", async () => {
  expect(await resultOf(21, 5)).toEqual({ outcome: "fail", repeated: undefined, played: 0 });
});
