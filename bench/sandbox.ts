import { execFileSync, fork } from "node:child_process";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { specified } from "../sandbox/api/specified.ts";
import { createSandbox } from "../sandbox/create-sandbox.ts";
import { markOf, sealCursor } from "../sandbox/world/cursors.ts";
import { listOrder } from "../sandbox/world/order.ts";

// How fast the sandbox is, as ratios within one run: five rounds, or fewer where a busy machine takes long for each.
const rounds = 5;

/** When no further round of a comparison is begun, in milliseconds after its first. */
const roundsEnd = 12_000;

/** The number of requests in a load. */
const requestsEach = 2000;
const client = fork(fileURLToPath(new URL("./load.js", import.meta.url)));

interface LoadCost {
  perSecond: number;
  cpu: number;
}

/** The cost of a load: requests a second, and microseconds of this process's CPU for each. */
async function load(url: string, headers: Record<string, string>, requests: number): Promise<LoadCost> {
  const { origin, pathname, search } = new URL(url);
  const before = process.cpuUsage();
  const answer = new Promise<{ milliseconds: number }>((done) => client.once("message", done));
  client.send({ origin, paths: [pathname + search], headers, requests });
  const { milliseconds } = await answer;
  const { user, system } = process.cpuUsage(before);
  return { perSecond: (requests / milliseconds) * 1000, cpu: (user + system) / requests };
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Compares two loads, turn by turn, so that a noisy machine is noisy for both. */
async function compare(
  subject: () => Promise<LoadCost>,
  reference: () => Promise<LoadCost>,
): Promise<{ perSecond: number; cpu: number; subjectRate: number; referenceRate: number }> {
  await subject();
  await reference();
  const pairs: [LoadCost, LoadCost][] = [];
  const end = performance.now() + roundsEnd;
  do pairs.push([await subject(), await reference()]);
  while (pairs.length < rounds && performance.now() < end);
  return {
    perSecond: median(pairs.map(([a, b]) => a.perSecond / b.perSecond)),
    cpu: median(pairs.map(([a, b]) => a.cpu / b.cpu)),
    subjectRate: median(pairs.map(([a]) => a.perSecond)),
    referenceRate: median(pairs.map(([, b]) => b.perSecond)),
  };
}

/** A bare server that sends the very bytes that an address answers. */
async function bare(url: string, headers: Record<string, string>): Promise<{ url: string; close: () => void }> {
  const { status, raw, body } = await new Promise<{ status: number; raw: string[]; body: Buffer }>((done) => {
    request(url, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        done({ status: response.statusCode ?? 0, raw: response.rawHeaders, body: Buffer.concat(chunks) }),
      );
    }).end();
  });
  const server = createServer((_, response) => response.writeHead(status, raw).end(body));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}

const behaviour = specified({
  ratePerSecond: Number.POSITIVE_INFINITY,
  ratePerMinute: Number.POSITIVE_INFINITY,
  v3Limit: Number.MAX_SAFE_INTEGER,
});
const sandbox = await createSandbox({ clock: "frozen", behaviour });
const { credentials, fixtures } = sandbox.platform.world.people;
const v1 = { accept: "application/vnd.api.v2+json", authorization: `Bearer ${credentials.partner_token}` };
const v3 = { authorization: `Bearer ${credentials.v3_token}` };
const resources = `${sandbox.urls.v3_base_url}/locations/${String(fixtures.location_id)}/resources`;
const say = (what: string, ratio: number, bound: string, more = "") =>
  console.log(`${what.padEnd(46)} ${ratio.toFixed(2)}  (${bound})${more}`);

for (const [what, url, headers] of [
  [
    "Locations against a bare server",
    `${sandbox.urls.base_url}/marketplace/application/${String(fixtures.application_id)}/salons?page=1&count=5`,
    v1,
  ],
  ["a v3 page against a bare server", resources, v3],
] as const) {
  const other = await bare(url, headers);
  const { perSecond, cpu, subjectRate, referenceRate } = await compare(
    () => load(url, headers, requestsEach),
    () => load(other.url, headers, requestsEach),
  );
  say(
    what,
    perSecond,
    "at least 0.60",
    `  ${Math.round(subjectRate)}/s against ${Math.round(referenceRate)}/s, CPU ${(1 / cpu).toFixed(2)}`,
  );
  other.close();
}

const many = 1_000_000;
sandbox.platform.world.replace(
  "resources",
  Number(fixtures.location_id),
  Array.from({ length: many }, (_, index) => ({
    id: index,
    title: `Room ${String(index).padStart(7, "0")}`,
    instances: [],
  })),
);
sandbox.platform.world.sortedResources(Number(fixtures.location_id), behaviour.order);
const at = many - 1000;
const cursor = sealCursor(sandbox.platform.context.cursorKey, {
  title: `Room ${String(at).padStart(7, "0")}`,
  id: at,
  at: sandbox.platform.clock.now(),
  credential: markOf(credentials.v3_token ?? ""),
  location: Number(fixtures.location_id),
  order: listOrder,
});
const depth = await compare(
  () => load(`${resources}?cursor=${cursor}`, v3, requestsEach),
  () => load(resources, v3, requestsEach),
);
say("a page deep in a million against the first", depth.cpu, "CPU, at most 1.30");
await sandbox.close();

const starts = Array.from({ length: rounds }, () =>
  Number(
    execFileSync(process.execPath, [fileURLToPath(new URL("./first-answer.js", import.meta.url))], {
      encoding: "utf8",
    }),
  ),
);
say("createSandbox to its first answer, ms of CPU", median(starts), "at most 150");
client.disconnect();
