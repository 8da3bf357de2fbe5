// Writes the tables of docs/profiles.md anew, from the schemas: `npm run profile-tables`, after a build.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

const page = fileURLToPath(new URL("../docs/profiles.md", import.meta.url));

/** The table of a kind of profile, as Markdown. */
export const tableOf = (keys) => ["| key | is | for |", "|---|---|---|", ...keys.flatMap(rowsOf), ""].join("\n");

const rowsOf = ({ path, is, says, isRequired, keys }) => [
  `| \`${path}\` | ${isRequired ? "**required**; " : ""}${is.replaceAll("|", "\\|")} | ${says.replaceAll("|", "\\|")} |`,
  ...keys.flatMap(rowsOf),
];

/** A page with its tables put in place of those that it has. */
export const withTables = (text, profileKeys) =>
  ["target-profile", "partner-profile"].reduce(
    (changed, format) =>
      changed.replace(
        new RegExp(`(<!-- ${format} -->\n)[\\s\\S]*?(<!-- end -->)`),
        (_, begin, end) => `${begin}\n${tableOf(profileKeys(format))}\n${end}`,
      ),
    text,
  );

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { profileKeys } = await import("../build/harness/profiles/profile-keys.js");
  writeFileSync(page, withTables(readFileSync(page, "utf8"), profileKeys));
}
