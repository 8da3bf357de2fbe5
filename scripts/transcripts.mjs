// Writes the README's two transcripts anew, from what the built program prints: `npm run transcripts`.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const readme = join(root, "README.md");

/** How the program ends in an empty folder, and what it prints. */
const assay = (cwd, args, env = {}) =>
  new Promise((ended) => {
    const options = {
      cwd,
      env: {
        ...process.env,
        NO_COLOR: "1",
        FORCE_COLOR: undefined,
        GITHUB_STEP_SUMMARY: "",
        ASSAY_PROGRESS: "off",
        ...env,
      },
    };
    execFile(process.execPath, [join(root, "dist/cli/assay.js"), ...args], options, (error, stdout, stderr) =>
      ended({ code: error?.code ?? 0, stdout, stderr }),
    );
  });

/** The transcripts by the line that a user types in a folder; the last of them leaves its reports there. */
export async function transcripts(folder) {
  const { startSandbox } = await import("../dist/library/index.js");
  const sandbox = await startSandbox({ clock: "running", faults: ["country codes have three letters"] });
  try {
    const { base_url } = sandbox.urls;
    const profile = { name: "staging", urls: { base_url }, credentials: { partner_token: "${PARTNER_TOKEN}" } };
    writeFileSync(join(folder, "staging.yaml"), JSON.stringify(profile));
    const faulty = await assay(folder, ["run", "--target", "staging.yaml"], {
      PARTNER_TOKEN: sandbox.credentials.partner_token,
    });
    const stdout = faulty.stdout.replaceAll(new URL(base_url).host, "127.0.0.1:8080");
    return {
      "npx assay run --target staging.yaml": { ...faulty, stdout },
      "npx assay run": await assay(folder, ["run"]),
    };
  } finally {
    await sandbox.close();
  }
}

/** A text with the transcripts put in place of those that it shows. */
export const withTranscripts = (text, shown) =>
  Object.entries(shown).reduce(
    (changed, [line, { stdout }]) =>
      changed
        .replace(`\`\`\`text\n$ ${line}\n`, `\0${line}\0`)
        .replace(new RegExp(`\0${line}\0[\\s\\S]*?(?=\`\`\`)`), () => `\`\`\`text\n$ ${line}\n${stdout}`),
    text,
  );

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const folder = mkdtempSync(join(tmpdir(), "assay-transcripts-"));
  writeFileSync(readme, withTranscripts(readFileSync(readme, "utf8"), await transcripts(folder)));
  rmSync(folder, { recursive: true });
}
