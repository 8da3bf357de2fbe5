import { fieldsOf } from "../../base/json.ts";
import type { Credentials } from "../../harness/target.ts";
import { deriveSchema } from "../../specs/schemas.ts";
import { validate } from "../../specs/validate.ts";
import { loadVersioning } from "../../specs/versioning.ts";
import { fromWire } from "../../specs/wire.ts";
import { callFields } from "./call-fields.ts";
import { type CertificationContext } from "./context.ts";
import type { Flaw } from "./recorder.ts";
import { below, callbackPath, header, isCallback, type Seen } from "./seen.ts";

/** What must hold of one request: which it speaks of, and what is wrong with it. */
interface Rule {
  of: (seen: Seen, context: CertificationContext) => boolean;
  wrong: (seen: Seen, context: CertificationContext) => Flaw | undefined;
}

const isCall = ({ operation }: Seen) => operation?.id === "listCalls";
const schemesOf = ({ operation }: Seen) => operation?.schemes.join() ?? "";

/** The Authorization header must be exactly this. */
const carries =
  (expected: string, form: (credentials: Credentials) => string) =>
  (seen: Seen, { credentials }: CertificationContext): Flaw | undefined => {
    const found = header(seen, "authorization");
    return found === form(credentials)
      ? undefined
      : { found: told(found, credentials), expected, pointer: "/authorization" };
  };

/** What an Authorization header looks like, with known tokens named and unknown ones hidden. */
function told(value: string | undefined, credentials: Credentials): string {
  if (value === undefined) return "no Authorization header";
  const names = {
    partner_token: "<partner token>",
    system_user_token: "<system-user token>",
    v3_token: "<access token>",
  };
  const named = Object.entries(names).reduce(
    (text, [key, name]) => text.replaceAll(credentials[key as keyof Credentials], name),
    value,
  );
  return named.replace(/[\w.-]{16,}/g, "<another token>");
}

const partnerForm = ({ partner_token }: Credentials) => `Bearer ${partner_token}`;
const userForm = ({ partner_token, system_user_token }: Credentials) =>
  `Bearer ${partner_token}, User ${system_user_token}`;

/** Whether the specification speaks of a request at all. */
const isNamed = ({ operation, isEventRead, surface, url }: Seen, { urls }: CertificationContext): boolean =>
  operation !== undefined ||
  isEventRead ||
  (surface === "base" && (below(url, urls.api_root)?.startsWith("/v2/") ?? false));

