import { Untestable } from "../../../base/errors.ts";
import type { Exchange } from "../../../harness/exchange.ts";
import { unknownId } from "../../model/unknown-id.ts";
import { fixtureLink, install, requestUninstall } from "../run/installing.ts";
import { checkState, readSettledStatus, readStatus, type StatusReading } from "../run/link-status.ts";
import { freshInstallation } from "../run/needs.ts";
import { operationById } from "../run/operation-by-id.ts";
import { type Proof, proof } from "../run/proof.ts";
import type { World } from "../run/world.ts";
import { exampleRequest } from "./example-requests.ts";
import { callsOfOthers, checkForPartnersOnly, checkRefused } from "./partners-only.ts";
import { checkSuccess, isSuccess } from "./success.ts";

/** Operations of which nothing is said but what they are for, and with which a partner reads or changes something of its application. */
const partnerOperations = {
  "MKT-1": "listPermissions",
  "MKT-2": "listTariffs",
  "MKT-3": "addDiscount",
  "MKT-4": "makePaymentLink",
  "MKT-5": "updateChannel",
  "MKT-6": "markNewMessage",
  "MKT-10": "sendShortNames",
} as const;

const needsOf = (operation: string): string[] => [
  "installed",
  ...(operationById(operation).method === "GET" ? [] : ["mutations"]),
];

/** Judges that a call which was refused did nothing, by what is seen elsewhere. */
const checkUntouched = (world: World, holds: boolean, exchange: Exchange, found: string): void =>
  world.check("MKT-13", holds, { exchange, found, expected: "nothing that a refused call did" });

const idsOf = ({ payments }: StatusReading): string => payments.map(({ id }) => String(id)).join();

/** An address that only refused calls name. */
const unwantedAddress = "https://receiver.example/unwanted";

/** JSON may escape a slash. */
const names = ({ response }: Exchange, address: string): boolean =>
  response.body.replaceAll("\\/", "/").includes(address);

/** Proofs of the operations whose payloads are not shown. */
export const payloadProofs: Proof[] = [
  ...Object.entries(partnerOperations).map(([requirement, operation]) =>
    proof(
      `${requirement} MKT-13`,
      `${operation} does what it is for, for partners`,
      needsOf(operation),
      async (world) => {
        await checkForPartnersOnly(world, requirement, operation);
      },
    ),
  ),

  proof("MKT-7", "redirectAfterRegistration does what it is for", ["installed", "mutations"], async (world) => {
    await checkSuccess(world, "MKT-7", "redirectAfterRegistration");
  }),

  proof(
    "MKT-5",
    "channels are refused to an application of another category",
    ["installed", "mutations", "overlay.updateChannel"],
    async (world) => {
      const name = "other_category";
      if (!(name in world.operation("updateChannel").examples))
        throw new Untestable(`the overlay of updateChannel has no example ${name}`);
      const exchange = await world.request("updateChannel", exampleRequest(world, "updateChannel", { name }));
      world.check("MKT-5", !isSuccess(exchange), {
        exchange,
        found: `the status ${exchange.response.status}`,
        expected: "a refusal, since only chat bots and SMS aggregators have channels",
      });
    },
  ),

  proof(
    "MKT-8 MKT-9 MKT-13",
    "a payment that a partner reported can be charged back",
    ["installed", "mutations"],
    async (world) => {
      const link = fixtureLink(world);
      const before = await readStatus(world, link);
      await checkForPartnersOnly(world, "MKT-8", "reportPayment", {
        lookBetween: async () => {
          const reading = await readStatus(world, link);
          checkUntouched(world, idsOf(reading) === idsOf(before), reading.exchange, "a payment");
        },
      });
      const isReported = (reading: StatusReading) => idsOf(reading) !== idsOf(before);
      const payment = (await readSettledStatus(world, link, isReported)).payments.at(-1);
      if (payment?.id === undefined) throw new Untestable("the status tells of no payment that could be charged back");
      await checkForPartnersOnly(world, "MKT-9", "reportRefund", {
        values: { payment_id: Number(payment.id) },
        lookBetween: async () => {
          const { exchange, payments } = await readStatus(world, link);
          const { is_refunded } = payments.find(({ id }) => id === payment.id) ?? {};
          checkUntouched(world, is_refunded === payment.is_refunded, exchange, "a payment that was charged back");
        },
      });
    },
  ),

  proof(
    "ENV-5",
    "a chargeback of a payment that nobody reported is answered without a server error",
    ["installed", "mutations", "no control.reset"],
    async (world) => {
      await world.request("reportRefund", { path: { payment_id: unknownId }, as: "partner_token" });
    },
  ),

  proof("MKT-13", "nobody but the partner uninstalls", freshInstallation, async (world) => {
    const link = fixtureLink(world);
    await install(world, link);
    const refused = await callsOfOthers(world, "uninstall");
    await checkState(world, "MKT-13", link, "active");
    const { response } = await requestUninstall(world, link);
    if (response.status >= 300)
      throw new Untestable(`uninstalling answers ${response.status}; its payload is not shown`);
    checkRefused(world, refused);
  }),

  proof(
    "HOOK-15 MKT-13",
    "the webhook subscription of a Location can be read and changed, by partners",
    ["installed", "mutations", "overlay.changeHooksSettings"],
    async (world) => {
      const address = "https://receiver.example/assay";
      const refused = await callsOfOthers(world, "changeHooksSettings", { values: { webhook_url: unwantedAddress } });
      const unchanged = await checkForPartnersOnly(world, "HOOK-15", "readHooksSettings");
      checkUntouched(world, !names(unchanged, unwantedAddress), unchanged, "settings that a refused call changed");
      await checkSuccess(world, "HOOK-15", "changeHooksSettings", { values: { webhook_url: address } });
      checkRefused(world, refused);
      await checkSuccess(world, "HOOK-15", "readHooksSettings");
    },
  ),

  proof(
    "HOOK-15 MKT-13",
    "the webhook subscription of a Location can be read, by partners",
    ["installed", "no overlay.changeHooksSettings"],
    async (world) => {
      await checkForPartnersOnly(world, "HOOK-15", "readHooksSettings");
    },
  ),
];
