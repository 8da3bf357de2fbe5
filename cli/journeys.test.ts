import { testPages } from "./testing/follow-pages.ts";

testPages([
  "docs/journeys/api-change.md",
  "docs/journeys/contract.md",
  "docs/journeys/provider.md",
  "docs/journeys/agent.md",
]);
