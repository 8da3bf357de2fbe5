import type { Request } from "../../../harness/exchange.ts";
import type { World } from "../run/world.ts";
import type { SubjectKind } from "./relation.ts";

/** Reads that are made once more: what they are answered the second time, and elsewhere, is held against the rules too. */
export const idleReads: SubjectKind = {
  ids: {},
  needs: ["urls.base_url", "credentials.partner_token"],
  operations: [],
  at: (world) => ({ propose: () => [], describe: () => "", repeats: () => repeatsAt(world) }),
};

function repeatsAt(world: World): Request[] {
  const { location_id, second_location_id, application_id } = world.target.fixtures;
  const read = (operation: string, path: Record<string, number> = {}) =>
    world.requestOf(operation, { path, as: "partner_token" });
  const elsewhere =
    second_location_id === undefined || application_id === undefined
      ? []
      : [read("listPermissions", { company_id: second_location_id, application_id })];
  return [
    read("listCountries"),
    read("listCities"),
    read("listCities"),
    read("listBusinessTypes"),
    ...(location_id === undefined
      ? []
      : [read("readHooksSettings", { location_id }), read("readHooksSettings", { location_id })]),
    ...elsewhere,
  ];
}
