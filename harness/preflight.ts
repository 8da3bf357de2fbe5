import { connect } from "node:net";
import { Agent, request } from "undici";
import { UsageError } from "../base/errors.ts";
import { withoutGuard } from "./http/connection-guard.ts";
import { reasonOf } from "./http/failure-reason.ts";
import { negotiate } from "./http/handshake.ts";

/** The time that one attempt may take, in milliseconds. */
const attempt = 10_000;

/** The number of times that a connection is tried, to learn how long the way takes and by how much that varies. */
const attempts = 6;

/** The number of the attempts that may fail: a connection may be lost now and then. */
const maxLost = 2;

/** Whose certificate is shown is reported, and not judged. */
const anyCertificate = new Agent({ connect: { rejectUnauthorized: false } });

/** For addresses of our own; these connections are shared with nothing that is guarded. */
const ownAgents = { any: new Agent({ connect: { rejectUnauthorized: false } }), trusted: new Agent() };

/** Advice on a failure to reach a subject, by its code. */
const fixes: Readonly<Record<string, string>> = {
  ENOTFOUND: "there is no such host: fix the address, or the name service of this machine",
  EAI_AGAIN: "the name service does not answer: fix it, or write an IP address",
  ECONNREFUSED: "the connection is refused: start it, or fix the port",
  EHOSTUNREACH: "the machine cannot be reached: fix the address, or the network",
  ENETUNREACH: "the network cannot be reached: fix the address, or the network",
  ETIMEDOUT: "nothing comes back: open the port for this machine in the firewall",
  ERR_SSL_WRONG_VERSION_NUMBER: "it does not speak TLS there: write http:, or fix the port",
  ERR_SSL_PACKET_LENGTH_TOO_LONG: "it does not speak TLS there: write http:, or fix the port",
};

const fixFor = (code: string): string => fixes[code] ?? "fix the address, or the network in between";

/** Facts about the connection to one address. */
export interface Way {
  key: string;
  url: string;
  /** The time that the way there and back takes, and by how much that varies, in milliseconds. */
  roundTrip: number;
  jitter: number;
  /** The version of TLS that was agreed on, for https. */
  tls?: string;
  /** By how many seconds its clock is ahead of ours, where it says so. */
  skew?: number;
}

/** Looks at the way to an address; one that cannot be reached is one line with the fix. */
export async function lookAtWay(key: string, url: string): Promise<Way> {
  const times: number[] = [];
  const failures: string[] = [];
  for (let count = 0; count < attempts && failures.length <= maxLost; count++) {
    const outcome = await timeConnection(url);
    if (typeof outcome === "number") times.push(outcome);
    else failures.push(outcome);
  }
  const [failure] = failures;
  if (failure !== undefined && failures.length > maxLost) throw unreachable(key, url, failure);
  const ordered = times.toSorted((a, b) => a - b);
  const roundTrip = Math.round(ordered[Math.floor(ordered.length / 2)] ?? 0);
  const jitter = Math.round((ordered.at(-1) ?? 0) - (ordered[0] ?? 0));
  const version = url.startsWith("https:") ? await agreedVersion(key, url) : undefined;
  const skew = await skewOf(url, roundTrip);
  return { key, url, roundTrip, jitter, ...(version ? { tls: version } : {}), ...(skew === undefined ? {} : { skew }) };
}

const unreachable = (key: string, url: string, code: string): UsageError =>
  new UsageError(`${key}: ${new URL(url).origin} cannot be reached (${code}); ${fixFor(code)}`);

/** The number of milliseconds that it takes to connect, or why it fails. */
const timeConnection = (url: string): Promise<number | string> =>
  new Promise((over) => {
    const { hostname, port, protocol } = new URL(url);
    const began = performance.now();
    const socket = connect(Number(port || (protocol === "https:" ? 443 : 80)), hostname.replace(/^\[|\]$/g, ""));
    const end = (outcome: number | string) => {
      over(outcome);
      socket.destroy();
    };
    socket.setTimeout(attempt, () => end("ETIMEDOUT"));
    socket.once("connect", () => end(performance.now() - began));
    socket.once("error", (error) => end(reasonOf(error)));
  });

async function agreedVersion(key: string, url: string): Promise<string> {
  let failure = "";
  for (let count = 0; count <= maxLost; count++) {
    const outcome = await negotiate(url);
    if ("version" in outcome) return outcome.version.replace("v", " ");
    failure = outcome.failure;
  }
  throw unreachable(key, url, failure);
}

/** By how many seconds the clock of an address is ahead, as its responses say; undefined where they do not. */
async function skewOf(url: string, roundTrip: number): Promise<number | undefined> {
  try {
    const { headers, body } = await request(new URL("/", url), {
      dispatcher: anyCertificate,
      signal: AbortSignal.timeout(attempt),
    });
    body.on("error", () => undefined).destroy();
    const theirs = Date.parse(String(headers.date));
    return Number.isNaN(theirs) ? undefined : Math.round((theirs - Date.now() + roundTrip / 2) / 1000);
  } catch {
    return undefined;
  }
}

/** Why an address of our own cannot be reached, or is not trusted, from here; undefined where all is well. */
export async function lookAtOwn(url: string): Promise<{ failure: string; isUntrusted: boolean } | undefined> {
  const reach = async (dispatcher: Agent) => {
    const signal = AbortSignal.timeout(attempt);
    const { statusCode, body } = await withoutGuard(() => request(url, { dispatcher, signal }));
    body.on("error", () => undefined).destroy();
    return statusCode === 204 ? undefined : `it answers ${statusCode}, so it leads somewhere else`;
  };
  try {
    const wrong = await reach(ownAgents.any);
    if (wrong) return { failure: wrong, isUntrusted: false };
  } catch (error) {
    return { failure: reasonOf(error), isUntrusted: false };
  }
  return reach(ownAgents.trusted).then(
    () => undefined,
    (error: unknown) => ({ failure: reasonOf(error), isUntrusted: true }),
  );
}
