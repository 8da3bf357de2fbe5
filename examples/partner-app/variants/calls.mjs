import { behaviour } from "../behaviour.mjs";
import { breaks } from "./variant.mjs";

/** Asks for calls with some fields replaced. */
const asksWith = (fields) => ({
  callsFields: (location, page) => ({ ...behaviour.callsFields(location, page), ...fields }),
});

/** Ways to read the call history wrongly. */
export const calls = {
  "reads calls of a Location that nobody connected": breaks("INST-36", "install calls", {
    callsFields: (location, page) => behaviour.callsFields(page === 1 ? location + 1000 : location, page),
    isLastPage: (_items, _fields, { page }) => page > 1,
  }),
  "dates with a time": breaks("CALL-13", "calls", asksWith({ date_from: "2026-01-01 00:00:00" })),
  "calls without an end date": breaks("CALL-13", "calls", asksWith({ date_to: undefined })),
  "calls with a string for a Location": breaks("CALL-13", "calls", {
    callsFields: (location, page) => behaviour.callsFields(`${location}`, page),
  }),
  "dates with dots": breaks("CALL-13", "calls", asksWith({ date_from: "31.01.2026" })),
  "calls without a Location": breaks("CALL-13", "calls", asksWith({ salon_id: undefined })),
  "page in words": breaks("CALL-13", "calls", asksWith({ limit: "twenty" })),
  "calls by POST": breaks("REQ-1", "calls", { callsMethod: "POST" }),
  "reads no calls": breaks("CALL-13", "calls", { mayRead: () => false }),
  "a type of its own": breaks("CALL-14", "calls", asksWith({ types: ["inbound"] })),
  "types in one text": breaks("CALL-13", "calls", asksWith({ types: "incoming" })),
  "a status of its own": breaks("CALL-14", "calls", asksWith({ statuses: ["success", "lost"] })),
  "calls by query": breaks("CALL-15", "calls", { callsInQuery: true }),
  "reads every other page of calls": breaks("CALL-16", "calls", {
    callsFields: (location, page) => behaviour.callsFields(location, 2 * page - 1),
  }),
  "pages of calls that grow": breaks("CALL-16", "calls", {
    callsFields: (location, page) => ({ ...behaviour.callsFields(location, page), limit: page === 1 ? 20 : 40 }),
  }),
  "reads one page of a caller's calls": breaks("CALL-16", "calls", {
    ...asksWith({ phone: "+37120000001" }),
    isLastPage: () => true,
  }),
  "a phone in digits alone": breaks("CALL-13", "calls", asksWith({ phone: 37_120_000_001 })),
  "a day that does not exist": breaks("CALL-13", "calls", asksWith({ date_from: "2026-02-30" })),
  "reads one page of calls": breaks("CALL-16", "calls", { isLastPage: () => true }),
  "calls from today back to last week": breaks("CALL-13", "calls", {
    callsFields: (location, page) => {
      const { date_from, date_to, ...fields } = behaviour.callsFields(location, page);
      return { ...fields, date_from: date_to, date_to: date_from };
    },
  }),
};
