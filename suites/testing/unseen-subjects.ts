import type { ApiReply } from "../../sandbox/api/call/replies.ts";
import { data, page } from "../../sandbox/faults/changes/data.ts";
import { all, type BehaviourChange } from "../../sandbox/faults/changes/fault.ts";
import { replyIf } from "../../sandbox/faults/changes/replies.ts";
import { refusing, route } from "../../sandbox/faults/changes/routes.ts";
import { notice } from "../../sandbox/faults/changes/webhooks.ts";
import { policy } from "../../sandbox/faults/changes/world.ts";
import { loadOperations } from "../../specs/operations.ts";

/** A target on which something never occurs, and the requirements that speak of it. */
export interface UnseenSubject {
  ids: RegExp;
  change: BehaviourChange;
  /** The target has no control protocol, so nothing can be put there either. */
  isLive?: true;
}

const searches = ["searchActivities", "searchActivityDates", "searchActivityDateRange"];
const statusReads = ["readInstallationStatus", "readInstallationStatusInFlow"];
const dataCalls = ["listCalls", "listClients"];

/** The operations without payload description, by the requirement that each has. */
const operationsOf = (area: RegExp): string[] =>
  loadOperations().flatMap(({ id, requirement }) => (requirement && area.test(requirement) ? [id] : []));

const refused = (status: number, ...operations: string[]): BehaviourChange =>
  replyIf(
    operations,
    () => true,
    () => ({ status, body: { success: false, data: null, meta: { message: "Refused." } } }),
  );

const emptied = (...operations: string[]): BehaviourChange => data(operations, () => []);

const isRefusal = ({ status }: ApiReply): boolean => [401, 403, 404].includes(status);

/** Requirements that any answer at all shows. */
export const shownByAnyAnswer: readonly string[] = ["ENV-5", "ENV-6", "ENV-8"];

/** How the subject of each area is taken away. */
export const unseenSubjects: Record<string, UnseenSubject> = {
  "searches that are refused": { ids: /^ACT-/, change: refused(404, ...searches) },
  "no Events": {
    ids: /^ACT-(?!1$|8$)/,
    isLive: true,
    change: all(emptied("searchActivities", "searchActivityDates"), refused(404, "searchActivityDateRange")),
  },
  "calls that are refused": { ids: /^CALL-/, change: refused(403, "listCalls") },
  "no calls": { ids: /^CALL-/, isLive: true, change: emptied("listCalls") },
  "clients that are refused": { ids: /^CLI-/, change: refused(403, "listClients") },
  "no clients": { ids: /^CLI-(?!4$)/, isLive: true, change: emptied("listClients") },
  "no service": { ids: /^SRV-/, change: refused(404, "readService") },
  "connected Locations that are refused": { ids: /^LOC-/, change: refused(403, "listConnectedLocations") },
  "dictionaries that are refused": {
    ids: /^(DICT-|RATE-1$)/,
    change: refused(403, "listCountries", "listCities", "listBusinessTypes"),
  },
  "a preview surface that is not live": {
    ids: /^(RES-|CUR-|RATE-([2-9]|16)$|AUTH-1[12]$)/,
    change: replyIf(
      "listResources",
      () => true,
      () => ({ status: 503 }),
    ),
  },
  "no resources": {
    ids: /^(RES-([34678]|10)$|CUR-)/,
    isLive: true,
    change: page((whole) => ({ ...whole, data: [], has_more: false, next_cursor: null })),
  },
  "a v3 policy that nobody uses up": { ids: /^RATE-([2389]|16)$/, change: policy({ v3Limit: 1_000_000 }) },
  "grants that are refused": {
    // Links that were there before have a status too.
    ids: /^(INST-(?!(22|26)$)|STAT-(?!(1|2|5|10)$)|AUTH-(8|9|10)$|LOC-8$)/,
    change: route("grantAccess", { handle: refusing(403) }),
  },
  "callbacks that are refused": {
    ids: /^(INST-(3|4|6|10|17|18|39|40)|AUTH-10)$/,
    change: route("confirmInstallation", { handle: refusing(409) }),
  },
  "no store cards": { ids: /^INST-22$/, change: refused(404, "readStoreCard") },
  "a status that is never told": {
    ids: /^(STAT-|INST-(1|3|4|5|6|7|10|11|12|13|14|26|40)$)/,
    change: refused(404, ...statusReads),
  },
  "no payments": {
    ids: /^STAT-4$/,
    change: data(statusReads, (status: object) => ({ ...status, payments: [] })),
  },
  "data calls that are refused": {
    ids: /^(INST-(17|18)|AUTH-[456]|ERR-8)$/,
    change: refused(403, "listCompanies", ...dataCalls),
  },
  "no webhooks": { ids: /^(HOOK-(?!15$)|LIFE-)/, change: notice("*", () => []) },
  "operations without payload that are refused": {
    ids: /^(MKT-|VOIP-|HOOK-15$)/,
    change: refused(403, "uninstall", ...operationsOf(/^(MKT|VOIP|HOOK)-/)),
  },
  "nobody who is let in": {
    ids: /^(AUTH-|ENV-[14]$|VER-|ERR-[58]$|INST-27$)/,
    change: refused(401, "*"),
  },
  "refusals with another status": {
    ids: /^ERR-/,
    change: replyIf("*", isRefusal, (answer) => ({ ...answer, status: 418 })),
  },
  "answers of which nothing is shown": {
    ids: /^(ENV-[12347]|ERR-[1-4])$/,
    change: replyIf(
      "*",
      () => true,
      () => ({ status: 418 }),
    ),
  },
  "no TLS": { ids: /^TLS-1$/, change: all() },
};
