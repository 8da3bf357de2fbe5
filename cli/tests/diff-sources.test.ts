import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { locateVersion } from "../../regression/diff/sources/locate-version.ts";
import { netFiles } from "../../regression/diff/sources/net-files.ts";
import { assay } from "../testing/assay.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-sources-"));
const document = (schema: string, version = "1.0.0"): string =>
  `openapi: 3.1.0\ninfo: { title: Things, version: "${version}" }\npaths: { /a: { get: { responses: { "200": { description: "", content: { application/json: { schema: ${schema} } } } } } } }\n`;
const write = (name: string, text: string): string => {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
};

describe("revisions of git", () => {
  const repository = join(folder, "repository");
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@example.com", ...args], { cwd: repository });
  const commit = (schema: string): void => {
    write("repository/specs/api.yaml", document(`{ $ref: "parts.yaml#/Text" }`));
    write("repository/specs/parts.yaml", `Text: ${schema}\n`);
    git("add", "-A");
    git("commit", "-qm", "x");
  };
  mkdirSync(repository, { recursive: true });
  git("init", "-q", "-b", "main");
  commit("{ type: string }");
  git("checkout", "-qb", "next");
  commit("{ type: integer }");

  /** Runs the program in a folder of the repository. */
  const inRepository = async (at: string, ...args: string[]) => {
    const here = process.cwd();
    process.chdir(join(repository, at));
    try {
      const { code, stdout, stderr } = await assay(args);
      return { code, text: `${stdout}${stderr}` };
    } finally {
      process.chdir(here);
    }
  };

  test("are compared as a range, for a file and for a folder of documents, without a checkout", async () => {
    const whole = await inRepository(".", "diff", "main..next", "--", "specs");
    expect(whole.code).toBe(1);
    expect(whole.text).toContain("git:next:/specs/parts.yaml:1 GET /a");
    expect((await inRepository("specs", "diff", "main...", "api.yaml")).text).toMatch(
      /git:HEAD:\/specs\/parts\.yaml:1 GET \/a/,
    );
    expect((await inRepository(".", "diff", "main..main", "specs/api.yaml")).code).toBe(0);
    expect((await inRepository("specs", "diff", "main..next", join(repository, "specs/api.yaml"))).code).toBe(1);
    expect(await inRepository(".", "diff", "main..next", "/etc/api.yaml")).toEqual({
      code: 2,
      text: "assay: /etc/api.yaml: it is not in the repository of this folder; go there\n",
    });
  });

  test("are compared with a file", async () => {
    expect((await inRepository(".", "diff", "git:main:specs/api.yaml", "specs/api.yaml")).code).toBe(1);
    expect((await inRepository(".", "diff", "git:next:specs/api.yaml", "specs/api.yaml")).code).toBe(0);
  });

  test.each([
    [["nowhere..next", "specs"], "assay: git:nowhere: there is no such revision; fetch it, or name another\n"],
    [
      ["--", "--upload-pack=x..next", "specs"],
      "assay: git:--upload-pack=x: there is no such revision; fetch it, or name another\n",
    ],
    [
      ["main..next", "nothing"],
      "assay: git:main:/nothing: there is no such file; give an OpenAPI file or a specs folder\n",
    ],
    [
      ["git:main", "specs/api.yaml"],
      "assay: git:main: this names no file of a revision; write git:REVISION:PATH, such as git:main:openapi.yaml\n",
    ],
  ])("%j says what to fix", async (args, line) => {
    expect(await inRepository(".", "diff", ...args)).toEqual({ code: 2, text: line });
  });
});

