import fc from "fast-check";
import { dataCalls } from "../../run/data-calls.ts";
import { statusReads } from "../../run/link-status.ts";
import type { LinkCommand, Provider } from "./command.ts";
import { Confirm, GrantAccess, Uninstall } from "./installing-commands.ts";
import { type LinkModels, type LinkName, linkNames } from "./link-models.ts";
import { AdvanceClock, Disable, Freeze } from "./platform-commands.ts";
import { CallForData, ReadStatus } from "./reading-commands.ts";

/** A link: mostly one, so that sequences come far there. */
const anyLink = fc.oneof(
  { arbitrary: fc.constant<LinkName>("here"), weight: 9 },
  { arbitrary: fc.constantFrom(...linkNames), weight: 4 },
);

/** Commands of one kind, as often as their weight says; a target may need a capability for them. */
interface CommandKind {
  weight: number;
  capability?: string;
  command: fc.Arbitrary<LinkCommand>;
}

const kind = <C>(
  weight: number,
  choices: readonly C[],
  make: (link: LinkName, choice: C) => LinkCommand,
  capability?: string,
): CommandKind => ({
  weight,
  command: fc.tuple(anyLink, fc.constantFrom(...choices)).map(([link, choice]) => make(link, choice)),
  ...(capability ? { capability } : {}),
});

const kinds: CommandKind[] = [
  kind(5, ["owner"] as const, (link, by) => new GrantAccess(link, by)),
  kind(1, ["limited", "stranger", "nobody"] as const, (link, by) => new GrantAccess(link, by)),
  kind(4, ["rightly"] as const, (link, how) => new Confirm(link, how)),
  kind(
    2,
    ["at the wrong host", "with a wrong token", "without a token"] as const,
    (link, how) => new Confirm(link, how),
  ),
  kind(1, [undefined], (link) => new Uninstall(link)),
  kind(7, statusReads, (link, operation) => new ReadStatus(link, operation)),
  kind(2, Object.keys(dataCalls), (link, operation) => new CallForData(link, operation)),
  kind(2, [undefined], (link) => new Freeze(link), "links"),
  kind(1, [undefined], (link) => new Disable(link), "links"),
  kind(
    4,
    ["hours", "last second", "a second too late", "a second too late"] as const,
    (link, to) => new AdvanceClock(link, to),
    "clock",
  ),
];

/** Sequences of commands that a target has the means for. */
export const commandSequences = (can: (capability: string) => boolean, most: number) =>
  fc.commands<LinkModels, Provider, boolean>(
    kinds
      .filter(({ capability }) => capability === undefined || can(capability))
      .flatMap(({ weight, command }) => Array.from({ length: weight }, () => command)),
    { maxCommands: most, size: "max" },
  );
