import { parse, stringify } from "yaml";
import { type Complaint, checkFormat, formatSchema } from "../../base/formats/format-check.ts";
import { fieldsOf } from "../../base/json.ts";
import {
  type PartnerProfile,
  type PlatformAddress,
  partnerProfile,
  partnerProfileMistakes,
  type WrittenPartnerProfile,
} from "../../harness/profiles/partner-profile.ts";
import { whyRefused } from "../vault/private-networks.ts";
import { kept, unstored, withStoredSecrets } from "./secrets.ts";

/** The maximum length of a profile; none has more than a page. */
export const longestProfile = 20_000;

/** How deep a profile may be nested, and how many values it may hold, each alias counted as what it stands for. */
export const deepest = 40;
const maxValues = 20_000;
const endless = "this holds itself, or far more than a profile has; write out what its YAML aliases stand for";

/** True if a value holds itself, or is far too large or too deep. */
function isEndless(value: unknown): boolean {
  const open: { node: unknown; depth: number }[] = [{ node: value, depth: 0 }];
  for (let count = 0; ; count++) {
    const next = open.pop();
    if (!next) return false;
    if (count > maxValues || next.depth > deepest) return true;
    if (typeof next.node !== "object" || next.node === null) continue;
    for (const node of Object.values(next.node)) open.push({ node, depth: next.depth + 1 });
  }
}

/**
 * True if a text may open more than so many levels at once. The parser calls itself for each level, and a stack that is full ends the whole process where V8
 * compiles a pattern just then; brackets in quotes count too, of which no profile has as many.
 */
function isDeepText(text: string): boolean {
  let depth = 0;
  for (const mark of text.match(/[[{\]}]/g) ?? []) {
    depth += mark === "[" || mark === "{" ? 1 : -1;
    if (depth > deepest) return true;
  }
  return new RegExp(`(?:[-?:][ \\t]+){${deepest}}`).test(text);
}

/** The most lines, keys and items of a text, which reading takes time by; a page has a hundred. */
const maxMarks = 2_000;

/** Reads YAML that a stranger wrote, within bounds. */
export function readYaml(text: string): { value: unknown } | { whyNot: string } {
  if (text.length > longestProfile) return { whyNot: `this is longer than ${longestProfile} characters; shorten it` };
  if (isDeepText(text) || (text.match(/[\n:,!&%]/g) ?? []).length > maxMarks) return { whyNot: endless };
  try {
    // Pretty errors take seconds where there are thousands.
    const value: unknown = parse(text, { maxAliasCount: 50, logLevel: "error", prettyErrors: false });
    return isEndless(value) ? { whyNot: endless } : { value };
  } catch (error) {
    return { whyNot: `this is not YAML: ${(error as Error).message.split("\n", 1)[0]}` };
  }
}

/** The schema of a profile's claims, and the claims that there are. */
export const claimsSchema = fieldsOf(fieldsOf(formatSchema("partner-profile").properties).claims);
export const knownClaims = [fieldsOf(claimsSchema.items).enum].flat().map(String);

/** The profile of a partner as it is shown; none where there is none, or an earlier assay took one that this one does not take. */
export const shownProfile = ({ profile_shown }: { profile_shown: unknown }): WrittenPartnerProfile | null =>
  checkFormat("partner-profile", profile_shown).length === 0 ? (profile_shown as WrittenPartnerProfile) : null;

/** A profile that was read, or what is wrong with it. */
export type ReadPartnerProfile = { written: WrittenPartnerProfile; text: string } | { complaints: Complaint[] };

/** Reads a profile that someone wrote as YAML; secrets that are shown as kept are those of the profile before. */
export function readProfileText(text: string, before?: unknown): ReadPartnerProfile {
  const read = readYaml(text);
  if ("whyNot" in read) return { complaints: [{ path: [], what: read.whyNot }] };
  const { value } = read;
  const whole = withStoredSecrets(value, before);
  const complaints = complaintsAbout(whole);
  if (complaints.length > 0) return { complaints };
  const isAsWritten = JSON.stringify(whole) === JSON.stringify(value);
  return { written: whole as WrittenPartnerProfile, text: isAsWritten ? text : stringify(whole) };
}

