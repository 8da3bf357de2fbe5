import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { packageFile } from "../base/package-file.ts";
import { loadLedger } from "../specs/ledger.ts";
import { eventNames, eventOf } from "./pact/event-of.ts";
import { operationOf } from "./pact/operation-of.ts";
import { readPactFile } from "./pact/pact-file.ts";
import { providerStates } from "./verify/provider-states.ts";

const root = dirname(packageFile("package.json"));
const files = readdirSync(join(root, "contracts/pacts")).map((name) => join(root, "contracts/pacts", name));
const pacts = files.map(readPactFile);
const interactions = pacts.flatMap((pact) => pact.interactions);
const https = interactions.filter((interaction) => interaction.kind === "http");
const messages = interactions.filter((interaction) => interaction.kind === "message");

describe("the committed pacts", () => {
  test("are those of the consumers, and can be read", () => {
    const consumers = readdirSync(join(root, "contracts/consumers"), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== "testing")
      .map(({ name }) => name);
    expect(files.map((file) => basename(file, ".json")).toSorted()).toEqual(consumers.toSorted());
    expect(pacts.map(({ consumer }) => consumer)).toEqual(files.map((file) => basename(file, ".json")));
    expect(interactions.filter(({ kind }) => kind === "unreadable")).toEqual([]);
  });

  test("rest on requirements of the ledger, each interaction on at least one", () => {
    const known = loadLedger().map(({ id }) => id);
    expect(interactions.filter(({ requirements }) => requirements.length === 0)).toEqual([]);
    expect(interactions.flatMap(({ requirements }) => requirements).filter((id) => !known.includes(id))).toEqual([]);
  });

  test("need only states that exist", () => {
    const needed = new Set(interactions.flatMap(({ states }) => states.map(({ name }) => name)));
    expect([...needed].filter((name) => !Object.hasOwn(providerStates, name))).toEqual([]);
  });

  test("hold placeholders in place of tokens", () => {
    const written = files.flatMap((file) => readFileSync(file, "utf8").match(/"Bearer [^"]*"/g) ?? []);
    expect([...new Set(written)].toSorted()).toEqual([
      '"Bearer ACCESS_TOKEN"',
      '"Bearer PARTNER_TOKEN"',
      '"Bearer PARTNER_TOKEN, User USER_TOKEN"',
    ]);
  });

  test("name no version of a library, so that an update changes none of them", () => {
    expect(pacts.map(({ document }) => document.metadata)).toEqual(
      pacts.map(() => ({ pactSpecification: { version: "4.0" } })),
    );
  });

  test("ask for operations of the specification", () => {
    expect(https.filter(({ request }) => !operationOf(request.method, request.path))).toEqual([]);
  });

  test("expect every event that the specification names", () => {
    expect(messages.map((message) => eventOf(message)).toSorted()).toEqual(eventNames().toSorted());
    expect(eventNames()).toHaveLength(13);
  });

  test("match what they expect of a body by type or pattern, apart from what the specification fixes", () => {
    const fixed = /^(true|false|null|\[\]|"list"|"(pending|active|freezed)"|0|"")$/;
    const literals = https.flatMap(({ response }) => {
      const ruled = Object.keys(response.rules.body ?? {}).map((place) => place.replaceAll("[*]", "[0]"));
      return leaves(response.body?.content, "$").filter(
        ([place, value]) => !ruled.some((rule) => place.startsWith(rule)) && !fixed.test(JSON.stringify(value)),
      );
    });
    expect(literals).toEqual([]);
  });
});

/** The leaves of a document by their paths; of a list, only the first item counts. */
function leaves(value: unknown, place: string): [string, unknown][] {
  if (value === undefined) return [];
  if (typeof value !== "object" || value === null) return [[place, value]];
  const parts = Array.isArray(value)
    ? value.slice(0, 1).map((item): [string, unknown] => [`${place}[0]`, item])
    : Object.entries(value).map(([key, field]): [string, unknown] => [`${place}.${key}`, field]);
  return parts.length === 0 ? [[place, value]] : parts.flatMap(([path, part]) => leaves(part, path));
}

test("docs/contracts.md lists every provider state with its parameters and its meaning", () => {
  const rows = Object.entries(providerStates).map(
    ([name, { params = {}, says }]) =>
      `| ${name} | ${Object.entries(params)
        .map(([key, value]) => `\`${key}\`, ${value} if left out`)
        .join(", ")} | ${says} |`,
  );
  const written = readFileSync(packageFile("docs/contracts.md"), "utf8").split("| state | parameters | meaning |")[1];
  expect(written?.trim().split("\n").slice(1)).toEqual(rows);
});
