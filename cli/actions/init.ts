import { existsSync, writeFileSync } from "node:fs";
import { parse } from "yaml";
import { UsageError } from "../../base/errors.ts";
import { requireFolderOf } from "../../base/files/require-folder.ts";
import { fieldsOf } from "../../base/json.ts";
import { printable } from "../../base/text/printable.ts";
import { checkPartnerValues } from "../../harness/profiles/partner-profile.ts";
import { checkTargetValues } from "../../harness/profiles/target-profile.ts";
import type { Urls } from "../../harness/target.ts";
import type { Diagnosis } from "../../library/examine/diagnosis.ts";
import { discoverControl, discoverSurfaces } from "../../library/examine/discover-target.ts";
import { type ProfileValues, profileText } from "../../library/write-profile.ts";
import { quoted } from "../../reports/repro/shell-words.ts";
import { exits } from "../io/exits.ts";
import type { Io } from "../io/io.ts";
import { isAddress } from "../options/is-address.ts";
import type { InitAnswers } from "../terminal/questions.ts";

export interface InitOptions {
  url?: string;
  control?: string;
  set?: string[];
  out?: string;
  force?: true;
}

const kinds = {
  target: { format: "target-profile", file: "assay.yaml", check: checkTargetValues },
  partner: { format: "partner-profile", file: "assay-partner.yaml", check: checkPartnerValues },
} as const;

/** Writes a commented profile: asks at a terminal, takes options elsewhere, and finds what it can by asking the target. */
export async function init(kind: InitAnswers["kind"] | undefined, options: InitOptions, io: Io): Promise<number> {
  const isGiven = kind !== undefined || options.url !== undefined || options.control !== undefined || options.set;
  const isAtTerminal = io.stdin.isTTY && io.stdout.isTTY;
  if (!isGiven && !isAtTerminal)
    throw new UsageError(
      "init: say target or partner, and give --url, --control or --set; there is no terminal to ask at",
    );
  const answers = isGiven
    ? readOptions(kind ?? "target", options)
    : await (await import("../terminal/questions.ts")).askForProfile(io);
  if (!answers) return exits.interrupted;
  const { format, file: usual, check } = kinds[answers.kind];
  const file = options.out ?? usual;
  if (existsSync(file) && !options.force)
    throw new UsageError(`--out: ${file} is there already; name another file, or write over it with --force`);
  const { values, notes } =
    answers.kind === "target" ? await discover(answers, io) : { values: answers.values, notes: [] };
  check(values);
  requireFolderOf(file, "--out");
  writeFileSync(file, profileText(format, values, file));
  io.stdout.write(
    [...notes.map(lineOf), `${file} is written`, ...nextSteps(answers.kind, file, values, io), ""].join("\n"),
  );
  return exits.fine;
}

const lineOf = ({ state, about, says }: Diagnosis): string =>
  `${state === "ok" ? "found" : "info "}  ${about}: ${printable(says)}`;

function readOptions(kind: InitAnswers["kind"], { url, control, set = [] }: InitOptions): InitAnswers {
  if (kind === "partner" && (url ?? control) !== undefined)
    throw new UsageError(
      `--${url === undefined ? "control" : "url"}: that is for a target; give what an application has with --set`,
    );
  for (const [name, address] of Object.entries({ url, control }))
    if (address !== undefined && !isAddress(address))
      throw new UsageError(
        `--${name}: ${address} is not an http or https address${/^[\w.-]+(:\d+)?(\/|$)/.test(address) ? `; write http://${address}` : ""}`,
      );
  const values: ProfileValues = kind === "partner" ? { name: "my-application", claims: ["install"] } : {};
  for (const pair of set) {
    const [, key, text] = /^([\w.]+)=(.*)$/s.exec(pair) ?? [];
    if (key === undefined) throw new UsageError(`--set: ${pair} is not KEY=VALUE, such as fixtures.location_id=100`);
    put(values, key.split("."), valueOf(key, text ?? ""));
  }
  if (kind === "target" && !url && !control && !values.urls && !values.control)
    throw new UsageError("init: give --url, --control, or --set urls.base_url=…, to say where the target is");
  return { kind, values, ...(url ? { url } : {}), ...(control ? { control } : {}) };
}

function valueOf(key: string, text: string): unknown {
  try {
    return parse(text);
  } catch {
    throw new UsageError(`--set: ${key}: this is not a value of YAML; put it in quotes, such as ${key}='"text"'`);
  }
}

/** Puts a value at a key such as `urls.base_url`. */
function put(values: ProfileValues, [name = "", ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) values[name] = value;
  else {
    const inner = { ...fieldsOf(values[name]) };
    put(inner, rest, value);
    values[name] = inner;
  }
}

/** The values of a target's profile, with what can be found by asking it. */
async function discover(
  { url, control, values }: InitAnswers,
  { env }: Io,
): Promise<{ values: ProfileValues; notes: Diagnosis[] }> {
  const controlled = control ? await discoverControl(control, env.CONTROL_TOKEN) : { capabilities: [], notes: [] };
  const known = fieldsOf(values.urls) as Partial<Urls>;
  const surfaces = url ? await discoverSurfaces(url, known) : { urls: {}, notes: [] };
  const isComplete = controlled.capabilities.includes("reset");
  const found: ProfileValues = {
    ...(control ? { control: { url: control, token: "${CONTROL_TOKEN}" } } : {}),
    // Where connections are refused yet, what was given is written all the same.
    ...(url ? { urls: { base_url: url, ...surfaces.urls } } : {}),
    // A control that resets hands out credentials and fixtures itself.
    ...(isComplete
      ? {}
      : { credentials: { partner_token: "${PARTNER_TOKEN}" }, allow: { mutations: false, bursts: false } }),
  };
  return { values: merge(found, values), notes: [...controlled.notes, ...surfaces.notes] };
}

/** Values with others put over them. */
const merge = (below: ProfileValues, above: ProfileValues): ProfileValues => ({
  ...below,
  ...Object.fromEntries(
    Object.entries(above).map(([name, value]) => [
      name,
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? { ...fieldsOf(below[name]), ...value }
        : value,
    ]),
  ),
});

function nextSteps(kind: InitAnswers["kind"], file: string, values: ProfileValues, { env }: Io): string[] {
  const names = [...JSON.stringify(values).matchAll(/\$\{(\w+)\}/g)].map(([, name = ""]) => name);
  const unset = [...new Set(names)].filter((name) => !env[name]);
  return [
    ...(unset.length > 0 ? [`set in the environment: ${unset.join(", ")}`] : []),
    `next: npx assay doctor --${kind} ${/^[\w@%+=:,./-]+$/.test(file) ? file : quoted(file)}`,
  ];
}
