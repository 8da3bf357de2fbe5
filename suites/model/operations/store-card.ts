import { statusClause } from "../clause.ts";
import type { OperationModel } from "../operation.ts";

/** The public store card, at the address that an overlay names: a draft has none. */
export const readStoreCard: OperationModel = {
  judge({ target: { fixtures } }, { view: { path, input, status } }) {
    const isDraft = [...Object.values(path), ...Object.values(input)].includes(String(fixtures.draft_application_id));
    return isDraft && status !== 429 ? [statusClause("INST-22", status, [404], "served readStoreCard")] : [];
  },
};
