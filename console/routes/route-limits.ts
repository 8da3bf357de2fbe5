import type { LimitedAction } from "../accounts/limits.ts";
import type { ConsoleRoute } from "./route.ts";

/** What the use of a route counts as, by its path, as a page and in the API. */
const actions: Readonly<Record<string, LimitedAction>> = {
  "POST /tokens": "make a token",
  "GET /runs/:run/events": "follow a run",
  "POST /partners/:partner/profile": "save a profile",
  "PUT /partners/:partner/profile": "save a profile",
  "POST /partners/:partner/profile/check": "check a profile",
  "POST /partners/:partner/connection": "check a connection",
  "POST /partners/:partner/runs": "ask for a run",
  "POST /providers/:provider/runs": "ask for a run",
  "POST /providers/:provider/contracts": "ask for a run",
  "POST /settings/nightly": "ask for a run",
  "POST /nightly": "ask for a run",
};

/** What a use of a route counts as; what only reads is not counted. */
export const actionOf = ({ method, path }: ConsoleRoute): LimitedAction | undefined =>
  actions[`${method} ${path.replace(/^\/api\//, "/")}`] ?? (method === "GET" ? undefined : "change something");
