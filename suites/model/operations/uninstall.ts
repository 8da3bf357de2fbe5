import type { OperationModel } from "../operation.ts";

/** The partner ends a link; what the operation takes is not shown, so a refusal may mean that nothing was done. */
export const uninstall: OperationModel = {
  judge: () => [],

  learn(model, { view, moment }) {
    const link = model.links.at(view.path.location_id, view.path.application_id);
    if (!link) return;
    const before = link.states;
    model.move(link, { trigger: "uninstall", facts: {}, ...moment });
    if (view.status >= 300) link.states = new Set([...before, ...link.states]);
  },
};
