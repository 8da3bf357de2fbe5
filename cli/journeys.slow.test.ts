import { testPages } from "./testing/follow-pages.ts";

testPages(["docs/journeys/live.md", "docs/journeys/partner.md"]);
