import { Untestable } from "../../../base/errors.ts";
import type { Exchange } from "../../../harness/exchange.ts";
import { place, readStatus } from "../run/installing.ts";
import { type Proof, proof } from "../run/proof.ts";
import { operationCalled, type World } from "../run/world.ts";
import { exampled, type Names } from "./fill.ts";

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

const isReading = (id: string): boolean => operationCalled(id).method === "GET";
const needsOf = (id: string): string[] => [...(isReading(id) ? [] : ["mutations"]), "installed"];
const isFine = ({ response }: Exchange): boolean => response.status < 400;

/**
 * Writes down whether an operation does what it is for. With an overlay's payload it must succeed. Without one a success
 * shows that it is there and a refused method that it is not; any other refusal may be for a payload that nobody knows.
 */
export async function serves(
  world: World,
  requirement: string,
  id: string,
  how: { name?: string; more?: Names } = {},
): Promise<Exchange> {
  const answer = await world.ask(id, exampled(world, id, how));
  const { status } = answer.response;
  const { isOverlaid } = world.operation(id);
  if (isFine(answer) || isOverlaid || status === 405)
    world.holds(requirement, answer, isFine(answer), `the status ${status}`, "success");
  world.observe(`status of ${id}`, status);
  if (!isFine(answer)) throw new Untestable(`${id} answers ${status}; an overlay can supply its payload`);
  return answer;
}

/** Proofs of the operations whose payloads are not shown. */
export const payloadProofs: Proof[] = [
  ...Object.entries(operations).map(([requirement, id]) =>
    proof(
      requirement,
      `${id} does what it is for`,
      needsOf(id),
      async (world) => void (await serves(world, requirement, id)),
    ),
  ),

  proof("MKT-9", "a payment that was reported can be charged back", ["installed", "mutations"], async (world) => {
    await serves(world, "MKT-8", "reportPayment");
    const payment = (await readStatus(world, place(world))).payments.at(-1);
    if (payment?.id === undefined) throw new Untestable("the status tells of no payment that could be charged back");
    await serves(world, "MKT-9", "reportRefund", { more: { payment_id: Number(payment.id) } });
  }),

  ...(["listTariffs", "makePaymentLink", "addDiscount"] as const).map((id) =>
    proof("MKT-13", `${id} is for partners only`, needsOf(id), async (world) => {
      const { authorization = "", ...bare } = exampled(world, id);
      const refused = await world.ask(id, bare);
      if (!isFine(refused)) {
        // A refusal shows something only where the same request succeeds with the token.
        const served = await world.ask(id, { ...bare, authorization });
        if (!isFine(served))
          throw new Untestable(`${id} answers ${served.response.status}; an overlay can supply its payload`);
      }
      world.holds("MKT-13", refused, !isFine(refused), `the status ${refused.response.status}`, "a refusal");
    }),
  ),

  proof(
    "HOOK-15",
    "the webhook subscription of a Location can be read and changed",
    ["installed", "mutations", "overlay.changeHooksSettings"],
    async (world) => {
      const address = "https://receiver.example/assay";
      await serves(world, "HOOK-15", "changeHooksSettings", { more: { webhook_url: address } });
      const settings = await serves(world, "HOOK-15", "readHooksSettings");
      world.holds(
        "HOOK-15",
        settings,
        settings.response.body.replaceAll("\\/", "/").includes(address),
        "settings without the address that was set",
        address,
      );
    },
  ),

  proof(
    "HOOK-15",
    "the webhook subscription of a Location can be read",
    ["installed", "no overlay.changeHooksSettings"],
    async (world) => {
      await serves(world, "HOOK-15", "readHooksSettings");
    },
  ),
];