/** Finds the mistakes in a profile: by its own schema, and by the limits of the console. */
function complaintsAbout(value: unknown): Complaint[] {
  const given = (value ?? {}) as Record<string, unknown>;
  return [
    ...partnerProfileMistakes(value),
    ...Object.entries(notHere).flatMap(([key, what]) => ((given[key] ?? null) === null ? [] : [{ path: [key], what }])),
    ...(/^(?:v?\d[\w.+-]{0,39})?$/.test(String(given.version ?? "")) ? [] : [{ path: ["version"], what: oddVersion }]),
    ...placeholders(value),
    ...unstored(value).map((path) => ({
      path,
      what: `no secret is kept for this address; write the secret in place of ${kept}`,
    })),
  ];
}

/** Keys of a profile that mean nothing in the console, and what to do instead. */
const notHere: Readonly<Record<string, string>> = {
  start: "the console starts no application; leave start out, run the application yourself, and give its addresses",
  platform: "the operator says where the platform is played; leave platform out, and use the addresses that are shown",
};

/** A certificate shows the version beside the application's name, where it must not read as a sentence. */
const oddVersion =
  'it stands in the certificate; begin it with a digit, such as "2.4.0", and give at most 40 characters';

/** Values of an environment, which there is none of here. */
function placeholders(value: unknown, path: (string | number)[] = []): Complaint[] {
  if (typeof value === "string")
    return /\$\{\w+\}/.test(value)
      ? [{ path, what: "the console has no environment to take this from; write the value in its place" }]
      : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => placeholders(inner, [...path, key]));
}

/** The addresses of an application that the console would ask, by their place in the profile. */
export const addressesIn = ({
  connect,
  webhook_url,
  lifecycle_webhook_url,
  actions,
}: Partial<WrittenPartnerProfile>): Record<string, string> =>
  Object.fromEntries(
    Object.entries({
      "connect.url": connect?.url,
      webhook_url,
      lifecycle_webhook_url,
      "actions.resources.url": actions?.resources?.url,
      "actions.calls.url": actions?.calls?.url,
    }).filter((pair): pair is [string, string] => typeof pair[1] === "string"),
  );

/** An address with something in place of its placeholders. */
export const filledAddress = (url: string, value = "0"): string => url.replace(/\{\w+\}/g, value);

/** True if placeholders decide which machine an address leads to; what they become there cannot be checked beforehand. */
const namesMachineByPlaceholder = (url: string): boolean => {
  const hosts = ["0", "1"]
    .map((value) => filledAddress(url, value))
    .map((filled) => URL.canParse(filled) && new URL(filled).host);
  return !hosts[0] || hosts[0] !== hosts[1];
};

/** Addresses that lead into private networks where the operator does not allow that; the guard asks again at each connection, since names may change. */
export async function refusedAddresses(
  { allowsPrivate }: { allowsPrivate: boolean },
  written: Partial<WrittenPartnerProfile>,
  resolves = true,
): Promise<Complaint[]> {
  if (allowsPrivate) return [];
  const checked = await Promise.all(
    Object.entries(addressesIn(written)).map(async ([key, url]) => {
      if (namesMachineByPlaceholder(url))
        return [{ path: key.split("."), what: "a placeholder stands in the host's name; put it behind the slash" }];
      const why = await whyRefused(filledAddress(url), resolves);
      return why ? [{ path: key.split("."), what: `${why}; give an address that can be reached from outside` }] : [];
    }),
  );
  return checked.flat();
}

/** A profile that can be run: nothing is started, and the platform has the partner's own credentials, at the operator's address. */
export function runnableProfile(
  { start: _never, platform: _neither, ...written }: WrittenPartnerProfile,
  credentials: NonNullable<WrittenPartnerProfile["sandbox"]>,
  platform?: PlatformAddress,
): PartnerProfile {
  const sandbox = { ...credentials, ...written.sandbox };
  return partnerProfile({ ...written, sandbox, ...(platform ? { platform } : {}) });
}
