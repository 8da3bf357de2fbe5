import { expect, test } from "vitest";
import type { PartnerRequest } from "../requests/partner-request.ts";
import { hasGivenUp } from "./given-up.ts";

/** Requests for pages, each a second after the one before, unless it names the time. */
const reads = (all: readonly { page: number; status?: number; at?: number }[]) =>
  all.map(({ page, status = 200, at }, index) => ({
    url: `/${page}`,
    status,
    at: at ?? index * 1000,
  })) as unknown as PartnerRequest[];

const failure = { page: 3, status: 503 };

test.each([
  ["no page failed", [{ page: 1 }, { page: 2 }], false],
  ["nothing was read after the page that failed", [{ page: 1 }, { page: 2 }, failure], true],
  ["the page was read again", [{ page: 1 }, { page: 2 }, failure, { page: 3 }], false],
  ["the page failed again", [{ page: 1 }, { page: 2 }, failure, failure], true],
  ["the page was left out", [{ page: 1 }, { page: 2 }, failure, { page: 4 }, { page: 5 }], false],
  [
    "what came after it was under way",
    [{ page: 1 }, { page: 2 }, failure, { page: 4, at: 2050 }, { page: 5, at: 2100 }],
    true,
  ],
  ["something else had the first pages read", [{ page: 1 }, { page: 2 }, failure, { page: 1 }, { page: 2 }], true],
] as const)("an application that reads a list: %s", (_, all, isGivenUp) => {
  expect(hasGivenUp(reads(all), ({ url }) => url)).toBe(isGivenUp);
});
