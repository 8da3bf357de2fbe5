import type { Complaint } from "../../base/formats/format-check.ts";
import { carriesCredential, secretsInAddress, secretsInHeader } from "../redaction/credential-names.ts";

/** True if a value of a profile may be a secret, so that no message repeats it. */
export const mayBeSecret = (path: readonly (string | number)[]): boolean =>
  path[0] === "credentials" || path[0] === "sandbox" || path.some((key) => carriesCredential(String(key)));

/** A value that a profile takes from a variable of the environment, and where it stands. */
export interface TakenVariable {
  name: string;
  value: string;
  path: readonly (string | number)[];
}

/** Keys of profiles under which nothing is secret, regardless of who gives it. */
const openKeys: ReadonlySet<unknown> = new Set([
  "name",
  "version",
  "claims",
  "fixtures",
  "allow",
  "pace",
  "patience",
  "settle_s",
]);

/** Credentials that a profile takes from the environment for what everybody is shown, such as its name. */
export const shownCredentials = (taken: readonly TakenVariable[]): Complaint[] =>
  taken
    .filter(({ name, path: [first] }) => openKeys.has(first) && carriesCredential(name))
    .map(({ name, path }) => ({
      path: [...path],
      what: `${name} may be a credential, and this is shown; write it out`,
    }));

/** A part of an address that cannot be guessed: long, with digits among its characters. */
const isUnguessable = (step: string): boolean => step.length >= 16 && /\d/.test(step) && /[a-z]/i.test(step);

/** True if a value is a name of a machine, which an address shows anyway. */
const isHost = (value: string): boolean =>
  /^(?:localhost|[a-z0-9-]+(?:\.[a-z0-9-]+)+)(?::\d+)?$/i.test(value) && !value.split(".").some(isUnguessable);

/**
 * The secrets of a profile, by name: each variable that it takes from the environment (of an address, the part that a stranger could use), values under a key
 * that is called a token, a secret or the like, credentials in headers, and the passwords of addresses.
 */
export function secretsOfProfile(
  profile: unknown,
  taken: readonly TakenVariable[],
): (readonly [name: string, secret: string])[] {
  return [
    ...written(profile, []),
    ...taken
      .filter(({ path: [first], value }) => !openKeys.has(first) && !(first === "urls" && isHost(value)))
      .flatMap(({ name, value }) => secretsInVariable(value).map((secret) => [name, secret] as const)),
  ];
}

function secretsInVariable(value: string): string[] {
  if (/^(?:true|false|[-+]?\d{1,5})$/i.test(value)) return [];
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return [value];
  const { pathname, searchParams } = new URL(value);
  return [...secretsInAddress(value), ...pathname.split("/").filter(isUnguessable), ...searchParams.values()].filter(
    (secret) => secret.length > 5,
  );
}

/** The secrets that a profile itself writes down. */
function written(value: unknown, path: readonly string[]): (readonly [string, string])[] {
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([key, inner]) => written(inner, [...path, key]));
  // Anyone who runs the application is given the tokens that the profile fixes for it.
  if (typeof value !== "string" || path[0] === "sandbox") return [];
  const key = path.at(-1) ?? "";
  const name = (path[0] === "credentials" ? path.slice(1) : path).join("_");
  const named = carriesCredential(key) ? secretsInHeader(key, value) : [];
  const own = path[0] === "credentials" ? [value] : named;
  return [
    ...own.map((secret) => [name, secret] as const),
    ...secretsInAddress(value).map((secret) => [`${name}_password`, secret] as const),
  ];
}
