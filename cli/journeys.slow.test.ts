import { testPages } from "./testing/follow-pages.ts";

testPages(["provider", "live", "partner", "api-change", "contract", "agent"].map((name) => `docs/journeys/${name}.md`));
