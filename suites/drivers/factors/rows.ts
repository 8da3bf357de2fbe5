import { covering } from "../../../generators/covering.ts";
import { type FactorTable, type Level, loadFactors } from "../../../specs/factors.ts";
import type { Role } from "../../schedule/run/roles.ts";
import type { World } from "../../schedule/run/world.ts";

/** The circumstances of one request, by factor. */
export type Circumstances = Readonly<Record<string, Level | undefined>>;

/** One request that is to be made, and what it is made of. */
export interface Asked {
  operation: string;
  row: Circumstances;
  /** Its number among those of its operation, by which equal choices take turns. */
  turn: number;
  /** The wrong caller that makes it after the right one; the right one alone if left out. */
  caller?: Level;
}

/** How a list of none, or of one class of values, is chosen: the rest of a row says nothing then. */
const isMeaningful =
  (table: ReturnType<typeof loadFactors>, operation: string) =>
  ({ filters, parameter, value, age, link }: Circumstances): boolean => {
    const { parameters = {} } = table.operations[operation] ?? {};
    const isFirst = (choice: Level | undefined, first: Level | undefined) => choice === undefined || choice === first;
    if (filters === 0 && !(isFirst(parameter, Object.keys(parameters)[0]) && isFirst(value, 0))) return false;
    const { type = "" } = parameters[parameter ?? ""] ?? {};
    if (parameter !== undefined && Number(value ?? 0) >= (table.datatypes[type]?.length ?? 1)) return false;
    // Only in a new world, no link has ever been there.
    return !(link === "none" && Number(age ?? 0) > 0);
  };

/** The ages that a run climbs to, in hours. */
export const agesOf = ({ context, budget }: World): readonly number[] => {
  const { depths, levels } = loadFactors();
  const ages = (levels.age ?? [0]).map(Number);
  return budget.requestsLeft === Number.POSITIVE_INFINITY
    ? ages.slice(0, depths[context.depth].ages)
    : ages.slice(0, 1);
};

/** The sizes of lists that a run climbs to. */
export function sizesOf({ context }: World): readonly number[] {
  const { depths, levels } = loadFactors();
  return (levels.items ?? [0]).map(Number).slice(0, depths[context.depth].sizes);
}

/** The circumstances of what happens on the platform; some levels are only known here. */
export function occasionsOf(
  world: World,
  name: keyof FactorTable["events"],
  there: Readonly<Record<string, readonly Level[]>>,
): readonly Circumstances[] {
  const { depths, levels, events } = loadFactors();
  const { strength, rows: share } = depths[world.context.depth];
  const { rows, factors } = events[name];
  const known = Object.fromEntries(factors.map((factor) => [factor, there[factor] ?? levels[factor] ?? []]));
  return covering({ ...known, age: agesOf(world) }, { strength, maxRows: Math.ceil(rows * share) }).rows;
}

/** The level of a Location that the credential cannot access. */
const unreached = "out of reach";

/** The Locations that the fixtures name. */
function placeLevels({
  fixtures,
}: World["target"]): Readonly<Record<"Location" | "place" | "reach", readonly Level[]>> {
  const Location = ["first", ...(fixtures.second_location_id === undefined ? [] : ["second"])];
  const place = [...Location, ...(fixtures.blocked_location_id === undefined ? [] : ["third"])];
  return {
    Location,
    place,
    reach: [...place, ...(fixtures.inaccessible_location_id === undefined ? [] : [unreached])],
  };
}

/** Everything that an operation is asked: in a covering array of its circumstances, and by wrong callers in one of fewer. */
export function rowsOf(world: World, operation: string): Asked[] {
  const table = loadFactors();
  const own = table.operations[operation];
  if (!own) return [];
  const { strength, rows: share } = table.depths[world.context.depth];
  const { target } = world;
  const there: Readonly<Record<string, readonly (Level | undefined)[]>> = {
    ...placeLevels(target),
    application: [
      "own",
      ...(target.fixtures.fast_application_id === undefined ? [] : ["fast-install"]),
      ...(target.fixtures.draft_application_id === undefined ? [] : ["draft"]),
    ],
    age: agesOf(world),
    items: sizesOf(world),
    parameter: Object.keys(own.parameters ?? {}),
    value: Array.from(
      { length: longest(Object.values(own.parameters ?? {}).map(({ type }) => table.datatypes[type])) },
      (_, index) => index,
    ),
    ...(world.can("links") ? {} : { link: (table.levels.link ?? []).filter((state) => state !== "freezed") }),
  };
  const levelsOf = (names: readonly string[]) =>
    Object.fromEntries(
      names.map((name) => {
        const levels = (own.levels?.[name] ?? there[name] ?? table.levels[name] ?? []) as readonly Level[];
        // Whose token the profile lacks asks for nothing.
        return [name, name === "user" ? levels.filter((role) => target.credentials[role as Role]) : levels];
      }),
    );
  const allows = isMeaningful(table, operation);
  const beside = [...own.factors.filter((name) => name !== "value"), ...(own.beside ?? [])];
  const wrongLevels = levelsOf([own.credential, ...beside]);
  const isPlain = (row: Circumstances) =>
    beside.every((name) => row[name] === undefined || row[name] === wrongLevels[name]?.[0]);
  const wrong = covering(wrongLevels, {
    strength: Math.max(1, strength - 1),
    maxRows: Math.ceil(Math.max(minWrongRows, own.rows / 5) * share),
    // Which of two reasons for a refusal counts is open.
    allows: (row) =>
      allows(row) && row.reach !== unreached && (!table.singly.includes(row[own.credential] ?? "") || isPlain(row)),
  });
  // A read is asked by the right caller before each wrong one, too; what changes something has factors of wrong callers alone.
  const asked = own.beside ? 0 : Math.min(wrong.rows.length, (own.rows * share) / 2);
  const right = covering(levelsOf(own.factors), { strength, maxRows: Math.ceil(own.rows * share - asked), allows });
  return [
    ...right.rows.map((row, turn): Asked => ({ operation, row, turn })),
    ...wrong.rows.map((row, turn): Asked => ({ operation, row, turn, caller: row[own.credential] ?? "" })),
  ];
}

/** The number of requests by wrong callers that an operation may get in a standard run, however few right ones it has. */
const minWrongRows = 14;

const longest = (lists: readonly (readonly unknown[] | undefined)[]): number =>
  Math.max(0, ...lists.map((list) => list?.length ?? 0));
