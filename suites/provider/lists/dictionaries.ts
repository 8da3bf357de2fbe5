import { Untestable } from "../../../base/errors.ts";
import { type Proof, proof } from "../run/proof.ts";

/** Dictionaries whose payload is not shown: they are there, whatever they hold. */
const dictionaries: [requirement: string, operation: string][] = [
  ["DICT-4", "listCities"],
  ["DICT-5", "listBusinessTypes"],
];

/** A path without parameters that is not found, or does not take its method, is not there; any other 4xx is open. */
export const dictionaryProofs: Proof[] = dictionaries.map(([requirement, operation]) =>
  proof(requirement, `${operation} is there`, ["urls.base_url", "credentials.partner_token"], async (world) => {
    const answer = await world.ask(operation, { authorization: world.as("partner") });
    const { status } = answer.response;
    if (status >= 500) throw new Untestable(`${operation} answers ${status}`);
    world.holds(requirement, answer, status !== 404 && status !== 405, `the status ${status}`, "a dictionary");
    world.observe(`status of ${operation}`, status);
  }),
);
