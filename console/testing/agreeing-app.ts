import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { Visitor } from "./visitor.ts";

/** An application that answers 200 to everything, which is all that the claim webhooks asks for. */
export interface AgreeingApplication {
  /** The status that it answers from now on. */
  answer: (status: number) => void;
  profile: (name: string, claims: readonly string[]) => Record<string, unknown>;
  close: () => void;
}

export async function startAgreeingApplication(): Promise<AgreeingApplication> {
  let status = 200;
  const server = createServer((request, response) =>
    request.resume().on("end", () => response.writeHead(status).end("{}")),
  );
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    answer: (other) => {
      status = other;
    },
    profile: (name, claims) => ({
      name,
      claims,
      version: String(claims.length),
      connect: { url },
      webhook_url: url,
      lifecycle_webhook_url: url,
      actions: { resources: { url }, calls: { url } },
      patience: { quiet_s: 1, max_s: 3 },
    }),
    close: () => void server.close(),
  };
}

/** A partner whose application agrees to everything, and claims webhooks alone. */
export interface AgreeingPartner {
  at: string;
  /** Saves a profile with other claims. */
  save: (claims: readonly string[]) => Promise<number>;
  /** Asks for a run, and answers its id. */
  ask: () => Promise<string>;
}

export async function takeIn(
  operator: Visitor,
  { profile }: AgreeingApplication,
  name: string,
): Promise<AgreeingPartner> {
  const at = `/partners/${name}`;
  await operator.api("POST", "/partners", { name });
  const save = async (claims: readonly string[]) =>
    (await operator.api("PUT", `${at}/profile`, { profile: profile(name, claims) })).status;
  await save(["webhooks"]);
  return {
    at,
    save,
    ask: async () => (await operator.api<{ id: string }>("POST", `${at}/runs`, {})).json.id,
  };
}

/** Waits until a run has one of some states. */
export async function untilRun(visitor: Visitor, id: string, ...states: string[]): Promise<Record<string, unknown>> {
  for (;;) {
    const { json } = await visitor.api("GET", `/runs/${id}`);
    if (states.includes(String(json.state))) return json;
    await wait(400);
  }
}

/** Waits for a run to be over. */
export const untilOver = (visitor: Visitor, id: string): Promise<Record<string, unknown>> =>
  untilRun(visitor, id, "finished", "not-measured");
