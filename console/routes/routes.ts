import { type ConsoleAction, onePage, routesOf } from "./action.ts";
import { accountActions } from "./actions/accounts.ts";
import { contestActions } from "./actions/contests.ts";
import { messageActions } from "./actions/messages.ts";
import { partnerActions } from "./actions/partners.ts";
import { publishedActions } from "./actions/published.ts";
import { runActions } from "./actions/runs.ts";
import { serviceActions } from "./actions/service.ts";
import { watchActions } from "./actions/watch.ts";
import { openApiDocument } from "./openapi.ts";

/** Every action of the console; there are no others. */
export const actions: readonly ConsoleAction[] = [
  ...publishedActions,
  ...accountActions,
  ...partnerActions,
  ...runActions,
  ...contestActions,
  ...messageActions,
  ...watchActions,
  ...serviceActions,
];

const described = onePage("GET /api/openapi.json", "anyone", ({ context }) => ({
  json: openApiDocument(actions, context.settings.publicUrl),
}));

/** Every address of the console. */
export const routes = [...actions, described].flatMap(routesOf);
