import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { packageFile } from "../base/package-file.ts";

interface WrittenInteraction {
  description: string;
  response?: { status: number; body?: { content: { data?: unknown } } };
}

/** Our own consumers' interactions, of which partners' contracts are made. */
function interactionsOfOurs(): WrittenInteraction[] {
  const folder = join(dirname(packageFile("package.json")), "contracts/pacts");
  return readdirSync(folder).flatMap(
    (name) =>
      (JSON.parse(readFileSync(join(folder, name), "utf8")) as { interactions: WrittenInteraction[] }).interactions,
  );
}

/** Which interactions rely on a field that is not promised: one in a hundred. */
const isWrong = (number: number): boolean => number % 100 === 99;

/** Writes contracts of some interactions each into a folder; returns how many interactions are not compatible. */
export function writeContracts(folder: string, contracts: number, size: number): number {
  mkdirSync(folder);
  const ours = interactionsOfOurs();
  const isList = ({ response }: WrittenInteraction): boolean => Array.isArray(response?.body?.content.data);
  const lists = ours.filter(isList);
  let wrong = 0;
  const interaction = (number: number): WrittenInteraction => {
    const from = isWrong(number) ? lists : ours;
    const copy = structuredClone(from[number % from.length] as WrittenInteraction);
    copy.description = `${copy.description} (${number})`;
    if (isWrong(number)) {
      wrong++;
      for (const item of (copy.response?.body?.content.data ?? []) as object[]) Object.assign(item, { moons: number });
    }
    return copy;
  };
  for (let contract = 0; contract < contracts; contract++) {
    const pact = {
      consumer: { name: `partner-${contract}` },
      provider: { name: "partner-integration-api" },
      interactions: Array.from({ length: size }, (_, index) => interaction(contract * size + index)),
      metadata: { pactSpecification: { version: "4.0" } },
    };
    writeFileSync(join(folder, `partner-${contract}.json`), JSON.stringify(pact, null, 2));
  }
  return wrong;
}
