import type { Paint } from "../base/paint.ts";
import type { RememberedRequest } from "../sandbox/api/server/traffic.ts";

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

/** What somebody needs to know to use a sandbox that has just started. */
export function welcome(
  facts: Facts,
  { clock, fault, seed }: { clock: string; fault?: string; seed: number },
  paint: Paint,
): string {
  const { urls, control, credentials, fixtures, ca_file } = facts;
  const { location_id, application_id } = fixtures;
  const curl = `curl${ca_file ? ` --cacert ${ca_file}` : ""}`;
  const accept = "-H 'Accept: application/vnd.api.v2+json'";
  const bearer = (tokens: string) => `-H 'Authorization: Bearer ${tokens}'`;
  return [
    `${paint.green("The sandbox is running")}: clock ${clock}, seed ${seed}${fault ? `, with the fault ${paint.yellow(`"${fault}"`)}` : ""}. Ctrl-C stops it.`,
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

/** One line of the request log. */
export function requestLine(
  { time, surface, method, url, status }: RememberedRequest,
  milliseconds: number,
  paint: Paint,
): string {
  const at = paint.dim(new Date(time).toISOString().slice(11, 23));
  const answered = paint[statusColours[Math.floor(Number(status) / 100)] ?? "red"](String(status));
  const took = paint.dim(`${milliseconds.toFixed(1)} ms`);
  return `${at} ${surface.padEnd(4)} ${method.padEnd(4)} ${printable(url)} ${answered} ${took}`;
}

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
