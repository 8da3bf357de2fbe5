import { Untestable } from "../../../base/errors.ts";
import { type Proof, proof } from "../run/proof.ts";

/** Dictionaries whose payload is not shown: they exist, whatever they hold. */
const dictionaries: [requirement: string, operation: string][] = [
  ["DICT-4", "listCities"],
  ["DICT-5", "listBusinessTypes"],
];

/** Proofs that the dictionaries exist: a path without parameters that answers 404 or 405 is not there; any other refusal shows nothing. */
export const dictionaryProofs: Proof[] = dictionaries.map(([requirement, operation]) =>
  proof(requirement, `${operation} exists`, ["urls.base_url", "credentials.partner_token"], async (world) => {
    const exchange = await world.request(operation, { as: "partner_token" });
    const { status } = exchange.response;
    if (status >= 400 && status !== 404 && status !== 405) throw new Untestable(`${operation} answers ${status}`);
    world.check(requirement, status !== 404 && status !== 405, {
      exchange,
      found: `the status ${status}`,
      expected: "a dictionary",
    });
    world.observe(`MKT-11: status of ${operation}`, status);
  }),
);
