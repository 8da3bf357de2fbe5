import type { OperationModel } from "../operation.ts";
import { isOfStranger, strangerClause } from "./partner-operation.ts";

/** The partner ends a link; what the operation takes is not shown, so a refusal may mean that nothing was done. */
export const uninstall: OperationModel = {
  judge: (model, seen) => (isOfStranger(model, seen) && seen.view.status !== 429 ? [strangerClause(model, seen)] : []),

  learn(model, seen) {
    const { view, moment } = seen;
    const link = model.links.at(view.path.location_id, view.path.application_id);
    if (!link) return;
    if (isOfStranger(model, seen)) {
      if (view.status < 300) link.lose();
      else link.blamed = { cell: "MKT-13", provided: "served uninstall" };
      return;
    }
    const before = link.states;
    model.move(link, { trigger: "uninstall", facts: {}, ...moment });
    if (view.status >= 300) link.states = new Set([...before, ...link.states]);
  },
};
