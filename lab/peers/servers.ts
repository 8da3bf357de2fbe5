import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createSandbox } from "../../sandbox/create-sandbox.ts";
import { mergedDocument, writeDocuments } from "./documents.ts";
import { programOf } from "./install.ts";
import { patience } from "./peer.ts";
import { freePort, listening } from "./prism.ts";
import { cpuOf } from "./processes.ts";
import { rightRequests } from "./right-requests.ts";
import { rightBehaviour } from "./sample.ts";
import { stagePath } from "./stage.ts";

/** The number of requests in a round, and of rounds; a busy machine does fewer. */
const requests = 500;
const rounds = 3;

/** The speed of a server: requests a second, and milliseconds of its CPU for each. */
export interface ServerSpeed {
  perSecond: number;
  cpu: number;
}

/** Lets a bare server of Node, our sandbox and Prism's mock answer the same read, turn by turn. */
export async function compareServers(folder: string): Promise<Record<string, ServerSpeed>> {
  const work = join(folder, "servers-work");
  mkdirSync(work, { recursive: true });
  const sandbox = await createSandbox({ clock: "frozen", behaviour: rightBehaviour(), seed: 42 });
  const { credentials, fixtures } = sandbox.platform.world.people;
  const all = rightRequests({ urls: sandbox.urls, fixtures, credentials });
  const countries = all.find(({ operation }) => operation.id === "listCountries");
  if (!countries) throw new Error("the documents describe no countries");
  const address = `${sandbox.urls.base_url}/countries`;
  const body = Buffer.from(await (await fetch(address, { headers: countries.headers })).arrayBuffer());
  const bare = createServer((_, response) => response.writeHead(200, { "content-type": "application/json" }).end(body));
  bare.listen(0, "127.0.0.1");
  await once(bare, "listening");
  const { plain } = writeDocuments(work, mergedDocument("http://127.0.0.1", all));
  const port = await freePort();
  const prism = await listening([programOf(folder, "prism", "prism"), "mock", plain], port);
  const servers = {
    "bare node:http": {
      url: `http://127.0.0.1:${(bare.address() as AddressInfo).port}/`,
      pid: process.pid,
      headers: {},
    },
    "assay sandbox": { url: address, pid: process.pid, headers: countries.headers },
    "prism mock": {
      url: `http://127.0.0.1:${port}${stagePath(countries)}`,
      pid: prism.pid ?? 0,
      headers: { accept: "application/json" },
    },
  };
  const client = fork(fileURLToPath(new URL("../../bench/load.js", import.meta.url)));
  const speeds: Record<string, ServerSpeed> = {};
  for (let round = 0; round <= rounds; round++)
    for (const [name, { url, pid, headers }] of Object.entries(servers)) {
      const { origin, pathname } = new URL(url);
      const before = cpuOf(pid);
      client.send({ origin, paths: [pathname], headers, requests });
      const [{ milliseconds }] = (await once(client, "message", { signal: AbortSignal.timeout(patience) })) as [
        { milliseconds: number },
      ];
      const speed = { perSecond: (requests / milliseconds) * 1000, cpu: ((cpuOf(pid) - before) * 1000) / requests };
      // The first round warms up; of the others the best counts, since others use the machine too.
      const best = speeds[name];
      if (round > 0 && (!best || speed.cpu < best.cpu)) speeds[name] = speed;
    }
  client.disconnect();
  prism.kill();
  bare.closeAllConnections();
  bare.close();
  await sandbox.close();
  return speeds;
}
