import { Untestable } from "../../../base/errors.ts";
import { fixtureLink } from "../run/installing.ts";
import { readStatus } from "../run/link-status.ts";
import { operationById } from "../run/operation-by-id.ts";
import { type Proof, proof } from "../run/proof.ts";
import { exampleRequest } from "./example-requests.ts";
import { checkSuccess, isSuccess, lacksPayload } from "./success.ts";

/** Operations of which nothing is said but what they are for. */
const operations = {
  "MKT-1": "listPermissions",
  "MKT-2": "listTariffs",
  "MKT-3": "addDiscount",
  "MKT-4": "makePaymentLink",
  "MKT-5": "updateChannel",
  "MKT-6": "markNewMessage",
  "MKT-7": "redirectAfterRegistration",
  "MKT-8": "reportPayment",
  "MKT-10": "sendShortNames",
} as const;

/** Operations that are for partners only. */
const partnersOnly = ["listTariffs", "makePaymentLink", "addDiscount"];

const needsOf = (operation: string): string[] => [
  "installed",
  ...(operationById(operation).method === "GET" ? [] : ["mutations"]),
];

/** Proofs of the operations whose payloads are not shown. */
export const payloadProofs: Proof[] = [
  ...Object.entries(operations).map(([requirement, operation]) =>
    proof(requirement, `${operation} does what it is for`, needsOf(operation), async (world) => {
      await checkSuccess(world, requirement, operation);
    }),
  ),

  proof("MKT-9", "a payment that was reported can be charged back", ["installed", "mutations"], async (world) => {
    await checkSuccess(world, "MKT-8", "reportPayment");
    const payment = (await readStatus(world, fixtureLink(world))).payments.at(-1);
    if (payment?.id === undefined) throw new Untestable("the status tells of no payment that could be charged back");
    await checkSuccess(world, "MKT-9", "reportRefund", { values: { payment_id: Number(payment.id) } });
  }),

  ...partnersOnly.map((operation) =>
    proof("MKT-13", `${operation} is for partners only`, needsOf(operation), async (world) => {
      const right = exampleRequest(world, operation);
      const { as: _, ...withoutToken } = right;
      const refused = await world.request(operation, withoutToken);
      // A refusal shows something only where the same request succeeds with the token.
      if (!isSuccess(refused)) {
        const served = await world.request(operation, right);
        if (!isSuccess(served)) throw lacksPayload(operation, served);
      }
      world.check("MKT-13", !isSuccess(refused), {
        exchange: refused,
        found: `the status ${refused.response.status}`,
        expected: "a refusal",
      });
    }),
  ),

  proof(
    "HOOK-15",
    "the webhook subscription of a Location can be read and changed",
    ["installed", "mutations", "overlay.changeHooksSettings"],
    async (world) => {
      const address = "https://receiver.example/assay";
      await checkSuccess(world, "HOOK-15", "changeHooksSettings", { values: { webhook_url: address } });
      const exchange = await checkSuccess(world, "HOOK-15", "readHooksSettings");
      // JSON may escape a slash.
      world.check("HOOK-15", exchange.response.body.replaceAll("\\/", "/").includes(address), {
        exchange,
        found: "settings without the address that was set",
        expected: address,
      });
    },
  ),

  proof(
    "HOOK-15",
    "the webhook subscription of a Location can be read",
    ["installed", "no overlay.changeHooksSettings"],
    async (world) => {
      await checkSuccess(world, "HOOK-15", "readHooksSettings");
    },
  ),
];
