import { authorizations } from "../../harness/authorization.ts";
import type { Choices } from "../../harness/requests.ts";
import type { Target } from "../../harness/target.ts";
import { year } from "./data-calls.ts";
import { type Proof, proof } from "./proof.ts";
import { requirementsOf } from "./requirements-of.ts";
import { operationCalled, type Stage } from "./stage.ts";

/** One documented read: what it needs of a target, and how it is asked for. */
export interface Read {
  operation: string;
  /** Keys of the profile without which it cannot be asked, such as `fixtures.location_id`. */
  needs: string[];
  ask(target: Target): Choices;
  /** What success shows, where nothing but success is documented for this request. */
  shows?: string[];
}

/** A partner's own read is served with the partner token alone, and with the documented Accept. */
const servesPartners = ["ENV-7", "AUTH-7", "VER-3"];

const partner = ({ credentials }: Target) => ({ authorization: authorizations.BearerPartner(credentials) });
const systemUser = ({ credentials }: Target) => ({
  authorization: authorizations.BearerPartnerUser(credentials, credentials.system_user_token ?? ""),
});
const here = ({ fixtures: { location_id = 0, application_id = 0 } }: Target) => ({
  path: { location_id, application_id },
});

/** A page that every v1 list can give. */
const firstPage = { page: 1, count: 10 };

/** Every read whose answer the specification shows, once, as it is documented. */
const reads: Read[] = [
  { operation: "listCountries", needs: ["credentials.partner_token"], ask: partner, shows: servesPartners },
  {
    operation: "listConnectedLocations",
    needs: ["credentials.partner_token", "fixtures.application_id"],
    ask: (target) => ({ ...partner(target), ...here(target), query: firstPage }),
    shows: servesPartners,
  },
  {
    operation: "listConnectedLocations",
    needs: ["credentials.partner_token", "fixtures.application_id"],
    ask: (target) => ({ ...partner(target), ...here(target), query: { ...firstPage, forBooking: 1 } }),
    shows: servesPartners,
  },
  {
    operation: "searchActivities",
    needs: ["credentials.partner_token", "fixtures.location_id"],
    ask: (target) => ({ ...partner(target), ...here(target), query: { ...year, ...firstPage } }),
  },
  {
    operation: "searchActivityDates",
    needs: ["credentials.partner_token", "fixtures.location_id"],
    ask: (target) => ({ ...partner(target), ...here(target), query: year }),
  },
  {
    operation: "searchActivityDateRange",
    needs: ["credentials.partner_token", "fixtures.location_id"],
    ask: (target) => ({ ...partner(target), ...here(target) }),
  },
  {
    operation: "listCalls",
    needs: ["credentials.partner_token", "credentials.system_user_token", "fixtures.location_id"],
    ask: (target) => ({
      ...systemUser(target),
      body: { salon_id: target.fixtures.location_id, date_from: year.from, date_to: year.till },
    }),
  },
  {
    operation: "listClients",
    needs: ["credentials.partner_token", "credentials.system_user_token", "fixtures.location_id"],
    ask: (target) => ({ ...systemUser(target), ...here(target), query: firstPage }),
  },
  {
    operation: "readService",
    needs: ["credentials.partner_token", "fixtures.location_id", "fixtures.service_id"],
    ask: (target) => ({
      ...partner(target),
      path: { ...here(target).path, service_id: target.fixtures.service_id ?? 0 },
    }),
    shows: [...servesPartners, "VER-4"],
  },
  {
    operation: "readInstallationStatus",
    needs: ["credentials.partner_token", "fixtures.location_id", "fixtures.application_id"],
    ask: (target) => ({ ...partner(target), ...here(target) }),
  },
  {
    operation: "listResources",
    needs: ["credentials.v3_token", "fixtures.location_id"],
    ask: (target) => ({ authorization: authorizations.v3(target.credentials), ...here(target) }),
    shows: ["AUTH-11"],
  },
];

/** A read is served with its credentials, and holds what it should. */
async function judgeRead(stage: Stage, read: Read): Promise<void> {
  const { shows = [] } = read;
  const operation = operationCalled(read.operation);
  const served = await stage.ask(operation, read.ask(stage.target));
  for (const requirement of shows) stage.answers(requirement, served, 200);
}

/** One proof for each read. */
export const readProofs: Proof[] = reads.map((read) =>
  proof(
    [...requirementsOf(operationCalled(read.operation)), ...(read.shows ?? [])].join(" "),
    `${read.operation} answers as documented`,
    [`urls.${operationCalled(read.operation).address}`, ...read.needs],
    (stage) => judgeRead(stage, read),
  ),
);
