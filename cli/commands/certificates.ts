import type { Command } from "commander";
import type { AddCommand } from "../io/action.ts";
import { withExamples } from "../options/examples.ts";
import { positiveNumber } from "../options/option-values.ts";
import { json } from "../options/options.ts";

export const certificates: AddCommand = (program, given) => {
  const group = program
    .command("certificates")
    .description("maintain the signed status list of certificates, and look one up");
  withExamples(giving("revoke", "revoke a certificate for good")(group, given).requiredOption(...reason), [
    "certificates revoke certificate.json --reason sold --status status.json --key keys/assay-private.pem",
    "for good",
  ]);
  withExamples(
    giving("suspend", "suspend a certificate until it is reinstated")(group, given).requiredOption(...reason),
    [
      "certificates suspend certificate.json --reason outage --status status.json --key keys/assay-private.pem",
      "until it is reinstated",
    ],
  );
  withExamples(giving("reinstate", "end the suspension of a certificate")(group, given).option(...reason), [
    "certificates reinstate certificate.json --status status.json --key keys/assay-private.pem",
    "end its suspension",
  ]);
  renew(group, given);
  status(group, given);
  return group;
};

const reason = ["--reason <text>", "why"] as const;

/** Adds how the status list is opened and signed anew. */
const signsList = (command: Command): Command =>
  command
    .requiredOption("--status <file>", "the status list; begun if there is none")
    .requiredOption("--key <file>", "private key to sign the list with")
    .option("--trust <file>", "key set with the keys that signed certificates and the list before")
    .option("--days <n>", "days until the list expires and must be issued anew", positiveNumber, 30);

const giving =
  (name: "revoke" | "suspend" | "reinstate", purpose: string): AddCommand =>
  (group, { does }) =>
    signsList(
      group.command(name).description(purpose).argument("<certificate>", "certificate.json, or its id (sha256:…)"),
    )
      .option(...json)
      .action(does(async () => (await import("../actions/certificates.ts"))[name]));

const renew: AddCommand = (group, { does }) =>
  withExamples(
    signsList(
      group
        .command("renew")
        .description(
          "list a new certificate as valid, and with --supersedes an older one as superseded; or issue the list anew",
        )
        .argument("[certificate]", "the new certificate.json, or its id; without it, only the list is issued anew")
        .option("--supersedes <certificate>", "the certificate whose place it takes, or its id"),
    )
      .option(...reason)
      .option(...json)
      .action(does(async () => (await import("../actions/certificates.ts")).renew)),
    [
      "certificates renew new.json --supersedes old.json --status status.json --key keys/assay-private.pem",
      "one takes the place of another",
    ],
  );

const status: AddCommand = (group, { does }) =>
  withExamples(
    group
      .command("status")
      .description("show the status list, or the status of one certificate")
      .argument("[certificate]", "certificate.json, or its id")
      .requiredOption("--status <list>", "the status list: a file or a URL")
      .requiredOption("--key <file>", "public key of the issuer, or a key set")
      .option(...json)
      .action(does(async () => (await import("../actions/certificates.ts")).showStatus)),
    [
      "certificates status certificate.json --status status.json --key keys/assay-public.pem",
      "the status of one certificate",
    ],
  );
