import { usualFolder } from "../folders/usual-folder.ts";
import type { AddCommand } from "../io/action.ts";
import { refuseMore } from "../options/argument-hints.ts";
import { withExamples } from "../options/examples.ts";
import { folder } from "../options/option-values.ts";
import { allure, noExec, portBase, resultsJson, revision } from "../options/options.ts";

export const certify: AddCommand = (program, { does }) =>
  withExamples(
    refuseMore(program.command("certify"), ([file]) => `${file}: did you mean --partner ${file}?`)
      .description("act as the platform for a partner's application, judge it, and certify it if it passes")
      .option(
        "--partner <file>",
        "profile of the partner's application (YAML); without it, assay.yaml or assay-partner.yaml",
      )
      .option("--out <dir>", "folder for the results and the certificate", folder, usualFolder)
      .option(...portBase)
      .option(
        "--listen <address>",
        "where the platform listens for an application on another machine, such as 0.0.0.0:8443",
      )
      .option("--public-url <url>", "how the application reaches it, if not by the address that it listens on")
      .option("--tls-cert <file>", "certificate of the platform (PEM), with --tls-key")
      .option("--tls-key <file>", "private key of that certificate (PEM)")
      .option("--key <file>", "private key to sign with; without it, a key is made for this certificate alone")
      .option("--known <file>", "requirements that are known to fail for this application (YAML); it is not certified")
      .option(...revision)
      .option(...noExec)
      .option(...allure)
      .option(...resultsJson)
      .action(does(async () => (await import("../actions/certify.ts")).certify)),
    ["certify --partner assay-partner.yaml --key keys/assay-private.pem", "certify, and sign with your key"],
    [
      "certify --partner assay-partner.yaml --listen 0.0.0.0:8443 --public-url https://assay.example",
      "an application on another machine",
    ],
  );
