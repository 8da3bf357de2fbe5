import type { Command } from "commander";
import type { Io } from "./io.ts";

/** The whole program, for commands that run others on their way. */
export type Program = (args: readonly string[], io: Io) => Promise<number>;

/** Takes the arguments of a command, its options and the surroundings, and returns an exit code. */
export type Action = (...given: never[]) => number | Promise<number>;

/** Makes what Commander calls of a command that is loaded when it is asked for. */
export type Does = (load: () => Promise<Action>) => (...given: unknown[]) => Promise<void>;

/** Adds a command to the program or to a group, with its options, help and examples. */
export type AddCommand = (parent: Command, given: { does: Does; runProgram: Program }) => Command;