/** The rules over every request of an application, by requirement. */
export const rules: Record<string, Rule> = {
  "INST-31": {
    of: isCallback,
    wrong({ surface, url }, { urls }) {
      if (surface !== "app") return { found: "a callback to {base_url}", expected: "one to {app_url}" };
      const [path] = url.split("?", 1);
      return below(url, urls.app_url) === callbackPath
        ? undefined
        : { found: `a callback to ${path}`, expected: `one to {app_url}${callbackPath}, without a prefix` };
    },
  },
  "INST-32": {
    of: (seen) => isCallback(seen),
    wrong(seen, { locations, application_id }) {
      const { salon_id, application_id: given } = fieldsOf(seen.json);
      if (seen.status === 413) return { found: "a body that is too large to be read", expected: "a small one" };
      if (seen.json === undefined)
        return {
          found: seen.body ? "a body that is not JSON" : "no body",
          expected: "JSON with salon_id and application_id",
        };
      if (typeof salon_id !== "number")
        return { found: sight(salon_id), expected: "the number of the Location", pointer: "/salon_id" };
      if (typeof given !== "number")
        return { found: sight(given), expected: "the number of the application", pointer: "/application_id" };
      if (!locations.includes(salon_id))
        return { found: sight(salon_id), expected: "a Location that was granted", pointer: "/salon_id" };
      return given === application_id
        ? undefined
        : { found: sight(given), expected: `${application_id}`, pointer: "/application_id" };
    },
  },
  "AUTH-16": {
    of: (seen) => schemesOf(seen) === "BearerPartner" && !isCallback(seen),
    wrong: carries("Bearer <partner token>", partnerForm),
  },
  "AUTH-17": {
    of: (seen) => schemesOf(seen) === "BearerPartnerUser" && seen.operation?.id !== "grantAccess",
    wrong: carries("Bearer <partner token>, User <system-user token>", userForm),
  },
  "AUTH-18": {
    of: (seen) => seen.surface === "v3",
    wrong: carries("Bearer <access token>", ({ v3_token }) => `Bearer ${v3_token}`),
  },
  "AUTH-19": {
    of: () => true,
    wrong(seen, { credentials: { partner_token, system_user_token, v3_token } }) {
      const tokens = new Set([partner_token, system_user_token, v3_token]);
      return wordsOf(seen).some((word) => tokens.has(word))
        ? { found: "a token in the URL", expected: "tokens in the Authorization header alone" }
        : undefined;
    },
  },
  "AUTH-20": { of: isCallback, wrong: carries("Bearer <partner token>, and no user token", partnerForm) },
  "VER-1": {
    of: ({ operation, surface }) => operation !== undefined && surface !== "v3",
    wrong(seen) {
      const { accept } = loadVersioning();
      const types = (header(seen, "accept") ?? "").split(",").map((one) => one.split(";", 1)[0]?.trim().toLowerCase());
      return types.includes(accept)
        ? undefined
        : { found: header(seen, "accept") ?? "no Accept header", expected: accept, pointer: "/accept" };
    },
  },
  "VER-2": {
    of: ({ json }) => json !== undefined,
    wrong(seen) {
      const found = header(seen, "content-type");
      return /^application\/json\s*(;|$)/i.test(found ?? "")
        ? undefined
        : { found: found ?? "no Content-Type header", expected: "application/json", pointer: "/content-type" };
    },
  },
  "VER-6": {
    of: () => true,
    wrong: ({ operation }) =>
      operation?.deprecated
        ? { found: `${operation.method} ${operation.path}`, expected: "no use of deprecated endpoints" }
        : undefined,
  },
  "REQ-1": {
    of: () => true,
    wrong: (seen, context) =>
      isNamed(seen, context) || isCallback(seen)
        ? undefined
        : {
            found: `${seen.method} ${seen.url.split("?", 1)[0]}`,
            expected: "an operation that the specification names",
          },
  },
  "CALL-15": {
    of: isCall,
    wrong: ({ json, query }) =>
      json === undefined && query.size > 0
        ? { found: "a query string", expected: "the fields as a JSON body" }
        : undefined,
  },
};

/** What an application put into a URL itself, word by word: a token that was chosen may be a word of the path. */
const wordsOf = ({ operation, path, query, url }: Seen): string[] =>
  [...(operation ? Object.values(path) : (url.split("?", 1)[0]?.split("/") ?? [])), ...[...query].flat()].flatMap(
    (text) => decoded(text).split(/[\s,:;=]+/),
  );

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const sight = (value: unknown): string => (value === undefined ? "nothing" : JSON.stringify(value));

/** The requirements that the schemas of requests carry. */
export const bySchema = ["REQ-2", "RES-15", "LOC-11", "CALL-13", "CALL-14"];

/** What of a request is not as its operation documents it, by requirement; and the requirements that it could have broken. */
export function heldAgainstSchemas(seen: Seen): { ids: string[]; flaws: [requirement: string, flaw: Flaw][] } {
  const { operation } = seen;
  if (!operation) return { ids: [], flaws: [] };
  const ids = new Set(["REQ-2"]);
  const errors = [];
  for (const part of ["path", "query"] as const) {
    const schema = deriveSchema(operation, { direction: "request", part });
    const given = part === "path" ? seen.path : Object.fromEntries(seen.query);
    const isInBody = isCall(seen);
    if (!schema || (isInBody && part === "query")) continue;
    for (const parameter of operation.parameters)
      if (parameter.in === part && parameter.requirement) ids.add(parameter.requirement);
    errors.push(...validate(operation, { direction: "request", part }, fromWire(schema, given)));
  }
  if (isCall(seen)) {
    const asked = callFields(seen);
    ids.add("CALL-13");
    ids.add("CALL-14");
    errors.push(...validate(operation, { direction: "request", part: "body" }, asked));
  }
  return {
    ids: [...ids],
    flaws: errors.map(({ requirement = "REQ-2", found, expected, pointer }) => [
      requirement,
      { found, expected, pointer, by: seen },
    ]),
  };
}
