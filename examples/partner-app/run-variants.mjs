import { behaviours, tryBehaviour } from "./try-behaviour.mjs";

/** The number that are tried side by side: they mostly wait. */
const sideBySide = Number(process.env.SIDE_BY_SIDE ?? 24);

async function tryAll(names, dialects) {
  const waiting = names.flatMap((name) => dialects.map((dialect) => ({ name, dialect })));
  const all = waiting.length;
  const wrong = new Map();
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [isRight, line] = await tryBehaviour(next);
      console.log(line);
      if (!isRight) wrong.set(next.name, (wrong.get(next.name) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, work));
  const mistakes = [...wrong.values()].reduce((sum, count) => sum + count, 0);
  console.log(`\n${all - mistakes} of ${all} judged correctly`);
  for (const [name, count] of wrong) console.log(`${name}: wrong in ${count} of ${dialects.length} dialects`);
  return mistakes === 0 ? 0 : 1;
}

// `--dialects 20` tries each in twenty dialects.
const given = process.argv.slice(2);
const count = given[0] === "--dialects" ? Number(given[1]) : 1;
const asked = given[0] === "--dialects" ? given.slice(2) : given;
const unknown = asked.find((name) => !behaviours.includes(name));
if (unknown) throw new Error(`there is no variant "${unknown}"`);
process.exitCode = await tryAll(
  asked.length > 0 ? asked : behaviours,
  Array.from({ length: count }, (_, index) => index + 1),
);
