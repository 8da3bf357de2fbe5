import { apiRoutes } from "./api-routes.ts";
import { openApiDocument } from "./openapi.ts";
import { operatorRoutes } from "./operator-routes.ts";
import { partnerRoutes } from "./partner-routes.ts";
import { publicRoutes, resultsRoute } from "./public-routes.ts";
import type { ConsoleRoute } from "./route.ts";
import { runRoutes } from "./run-routes.ts";

const described: ConsoleRoute = {
  method: "GET",
  path: "/api/openapi.json",
  may: "anyone",
  act: ({ context }) => ({ json: openApiDocument(apiRoutes, context.settings.publicUrl) }),
};

/** Every route of the console; there are no others. */
export const routes: readonly ConsoleRoute[] = [
  ...publicRoutes,
  described,
  ...partnerRoutes,
  resultsRoute,
  ...runRoutes,
  ...operatorRoutes,
  ...apiRoutes,
];
