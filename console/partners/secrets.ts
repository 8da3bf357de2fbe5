import { fieldsOf, isRecord } from "../../base/json.ts";
import { carriesCredential } from "../../harness/redaction/credential-names.ts";

/** Stands for a secret that stays as it is. */
export const kept = "(kept)";

/** Keys of a profile under which every text is secret, besides those that are called a token, a password or the like. */
const secretKeys = new Set(["headers", "sandbox", "credentials", "control"]);

/** Names below those keys that say nothing. */
const plainNames = new Set(["application_id", "url"]);

/** Name and password in an address: all up to the last @ before its path, as browsers read it. */
const userinfo = /^(https?:\/\/)[^/?#]*@/i;

/** A parameter of an address, with its name. */
const parameter = /([?&]([^=&#]+)=)[^&#]+/g;

/** An address without name and password, and without what its query names as a credential. */
export const shownAddress = (url: string): string =>
  url
    .replace(userinfo, `$1${kept}@`)
    .replace(parameter, (whole, before: string, name: string) => (carriesCredential(name) ? before + kept : whole));

/** A profile as it may be shown: tokens, values of headers and passwords in addresses are left out. */
export function withoutSecrets(value: unknown, isSecret = false): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, isSecret));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        withoutSecrets(inner, (isSecret || secretKeys.has(key) || carriesCredential(key)) && !plainNames.has(key)),
      ]),
    );
  if (typeof value !== "string") return value;
  if (isSecret) return kept;
  return /^https?:/i.test(value) ? shownAddress(value) : value;
}

/**
 * A profile that was written over one that is shown: what was left as it was shown is what it was before. What was kept for one machine is not
 * put in where the address names another.
 */
export function withStoredSecrets(written: unknown, before: unknown): unknown {
  if (Array.isArray(written))
    return written.map((item, index) => withStoredSecrets(item, Array.isArray(before) ? before[index] : undefined));
  if (isRecord(written)) {
    const earlier = originOf(written) === originOf(before) ? fieldsOf(before) : {};
    return Object.fromEntries(
      Object.entries(written).map(([key, inner]) => [key, withStoredSecrets(inner, earlier[key])]),
    );
  }
  const isStored = typeof before === "string" && (written === kept || withoutSecrets(before) === written);
  return isStored ? before : written;
}

/** The machine that a request of a profile goes to; nothing for whatever is no request. */
function originOf(value: unknown): unknown {
  const { url } = fieldsOf(value);
  const filled = String(url).replace(/\{\w+\}/g, "placeholder");
  return URL.canParse(filled) ? new URL(filled).origin : url;
}

/** Where a profile still says that a secret is kept, though none is for that place. */
export function unstored(value: unknown, path: string[] = []): string[][] {
  if (typeof value === "string") return value.includes(kept) ? [path] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => unstored(inner, [...path, key]));
}
