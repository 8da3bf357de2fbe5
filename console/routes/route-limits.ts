import type { LimitedAction } from "../accounts/limits.ts";
import type { ConsoleRoute } from "./route.ts";

const withoutApi = (path: string): string => path.replace(/^\/api\//, "/");

/** The most bytes of a body where it holds a profile, a pact or a document of the API, of which each character may take several. */
const longBodies: Readonly<Record<string, number>> = {
  "/partners/:partner/profile": 600_000,
  "/partners/:partner/profile/check": 600_000,
  "/partners/:partner/contracts": 5_000_000,
  "/providers": 600_000,
  "/revisions": 8_000_000,
};

/** The most bytes of any other body, and of those that strangers send: reading JSON takes many times its bytes. */
const usualBody = 300_000;
const strangersBody = 20_000;

/** The most bytes that a route takes. */
export const maxBody = ({ path, may }: ConsoleRoute): number =>
  may === "anyone" ? strangersBody : (longBodies[withoutApi(path)] ?? usualBody);

/** What the use of a route counts as, by its path; a change counts alike as a page and in the API. */
const actions: Readonly<Record<string, LimitedAction>> = {
  "POST /tokens": "make a token",
  "GET /runs/:run/events": "follow a run",
  "POST /partners/:partner/profile": "save a profile",
  "PUT /partners/:partner/profile": "save a profile",
  "POST /partners/:partner/profile/check": "check a profile",
  "POST /partners/:partner/connection": "check a connection",
  "POST /partners/:partner/runs": "ask for a run",
  "POST /partners/:partner/contracts": "add a contract",
  "GET /runs/:run": "read a record",
  "GET /runs/:run/files/:name": "read a record",
  "GET /api/runs/:run/results": "read a record",
  "GET /partners/:partner/results.json": "read a record",
  "POST /providers/:provider/runs": "ask for a run",
  "POST /providers/:provider/contracts": "ask for a run",
  "POST /settings/nightly": "ask for a run",
  "POST /nightly": "ask for a run",
};

/** What a use of a route counts as; what only reads is not counted, unless it takes long. */
export const actionOf = ({ method, path }: ConsoleRoute): LimitedAction | undefined =>
  actions[`${method} ${method === "GET" ? path : withoutApi(path)}`] ??
  (method === "GET" ? undefined : "change something");
