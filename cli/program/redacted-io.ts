import { secretsInAddress } from "../../harness/redaction/credential-names.ts";
import { createRedaction, type Redact } from "../../harness/redaction/redaction.ts";
import type { Io, Output, ProgramIo } from "../io/io.ts";

/** Variables of the environment that commands read credentials from. */
const secretVariables = ["PACT_BROKER_TOKEN", "PACT_BROKER_PASSWORD"];

/** The surroundings of a command that print no secret: neither those of its arguments, nor any that it learns of later. */
export function redactedIo(io: ProgramIo, args: readonly string[]): Io {
  const redaction = createRedaction([
    ...args.flatMap((arg, index) => secretsInArgument(arg, args[index - 1])),
    ...secretVariables.map((name) => [name, io.env[name] ?? ""] as const),
  ]);
  return {
    ...io,
    stdout: redactedOutput(io.stdout, redaction.redactProse),
    stderr: redactedOutput(io.stderr, redaction.redactProse),
    redaction,
  };
}

/** The value of an option such as --broker-token, and the password of an address. */
function secretsInArgument(arg: string, before = ""): (readonly [name: string, secret: string])[] {
  const [option, value] = arg.startsWith("--") && arg.includes("=") ? splitOption(arg) : [before, arg];
  const name = option.replace(/^-+/, "");
  // --key names a file.
  const own =
    option.startsWith("--") && /token|password|secret/.test(name) && !value.startsWith("-")
      ? [[name, value] as const]
      : [];
  return [...own, ...secretsInAddress(value).map((secret) => ["password", secret] as const)];
}

const splitOption = (arg: string): [string, string] => [
  arg.slice(0, arg.indexOf("=")),
  arg.slice(arg.indexOf("=") + 1),
];

/** A stream whose texts are redacted before they are written. */
function redactedOutput(output: Output, redact: Redact): Output {
  const write = (text: unknown, ...rest: unknown[]): boolean =>
    (output.write as (...given: unknown[]) => boolean).call(
      output,
      typeof text === "string" ? redact(text) : text,
      ...rest,
    );
  return new Proxy(output, {
    get(stream, key) {
      if (key === "write") return write;
      const value: unknown = Reflect.get(stream, key);
      return typeof value === "function" ? (value.bind(stream) as unknown) : value;
    },
  });
}
