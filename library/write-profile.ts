import { relative } from "node:path";
import { stringify } from "yaml";
import { fieldsOf } from "../base/json.ts";
import { packageFile } from "../base/package-file.ts";
import { type ProfileKey, profileKeys } from "../harness/profiles/profile-keys.ts";

/** The values of a profile, nested as it is. */
export type ProfileValues = Record<string, unknown>;

const commands = {
  "target-profile": "assay run --target",
  "partner-profile": "assay certify --partner",
} as const;

/** The text of a profile: what has a value is written, and every other key stands there as a comment, with what it is for. */
export function profileText(format: keyof typeof commands, values: ProfileValues, file: string): string {
  const schema = relative(".", packageFile(`docs/schemas/${format}.schema.json`));
  return [
    ...(schema.startsWith("..") ? [] : [`# yaml-language-server: $schema=${schema}`]),
    `# ${commands[format]} ${file}`,
    ...(format === "target-profile"
      ? [
          "# In a pipeline, add --min-judged 80% (exit 3 where less is judged), so that a run that judges little is not taken for a pass.",
        ]
      : []),
    "# ${NAME} is read from the environment. What is commented out may be left out; it is then not judged, or has its default.",
    "",
    ...profileKeys(format).flatMap((key) => linesOf(key, values[key.name], "")),
    "",
  ].join("\n");
}

function linesOf(key: ProfileKey, value: unknown, indent: string): string[] {
  if (value === undefined) return exampleLines(key, indent).map((line) => `${indent}# ${line.slice(indent.length)}`);
  const line = `${indent}${key.name}: `;
  if (key.keys.length === 0 || typeof value !== "object") return [described(line + flow(value), key)];
  const fields = fieldsOf(value);
  const known = new Set(key.keys.map(({ name }) => name));
  const others = Object.entries(fields).filter(([name]) => !known.has(name));
  return [
    described(line.trimEnd(), key),
    ...key.keys.flatMap((inner) => linesOf(inner, fields[inner.name], `${indent}  `)),
    ...others.map(([name, inner]) => `${indent}  ${name}: ${flow(inner)}`),
  ];
}

/** A key with its example, and those below it. */
const exampleLines = (key: ProfileKey, indent: string): string[] =>
  key.keys.length === 0
    ? [described(`${indent}${key.name}: ${flow(key.example)}`, key)]
    : [described(`${indent}${key.name}:`, key), ...key.keys.flatMap((inner) => exampleLines(inner, `${indent}  `))];

const described = (line: string, { says }: ProfileKey): string => (says ? `${line} # ${says}` : line);

const flow = (value: unknown): string =>
  stringify(value, { collectionStyle: "flow", lineWidth: 0, flowCollectionPadding: true }).trim();
