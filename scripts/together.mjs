// Runs scripts of package.json at once: `node scripts/together.mjs lint test:quick`.
// The last one prints as it goes; what another prints is shown if it failed, when all have ended, above a line that names it.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const names = process.argv.slice(2);

/** Runs a script to its end; returns whether it succeeded, and what it printed. */
const run = (name) =>
  new Promise((ended) => {
    const stdio = name === names.at(-1) ? "inherit" : ["ignore", "pipe", "pipe"];
    const child = spawn("npm", ["run", "--silent", name], { cwd: root, stdio, shell: process.platform === "win32" });
    const printed = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (piece) => printed.push(piece));
    child.once("error", (error) => ended({ name, succeeded: false, printed: Buffer.from(`${error.message}\n`) }));
    child.once("close", (code) => ended({ name, succeeded: code === 0, printed: Buffer.concat(printed) }));
  });

for (const { name, succeeded, printed } of await Promise.all(names.map(run))) {
  if (succeeded) continue;
  process.stderr.write(printed);
  process.stderr.write(`npm run ${name} failed\n`);
  process.exitCode = 1;
}
