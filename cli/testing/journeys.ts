import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { packageFile } from "../../base/package-file.ts";
import { begin, type Ended, type Running } from "./assay.ts";
import { freePort, freePorts } from "./certifying.ts";
import { wordsOf } from "./idle-program.ts";

/** A command that a page shows, and what it says is printed. */
export interface ShownCommand {
  line: string;
  output: string;
}

/** The ports that pages show: four of a sandbox, and that of an application. */
const shownBase = 4400;
const shownApplication = 4100;

/** Options that name what a command writes. */
const written = ["--out", "--file", "--status", "--ignore"];

/** The commands of the blocks of a page, in order: those that begin with `$`, each with what is printed. */
const commandsIn = (page: string): ShownCommand[] =>
  [...page.matchAll(/^```text\n(\$ [\s\S]*?)^```$/gm)].flatMap(([, text = ""]) =>
    text
      .split(/^\$ /m)
      .slice(1)
      .map((shown) => {
        const [, line = "", output = ""] = /^((?:.*\\\n)*.*)\n([\s\S]*)$/.exec(shown) ?? [];
        return { line, output };
      }),
  );

/** Follows a page from its first command to its last, in a folder of its own. */
class Journey {
  readonly folder = mkdtempSync(join(tmpdir(), "assay-journey-"));
  readonly #env: Record<string, string> = {
    PATH: process.env.PATH ?? "",
    APP: packageFile("examples/partner-app/main.mjs").replace(/\/main\.mjs$/, ""),
  };
  readonly #ports = new Map<number, number>();
  #platform: Running | undefined;

  async prepare(): Promise<void> {
    const base = await freePorts(4);
    for (let index = 0; index < 4; index++) this.#ports.set(shownBase + index, base + index);
    this.#ports.set(shownApplication, await freePort());
  }

  /** Does what a line says; returns what was printed, with the ports and the folders that pages show. */
  async follow(line: string): Promise<string> {
    const [, name, value] = /^export (\w+)=(\S+)$/.exec(line) ?? [];
    if (name && value) this.#env[name] = value;
    if (name) return "";
    if (!line.startsWith("npx assay ")) return this.#shown(await this.#shell(line));
    const words = wordsOf(this.#actual(line))
      .slice(2)
      .map((word) => word.replace("${APP}", this.#env.APP ?? ""));
    if (words[0] === "sandbox") return this.#startPlatform(words);
    return this.#shown(await begin(this.#inFolder(words), { env: this.#env }).ended);
  }

  async close(): Promise<void> {
    this.#platform?.io.interrupt();
    await this.#platform?.ended;
  }

  /** A platform goes on while others are used; a second one takes the place of the first. */
  async #startPlatform(words: readonly string[]): Promise<string> {
    await this.close();
    this.#platform = begin(words);
    const printed = await this.#platform.io.until("stdout", "Ids\n");
    return this.#shown({ code: 0, stdout: printed.split("\n\n", 1)[0] ?? "", stderr: "" }).concat("\n");
  }

  /** The same words, with the files that they name in the folder of the journey. */
  #inFolder(words: readonly string[]): string[] {
    const command = words[0] ?? "";
    const isOutNamed = !takesOut.has(command) || words.includes("--out");
    return [
      ...words.map((word, index) => {
        const isOurs = written.includes(words[index - 1] ?? "") || existsSync(join(this.folder, word));
        return isOurs && !word.startsWith("-") ? join(this.folder, word) : word;
      }),
      ...(isOutNamed ? [] : ["--out", join(this.folder, usualOut(command, words))]),
      ...(command === "replay" && words.length === 1 ? [join(this.folder, "assay-report")] : []),
    ];
  }

  #actual(text: string): string {
    return [...this.#ports].reduce((changed, [shown, port]) => changed.replaceAll(String(shown), String(port)), text);
  }

  #shown({ stdout, stderr }: Ended): string {
    const text = (stdout + stderr)
      .replaceAll(`${this.folder}/`, "")
      .replaceAll(dirname(packageFile("package.json")), ".");
    return [...this.#ports].reduce((changed, [shown, port]) => changed.replaceAll(String(port), String(shown)), text);
  }

  #shell(line: string): Promise<Ended> {
    return new Promise((ended) => {
      const options = { cwd: this.folder, env: this.#env };
      execFile("sh", ["-c", this.#actual(line)], options, (error, stdout, stderr) =>
        ended({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
      );
    });
  }
}

const takesOut = new Set(["run", "check", "certify", "init", "contracts"]);

/** Where a command writes by default. */
function usualOut(command: string, words: readonly string[]): string {
  if (command !== "init") return "assay-report";
  return words.includes("partner") ? "assay-partner.yaml" : "assay.yaml";
}

/** A text without what differs from run to run: times, dates, digests and versions of Node. */
export const withoutChance = (text: string): string =>
  text
    .replace(/\d+(?:\.\d+)? (ms|s)\b/g, "N $1")
    .replace(/(?:less than )?N ms(?: \(± N ms\))?/g, "N ms")
    // The platform that is played chooses ids anew.
    .replace(/"salon_id":\d+/g, '"salon_id":N')
    .replace(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, "TIME")
    .replace(/\d{4}-\d{2}-\d{2} \d{2}:\d{2} UTC/g, "TIME")
    // Those of pages have four digits.
    .replace(/(127\.0\.0\.1):\d{5}/g, "$1:PORT")
    .replace(/(judged by assay [\d.]+) \([0-9a-f]{12}\)/g, "$1 (SUITE)")
    .replace(/\b[0-9a-f]{64}\b/g, "DIGEST")
    .replace(/^(ok +Node +).*$/m, "$1VERSION")
    .replace(/^(?:ok|info) +browser +.*$/m, "BROWSER")
    // How often an application asks is its own affair.
    .replace(/\d+ requests of the application.*/g, "REQUESTS")
    .replace(/\bdialect(:?) \d+/g, "dialect$1 N")
    .replace(/(\d+ scenarios), \d+ requests/g, "$1")
    // A request that a rate limit refuses is sent again, and its refusal has facts of its own.
    .replace(/^\d+ requests? \(.*?\)/gm, "REQUESTS")
    .replace(/^\d+ facts /gm, "FACTS ")
    .replace(/ +$/gm, "");

/** Follows a page; answers each command with what was printed. */
export async function followPage(file: string): Promise<{ shown: ShownCommand; printed: string }[]> {
  const journey = new Journey();
  await journey.prepare();
  const followed = [];
  try {
    for (const shown of commandsIn(readFileSync(file, "utf8")))
      followed.push({ shown, printed: await journey.follow(shown.line) });
  } finally {
    await journey.close();
  }
  return followed;
}

/** Writes into a page what its commands print now. */
export function rewritePage(file: string, followed: readonly { shown: ShownCommand; printed: string }[]): void {
  const page = readFileSync(file, "utf8");
  let [text, rest] = ["", page];
  for (const { shown, printed } of followed) {
    const old = `$ ${shown.line}\n${shown.output}`;
    const at = rest.indexOf(old);
    text += `${rest.slice(0, at)}$ ${shown.line}\n${printed}`;
    rest = rest.slice(at + old.length);
  }
  writeFileSync(file, text + rest);
}