describe("addresses", () => {
  const serve = async (files: Record<string, string>, use: (base: string) => Promise<void>): Promise<void> => {
    const server = createServer(({ url = "" }, response) => {
      const text = files[url];
      response.writeHead(text === undefined ? 404 : 200).end(text);
    });
    await new Promise<void>((done) => {
      server.listen(0, "127.0.0.1", done);
    });
    try {
      await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    } finally {
      server.close();
      server.closeAllConnections();
    }
  };

  test("are read only where the network is allowed, with what they refer to below them", async () => {
    const files = {
      "/v2/api.yaml": document(`{ $ref: "parts/text.yaml" }`),
      "/v2/parts/text.yaml": "type: integer\n",
    };
    const old = write("net.yaml", document("{ type: string }"));
    await serve(files, async (base) => {
      const refused = await assay(["diff", old, `${base}/v2/api.yaml`]);
      expect(refused).toMatchObject({
        code: 2,
        stderr: `assay: ${base}/v2/api.yaml: nothing is fetched from the network; allow it with --allow-net\n`,
      });
      const { code, stdout } = await assay(["diff", old, `${base}/v2/api.yaml`, "--allow-net"]);
      expect(code).toBe(1);
      expect(stdout).toContain(`${base}/v2/parts/text.yaml:1 `);
    });
  });

  test("that lead to more than is read are refused in one line", async () => {
    const files = { "/a.yaml": document(`{ $ref: "b.yaml" }`), "/b.yaml": `description: ${"b".repeat(2_000_000)}\n` };
    await serve(files, async (base) => {
      await expect(netFiles(`${base}/a.yaml`, undefined, 1_000_000)).rejects.toThrow(
        "more than 1 MB are not read; split it",
      );
      expect((await netFiles(`${base}/a.yaml`)).kindOf(`${base}/b.yaml`)).toBe("file");
    });
  });

  test("that answer with an error, or lead elsewhere, are refused in one line", async () => {
    await serve(
      { "/api/a.yaml": document(`{ $ref: "../secret.yaml" }`), "/secret.yaml": "type: string\n" },
      async (base) => {
        const missing = await assay(["diff", `${base}/none.yaml`, `${base}/none.yaml`, "--allow-net"]);
        expect(missing.stderr).toBe(`assay: ${base}/none.yaml: it answers 404; fetch the file, and give that\n`);
        const outside = await assay(["diff", `${base}/api/a.yaml`, `${base}/api/a.yaml`, "--allow-net"]);
        expect(outside.stderr).toMatch(/refers to \.\.\/secret\.yaml, which lies outside of http:.*\/api; move it/);
        expect(outside.code).toBe(2);
      },
    );
    await expect(locateVersion("https://me:s3cret@127.0.0.1:1/a.yaml", { allowNet: true })).rejects.toThrow(
      "127.0.0.1:1: an address with a password is not read",
    );
  });
});

describe("references", () => {
  const secret = write("secret.txt", "password: s3cret\nlogin root:x:0:0");
  write("common/text.yaml", "type: integer\n");

  test("that leave the document's folder are refused, and nothing of the other file is shown", async () => {
    for (const reference of ["../secret.txt", "../../../../../../../../etc/passwd", "../common/text.yaml"]) {
      const file = write("api/api.yaml", document(`{ $ref: ${JSON.stringify(reference)} }`));
      const { code, stderr } = await assay(["diff", file, file]);
      expect(code).toBe(2);
      expect(stderr).toContain("lies outside of");
      expect(stderr).not.toMatch(/s3cret|root:/);
    }
  });

  test("may leave it as far as --root says", async () => {
    const old = write("api/old.yaml", document("{ type: string }"));
    const file = write("api/api.yaml", document(`{ $ref: "../common/text.yaml" }`));
    const { code, stdout } = await assay(["diff", old, file, "--root", folder]);
    expect(code).toBe(1);
    expect(stdout).toContain("common/text.yaml:1");
  });

  test("to a link that leads out are refused", async () => {
    symlinkSync(secret, join(folder, "api/link.yaml"));
    const file = write("api/api.yaml", document(`{ $ref: "link.yaml" }`));
    expect((await assay(["diff", file, file])).stderr).toContain("lies outside of");
  });

  test("to a file that is no document are refused without a word of it", async () => {
    write("api/notes.txt", "password: s3cret\nlogin root:x:0:0");
    const file = write("api/api.yaml", document(`{ $ref: "notes.txt#/password" }`));
    const { code, stderr } = await assay(["diff", file, file]);
    expect([code, stderr.split("\n").length]).toEqual([2, 2]);
    expect(stderr).not.toMatch(/s3cret|root:/);
  });
});

