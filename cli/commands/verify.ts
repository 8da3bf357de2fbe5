import { Option } from "commander";
import type { AddCommand } from "../io/action.ts";
import { withExamples } from "../options/examples.ts";
import { json } from "../options/options.ts";

export const verify: AddCommand = (program, { does }) =>
  withExamples(
    program
      .command("verify")
      .description("check a certificate with the issuer's public key, offline unless --status is a URL")
      .argument("<certificate>", "certificate.json")
      .requiredOption("--key <file>", "public key of the issuer, or a key set")
      .option(
        "--results <file>",
        "the certified results; without it, results.json beside the certificate, if it exists",
      )
      .option("--partner <file>", "profile of the application that the certificate should be about")
      .option("--status <list>", "the issuer's status list, which says what is revoked: a file or a URL")
      .addOption(
        new Option(
          "--require <what>",
          "refuse a certificate if the current revision of the specification demands more of its claims",
        ).choices(["current"]),
      )
      .option(...json)
      .action(does(async () => (await import("../actions/verify.ts")).verify)),
    ["verify assay-report/certificate.json --key keys/assay-public.pem", "is it genuine?"],
  );
