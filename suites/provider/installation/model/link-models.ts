import { fixtureLink } from "../../run/installing.ts";
import type { LinkId } from "../../run/link-id.ts";
import type { World } from "../../run/world.ts";
import { type KnownFacts, LinkModel } from "./link-model.ts";

/** The names of the links that the model knows, as a person reads them in a shrunk example. */
export const linkNames = ["here", "there", "fast", "draft", "blocked", "blocked fast"] as const;
export type LinkName = (typeof linkNames)[number];

/** The links that a sequence of commands can touch; those that the profile does not name are left out. */
export type LinkModels = Partial<Record<LinkName, LinkModel>>;

/** The models of the links; without that at the second Location, where a fresh world has one already. */
export function linkModelsOf(world: World, isSecondFree: boolean): LinkModels {
  const { second_location_id, fast_application_id, draft_application_id, blocked_location_id } = world.target.fixtures;
  const fast = { "fast install": true };
  const blocked = { "installation is blocked": true };
  const rows: [name: LinkName, ids: { [K in keyof LinkId]?: number | undefined }, facts: KnownFacts][] = [
    ["here", {}, {}],
    ["there", { location: isSecondFree ? second_location_id : undefined }, {}],
    ["fast", { application: fast_application_id }, fast],
    ["draft", { application: draft_application_id }, { draft: true }],
    ["blocked fast", { location: blocked_location_id, application: fast_application_id }, { ...blocked, ...fast }],
    ["blocked", { location: blocked_location_id }, blocked],
  ];
  const isNamed = (ids: object): ids is Partial<LinkId> => Object.values(ids).every((id) => id !== undefined);
  return Object.fromEntries(
    rows.flatMap(([name, ids, facts]) => (isNamed(ids) ? [[name, new LinkModel(fixtureLink(world, ids), facts)]] : [])),
  );
}
