// Runs scripts of package.json at once: `node scripts/together.mjs lint types build`. What a script prints comes in one piece when it ends.
import { exec } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Runs a script to its end; answers whether it succeeded. */
const run = (name) =>
  new Promise((ended) => {
    exec(`npm run --silent ${name}`, { cwd: root, maxBuffer: 64_000_000 }, (error, stdout, stderr) => {
      process.stdout.write(stdout);
      process.stderr.write(stderr);
      if (error) process.stderr.write(`npm run ${name} failed\n`);
      ended(!error);
    });
  });

const succeeded = await Promise.all(process.argv.slice(2).map(run));
process.exitCode = succeeded.every(Boolean) ? 0 : 1;
