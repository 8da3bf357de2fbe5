import { connect } from "node:net";
import { Agent, request } from "undici";
import { reasonOf } from "../http/failure-reason.ts";

/** The time that one attempt may take, in milliseconds. */
const attempt = 5_000;

/** The certificate of an application under test is not judged. */
const anyCertificate = new Agent({ connect: { rejectUnauthorized: false } });

/** Says why an address does not answer with a 2xx; returns nothing when it does. */
export async function whyUnhealthy(url: string): Promise<string> {
  try {
    const { statusCode, body } = await request(url, {
      dispatcher: anyCertificate,
      signal: AbortSignal.timeout(attempt),
    });
    body.destroy();
    body.on("error", () => undefined);
    return statusCode >= 200 && statusCode < 300 ? "" : `it answers ${statusCode}`;
  } catch (error) {
    return reasonOf(error);
  }
}

/** Says why the first of several addresses takes no connections; returns nothing when all do. */
export async function whyUnreachable(urls: readonly string[]): Promise<string> {
  const reasons = await Promise.all(urls.map(tryConnection));
  return reasons.find(Boolean) ?? "";
}

const tryConnection = (url: string): Promise<string> =>
  new Promise((done) => {
    const { hostname, port, protocol } = new URL(url);
    const socket = connect(Number(port || (protocol === "https:" ? 443 : 80)), hostname.replace(/^\[|\]$/g, ""));
    socket.setTimeout(attempt, () => socket.destroy(new Error("no connection in time")));
    socket.once("connect", () => {
      done("");
      socket.destroy();
    });
    socket.once("error", (error) => done(`${url}: ${reasonOf(error)}`));
  });
