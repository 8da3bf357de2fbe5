import { describe, expect, test } from "vitest";
import { isRecord, parseJson } from "../base/json.ts";
import { loadOperations, type Operation } from "../specs/operations.ts";
import { validate } from "../specs/validate.ts";
import { loadVersioning } from "../specs/versioning.ts";
import { byLikelihood, commonMistakes, type Mistake, mistakesWith, unescapedMistakes } from "./mistakes.ts";

const operations = loadOperations().filter(({ surface }) => surface !== "webhooks");

describe.each(operations)("the mistakes with $id", (operation) => {
  const mistakes = mistakesWith(operation);
  const ofPart = (part: Mistake["part"]) => mistakes.filter((mistake) => mistake.part === part);
  const parametersIn = (place: string) =>
    operation.parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);

  test("name the operation and a place of its request, each place and value once", () => {
    expect(new Set(mistakes.map((mistake) => mistake.operation))).toEqual(new Set([operation.id]));
    expect(new Set(ofPart("path").map(({ name }) => name))).toEqual(new Set(parametersIn("path")));
    expect(new Set(ofPart("query").map(({ name }) => name))).toEqual(new Set(parametersIn("query")));
    expect(new Set(ofPart("body").map(({ name }) => name))).toEqual(
      new Set(Object.keys(operation.body?.schema.properties ?? {})),
    );
    const places = mistakes.map(({ part, name, value }) => JSON.stringify([part, name, value ?? typeof value]));
    expect(new Set(places).size).toBe(mistakes.length);
  });

  test("come to every place before they come to one again", () => {
    const places = mistakes.map(({ part, name }) => `${part} ${name}`);
    const count = new Set(places).size;
    expect(new Set(places.slice(0, count)).size).toBe(count);
  });

  test("are all there where the likely ones come first", () => {
    const likely = commonMistakes(operation);
    const all = byLikelihood(operation);
    expect(all.slice(0, likely.length)).toEqual(likely);
    expect(all).toHaveLength(mistakes.length);
    expect(all).toEqual(expect.arrayContaining(mistakes));
  });

  test("put no id into the path", () => {
    expect(ofPart("path").filter(({ value }) => /^[1-9]\d{0,15}$/.test(String(value)))).toEqual([]);
  });

  test("send no JSON object of ordinary values in the place of a body", () => {
    const isOrdinary = (value: unknown) => {
      const body = parseJson(String(value));
      return (
        isRecord(body) && Object.values(body).every((field) => typeof field !== "number" || Number.isFinite(field))
      );
    };
    expect(ofPart("raw").filter(({ value }) => isOrdinary(value))).toEqual([]);
  });

  test("break VER-1 where they are in a documented Accept", () => {
    const isDocumented = parametersIn("header").includes("Accept");
    const wrong = ofPart("header").filter(({ name }) => isDocumented && name === "Accept");
    const requirementsBrokenBy = (value: unknown) =>
      validate(operation, { direction: "request", part: "headers" }, value === undefined ? {} : { accept: value }).map(
        ({ requirement }) => requirement,
      );
    for (const { value } of wrong) expect(requirementsBrokenBy(value), String(value)).toEqual(["VER-1"]);
    expect(requirementsBrokenBy(loadVersioning().accept)).toEqual([]);
  });
});

test("the common mistakes are one of each kind that an operation allows", () => {
  const mistaken = (id: string) =>
    commonMistakes(loadOperations().find((operation) => operation.id === id) as Operation).map(
      ({ name, value }) => `${name}=${JSON.stringify(value)}`,
    );
  expect(mistaken("searchActivities")).toEqual(['location_id="abc"', 'from="2026-02-30"', 'page="-1"']);
  expect(mistaken("listCalls")).toEqual(['date_from="2026-02-30"', "page=-1", 'types=["unknown"]']);
  expect(mistaken("listCountries")).toEqual(["Accept=undefined"]);
});

test("mistakes that are not escaped stand in each path and each parameter of the query", () => {
  const mistakes = operations.flatMap((operation) => unescapedMistakes(operation, 1));
  for (const { id, parameters } of operations)
    for (const { name, in: place } of parameters.filter((parameter) => /path|query/.test(parameter.in)))
      expect(mistakes.filter((each) => each.operation === id && each.name === name && each.part === place)).not.toEqual(
        [],
      );
});
