import type { Argument, Command, Option } from "commander";
import { providerStates } from "../../contracts/verify/provider-states.ts";
import { faults } from "../../sandbox/faults/faults.ts";
import { binds, loadLedger } from "../../specs/ledger.ts";

/** A word that may come next on the command line, with its meaning. */
export interface Completion {
  word: string;
  says?: string;
}

/** Printed to shells where a file may come next. */
const files: Completion = { word: ":files" };

const provider = () => loadLedger().filter((requirement) => binds(requirement, "provider"));
const areas = (): Completion[] => [...new Set(provider().map(({ area }) => area))].map((word) => ({ word }));
const ids = (): Completion[] => loadLedger().map(({ id, says }) => ({ word: id, says }));

/** Where the values come from of options and arguments that take neither one of a few words nor a file. */
const sources: Record<string, () => Completion[]> = {
  only: () => [...areas(), ...ids()],
  skip: () => [...areas(), ...ids()],
  id: ids,
  fault: () => Object.entries(faults).map(([word, { breaks }]) => ({ word, says: `breaks ${breaks}` })),
  state: () => Object.keys(providerStates).map((word) => ({ word })),
  seed: () => [],
  patience: () => [],
};

/** The words that may come next after some others, the last of which is being typed. */
export function completionsFor(program: Command, words: readonly string[]): Completion[] {
  const typed = words.at(-1) ?? "";
  let command = program;
  let given = 0;
  let option: Option | undefined;
  for (const word of words.slice(0, -1)) {
    const inner = command.commands.find((each) => each.name() === word);
    const named = command.options.find(({ long, short }) => word === long || word === short);
    if (inner) [command, given, option] = [inner, 0, undefined];
    else if (named) option = named.required || named.optional ? named : undefined;
    else if (option && !option.variadic) option = undefined;
    else if (!option) given++;
  }
  if (typed.startsWith("-")) return matching(optionsOf(command), typed);
  if (option) return valuesOf(option.attributeName(), option.argChoices, typed);
  if (command.commands.length > 0) return matching(commandsOf(command), typed);
  const argument = argumentAt(command, given);
  return argument ? valuesOf(argument.name(), argument.argChoices, typed) : matching(optionsOf(command), typed);
}

const commandsOf = (command: Command): Completion[] =>
  command
    .createHelp()
    .visibleCommands(command)
    .map((inner) => ({ word: inner.name(), says: inner.description() }));

const optionsOf = (command: Command): Completion[] =>
  command.options
    .filter(({ hidden }) => !hidden)
    .map(({ long, short, description }) => ({ word: long ?? short ?? "", says: description }));

/** The argument at a place; the last of several takes all that follow. */
function argumentAt(command: Command, place: number): Argument | undefined {
  const all = command.registeredArguments;
  return all[place] ?? (all.at(-1)?.variadic ? all.at(-1) : undefined);
}

function valuesOf(name: string, choices: readonly string[] | undefined, typed: string): Completion[] {
  if (choices)
    return matching(
      choices.map((word) => ({ word })),
      typed,
    );
  const source = sources[name];
  if (!source) return [files];
  // Several ids are separated by commas; what stands before the last one stays.
  const before = typed.slice(0, typed.lastIndexOf(",") + 1);
  return matching(source(), typed.slice(before.length)).map(({ word, ...rest }) => ({ word: before + word, ...rest }));
}

const matching = (all: readonly Completion[], typed: string): Completion[] =>
  all.filter(({ word }) => word.toLowerCase().startsWith(typed.toLowerCase()));
