import fc from "fast-check";
import { HarnessError } from "../../../../base/errors.ts";
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

/** How each command is made from its link and its choice. */
const makers: Readonly<Record<string, (link: LinkName, choice: never) => LinkCommand>> = {
  GrantAccess: (link, by: GrantAccess["by"]) => new GrantAccess(link, by),
  Confirm: (link, how: Confirm["how"]) => new Confirm(link, how),
  Uninstall: (link) => new Uninstall(link),
  ReadStatus: (link, operation: ReadStatus["operation"]) => new ReadStatus(link, operation),
  CallForData: (link, operation: string) => new CallForData(link, operation),
  Freeze: (link) => new Freeze(link),
  Disable: (link) => new Disable(link),
  AdvanceClock: (link, to: AdvanceClock["to"]) => new AdvanceClock(link, to),
};

/** The commands of a sequence that were run, each as its name, its link and its choice. */
export const encodeCommands = (commands: Iterable<fc.AsyncCommand<LinkModels, Provider, boolean>>): string[] =>
  (String(commands).match(/\w+\([^)]*\)/g) ?? []).map(String);

/** Commands from what they were encoded to. */
export const decodeCommands = (encoded: readonly string[]): LinkCommand[] & { toString(): string } =>
  encoded.map((text) => {
    const [, name = "", link = "", choice] = /^(\w+)\(([^,()]+)(?:, (.*))?\)$/.exec(text) ?? [];
    const make = makers[name];
    if (!make) throw new HarnessError(`${text} is not a command of the install machine`);
    return make(link as LinkName, choice as never);
  });

/** Sequences of commands that a target has the means for. */
export const commandSequences = (can: (capability: string) => boolean, most: number) =>
  fc.commands<LinkModels, Provider, boolean>(
    kinds
      .filter(({ capability }) => capability === undefined || can(capability))
      .flatMap(({ weight, command }) => Array.from({ length: weight }, () => command)),
    { maxCommands: most, size: "max" },
  );
