import type { Certifier } from "../certifier/certifier.ts";
import { sendOwn } from "../certifier/own-requests.ts";
import { type PartnerRequest, unescaped } from "../requests/partner-request.ts";
import { isEndless } from "./endless.ts";
import {
  askForResources,
  clearResources,
  cursorOf,
  fillPages,
  readsAfter,
  resourcesScenario,
  resourcesUrl,
  standInForResources,
} from "./resource-reads.ts";

/** A cursor that comes back unchanged only if it is escaped: cursors are opaque, so any text can be one. */
const cursor = "q7Zk/9+w==&page=2%20of;3";

/** How long an application may wait before it starts again, in seconds; after that it counts as having given up. */
const restartsWithin = 10;

/** How often it is tried, where other reads of the application got in the way. */
const mostAttempts = 3;

export const expiredCursor = resourcesScenario(
  "a cursor has expired",
  ["CUR-8", "CUR-9", "CUR-10"],
  async (certifier, location) => {
    let isShown = false;
    for (let attempt = 1; attempt <= mostAttempts && !isShown; attempt++)
      isShown = await expireCursor(certifier, location, attempt);
  },
);

/**
 * Answers as many first pages as are asked for, with a cursor that is refused as expired when it comes back. More than one serves applications
 * that look before they read, or read twice at once. Tells whether the cursor came back before anything else did.
 */
async function expireCursor(certifier: Certifier, location: number, firstPages: number): Promise<boolean> {
  const { recorder } = certifier;
  await standInForCursor(certifier, location, firstPages);
  const reads = await askForResources(certifier, location);
  const refused = reads[firstPages];
  const after = () => (refused ? readsAfter(certifier, location, refused) : []);
  const isRestarted = () => after().some((read) => cursorOf(read) === null);
  if (refused?.status === 422) await certifier.until(isRestarted, restartsWithin);
  const repeated = after().filter((read) => cursorOf(read) === cursor);
  const goesOn = isEndless(certifier, repeated);
  await clearResources(certifier, location);
  // An application that reads no second page, or nothing at all, was found out by another scenario.
  if (!refused) return true;
  if (cursorOf(refused) === null) return false;
  recorder.judged("CUR-8");
  if (!isVerbatim(refused))
    recorder.finding("CUR-8", {
      found: `the cursor ${cursorOf(refused)}`,
      expected: `${cursor}, exactly as next_cursor gave it`,
      by: refused,
      pointer: "/cursor",
    });
  if (refused.status !== 422) return false;
  recorder.judged("CUR-9", "CUR-10");
  if (goesOn)
    recorder.finding("CUR-10", {
      found: `a cursor that had been refused, ${repeated.length} times more, and no end`,
      expected: "a read from the beginning, or none",
      by: repeated.at(-1),
    });
  if (!isRestarted())
    recorder.finding("CUR-9", {
      found: "no read from the beginning",
      expected: "one after the cursor was refused with expired_cursor",
      by: refused,
    });
  return true;
}

/** Prepares first pages with the cursor, and as many refusals of it. */
async function standInForCursor(certifier: Certifier, location: number, times: number): Promise<void> {
  const { size } = await fillPages(certifier, location);
  const url = `${resourcesUrl(certifier, location)}?limit=${size}`;
  const page = await sendOwn("GET", url, `Bearer ${certifier.context.credentials.v3_token}`);
  const headers = Object.fromEntries(
    Object.entries(page.headers).filter(([name]) => /^(ratelimit-|x-request-id)/.test(name)),
  ) as Record<string, string>;
  const body = { ...(JSON.parse(page.text) as object), has_more: true, next_cursor: cursor };
  await standInForResources(certifier, location, { status: 200, headers, body }, times);
  const fields = [{ field: "cursor", code: "expired_cursor" }];
  const error = { code: "validation_failed", message: "The cursor has expired.", fields };
  await standInForResources(certifier, location, { status: 422, body: { error } }, times);
}

/** Whether the cursor was sent as it was given; an unescaped plus sign is a plus sign to some, and a space to others. */
function isVerbatim(request: PartnerRequest): boolean {
  const raw = /[?&]cursor=([^&]*)/.exec(request.url)?.[1] ?? "";
  return cursorOf(request) === cursor || unescaped(raw) === cursor;
}
