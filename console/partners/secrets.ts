/** What stands in place of a secret that is kept. */
export const kept = "(kept)";

/** Keys of a profile under which every text is secret. */
const secretKeys = new Set(["headers", "sandbox", "credentials", "control"]);

/** Names below those keys that tell nothing. */
const plainNames = new Set(["application_id", "url"]);

/** Name and password in an address: all up to the last @ before its path, as browsers read it. */
const userinfo = /^(https?:\/\/)[^/?#]*@/i;

/** An address without name and password. */
export const withoutUserinfo = (url: string): string => url.replace(userinfo, "$1");

/** A profile as it may be shown: tokens, values of headers and passwords in addresses are left out. */
export function withoutSecrets(value: unknown, isSecret = false): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, isSecret));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        withoutSecrets(inner, (isSecret || secretKeys.has(key)) && !plainNames.has(key)),
      ]),
    );
  if (typeof value !== "string") return value;
  return isSecret ? kept : value.replace(userinfo, `$1${kept}@`);
}

/** A profile that was written over one that is shown: what was left as it was shown is what it was before. */
export function withKeptSecrets(written: unknown, before: unknown): unknown {
  if (Array.isArray(written))
    return written.map((item, index) => withKeptSecrets(item, Array.isArray(before) ? before[index] : undefined));
  if (typeof written === "object" && written !== null) {
    const earlier = (typeof before === "object" && before !== null ? before : {}) as Record<string, unknown>;
    return Object.fromEntries(
      Object.entries(written).map(([key, inner]) => [key, withKeptSecrets(inner, earlier[key])]),
    );
  }
  const isKept =
    typeof before === "string" && (written === kept || (before !== written && withoutSecrets(before) === written));
  return isKept ? before : written;
}
