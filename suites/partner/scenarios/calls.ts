import { ControlRefusal } from "../../../harness/control.ts";
import { trouble } from "../asking.ts";
import { callFields } from "../call-fields.ts";
import { type Certifier } from "../certifier.ts";
import type { Scenario } from "../scenario.ts";
import type { Seen } from "../seen.ts";

/** Page sizes above this are not filled: a provider may well give no more. */
const sizeMost = 100;

const isRead = ({ operation }: Seen) => operation?.id === "listCalls";

/** Noon of the last day that a request asks for, so that no time zone puts it elsewhere, and who asks for what is new asks for it too. */
function noonWithin({ date_from, date_to }: Record<string, unknown>): string | undefined {
  const [first, last] = [date_from, date_to].map((day) => Date.parse(`${String(day)}T12:00:00Z`));
  if (first === undefined || last === undefined || Number.isNaN(first) || Number.isNaN(last) || last < first)
    return undefined;
  return new Date(last).toISOString().replace(".000Z", "+00:00");
}

/** A call that a request asks for; undefined where what it asks for is too narrow to be known. */
function callFor(fields: Record<string, unknown>): Record<string, string> | undefined {
  const call_date = noonWithin(fields);
  if (!call_date || fields.phone !== undefined) return undefined;
  const first = (value: unknown, otherwise: string) =>
    Array.isArray(value) && value.length > 0 ? String(value[0]) : otherwise;
  return { call_date, type: first(fields.types, "incoming"), status: first(fields.statuses, "success") };
}

/** Whether a request asks for a call. */
function asksFor(fields: Record<string, unknown>, { call_date = "", type = "", status = "" }: Record<string, string>) {
  const day = call_date.slice(0, 10);
  const has = (values: unknown, one: string) => !Array.isArray(values) || values.length === 0 || values.includes(one);
  const isInRange = String(fields.date_from) <= day && day <= String(fields.date_to);
  return isInRange && fields.phone === undefined && has(fields.types, type) && has(fields.statuses, status);
}

/** The pages that were read of each range, one after the other being pages of one range only if they ask for the same but the page. */
function walksIn(read: readonly Seen[]): Set<number>[] {
  const walks = new Map<string, Set<number>>();
  for (const one of read) {
    const { page = 1, limit: _, ...range } = callFields(one);
    const key = JSON.stringify(range);
    const pages = walks.get(key) ?? new Set();
    walks.set(key, one.status === 200 ? pages.add(Number(page)) : pages);
  }
  return [...walks.values()];
}

/** How many of the first pages were read; whether the first is 0 or 1 is not told. */
function inRow(pages: ReadonlySet<number>, needed: number): number {
  const first = pages.has(0) ? 0 : 1;
  return Array.from({ length: needed }, (_, index) => first + index).filter((page) => pages.has(page)).length;
}

/** Puts as many calls into the history as show whether pages are read; false where no call can be as it is asked for. */
async function fill(
  certifier: Certifier,
  location: number,
  call: Record<string, string>,
  count: number,
): Promise<boolean> {
  try {
    await certifier.control.seed(
      location,
      "calls",
      Array.from({ length: count }, () => call),
    );
    return true;
  } catch (error) {
    // No call can have a type or status that is not documented.
    if (error instanceof ControlRefusal) return false;
    throw error;
  }
}

/** The application reads the call history; how it asks is seen first, so that there are pages in the size that it asks for. */
export const calls: Scenario[] = [
  {
    title: "the call history is asked for",
    claim: "calls",
    judges: ["CALL-13"],
    async play(certifier) {
      const location = certifier.location(0);
      await certifier.active(location);
      const read = (await certifier.act("calls", location)).filter(isRead);
      certifier.mindAnswer("calls", location, "CALL-13");
      if (read.length === 0)
        certifier.recorder.flaw("CALL-13", {
          found: `no request for the call history although the application was asked to read it${trouble(certifier.asked("calls", location))}`,
          expected: "GET /voip/integration/calls with salon_id, date_from and date_to",
        });
    },
  },
  {
    title: "the call history is read to the last page",
    claim: "calls",
    judges: ["CALL-16"],
    async play(certifier) {
      const location = certifier.location(0);
      const before = certifier.seen.findLast(isRead);
      const asked = before && callFields(before);
      const isPaged = asked?.page !== undefined || asked?.limit !== undefined;
      if (!asked || !isPaged)
        return certifier.recorder.lacking(
          ["CALL-16"],
          asked ? "it asks for no pages, and gets the whole range" : "no call history was asked for",
          asked === undefined,
        );
      const size =
        Number.isInteger(asked.limit) && Number(asked.limit) > 0 ? Math.min(Number(asked.limit), sizeMost) : sizeMost;
      const call = callFor(asked);
      if (!call || !(await fill(certifier, location, call, 2 * size + 1)))
        return certifier.recorder.lacking(["CALL-16"], "what it asks for is too narrow to be filled with pages", false);
      const read = (await certifier.act("calls", location)).filter(isRead);
      // Who reads what is new since last time asks for another range now.
      const walk = read.filter((one) => asksFor(callFields(one), call));
      const [latest] = walk;
      if (!latest)
        return certifier.recorder.lacking(
          ["CALL-16"],
          read.length > 0 ? "each time it asks for another range" : "asked once more to read, it read nothing",
          read.length === 0,
        );
      const limitOf = Number(callFields(latest).limit ?? size);
      const needed = asked.limit === undefined ? 2 : Math.ceil((2 * size + 1) / limitOf);
      certifier.recorder.judged("CALL-16");
      const refused = read.some(({ status }) => status !== 200);
      const walked = Math.max(...walksIn(walk).map((pages) => inRow(pages, needed)));
      if (walked < needed && !refused)
        certifier.recorder.flaw("CALL-16", {
          found: `${walked} of ${needed} pages read`,
          expected: "every page of the range asked for",
          by: read.at(-1),
        });
    },
  },
];
