import { parseEnv } from "node:util";
import { type Command, InvalidArgumentError, type Option } from "commander";
import { UsageError } from "../../base/errors.ts";
import { readTextFile } from "../../base/files/read-text.ts";
import { nearest } from "../../base/text/nearest.ts";
import type { Io } from "../io/io.ts";

type Environment = Io["env"];

/** Settings of the service that are no options, since they are secrets or belong to one. */
const others = {
  DATABASE_URL: "secret",
  ASSAY_KEY: "secret",
  ASSAY_KEY_PREVIOUS: "secret",
  ASSAY_METRICS_TOKEN: "secret",
  ASSAY_SMTP_URL: "secret",
  ASSAY_MAIL_FROM: "shown",
  ASSAY_OIDC_ISSUER: "shown",
  ASSAY_OIDC_CLIENT_ID: "shown",
  ASSAY_OIDC_CLIENT_SECRET: "secret",
  ASSAY_OIDC_NAME: "shown",
} as const;

/** Options that say how a command is called, and not how the service is. */
const ofTheCall = new Set(["settings", "json", "checkConfig"]);

/** The options of a command that are settings of the service. */
const settingsOf = (command: Command): Option[] =>
  command.options.filter((option) => !option.negate && !ofTheCall.has(option.attributeName()));

const isOfService = ({ options }: Command): boolean => options.some((option) => option.attributeName() === "settings");

/** The variable that sets an option. */
const variableOf = ({ long }: Option): string => `ASSAY_${long?.replace(/^--/, "").replaceAll("-", "_").toUpperCase()}`;

/** The settings that a command of the service was started with. */
export interface ServiceSettings {
  env: Environment;
  /** Every setting with its value, and where that is from; secrets are not shown. */
  lines: string[];
}

/** Completes the options of a command of the service: what the line does not say, the environment says, and else the file of settings. */
export function takeSettings(command: Command, io: Io): ServiceSettings | undefined {
  if (!isOfService(command)) return undefined;
  const file = command.getOptionValue("settings") ?? io.env.ASSAY_SETTINGS;
  const written = typeof file === "string" ? readSettings(file, command) : {};
  const env: Environment = { ...written, ...io.env };
  const sourceOf = (variable: string): string => (io.env[variable] === undefined ? String(file) : "environment");
  const lines = settingsOf(command).map((option) => {
    const [name, variable] = [option.attributeName(), variableOf(option)];
    const given = env[variable];
    const isOnLine = command.getOptionValueSource(name) === "cli";
    if (given && !isOnLine) command.setOptionValueWithSource(name, valueOf(option, variable, given), "env");
    const value: unknown = command.getOptionValue(name);
    const fallback = given ? sourceOf(variable) : "default";
    const source = isOnLine ? "command line" : fallback;
    return value === undefined ? `${variable} is not set` : `${variable}=${String(value)} (${source})`;
  });
  for (const [variable, kind] of Object.entries(others)) {
    const value = env[variable];
    if (value) lines.push(`${variable}=${kind === "secret" ? "***" : value} (${sourceOf(variable)})`);
  }
  return { env, lines };
}

/** The settings in a file, which is written as files of environments are; a name that means nothing is refused. */
function readSettings(file: string, command: Command): Record<string, string> {
  const settings = parseEnv(readTextFile(file, { fix: "give a file of NAME=value lines", largest: 100_000 }));
  // Console and workers may share a file.
  const commands = command.parent?.commands.filter(isOfService) ?? [command];
  const known = [...Object.keys(others), ...commands.flatMap(settingsOf).map(variableOf)];
  for (const name of Object.keys(settings))
    if (!known.includes(name)) {
      const [near] = nearest(name, known);
      throw new UsageError(`${file}: ${name} is no setting${near ? `; did you mean ${near}?` : ""}`);
    }
  return settings as Record<string, string>;
}

/** The value of an option as a variable has it. */
function valueOf(option: Option, variable: string, text: string): unknown {
  if (option.isBoolean()) {
    if (text !== "true" && text !== "false") throw new UsageError(`${variable}: give true or false`);
    return text === "true";
  }
  if (option.variadic) return text.split(/[\s,]+/).filter(Boolean);
  try {
    return option.parseArg ? option.parseArg(text, undefined) : text;
  } catch (error) {
    if (error instanceof InvalidArgumentError) throw new UsageError(`${variable}: ${error.message}`);
    throw error;
  }
}
