import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { whyUnhealthy } from "../../harness/application/readiness.ts";
import { type Claim, partnerProfile } from "../../harness/profiles/partner-profile.ts";
import { certify as certifyByLibrary, certifyPartner } from "../../library/certify.ts";
import type { Results } from "../../record/results.ts";
import { assay, type Ended } from "./assay.ts";
import { resultsIn } from "./results.ts";

/** The output of a certification, and its files. */
export interface Certification extends Ended {
  results: Results;
  out: string;
  profile: string;
}

/** The number of ports that each worker of the tests has for itself. */
const portsEach = 1500;

/** Where they begin: below those that systems hand out automatically, so that no one takes them meanwhile. */
const firstPort = 20_000 + portsEach * (Number(process.env.VITEST_POOL_ID ?? 0) % 8);

/** Ports that were given away here, and may not be listened on yet. */
const given = new Set<number>();

/** The first of several ports in a row that is free. */
export async function freePorts(count: number): Promise<number> {
  for (;;) {
    // Long rows have a place of their own, since a single port that was given away would be in the way of all.
    const [from, room] = count > 100 ? [10_000, 10_000] : [firstPort, portsEach];
    const base = from + Math.floor(Math.random() * (room - count));
    const ports = Array.from({ length: count }, (_, index) => base + index);
    if (ports.some((port) => given.has(port)) || !(await areFree(ports))) continue;
    for (const port of ports) given.add(port);
    return base;
  }
}

/** A port that is free. */
export const freePort = (): Promise<number> => freePorts(1);

async function areFree(ports: readonly number[]): Promise<boolean> {
  const servers = ports.map(() => createServer());
  const bound = await Promise.all(
    servers.map(
      (server, index) =>
        new Promise<boolean>((over) => {
          server.once("error", () => over(false));
          server.listen(ports[index], "127.0.0.1", () => over(true));
        }),
    ),
  );
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))));
  return bound.every(Boolean);
}

/** A profile for the application that a command starts, for some claims; its addresses are those of the example. */
async function exampleProfile(command: string, claims: string[]) {
  const address = `http://127.0.0.1:${await freePort()}`;
  const ask = (path: string) => ({
    url: `${address}${path}`,
    body: { salon_id: "{location_id}", location_id: "{location_id}" },
  });
  return {
    name: "under test",
    dialect: 1,
    claims: claims as Claim[],
    start: { command: `PORT=${new URL(address).port} exec ${command}`, ready: `${address}/health` },
    connect: ask("/connect"),
    webhook_url: `${address}/hooks`,
    lifecycle_webhook_url: `${address}/lifecycle`,
    actions: { resources: ask("/sync/resources"), calls: ask("/sync/calls") },
  };
}

/** Certifies in this process, and writes no report. */
export const certifyInProcess = async (command: string, claims: string[], patience: object): Promise<Results> =>
  certifyByLibrary({ ...(await exampleProfile(command, claims)), patience });

/** The time after the platform is closed in which a thread may still read its responses, in milliseconds: Node 20 dies where a thread is ended while it reads one. */
const drained = 400;

/** The number of times that a thread is asked whether it is ready; what is not by then is found unreachable. */
const maxTries = 1_000;

/** Certifies an application that a file starts in a thread of this process, which takes less than a process of its own; writes no report. */
export async function certifyThread(
  { file, name }: Record<"file" | "name", string>,
  claims: string[],
  patience: object,
): Promise<Results> {
  const { start, ...profile } = await exampleProfile("", claims);
  let application: Worker | undefined;
  const report = async (environment: Record<string, string>) => {
    application = new Worker(file, { argv: [name], env: { ...environment, PORT: new URL(start.ready).port } });
    for (let tries = 0; tries < maxTries && (await whyUnhealthy(start.ready)) !== ""; tries++) await sleep(20);
  };
  try {
    return (await certifyPartner(partnerProfile({ ...profile, patience }), { announce: report })).results;
  } finally {
    await sleep(drained);
    await application?.terminate();
  }
}

/** Certifies the application that a command starts, for some claims; its addresses are those of the example. */
export async function certify(
  command: string,
  claims: string[],
  more: Record<string, unknown> = {},
  args: string[] = [],
): Promise<Certification> {
  const folder = mkdtempSync(join(tmpdir(), "assay-certify-"));
  const out = args.includes("--out") ? (args[args.indexOf("--out") + 1] ?? "") : join(folder, "out");
  const profile = join(folder, "profile.yaml");
  const written = {
    ...(await exampleProfile(command, claims)),
    patience: { quiet_s: 1.5, max_s: 8 },
    ...more,
  };
  writeFileSync(profile, JSON.stringify(written));
  const ended = await assay([
    "certify",
    "--partner",
    profile,
    ...(args.includes("--out") ? [] : ["--out", out]),
    ...args,
  ]);
  return { ...ended, out, profile, results: resultsIn(out) };
}
