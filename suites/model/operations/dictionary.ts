import type { RequirementId } from "../../../specs/ledger/requirement-ids.ts";
import { statusClause } from "../clause.ts";
import type { OperationModel } from "../operation.ts";

/** Dictionaries whose payload is not shown, with the requirement that says that they exist. */
export const dictionaries: Readonly<Record<string, RequirementId>> = {
  listCities: "DICT-4",
  listBusinessTypes: "DICT-5",
};

const absent = new Set([404, 405]);

/** A dictionary exists, whatever it holds: a path without parameters that gets 404 or 405 is not there; any other refusal shows nothing. */
export const dictionary: OperationModel = {
  judge(_, { view: { operation, status } }) {
    const requirement = dictionaries[operation.id];
    if (!requirement || (status >= 400 && !absent.has(status))) return [];
    return [{ ...statusClause(requirement, status, [200]), holds: !absent.has(status), expected: "a dictionary" }];
  },

  learn(model, seen) {
    const { operation, status, items } = seen.view;
    if (operation.id === "listCities" && status === 200) model.cities.learn("", items ?? [], seen);
  },
};
