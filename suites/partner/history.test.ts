import { expect, test } from "vitest";
import type { Received } from "../../harness/control.ts";
import type { Urls } from "../../harness/target.ts";
import { type Certifier } from "./certifier.ts";
import { judgements } from "./history.ts";
import { Links } from "./links.ts";
import { type Seen, understand } from "./seen.ts";

const urls: Urls = {
  base_url: "http://127.0.0.1:1/api/v1",
  api_root: "http://127.0.0.1:1/api",
  app_url: "http://127.0.0.1:2",
  v3_base_url: "http://127.0.0.1:3/v3",
};
const begin = Date.parse("2026-01-01T00:00:00Z");
const [location, seconds] = [100, 1000];

/** A request, so many milliseconds after the beginning. */
const sent = (after: number, surface: Received["surface"], line: string, body: object = {}, status = 200): Seen => {
  const [method = "", url = ""] = line.split(" ");
  const at = new Date(begin + after).toISOString();
  const headers: [string, string][] = [["Authorization", "Bearer P, User S"]];
  return understand({ n: after, at, surface, method, url, headers, body: JSON.stringify(body), status }, urls);
};
const status = (after: number) => sent(after, "app", "GET /marketplace/salon/100/application/200");
const history = (after: number) => sent(after, "base", "GET /api/v1/voip/integration/calls", { salon_id: location });
const record = (after: number) => sent(after, "base", "GET /api/v1/record/100/7");
const callback = (after: number, answer = 201) =>
  sent(after, "app", "POST /marketplace/partner/callback", { salon_id: location }, answer);
const telephony = (body: object) => sent(1, "base", "POST /api/v1/voip/integration", body);

/** What is found of requests, given what became of links and when this process was late. */
async function found(seen: Seen[], tell: (links: Links) => void = () => undefined, late = 0): Promise<string[]> {
  const links = new Links();
  tell(links);
  const flaws: string[] = [];
  const certifier = {
    seen,
    links,
    stalls: { within: () => late },
    context: { locations: [location], urls },
    profile: { actions: {} },
    recorder: { judged: () => 0, lacking: () => 0, observe: () => 0, flaw: (id: string) => flaws.push(id) },
  } as unknown as Certifier;
  for (const { judge } of judgements) await judge(certifier);
  return [...new Set(flaws)];
}

const every = (milliseconds: number, count: number) =>
  Array.from({ length: count }, (_, index) => status(index * milliseconds + (index % 2) * 20));

test.each<[string, Seen[], number, string[]]>([
  ["five a second, unevenly", every(200, 60), 0, []],
  ["six a second", every(160, 20), 0, ["RATE-13"]],
  ["six that came together while nobody could look", every(10, 6), 1000, []],
  ["eleven at once", every(1, 11), 0, ["RATE-12", "RATE-13"]],
  ["seven a second for six seconds", every(140, 43), 0, ["RATE-12", "RATE-13"]],
  ["four a second for a minute", every(250, 239), 0, ["RATE-12", "RATE-13"]],
  ["three a second for two minutes", every(334, 360), 0, []],
])("of rates, %s is judged as it should", async (_, seen, late, expected) => {
  expect(await found(seen, undefined, late)).toEqual(expected);
});

const active = (links: Links) => {
  links.granted(location, begin);
  links.callback(callback(1 * seconds));
};
const ended = (state: "freezed" | "uninstalled") => (links: Links) => {
  active(links);
  links.ended(location, begin + 10 * seconds, state);
};

test.each<[string, Seen[], (links: Links) => void, string[]]>([
  ["before any link", [history(0)], () => undefined, ["INST-36"]],
  ["between grant and callback", [history(500)], active, ["INST-36"]],
  ["while the link is active", [history(2 * seconds), record(3 * seconds)], active, []],
  ["of another Location", [sent(1, "base", "GET /api/v1/record/7/7")], () => undefined, []],
  ["five seconds after a freeze", [history(15 * seconds)], ended("freezed"), []],
  ["seven seconds after a freeze", [history(17 * seconds)], ended("freezed"), ["LIFE-6"]],
  ["of a record, seven seconds after a freeze", [record(17 * seconds)], ended("freezed"), ["LIFE-6"]],
  ["seven seconds after an uninstall", [history(17 * seconds)], ended("uninstalled"), ["LIFE-7"]],
  ["that only reads the status then", [status(17 * seconds)], ended("uninstalled"), []],
  [
    "just after an uninstall, although the owner is back already",
    [history(12 * seconds)],
    (links) => {
      ended("uninstalled")(links);
      links.granted(location, begin + 11 * seconds);
    },
    [],
  ],
])("a data call %s is judged as it should", async (_, seen, tell, expected) => {
  expect(await found(seen, tell)).toEqual(expected);
});

test.each<[string, Seen[], number[], string[]]>([
  ["once", [callback(0)], [0], []],
  ["twice", [callback(1), callback(900)], [0], ["INST-41"]],
  ["again after a new grant", [callback(1), callback(9 * seconds)], [0, 5 * seconds], []],
  ["again since the first was not answered well", [callback(1, 503), callback(2), callback(3)], [0], []],
])("a callback that comes %s is judged as it should", async (_, seen, grants, expected) => {
  expect(await found(seen, (links) => grants.forEach((at) => links.granted(location, begin + at)))).toEqual(expected);
});

test.each<[string, object, string[]]>([
  ["enables", { command: "enable" }, []],
  ["does not tell what it is", { command: "setup", salon_id: 1 }, []],
  ["carries a call's type", { command: "x", type: "incoming" }, ["VOIP-5"]],
])("a first telephony event that %s is judged as it should", async (_, body, expected) => {
  expect(await found([telephony(body)])).toEqual(expected);
});