describe("approvals", () => {
  const rulesIn = (stdout: string) =>
    (JSON.parse(stdout) as { findings: { rule: string; fingerprint: string; level: string }[] }).findings;
  const parameters = (...list: string[]): string =>
    `openapi: 3.1.0\ninfo: { title: Things, version: 1.0.0 }\npaths:\n  /a:\n    get:\n      parameters: [${list.join(", ")}]\n      responses: { "200": { description: "" } }\n`;
  const limit = (most: number): string => `{ name: limit, in: query, schema: { type: integer, maximum: ${most} } }`;
  const offset = "{ name: offset, in: query, schema: { type: integer } }";
  const ignore = join(folder, "approved.yaml");

  test("are written to the ignore file with their reason and their last day", async () => {
    const [old, fresh] = [write("p1.yaml", parameters(limit(100))), write("p2.yaml", parameters(limit(50)))];
    writeFileSync(ignore, "# agreed upon\nignore: []\n");
    const [found] = rulesIn((await assay(["diff", old, fresh, "--json"])).stdout);
    const options = [
      "--approve",
      String(found?.fingerprint),
      "--reason",
      "nobody asks for more",
      "--until",
      "2099-01-31",
    ];
    const { code, stdout } = await assay(["diff", old, fresh, "--ignore", ignore, ...options]);
    expect([code, stdout.includes("until 2099-01-31: nobody asks for more")]).toEqual([0, true]);
    expect(readFileSync(ignore, "utf8")).toBe(
      `# agreed upon\nignore:\n  # The query parameter limit must now be at most 50 instead of at most 100.\n  - fingerprint: ${found?.fingerprint}\n    rule: parameter-maximum-lowered\n    reason: nobody asks for more\n    expires: 2099-01-31\n`,
    );
  });

  test("that are given again replace the ones before", async () => {
    const [old, fresh] = [write("r1.yaml", parameters(limit(100))), write("r2.yaml", parameters(limit(50)))];
    const [found] = rulesIn((await assay(["diff", old, fresh, "--json"])).stdout);
    const fingerprint = String(found?.fingerprint);
    const file = join(folder, "again.yaml");
    for (const until of ["2099-01-31", "2098-01-31"])
      await assay(
        ["diff", old, fresh, "--ignore", file].concat([
          "--approve",
          fingerprint,
          fingerprint,
          "--reason",
          "x",
          "--until",
          until,
        ]),
      );
    const text = readFileSync(file, "utf8");
    expect([text.match(/fingerprint/g)?.length, text.match(/expires: .*/g)]).toEqual([1, ["expires: 2098-01-31"]]);
  });

  test("carry over when lines, files and order move, and lapse when the thing changes again", async () => {
    const [old, moved] = [
      write("q1.yaml", parameters(limit(100))),
      write("q2.yaml", `# moved\n\n${parameters(offset, limit(50))}`),
    ];
    expect((await assay(["diff", old, moved, "--ignore", ignore])).code).toBe(0);
    const again = write("q3.yaml", parameters(limit(25)));
    const { code, stdout } = await assay(["diff", old, again, "--ignore", ignore]);
    expect(code).toBe(1);
    expect(stdout).toContain("does nothing: there is no such difference any more, or it changed again");
  });

  test.each([
    [["--approve", "0123456789ab", "--reason", "x"], /no difference has the fingerprint 0123456789ab/],
    [["--until", "2099-01-31"], /^assay: --until: it belongs to an approval; say what is approved with --approve\n$/],
    [["--reason", "x"], /--reason: it belongs to an approval/],
    [["--approve", "0123456789ab"], /--approve: say why with --reason/],
    [["--approve", "0123456789ab", "--reason", "x", "--until", "soon"], /--until: give a day such as 2027-01-31/],
  ])("%j is refused", async (options, line) => {
    const file = write("r.yaml", parameters(limit(1)));
    const { code, stderr } = await assay(["diff", file, file, ...options]);
    expect(code).toBe(2);
    expect(stderr).toMatch(line);
  });
});

