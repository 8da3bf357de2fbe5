import type { Exchange } from "../../../harness/exchange.ts";
import { place, readStatus } from "../stage/installing.ts";
import { Obstacle } from "../stage/obstacle.ts";
import { type Proof, proof } from "../stage/proof.ts";
import { operationCalled, type Stage } from "../stage/stage.ts";
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
  stage: Stage,
  requirement: string,
  id: string,
  how: { name?: string; more?: Names } = {},
): Promise<Exchange> {
  const answer = await stage.ask(id, exampled(stage, id, how));
  const { status } = answer.response;
  const { isOverlaid } = stage.operation(id);
  if (isFine(answer) || isOverlaid || status === 405)
    stage.holds(requirement, answer, isFine(answer), `the status ${status}`, "success");
  stage.observe(`status of ${id}`, status);
  if (!isFine(answer)) throw new Obstacle(`${id} answers ${status}; an overlay can supply its payload`);
  return answer;
}

/** Proofs of the operations whose payloads are not shown. */
export const payloadProofs: Proof[] = [
  ...Object.entries(operations).map(([requirement, id]) =>
    proof(
      requirement,
      `${id} does what it is for`,
      needsOf(id),
      async (stage) => void (await serves(stage, requirement, id)),
    ),
  ),

  proof("MKT-9", "a payment that was reported can be charged back", ["installed", "mutations"], async (stage) => {
    await serves(stage, "MKT-8", "reportPayment");
    const payment = (await readStatus(stage, place(stage))).payments.at(-1);
    if (payment?.id === undefined) throw new Obstacle("the status tells of no payment that could be charged back");
    await serves(stage, "MKT-9", "reportRefund", { more: { payment_id: Number(payment.id) } });
  }),

  ...(["listTariffs", "makePaymentLink", "addDiscount"] as const).map((id) =>
    proof("MKT-13", `${id} is for partners only`, needsOf(id), async (stage) => {
      const { authorization = "", ...bare } = exampled(stage, id);
      const refused = await stage.ask(id, bare);
      if (!isFine(refused)) {
        // A refusal shows something only where the same request succeeds with the token.
        const served = await stage.ask(id, { ...bare, authorization });
        if (!isFine(served))
          throw new Obstacle(`${id} answers ${served.response.status}; an overlay can supply its payload`);
      }
      stage.holds("MKT-13", refused, !isFine(refused), `the status ${refused.response.status}`, "a refusal");
    }),
  ),

  proof(
    "HOOK-15",
    "the webhook subscription of a Location can be read and changed",
    ["installed", "mutations", "overlay.changeHooksSettings"],
    async (stage) => {
      const address = "https://receiver.example/assay";
      await serves(stage, "HOOK-15", "changeHooksSettings", { more: { webhook_url: address } });
      const settings = await serves(stage, "HOOK-15", "readHooksSettings");
      stage.holds(
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
    async (stage) => {
      await serves(stage, "HOOK-15", "readHooksSettings");
    },
  ),
];
