import { Untestable } from "../../../base/errors.ts";
import type { RequirementId } from "../../../specs/ledger/requirement-ids.ts";
import { unknownId } from "../../model/unknown-id.ts";
import { freshInstallation } from "../../schedule/run/needs.ts";
import { operationById } from "../../schedule/run/operation-by-id.ts";
import { type Need, type Proof, proof } from "../../schedule/run/proof.ts";
import { confirm, fixtureLink, grant, requestUninstall } from "../steps/installing.ts";
import { readStatus } from "../steps/link-status.ts";
import { exampleRequest } from "./example-requests.ts";
import { callAsAll, callAsOthers } from "./partners-only.ts";
import { callRightly } from "./success.ts";

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

const needsOf = (operation: string): Need[] => [
  "installed",
  ...(operationById(operation).method === "GET" ? [] : ["mutations" as const]),
];

/** An address that only refused calls name. */
const unwantedAddress = "https://receiver.example/unwanted";

/** Proofs of the operations whose payloads are not shown. */
export const payloadProofs: Proof[] = [
  ...(Object.entries(partnerOperations) as [RequirementId, string][]).map(([requirement, operation]) =>
    proof(
      `${operation}-does-what-it-is-for-for-partners`,
      [requirement, "MKT-13"],
      `${operation} does what it is for, for partners`,
      needsOf(operation),
      async (world) => {
        await callAsAll(world, operation);
      },
    ),
  ),

  proof(
    "redirectafterregistration-does-what-it-is-for",
    ["MKT-7"],
    "redirectAfterRegistration does what it is for",
    ["installed", "mutations"],
    async (world) => {
      await callRightly(world, "redirectAfterRegistration");
    },
  ),

  proof(
    "channels-are-refused-to-an-application-of-another-category",
    ["MKT-5"],
    "channels are refused to an application of another category",
    ["installed", "mutations", "overlay.updateChannel"],
    async (world) => {
      const name = "other_category";
      if (!(name in world.operation("updateChannel").examples))
        throw new Untestable(`the overlay of updateChannel has no example ${name}`);
      await world.request("updateChannel", exampleRequest(world, "updateChannel", { name }));
    },
  ),

  proof(
    "a-payment-that-a-partner-reported-can-be-charged-back",
    ["MKT-8", "MKT-9", "MKT-13"],
    "a payment that a partner reported can be charged back",
    ["installed", "mutations"],
    async (world) => {
      const link = fixtureLink(world);
      await readStatus(world, link);
      await callAsAll(world, "reportPayment", { lookBetween: () => readStatus(world, link) });
      await world.facts.settling.awaitEnd();
      const payment = (await readStatus(world, link)).payments.at(-1);
      if (payment?.id === undefined) throw new Untestable("the status shows no payment that could be charged back");
      const values = { payment_id: Number(payment.id) };
      await callAsAll(world, "reportRefund", { values, lookBetween: () => readStatus(world, link) });
    },
  ),

  proof(
    "a-chargeback-of-a-payment-that-was-never-reported-is-answered-without-a-server-error",
    ["ENV-5"],
    "a chargeback of a payment that was never reported is answered without a server error",
    ["installed", "mutations", "no control.reset"],
    async (world) => {
      await world.request("reportRefund", { path: { payment_id: unknownId }, as: "partner_token" });
    },
  ),

  proof(
    "what-an-overlay-alone-can-describe-is-answered-without-a-server-error",
    ["ENV-5"],
    "what an overlay alone can describe is answered without a server error",
    ["installed", "mutations", "no control.reset"],
    async (world) => {
      for (const operation of ["sendVoipEvent", "changeHooksSettings"])
        if (!world.operation(operation).isOverlaid) await world.request(operation, exampleRequest(world, operation));
    },
  ),

  proof("only-the-partner-uninstalls", ["MKT-13"], "only the partner uninstalls", freshInstallation, async (world) => {
    const link = fixtureLink(world);
    for (const step of [grant, confirm]) {
      world.requireStatus(await step(world, link), 201);
      await callAsOthers(world, "uninstall");
      await readStatus(world, link);
    }
    const { response } = await requestUninstall(world, link);
    if (response.status >= 300)
      throw new Untestable(`uninstalling answers ${response.status}; its payload is not shown`);
  }),

  proof(
    "the-webhook-subscription-of-a-location-can-be-read-and-changed-by-partners",
    ["HOOK-15", "MKT-13"],
    "the webhook subscription of a Location can be read and changed, by partners",
    ["installed", "mutations", "overlay.changeHooksSettings"],
    async (world) => {
      const address = "https://receiver.example/assay";
      await callAsOthers(world, "changeHooksSettings", { values: { webhook_url: unwantedAddress } });
      await callAsAll(world, "readHooksSettings");
      await callRightly(world, "changeHooksSettings", { values: { webhook_url: address } });
      await callRightly(world, "readHooksSettings");
    },
  ),

  proof(
    "the-webhook-subscription-of-a-location-can-be-read-by-partners",
    ["HOOK-15", "MKT-13"],
    "the webhook subscription of a Location can be read, by partners",
    ["installed", "no overlay.changeHooksSettings"],
    async (world) => {
      await callAsAll(world, "readHooksSettings");
    },
  ),
];
