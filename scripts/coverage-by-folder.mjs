// Prints how much of each room the tests of `npm run coverage` run, as a Markdown table.
import { readFileSync } from "node:fs";
import { relative } from "node:path";

const files = JSON.parse(readFileSync("coverage/coverage-summary.json", "utf8"));
const kinds = ["lines", "branches", "functions"];

/** Sums of what is there and what was run, for each kind. */
const folders = new Map();
const add = (folder, counts) => {
  const sums = folders.get(folder) ?? Object.fromEntries(kinds.map((kind) => [kind, { total: 0, covered: 0 }]));
  for (const kind of kinds) {
    sums[kind].total += counts[kind].total;
    sums[kind].covered += counts[kind].covered;
  }
  folders.set(folder, sums);
};
for (const [file, counts] of Object.entries(files))
  if (file !== "total") {
    add(relative("", file).split("/")[0], counts);
    add("all", counts);
  }

const percent = ({ total, covered }) => (total === 0 ? "—" : `${((100 * covered) / total).toFixed(1)} %`);
const row = (folder, counts) => `| ${[folder, ...kinds.map((kind) => percent(counts[kind]))].join(" | ")} |`;
const { all, ...byFolder } = Object.fromEntries(folders);
const lines = [
  `| room | ${kinds.join(" | ")} |`,
  "|---|---|---|---|",
  ...Object.entries(byFolder).map(([folder, counts]) => row(`\`${folder}/\``, counts)),
  row("all", all),
];
process.stdout.write(`${lines.join("\n")}\n`);