describe("version numbers", () => {
  const compare = async (old: [string, string], fresh: [string, string], ...options: string[]) => {
    const files = [old, fresh].map(([schema, version], index) => write(`v${index}.yaml`, document(schema, version)));
    const { code, stdout } = await assay(["diff", ...files, ...options, "--json"]);
    const { findings } = JSON.parse(stdout) as { findings: { rule: string; level: string }[] };
    return [
      code,
      ...findings.filter(({ rule }) => rule.includes("version")).map(({ rule, level }) => `${rule} ${level}`),
    ];
  };
  const [text, number] = ["{ type: string }", "{ type: integer }"];
  const [small, large] = ["{ type: object }", "{ type: object, properties: { a: {} } }"];

  test.each<[string, [string, string], [string, string], (string | number)[]]>([
    ["what breaks asks for a major version", [text, "1.2.0"], [number, "1.3.0"], [1, "major-version-missing warning"]],
    ["also where the version stays", [text, "1.2"], [number, "1.2"], [1, "major-version-missing warning"]],
    ["which is there", [text, "1.2.0"], [number, "2.0.0"], [1]],
    ["below 1.0 the minor version does", [text, "0.2.0"], [number, "0.3.0"], [1]],
    ["what is new asks for a minor version", [small, "1.2.0"], [large, "1.2.1"], [0, "minor-version-missing warning"]],
    ["which is there", [small, "1.2.0"], [large, "1.3.0"], [0]],
    ["what changes nothing asks for nothing", [small, "1.2.0"], [small, "1.2.0"], [0]],
    ["other ways to count are left alone", [text, "2026-01-01"], [number, "2026-01-02"], [1]],
  ])("%s", async (_, old, fresh, expected) => {
    expect(await compare(old, fresh)).toEqual(expected);
  });

  test("fail, or are left alone, as asked for", async () => {
    const [old, fresh]: [string, string][] = [
      [small, "1.2.0"],
      [large, "1.2.1"],
    ];
    expect(await compare(old ?? ["", ""], fresh ?? ["", ""], "--versioning", "error")).toEqual([
      1,
      "minor-version-missing breaking",
    ]);
    expect(await compare(old ?? ["", ""], fresh ?? ["", ""], "--versioning", "off")).toEqual([0]);
  });
});

describe("assay-ignore.yaml", () => {
  const [old, fresh] = ["{ type: string }", "{ type: integer }"].map((schema, index) =>
    write(`approving/api/${index}.yaml`, document(schema)),
  ) as [string, string];
  const here = join(folder, "approving");
  const inFolder = async (...args: string[]) => {
    const back = process.cwd();
    process.chdir(here);
    try {
      return await assay(args);
    } finally {
      process.chdir(back);
    }
  };
  const pacts = ["--pacts", join(process.cwd(), "contracts/pacts")];

  test("that --approve writes is read after that, and named", async () => {
    const first = await inFolder("diff", old, fresh);
    expect([first.code, first.stdout.includes("ignore")]).toEqual([1, false]);
    const [, fingerprint = ""] = /\[response-type-changed\] (\w+)/.exec(first.stdout) ?? [];
    await inFolder("diff", old, fresh, "--approve", fingerprint, "--reason", "agreed");
    for (const args of [
      [old, fresh],
      [old, fresh, "--quiet"],
    ]) {
      const { code, stdout } = await inFolder("diff", ...args);
      expect([code, stdout.trimEnd().split("\n").at(-1)]).toEqual([
        0,
        "0 breaking, 1 warning, 0 compatible, 1 ignored by assay-ignore.yaml",
      ]);
    }
    expect(JSON.parse((await inFolder("diff", old, fresh, "--json")).stdout)).toMatchObject({
      ignore_file: "assay-ignore.yaml",
    });
  });

  test("beside the new document comes first, for approvals too", async () => {
    const beside = write("approving/api/assay-ignore.yaml", "ignore: []\n");
    const { code, stdout } = await inFolder("diff", old, fresh);
    expect([code, stdout.includes(`0 ignored by ${beside}`)]).toEqual([1, true]);
    const [, fingerprint = ""] = /\[response-type-changed\] (\w+)/.exec(stdout) ?? [];
    await inFolder("diff", old, fresh, "--approve", fingerprint, "--reason", "agreed");
    expect(readFileSync(beside, "utf8")).toContain(fingerprint);
  });

  test("holds for can-i-deploy", async () => {
    const stranger = write(
      "approving/v1.yaml",
      (await assay(["spec", "--surface", "v1"])).stdout.replace("/countries", "/lands"),
    );
    write(
      "approving/assay-ignore.yaml",
      "ignore:\n  - { rule: operation-moved, reason: agreed, expires: 2099-12-31 }\n",
    );
    const { stdout } = await inFolder("can-i-deploy", "--against", stranger, ...pacts, "--json");
    const { diff } = JSON.parse(stdout) as { diff: { ignore_file: string; counts: { ignored: number } } };
    expect([diff.ignore_file, diff.counts.ignored > 0]).toEqual([join(here, "assay-ignore.yaml"), true]);
  });
});
