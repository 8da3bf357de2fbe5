import { fieldsOf, recordsOf } from "../../../base/json.ts";
import { reached } from "../../../specs/ledger/reached.ts";
import type { RequirementId } from "../../../specs/ledger/requirement-ids.ts";
import { answerTo } from "../../../specs/schemas.ts";
import { schemaFor, validate } from "../../../specs/validate.ts";
import { type Clause, statusClause } from "../clause.ts";
import type { Knowledge } from "../knowledge.ts";
import { type Link, type StatusReading, saysNoLink } from "../link.ts";
import type { OperationModel, Seen } from "../operation.ts";
import { judgeStatus, learnStatus } from "../status.ts";

/** The operations that read a link's status: at the main address, and at that of the installation flow. */
export const statusReads = ["readInstallationStatus", "readInstallationStatusInFlow"] as const;

/** The promises of the status of a link that certainly exists. */
const promisedOfLink: readonly RequirementId[] = ["STAT-1", "STAT-2", "STAT-4", "STAT-5", "STAT-10"];

/** The reading in an answer of the status. */
export function readingOf({ request, view, moment }: Pick<Seen, "request" | "view" | "moment">): StatusReading {
  const data = view.status === 200 ? fieldsOf(fieldsOf(view.body).data) : {};
  const { status: state, created_at: createdAt } = fieldsOf(data.connection_status);
  return {
    request,
    at: moment.latest,
    status: view.status,
    state,
    createdAt,
    logs: recordsOf(data.logs),
    payments: recordsOf(data.payments),
  };
}

const linkRead = (model: Knowledge, { view }: Seen): Link | undefined =>
  model.links.at(view.path.location_id, view.path.application_id);

/** A link that certainly exists has all the parts of its status. */
function partClauses({ view: { operation, status, body } }: Seen): Clause[] {
  if (status !== 200 || !answerTo(operation, 200)) return [];
  const slot = { direction: "response", part: "body", status: 200, holds: ["linked"] } as const;
  const errors = validate(operation, slot, body);
  const seen = reached(schemaFor(operation, slot) ?? {}, body);
  return promisedOfLink.flatMap((cell) => {
    const error = errors.find(({ requirement }) => requirement === cell);
    // A status without payments shows nothing of what a payment carries.
    return error || seen.has(cell) ? [{ found: "", expected: "", ...error, cell, holds: !error }] : [];
  });
}

/** The model of a link's status, at either of its addresses. */
export const installationStatus: OperationModel = {
  judge(model, seen) {
    const { view, request, moment } = seen;
    const link = linkRead(model, seen);
    if (!link || !model.isPartner(request) || isRefusalForRate(view.status)) return [];
    const reading = readingOf(seen);
    if (link.hasLapsed(moment)) model.move(link, { trigger: "window_closes", facts: {}, ...moment });
    const clauses = [
      ...judgeStatus(link, view.operation.id, reading, model.constants),
      ...(reading.status === 200 ? model.payments.of(link.id).judge(reading.payments, moment, model.isFresh) : []),
    ];
    // The meaning of a refusal of a link that exists is judged as its state.
    if (link.exists && view.status !== 200) return [statusClause(link.blamed.cell, view.status, [200])];
    return link.exists ? [...clauses, ...partClauses(seen)] : clauses;
  },

  learn(model, seen) {
    const { view, request } = seen;
    const link = linkRead(model, seen);
    if (!link || !model.isPartner(request) || isRefusalForRate(view.status)) return;
    const reading = readingOf(seen);
    if (reading.status !== 200 && !saysNoLink(reading)) return;
    const wasConfirmed = link.lastRow === "confirm" && reading.state === "active";
    if (reading.status === 200) model.payments.of(link.id).learn(reading.payments);
    learnStatus(link, view.operation.id, reading, model.constants);
    model.collections.learnZone(model.constants.zoneAt(link.id.location).hours);
    if (wasConfirmed) model.facts.add("confirmed");
  },
};

const isRefusalForRate = (status: number): boolean => status === 429 || status >= 500;
