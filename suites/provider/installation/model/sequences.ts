import fc from "fast-check";
import { dataCalls } from "../../run/data-calls.ts";
import { AdvanceClock, CallForData, Confirm, Disable, Freeze, GrantAccess, ReadStatus, Uninstall } from "./commands.ts";
import { type Model, type PlaceName, placeNames, type Real } from "./links.ts";

type Command = fc.AsyncCommand<Model, Real>;

/** A place: mostly one, so that sequences come far there. */
const at = fc.oneof(
  { arbitrary: fc.constant<PlaceName>("here"), weight: 9 },
  { arbitrary: fc.constantFrom(...placeNames), weight: 4 },
);

/** Steps of one kind, as often as their weight says; a target may need a capability for them. */
interface Kind {
  weight: number;
  capability?: string;
  step: fc.Arbitrary<Command>;
}

const kind = <C>(
  weight: number,
  choices: readonly C[],
  make: (place: PlaceName, choice: C) => Command,
  capability?: string,
): Kind => ({
  weight,
  step: fc.tuple(at, fc.constantFrom(...choices)).map(([place, choice]) => make(place, choice)),
  ...(capability ? { capability } : {}),
});

const kinds: Kind[] = [
  kind(5, ["owner"] as const, (place, by) => new GrantAccess(place, by)),
  kind(1, ["limited", "stranger", "nobody"] as const, (place, by) => new GrantAccess(place, by)),
  kind(4, ["rightly"] as const, (place, how) => new Confirm(place, how)),
  kind(
    2,
    ["at the wrong host", "with a wrong token", "without a token"] as const,
    (place, how) => new Confirm(place, how),
  ),
  kind(1, [undefined], (place) => new Uninstall(place)),
  kind(
    7,
    ["readInstallationStatus", "readInstallationStatusInFlow"] as const,
    (place, address) => new ReadStatus(place, address),
  ),
  kind(2, Object.keys(dataCalls), (place, operation) => new CallForData(place, operation)),
  kind(2, [undefined], (place) => new Freeze(place), "links"),
  kind(1, [undefined], (place) => new Disable(place), "links"),
  kind(
    4,
    ["hours", "last second", "a second too late", "a second too late"] as const,
    (place, to) => new AdvanceClock(place, to),
    "clock",
  ),
];

/** Sequences of steps that a target has the means for. */
export const sequences = (can: (capability: string) => boolean, most: number) =>
  fc.commands(
    kinds
      .filter(({ capability }) => capability === undefined || can(capability))
      .flatMap(({ weight, step }) => Array.from({ length: weight }, () => step)),
    { maxCommands: most, size: "max" },
  );
