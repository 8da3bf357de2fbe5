import { Option } from "commander";
import type { AddCommand } from "../io/action.ts";
import { withExamples } from "../options/examples.ts";
import { folder } from "../options/option-values.ts";

export const spec: AddCommand = (program, { does }) =>
  withExamples(
    program
      .command("spec")
      .description("print or export the specification: OpenAPI documents, JSON Schemas and requirements")
      .addOption(
        new Option("--surface <name>", "print one bundled OpenAPI document").choices([
          "v1",
          "callback",
          "v3",
          "webhooks",
        ]),
      )
      .option("--out <dir>", "export every document and every schema to a folder", folder)
      .option("--json", "print JSON instead of YAML or text")
      .action(does(async () => (await import("../actions/spec.ts")).spec)),
    ["spec", "the operations and requirements at a glance"],
    ["spec --out api", "every document, schema and requirement as files"],
  );
