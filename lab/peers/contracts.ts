import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packageFile } from "../../base/package-file.ts";
import { bundle } from "../../specs/documents.ts";
import { type PairScore, scoreOf } from "./diffs.ts";
import { programOf } from "./install.ts";
import { patience } from "./peer.ts";
import { runProgram } from "./processes.ts";

/** An expectation of a consumer about one read: a change of a contract that the documents promise. */
interface ContractChange {
  name: string;
  isWrong: boolean;
  request?: object;
  response?: object;
  data?: unknown;
  rules?: object;
}

const withoutToken = { Accept: "application/vnd.api.v2+json" };
const headers = { ...withoutToken, Authorization: "Bearer t" };

const country = { id: 1, title: "Latvia", iso_code: "LV" };

/** Contracts about the countries, half of which no one promised. */
const contracts: ContractChange[] = [
  { name: "some fields of a list", isWrong: false, data: [country] },
  { name: "no body at all", isWrong: false },
  { name: "one field", isWrong: false, data: [{ id: 3 }] },
  { name: "any number as the id", isWrong: false, data: [country], rules: { "$.body.data[*].id": { match: "type" } } },
  { name: "a refusal without a token", isWrong: false, request: { headers: withoutToken }, response: { status: 401 } },
  { name: "an empty meta", isWrong: false, data: [country], response: { meta: [] } },
  { name: "a path that does not exist", isWrong: true, request: { path: "/towns" }, data: [country] },
  { name: "a method that does not exist", isWrong: true, request: { method: "DELETE" }, data: [country] },
  { name: "a status that is not described", isWrong: true, response: { status: 202 }, data: [country] },
  { name: "a field that does not exist", isWrong: true, data: [{ ...country, capital: "Riga" }] },
  { name: "an id as text", isWrong: true, data: [{ ...country, id: "1" }] },
  { name: "an object in place of a list", isWrong: true, data: country },
  { name: "a code of three letters", isWrong: true, data: [{ ...country, iso_code: "LVA" }] },
  { name: "a request without its token", isWrong: true, request: { headers: withoutToken }, data: [country] },
  {
    name: "the media type of another version",
    isWrong: true,
    request: { headers: { Accept: "application/vnd.api.v9+json", Authorization: "Bearer t" } },
    data: [country],
  },
];

/** A contract as a file of Pact, version 2, which every peer reads. */
function pactOf({ request = {}, response = {}, data, rules }: ContractChange): object {
  const { meta = [], ...answer } = response as { meta?: unknown };
  return {
    consumer: { name: "bench" },
    provider: { name: "api" },
    interactions: [
      {
        description: "countries",
        request: { method: "GET", path: "/countries", headers, ...request },
        response: {
          status: 200,
          ...answer,
          ...(data === undefined ? {} : { body: { success: true, data, meta } }),
          ...(rules ? { matchingRules: rules } : {}),
        },
      },
    ],
    metadata: { pactSpecification: { version: "2.0.0" } },
  };
}

const assay = packageFile("dist/cli/assay.js");

/** Lets assay and Pact's comparator check every contract against the documents. */
export async function compareContracts(folder: string): Promise<Record<string, PairScore>> {
  const work = join(folder, "contracts-work");
  mkdirSync(work, { recursive: true });
  const document = join(work, "v1.json");
  writeFileSync(document, JSON.stringify({ ...bundle("v1"), servers: [{ url: "/" }] }));
  const comparator = programOf(folder, "comparator", "openapi-pact-comparator");
  const programs = {
    "assay contracts check": (pact: string) => [
      assay,
      "contracts",
      "check",
      "--out",
      join(work, "out"),
      "--pact",
      pact,
    ],
    "openapi-pact-comparator": (pact: string) => [comparator, document, pact],
  };
  const scores: Record<string, PairScore> = {};
  for (const [program, command] of Object.entries(programs)) {
    const pairs = [];
    for (const [index, contract] of contracts.entries()) {
      const pact = join(work, `${index}.json`);
      writeFileSync(pact, JSON.stringify(pactOf(contract)));
      // Both say by their exit code whether a contract is wrong.
      const said = ["bash", "-c", '"$@" > /dev/null 2>&1; echo "exit $?"', "bash", process.execPath, ...command(pact)];
      const { output, cpu } = await runProgram(said, work, patience);
      pairs.push({ name: contract.name, isWrong: contract.isWrong, isBlamed: !output.includes("exit 0"), cpu });
    }
    scores[program] = scoreOf(pairs);
  }
  return scores;
}
