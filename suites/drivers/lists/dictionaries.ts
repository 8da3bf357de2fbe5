import { dictionaries } from "../../model/operations/dictionary.ts";
import { type Proof, proof } from "../../schedule/run/proof.ts";

/** Drivers of the dictionaries whose payload is not shown. */
export const dictionaryDrivers: Proof[] = Object.entries(dictionaries).map(([operation, requirement]) =>
  proof(
    `reading-${operation}`,
    [requirement],
    `reading ${operation}`,
    ["urls.base_url", "credentials.partner_token"],
    async (world) => {
      const { response } = await world.request(operation, { as: "partner_token" });
      world.observe(`MKT-11: status of ${operation}`, response.status);
    },
  ),
);
