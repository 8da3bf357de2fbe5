import { testPages } from "../testing/follow-pages.ts";

testPages(
  ["provider", "live", "partner", "api-change", "contract", "agent", "sandbox"].map(
    (name) => `docs/journeys/${name}.md`,
  ),
);
