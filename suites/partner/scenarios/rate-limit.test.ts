import { expect, test } from "vitest";
import { manualClock } from "../../../harness/testing/manual-clock.ts";
import type { Certifier } from "../certifier/certifier.ts";
import { noNetwork } from "../context.ts";
import { type PartnerRequest, readRequest } from "../requests/partner-request.ts";
import { earlyAfter } from "./rate-limit.ts";

const origin = "http://127.0.0.1:9";
const urls = { base_url: origin, api_root: origin, app_url: origin, v3_base_url: `${origin}/v3` };

/** True if a read is early that comes some milliseconds after a 429 with a wait of two seconds, of the same page or another. */
function isEarly(after: number, page: "the same" | "another", { lost = 0, jitter = 0 } = {}): boolean {
  const clock = manualClock();
  const began = clock.now();
  const read = (n: number, cursor: string, status: number): PartnerRequest =>
    readRequest(
      {
        n,
        at: new Date(clock.now()).toISOString(),
        surface: "v3",
        method: "GET",
        url: `/v3/locations/100/resources?cursor=${cursor}`,
        headers: [],
        body: "",
        status,
      },
      urls,
    );
  const refused = read(1, "a", 429);
  clock.lose(lost);
  const later = { ...read(2, page === "another" ? "b" : "a", 200), at: began + after };
  const network = { ...noNetwork, jitter, isRemote: jitter > 0 };
  const certifier = { clock, requests: [refused, later], context: { network } } as unknown as Certifier;
  return earlyAfter(certifier, 100, refused, 2) !== undefined;
}

test.each<[what: string, after: number, page: "the same" | "another", isEarly: boolean, way?: object]>([
  ["the same page at once", 50, "the same", true],
  ["the same page once the wait is over", 1_900, "the same", false],
  ["another page at once, which was under way", 50, "another", false],
  ["another page later", 900, "another", true],
  ["another page that was read late, since nothing could be read", 900, "another", false, { lost: 800 }],
  ["another page that was under way on an uneven network", 900, "another", false, { jitter: 800 }],
])("after a 429, %s is early or not", (_, after, page, early, way = {}) => {
  expect(isEarly(after, page, way)).toBe(early);
});
