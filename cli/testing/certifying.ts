import { mkdtempSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Claim } from "../../harness/partner-profile.ts";
import { certify as certifyByLibrary } from "../../library/certify.ts";
import type { Results } from "../../record/results.ts";
import { assay, type Ended } from "./assay.ts";
import { resultsIn } from "./results.ts";

/** What a certification said and left. */
export interface Certification extends Ended {
  results: Results;
  out: string;
  profile: string;
}

/** A port that nobody listens on just now. */
export const freePort = (): Promise<number> =>
  new Promise((found) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => found(port));
    });
  });

/** The first of several free ports in a row; below those that systems hand out by themselves, so that none of them is taken meanwhile. */
export async function freePorts(count: number): Promise<number> {
  for (;;) {
    const base = 20_000 + Math.floor(Math.random() * 10_000);
    const servers = Array.from({ length: count }, () => createServer());
    const bound = await Promise.all(
      servers.map(
        (server, index) =>
          new Promise<boolean>((over) => {
            server.once("error", () => over(false));
            server.listen(base + index, "127.0.0.1", () => over(true));
          }),
      ),
    );
    await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))));
    if (bound.every(Boolean)) return base;
  }
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
