import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { packageFile } from "../../base/package-file.ts";
import { leavesOf } from "../program/program.ts";
import { assay } from "../testing/assay.ts";
import { idleProgram, wordsOf } from "../testing/idle-program.ts";

describe("the help of every command", () => {
  const paths = leavesOf(idleProgram()).flatMap(({ path }) => (path === "complete-words" ? [] : [path]));

  test.each(paths)("assay %s shows examples that it understands", async (path) => {
    const { stdout } = await assay([...path.split(" "), "--help"]);
    const examples = [...stdout.matchAll(/^ {2}\$ npx assay (.+)\n {4}\S/gm)].map(([, line = ""]) => line);
    expect(examples).not.toEqual([]);
    for (const line of examples) {
      expect(line.startsWith(path)).toBe(true);
      await idleProgram().parseAsync(wordsOf(line), { from: "user" });
    }
  });
});

describe("assay list", () => {
  test.each([
    [["requirements", "cur-3"], /^CUR-3 {5}must {4}provider {2}\S.*\n$/],
    [["proofs", "INST-4"], /\(.*INST-4.*\)\n/],
    [["faults", "country codes have"], /^DICT-2 {4}country codes have three letters\n$/],
    [["claims"], /^install {4}connect {16}AUTH-20, INST-29, /],
    [["states", "pending"], /^the application is pending at the Location: the owner granted access/],
  ])("%j prints rows of it", async (args, rows) => {
    const { code, stdout, stderr } = await assay(["list", ...args]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(rows);
    const { stdout: json } = await assay(["list", ...args, "--json"]);
    expect(JSON.parse(json)).toHaveLength(stdout.trim().split("\n").length);
  });

  test("says that nothing contains a text, and what can be listed", async () => {
    expect(await assay(["list", "faults", "no such"])).toMatchObject({
      code: 0,
      stderr: "assay: no faults contain no such\n",
    });
    expect((await assay(["list", "cats"])).stderr).toContain(
      "Allowed choices are requirements, proofs, faults, claims, states.",
    );
  });
});

describe("what may come next", () => {
  const next = async (...words: string[]) =>
    (await assay(["complete-words", "--", ...words])).stdout
      .split("\n")
      .filter(Boolean)
      .map((line) => line.split("\t", 1)[0]);

  test.each<[words: string[], found: string[]]>([
    [["ru"], ["run"]],
    [
      ["contracts", ""],
      ["verify", "check", "publish", "help"],
    ],
    [["run", "--dep"], ["--depth"]],
    [["run", "--depth", "d"], ["deep"]],
    [
      ["run", "--only", "CUR-1,cur-1"],
      ["CUR-1,CUR-1", "CUR-1,CUR-10"],
    ],
    [["run", "--target", ""], [":files"]],
    [["run", "--quiet", "--depth", "quick", "--on"], ["--only"]],
    [["explain", "DICT-2"], ["DICT-2"]],
    [["list", "pro"], ["proofs"]],
    [["sandbox", "--fault", "country codes have"], ["country codes have three letters"]],
    [["check", "a.har", ""], [":files"]],
  ])("after %j", async (words, found) => {
    expect(await next(...words)).toEqual(found);
  });
});

/** Makes a shell complete a line and print the candidates, one in a line. */
const shells = {
  bash: (script: string, words: string) =>
    `source ${script}; COMP_WORDS=(${words}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _assay; printf '%s\\n' "\${COMPREPLY[@]}"`,
  zsh: (script: string, words: string) =>
    `compdef() {}; compadd() { shift 5; print -l -- "$@" }; _files() { print files }; source ${script}; words=(${words}); CURRENT=\${#words}; _assay`,
  fish: (script: string, words: string) =>
    `source ${script}; complete -C ${JSON.stringify(words)} | string replace -r '\\t.*' ''`,
};

describe.each(Object.entries(shells))("a real %s", (shell, command) => {
  const isThere = ["/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].some((folder) =>
    existsSync(join(folder, shell)),
  );

  test.skipIf(!isThere || !existsSync(packageFile("package.json")))("completes by its script", async () => {
    const folder = mkdtempSync(join(tmpdir(), "assay-completion-"));
    // The program answers beforehand, so that the test starts no second process.
    const answers = { "sandbox --fault country": "country codes have three letters\tbreaks DICT-2\n" };
    writeFileSync(
      join(folder, "assay"),
      `#!/bin/sh\nprintf '%s\\n' "$*" >> ${folder}/asked\nprintf '${answers["sandbox --fault country"].trim()}\\n'\n`,
      {
        mode: 0o755,
      },
    );
    const script = join(folder, "script");
    writeFileSync(script, (await assay(["completion", shell])).stdout);
    const printed = execFileSync(shell, ["-c", command(script, `assay sandbox --fault country`)], {
      env: { ...process.env, PATH: `${folder}:${process.env.PATH}`, HOME: folder },
      encoding: "utf8",
    });
    expect(printed.trim().replaceAll("\\", "")).toBe("country codes have three letters");
    expect(execFileSync("cat", [join(folder, "asked")], { encoding: "utf8" })).toBe(
      "complete-words -- sandbox --fault country\n",
    );
  });
});
