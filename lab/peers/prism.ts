import { spawn } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { parseJson } from "../../base/json.ts";
import { programOf } from "./install.ts";
import type { Judgement, PreparePeer } from "./peer.ts";
import { cpuOf } from "./processes.ts";
import type { RightRequest } from "./right-requests.ts";
import { asItIs, stagePath } from "./stage.ts";

/** A port that is free. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

interface PrismViolation {
  location: string[];
  severity: string;
  message: string;
}

/** Prism's findings in a header; where there are too many, it says only that. */
const violationsIn = (header: string): PrismViolation[] =>
  (parseJson(header) as PrismViolation[] | undefined) ?? [
    { location: ["response"], severity: "Error", message: header },
  ];

/** The address of an operation's documented request. */
const addressOf = (right: RightRequest): string => {
  const path = stagePath(right).replace(/\{(\w+)\}/g, (_, name: string) => String(right.path[name]));
  const query = new URLSearchParams(
    Object.entries(right.query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return path + (query.size > 0 ? `?${query.toString()}` : "");
};

/** Starts a program that listens on a port, and waits until it does. */
export async function listening(command: readonly string[], port: number): Promise<ReturnType<typeof spawn>> {
  const child = spawn(process.execPath, [...command, "--port", String(port)], { stdio: "ignore" });
  for (let attempt = 0; attempt < 300; attempt++) {
    const isUp = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
    if (isUp) return child;
    await new Promise((later) => setTimeout(later, 100));
  }
  child.kill();
  throw new Error("it did not begin to listen within half a minute");
}

/** Prism between us and the server: each documented request with its token and without, and what Prism says of the responses. */
export const preparePrism: PreparePeer = async ({ folder, documents, stage }) => {
  const port = await freePort();
  const program = programOf(folder, "prism", "prism");
  const child = await listening([program, "proxy", documents.modern, stage.origin], port);
  const judge = async (): Promise<Judgement> => {
    const failed = new Set<string>();
    const before = cpuOf(child.pid ?? 0);
    for (const right of stage.requests)
      for (const headers of [{ accept: "*/*" }, { accept: "*/*", [asItIs]: "true" }]) {
        const answer = await fetch(`http://127.0.0.1:${port}${addressOf(right)}`, { headers });
        await answer.arrayBuffer();
        const said = violationsIn(answer.headers.get("sl-violations") ?? "[]");
        for (const { location, message } of said.filter(({ location: [side] }) => side === "response"))
          failed.add(`${right.operation.id} ${Object.keys(headers).length} ${location.join(".")} ${message}`);
      }
    return { failed, cpu: cpuOf(child.pid ?? 0) - before };
  };
  return {
    judge,
    close: async () => {
      child.kill();
      await once(child, "exit");
    },
  };
};
