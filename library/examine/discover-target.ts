import { setTimeout as sleep } from "node:timers/promises";
import { request } from "undici";
import { seconds } from "../../base/durations.ts";
import { httpControl } from "../../harness/control/control.ts";
import { reasonOf } from "../../harness/http/failure-reason.ts";
import { type Urls, urlNames } from "../../harness/target.ts";
import { limit } from "../../specs/limits.ts";
import { loadOperations } from "../../specs/operations.ts";
import { type Diagnosis, diagnosesOf, info, ok } from "./diagnosis.ts";

/** The time that one attempt may take, in milliseconds. */
const attempt = 5_000;

/** The pause between two attempts, in milliseconds: they keep to the rate that every provider allows. */
const pause = Math.ceil(1000 / limit("rate_per_second"));

/** An address that someone gives: as it is, and its origin alone. */
interface GivenAddress {
  href: string;
  origin: string;
}

/** Where each surface may be, by the address that someone gives and the places that were found before. */
const candidates: Record<keyof Urls, (given: GivenAddress, found: Partial<Urls>) => string[]> = {
  base_url: ({ href, origin }) => [href, `${href}/v1`, `${href}/api/v1`, `${origin}/api/v1`, `${origin}/v1`],
  api_root: ({ origin }, { base_url = origin }) => [base_url.replace(/\/v1$/, ""), origin],
  app_url: ({ origin }) => [origin, origin.replace("//api.", "//app.")],
  v3_base_url: ({ href, origin }, { api_root = origin }) => [`${origin}/v3`, `${api_root}/v3`, `${href}/v3`],
};

/** The read that shows a surface: anyone who has it asks for a token. */
const reads: Record<keyof Urls, string> = {
  base_url: "listCountries",
  api_root: "listClients",
  app_url: "readInstallationStatusInFlow",
  v3_base_url: "listResources",
};

/** Looks for the surfaces around an address, by reads without a token; those that are known are left as they are. */
export async function discoverSurfaces(
  address: string,
  known: Partial<Urls> = {},
): Promise<{ urls: Partial<Urls>; notes: Diagnosis[] }> {
  const given = { href: address.replace(/\/+$/, ""), origin: new URL(address).origin };
  const urls: Partial<Urls> = { ...known };
  const notes: Diagnosis[] = [];
  const silence = known.base_url === undefined ? await silenceAt(given.href) : undefined;
  if (silence)
    return {
      urls,
      notes: [info("urls", `${given.origin} does not answer (${silence}); start it, or fix the address`)],
    };
  for (const name of urlNames.filter((each) => known[each] === undefined)) {
    const tried = [];
    for (const place of new Set(candidates[name](given, urls))) {
      await sleep(pause);
      const outcome = await lookFor(name, place);
      tried.push(`${place} ${outcome.says}`);
      if (outcome.isThere) urls[name] = place;
      if (outcome.isThere) break;
    }
    notes.push(
      urls[name] === undefined
        ? info(`urls.${name}`, `not found (${tried.join(", ")}); write where it is`)
        : ok(`urls.${name}`, tried.at(-1) ?? ""),
    );
  }
  return { urls, notes };
}

async function lookFor(name: keyof Urls, place: string): Promise<{ isThere: boolean; says: string }> {
  const operation = loadOperations().find(({ id }) => id === reads[name]);
  const path = (operation?.path ?? "").replace(/\{\w+\}/g, "1");
  try {
    const first = await statusAt(place + path);
    if (first === 429) await sleep(seconds(1));
    // Someone else may use the same allowance.
    const status = first === 429 ? await statusAt(place + path) : first;
    return { isThere: [200, 401, 403].includes(status), says: `answers ${status}` };
  } catch (error) {
    return { isThere: false, says: `does not answer (${reasonOf(error)})` };
  }
}

/** Why nothing answers at an address; undefined where something does. */
const silenceAt = (url: string): Promise<string | undefined> =>
  statusAt(url).then(
    () => undefined,
    (error: unknown) => reasonOf(error),
  );

async function statusAt(url: string): Promise<number> {
  const { statusCode, body } = await request(url, { signal: AbortSignal.timeout(attempt) });
  body.on("error", () => undefined).destroy();
  return statusCode;
}

/** Asks a control protocol what it offers. */
export async function discoverControl(
  url: string,
  token: string | undefined,
): Promise<{ capabilities: readonly string[]; notes: Diagnosis[] }> {
  try {
    const { capabilities } = await httpControl({ url, token }).describe();
    return { capabilities, notes: [ok("control.url", `${url} offers ${capabilities.join(", ")}`)] };
  } catch (error) {
    const notes = diagnosesOf(error).map(({ about, says }) => info(about, says));
    return { capabilities: [], notes };
  }
}
