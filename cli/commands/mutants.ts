import { Option } from "commander";
import { occasionNames } from "../../sandbox/faults/occasion-names.ts";
import type { AddCommand } from "../io/action.ts";
import { withExamples } from "../options/examples.ts";
import { wholeNumber } from "../options/option-values.ts";
import { json, seed } from "../options/options.ts";

export const mutants: AddCommand = (program, { does }) =>
  withExamples(
    program
      .command("mutants")
      .description("plant each known fault in the sandbox, and show which ones the suite finds")
      .option("--fault <name...>", "try only these faults")
      .option("--derived", "plant the faults that follow from the specification's documents instead")
      .addOption(
        new Option("--higher <occasion>", "let each fault show on one kind of occasion only")
          .choices(occasionNames)
          .conflicts(["derived", "races"]),
      )
      .addOption(
        new Option(
          "--live",
          "judge without the control protocol, like a live system, and say why each survivor survives",
        ).conflicts(["derived", "higher", "races"]),
      )
      .addOption(new Option("--races", "plant races instead, and judge deeply").conflicts("derived"))
      .addOption(
        new Option("--sampled <n>", "draw this many faults by the seed, and show which classes survive")
          .argParser(wholeNumber)
          .conflicts(["derived", "higher", "races", "fault"]),
      )
      .addOption(
        new Option(
          "--conforming <n>",
          "draw this many combinations of choices that the specification leaves open; none may be blamed",
        )
          .argParser(wholeNumber)
          .conflicts(["derived", "higher", "races", "fault", "sampled"]),
      )
      .addOption(new Option("--only <number...>", "try only the drawn faults or choices with these numbers"))
      .option("--list", "list the faults, each with the requirement that it breaks")
      .option(...seed)
      .option(...json)
      .action(does(async () => (await import("../actions/mutants.ts")).mutants)),
    ["mutants --list", "the known faults"],
    ['mutants --fault "country codes have three letters"', "does the suite find it?"],
    ["mutants --sampled 100 --seed 7", "faults that a seed draws: which classes survive?"],
  );
