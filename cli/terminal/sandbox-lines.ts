import type { Paint } from "../../base/paint.ts";
import { printable as spelled } from "../../base/text/printable.ts";
import { inSentence } from "../../base/text/wording.ts";
import type { RememberedRequest } from "../../sandbox/api/server/traffic.ts";
import type { AnsweredCall } from "../../sandbox/control/serve.ts";
import type { StoredDelivery } from "../../sandbox/world/state.ts";

interface Facts {
  urls: Record<string, string>;
  control: { url: string; token: string };
  credentials: Record<string, string>;
  fixtures: Record<string, number | number[]>;
  ca_file?: string;
}

const block = (title: string, rows: Record<string, unknown>, paint: Paint): string => {
  const width = Math.max(...Object.keys(rows).map((key) => key.length)) + 2;
  return [
    paint.bold(title),
    ...Object.entries(rows).map(([key, value]) => `  ${key.padEnd(width)}${[value].flat().join(", ")}`),
    "",
  ].join("\n");
};

/** The lines that introduce a sandbox that has just started. */
export function welcome(
  facts: Facts,
  { clock, fault: faults = [], seed }: { clock: string; fault?: readonly string[]; seed: number },
  paint: Paint,
): string {
  const { urls, control, credentials, fixtures, ca_file } = facts;
  const { location_id, application_id } = fixtures;
  const curl = `curl${ca_file ? ` --cacert ${ca_file}` : ""}`;
  const accept = "-H 'Accept: application/vnd.api.v2+json'";
  const bearer = (tokens: string) => `-H 'Authorization: Bearer ${tokens}'`;
  const planted = inSentence(faults.map((fault) => paint.yellow(`"${fault}"`)));
  const faulty = planted && `, with the fault${faults.length === 1 ? "" : "s"} ${planted}`;
  return [
    `${paint.green("The sandbox is running")}: clock ${clock}, seed ${seed}${faulty}. Ctrl-C stops it.`,
    "",
    block("Addresses", { ...urls, control: control.url, ...(ca_file ? { "CA file": ca_file } : {}) }, paint),
    block("Tokens", { ...credentials, control: control.token }, paint),
    block("Ids", fixtures, paint),
    paint.bold("Try"),
    `  ${curl} ${accept} ${bearer(credentials.partner_token ?? "")} ${urls.base_url}/countries`,
    `  ${curl} -X POST ${accept} ${bearer(`${credentials.partner_token}, User ${credentials.owner_user_token}`)} ${urls.base_url}/company/${String(location_id)}/marketplace/applications/${String(application_id)}/grant_access`,
    `  ${curl} ${bearer(credentials.v3_token ?? "")} '${urls.v3_base_url}/locations/${String(location_id)}/resources?limit=3'`,
    "",
    "",
  ].join("\n");
}

/** One line of the log: who is asked, what, and how it is answered. */
const logLine = (time: number, part: string, what: string, rest: readonly string[], paint: Paint): string =>
  [paint.dim(new Date(time).toISOString().slice(11, 23)), part.padEnd(4), what, ...rest.filter(Boolean)].join(" ");

const painted = (status: number, paint: Paint): string =>
  paint[statusColours[Math.floor(status / 100)] ?? "red"](String(status));

/** The statuses that say least to anyone who gets them, so that the log says more. */
const refused: readonly unknown[] = [401, 403];

/** A request to the API, and why it was refused where that is hard to see. */
export function requestLine(
  { time, surface, method, url, status, why }: RememberedRequest,
  milliseconds: number,
  paint: Paint,
): string {
  const took = paint.dim(`${milliseconds.toFixed(1)} ms`);
  const reason = why && refused.includes(status) ? paint.yellow(why) : "";
  const what = `${method.padEnd(4)} ${printable(url)}`;
  return logLine(time, surface, what, [painted(Number(status), paint), took, reason], paint);
}

/** A call of the control protocol; nothing for a mere look, which may come many times a second. */
export function controlLine({ method, path, body, status, why = "" }: AnsweredCall, paint: Paint): string | undefined {
  if (method === "GET" && status < 400) return undefined;
  const rest = [spelled(shortened(body)), painted(status, paint), paint.yellow(spelled(why))];
  return logLine(Date.now(), "ctl", `${method.padEnd(4)} ${printable(path)}`, rest, paint);
}

/** A webhook that is queued, or has ended. */
export function deliveryLine(delivery: StoredDelivery, paint: Paint): string {
  const { id, method, url, resource, resource_id, outcome, reason, queued_at, due } = delivery;
  const wait = Math.round((due - Date.parse(queued_at)) / 1000);
  const state = {
    pending: paint.cyan(`queued, due in ${wait} s`),
    delivered: paint.green("delivered"),
    failed: paint.red(`failed: ${reason ?? ""}`),
  }[outcome];
  const what = `${method.padEnd(4)} ${printable(url)}`;
  return logLine(
    Date.now(),
    "hook",
    what,
    [`${resource} ${String(resource_id ?? "")}`.trim(), state, paint.dim(`delivery ${id}`)],
    paint,
  );
}

/** A body as far as one line shows it. */
const shortened = (body: string): string => (body.length > 120 ? `${body.slice(0, 120)}…` : body);

/** Colours of statuses, by their first figure. */
const statusColours: Partial<Record<number, "green" | "cyan" | "yellow">> = {
  1: "green",
  2: "green",
  3: "cyan",
  4: "yellow",
};

/** A URL that a terminal can show: control bytes are spelled, and what is too long is cut. */
const printable = (url: string): string => {
  const clean = url.replace(/[^\x21-\x7e]/g, (letter) => encodeURIComponent(letter));
  return clean.length > 200 ? `${clean.slice(0, 200)}…` : clean;
};
