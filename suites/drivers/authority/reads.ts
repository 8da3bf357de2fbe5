import { fieldsOf, recordsOf } from "../../../base/json.ts";
import type { RequirementId } from "../../../specs/ledger/requirement-ids.ts";
import { requirementsNamedBy } from "../../rules/schema-check.ts";
import { dataAccess } from "../../schedule/run/needs.ts";
import { operationById } from "../../schedule/run/operation-by-id.ts";
import { type Proof, proof } from "../../schedule/run/proof.ts";
import type { World } from "../../schedule/run/world.ts";
import { jsonOf } from "../steps/answers.ts";
import { dataCalls } from "../steps/data-calls.ts";
import { requestFirstPage } from "../steps/first-pages.ts";
import { fixturesOf, rightRequest, rightRole } from "../steps/right-requests.ts";

/** One documented read: what its query has beside the documented one, and what its success shows beside its schemas. */
interface DocumentedRead {
  operation: string;
  query?: Record<string, number>;
  shows?: RequirementId[];
  /** True if nothing else reads it again in the same world. */
  isReadTwice?: true;
  /** Parameters that the answer itself names; it is asked for with them once more. */
  again?: (data: Record<string, unknown>) => Record<string, unknown>;
}

/** A partner's own read is served with the partner token alone, and with the documented Accept. */
const servesPartners: RequirementId[] = ["ENV-7", "AUTH-7", "VER-3"];

/** Every read whose answer the specification shows, once, as it is documented. */
const reads: DocumentedRead[] = [
  { operation: "listCountries", shows: servesPartners, isReadTwice: true },
  { operation: "listConnectedLocations", shows: [...servesPartners, "LOC-14"] },
  { operation: "listConnectedLocations", query: { forBooking: 1 }, shows: servesPartners },
  { operation: "searchActivities" },
  { operation: "searchActivityDates" },
  { operation: "searchActivityDateRange" },
  { operation: "listCalls" },
  { operation: "listClients" },
  {
    operation: "readService",
    shows: [...servesPartners, "VER-4"],
    isReadTwice: true,
    again: ({ category_id, staff }) => ({ category_id, staff_id: recordsOf(staff)[0]?.id }),
  },
  { operation: "readInstallationStatus" },
  { operation: "listResources", shows: ["AUTH-11"] },
];

/** Makes the documented request; the rules judge what the answer holds. */
async function judgeRead(world: World, { operation, query, again, isReadTwice }: DocumentedRead): Promise<void> {
  const right = { ...rightRequest(world, operation), as: rightRole(operation) };
  const served = await requestFirstPage(world, operation, {
    ...right,
    query: { ...(right.query as object), ...query },
  });
  world.requireStatus(served, 200);
  const shown = again?.(fieldsOf(fieldsOf(jsonOf(served)).data)) ?? {};
  const known = Object.entries(shown).flatMap(([name, value]) =>
    typeof value === "number" ? [[name, String(value)] as const] : [],
  );
  if (isReadTwice) await world.request(operation, right);
  if (known.length > 0) await world.request(operation, { ...right, query: known });
}

/** One proof for each read. */
export const readProofs: Proof[] = reads.map((read) => {
  const operation = operationById(read.operation);
  return proof(
    `${read.operation}-answers-as-documented${read.query ? "-for-booking" : ""}`,
    [...requirementsNamedBy(operation), ...(read.shows ?? [])],
    `${read.operation} answers as documented${read.query ? " when it is asked for booking" : ""}`,
    [
      `urls.${operation.address}`,
      `credentials.${rightRole(read.operation)}`,
      ...fixturesOf(read.operation),
      ...(read.operation in dataCalls ? dataAccess : []),
    ],
    (world) => judgeRead(world, read),
  );
});
