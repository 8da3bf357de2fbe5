import { expect } from "vitest";
import { packageFile } from "../../../base/package-file.ts";
import { createSession } from "../../../harness/session.ts";
import { createSandbox } from "../../../sandbox/create-sandbox.ts";
import { behaviourWith } from "../../../sandbox/faults/faulty.ts";
import { readPactFile } from "../../pact/pact-file.ts";
import { verifyPacts } from "../verify-files.ts";

type PactFault = [fault: string, consumer: string, interaction: string];

/** Faults of the sandbox, and the consumer and the interaction that must fail because of each. */
export const pactFaults: PactFault[] = [
  ["grant_access answers 200", "installer", "a grant of access by the owner"],
  ["a lacking right is unauthenticated", "installer", "a grant of access where the user has no Manage user rights"],
  ["blocked Locations install", "installer", "a grant of access where installation is blocked at the Location"],
  ["the callback answers 200", "installer", "the callback of the partner"],
  ["freezed is spelled frozen", "installer", "a read of the status of a link that is freezed"],
  ["created_at has an offset", "installer", "a read of the status of a link that is active"],
  ["an unknown Location has a status", "installer", "a read of the status at a Location that is unknown"],
  ["companies are denied to system users", "installer", "a list of the companies of the system user"],
  ["next_slot is never there", "locations-dashboard", "a page of connected Locations with their next slot"],
  [
    "any partner token opens Locations",
    "locations-dashboard",
    "a page of connected Locations with a token that was never issued",
  ],
  ["a call's status is in capitals", "telephony", "the call history of three days"],
  ["no client is told with -1", "telephony", "the call history of a call without client and recording"],
  ["there are no telephony events", "telephony", "the telephony event enable"],
  ["strangers read calls", "telephony", "the call history by a user without access"],
  ["object is page", "resource-reader", "the first page of resources"],
  ["the last page has a cursor", "resource-reader", "the only page of resources"],
  ["cursors never expire", "resource-reader", "a page of resources with a cursor that is refused as expired_cursor"],
  [
    "a malformed cursor is called foreign",
    "resource-reader",
    "a page of resources with a cursor that is refused as invalid_cursor",
  ],
  ["a 429 lacks Retry-After", "resource-reader", "a page of resources beyond the rate limit"],
  ["every Location is in reach", "resource-reader", "a page of resources of a Location out of reach"],
  ["country codes have three letters", "dictionary-reader", "the countries"],
  ["there is no city dictionary", "dictionary-reader", "the dictionary cities"],
  ["clients are not counted", "client-reader", "a page of clients"],
  ["a service's duration is text", "service-reader", "a service"],
  ["webhooks are PUT", "webhook-receiver", "a ClientEvent, created"],
  ["webhooks are labelled as text", "webhook-receiver", "a ClientEvent, created"],
  ["loyalty cards send nothing", "webhook-receiver", "a LoyaltyCardEvent, created"],
  ["a schedule carries an object", "webhook-receiver", "a ScheduleEvent, created"],
  ["goods operations have one resource", "webhook-receiver", "a GoodsOperationEvent"],
];

/** Verification against a sandbox with a fault fails on the interaction that the fault breaks. */
export async function expectPactFails(...[fault, consumer, interaction]: PactFault): Promise<void> {
  const whole = readPactFile(packageFile(`contracts/pacts/${consumer}.json`));
  const interactions = whole.interactions.filter(({ description }) => description === interaction);
  const sandbox = await createSandbox({ clock: "frozen", behaviour: behaviourWith(fault) });
  try {
    const session = await createSession({ name: fault, control: sandbox.ownControl });
    const plan = { seed: 1, signal: new AbortController().signal };
    const { contracts } = await verifyPacts(session, [{ ...whole, interactions }], plan);
    expect(contracts.map((contract) => [contract.interaction, contract.outcome])).toEqual([[interaction, "fail"]]);
  } finally {
    await sandbox.close();
  }
}
