import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { publint } from "publint";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { packageFile } from "../../base/package-file.ts";
import { type Ended, end } from "../testing/assay.ts";
import { freePort, freePorts } from "../testing/certifying.ts";
import { startProcess } from "../testing/processes.ts";
import { rowsOf } from "../testing/rows.ts";

/** The packages that are installed with this one. */
const unbundled = ["refa"];

const root = dirname(packageFile("package.json"));
const above = mkdtempSync(join(tmpdir(), "assay-package-"));
const project = join(above, "project");
const pkgDir = join(project, "node_modules/assay");

beforeAll(async () => {
  const packed = await end("npm", ["pack", "--pack-destination", above], { cwd: root });
  if (packed.code !== 0) throw new Error(packed.stderr);
  const [tarball = ""] = readdirSync(above);
  // npm installs into the nearest folder above that has packages, unless the folder itself is a project.
  mkdirSync(join(above, "node_modules"));
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), JSON.stringify({ private: true }));
  const installed = await end("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline", `../${tarball}`], {
    cwd: project,
  });
  if (installed.code !== 0) throw new Error(installed.stderr);
});

test("the packed package runs in a project of its own, with no source tree beside it", async () => {
  expect(readdirSync(pkgDir)).not.toContain("node_modules");
  const { scripts, dependencies } = JSON.parse(readFileSync(join(pkgDir, "package.json"), "utf8")) as {
    scripts?: object;
    dependencies: Record<string, string>;
  };
  expect(scripts).toBeUndefined();
  expect(Object.keys(dependencies)).toEqual(unbundled);
  const { packages } = JSON.parse(readFileSync(join(project, "package-lock.json"), "utf8")) as { packages: object };
  expect(Object.keys(packages).length).toBeLessThanOrEqual(60);
  expect((await publint({ pkgDir, pack: false, strict: true })).messages).toEqual([]);
  const { code, stdout, stderr } = await end("npx", ["--no-install", "assay", "run", "--depth", "quick"], {
    cwd: project,
  });
  expect(code, stderr).toBe(0);
  expect(stdout).toContain("embedded sandbox: conformant");
  expect(readdirSync(join(project, "assay-report"))).toContain("results.json");
});

test("a command whose packages are not installed says in one line how to install them", async () => {
  const { code, stderr } = await end("npx", ["--no-install", "assay", "mcp"], { cwd: project });
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /^assay: assay mcp needs packages that are not installed: npm install @modelcontextprotocol\/sdk@\d+\.\d+\.\d+$/m,
  );
  const doctor = await end("npx", ["--no-install", "assay", "doctor"], { cwd: project });
  expect(doctor.stdout).toMatch(/Allure's page +not installed; to use it: npm install allure@\d+\.\d+\.\d+$/m);
});

test.each(rowsOf(["20.19.0", "22", "24"]))(
  "on Node %s, with nothing else installed, it judges the sandbox, certifies the example and compares two documents",
  async (version) => {
    const folder = join(project, `node-${version}`);
    mkdirSync(folder);
    const located = await end("npx", ["-y", `node@${version}`, "-p", "process.execPath"], { cwd: folder });
    const node = located.stdout.trim();
    const run = (...args: string[]) => end(node, [join(pkgDir, "dist/cli/assay.js"), ...args], { cwd: folder });
    const judged = await run("run", "--depth", "quick");
    expect(judged).toMatchObject({ code: 0, stderr: "" });
    expect(judged.stdout).toContain("embedded sandbox: conformant");
    const port = await freePort();
    const start = `PORT=${port} "${node}" "${join(pkgDir, "examples/partner-app/main.mjs")}"`;
    const at = (path: string) => `http://127.0.0.1:${port}${path}`;
    writeFileSync(
      join(folder, "assay-partner.yaml"),
      JSON.stringify({
        name: "acme",
        version: "1.4.0",
        claims: ["calls"],
        start: { command: start, ready: at("/health") },
        connect: { url: at("/connect"), body: { salon_id: "{location_id}" } },
        actions: { calls: { url: at("/sync/calls"), body: { location_id: "{location_id}" } } },
        patience: { quiet_s: 1 },
      }),
    );
    const certified = await run("certify");
    expect(certified.stdout, certified.stderr).toContain("acme: certified");
    const { stdout: document } = await run("spec", "--surface", "v3");
    writeFileSync(join(folder, "old.yaml"), document);
    writeFileSync(join(folder, "new.yaml"), document.replace("maximum: 100", "maximum: 50"));
    const compared = await run("diff", "old.yaml", "new.yaml");
    expect(compared).toMatchObject({ code: 1 });
    expect(compared.stdout).toContain("parameter-maximum-lowered");
  },
);

test("the types of the library are complete without any other package but Node's", async () => {
  const folder = join(project, "typed");
  mkdirSync(folder);
  writeFileSync(
    join(folder, "use.mts"),
    `import { judge, type Results } from "assay";\nexport const verdict: Promise<Results["verdict"]> = judge({ name: "x" }).then(({ verdict }) => verdict);\n`,
  );
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const options = ["--noEmit", "--strict", "--module", "nodenext", "--types", "node", "--typeRoots"];
  const { code, stdout } = await end(
    process.execPath,
    [tsc, ...options, join(root, "node_modules/@types"), "use.mts"],
    { cwd: folder },
  );
  expect(stdout).toBe("");
  expect(code).toBe(0);
});

/** A line that a new user types, how it ends, and what it prints. */
type Step = [line: string, code: number, ...printed: (string | RegExp)[]];

/** An empty folder of the project, in which lines are typed. */
function emptyFolder(name: string, env: Record<string, string> = {}) {
  const folder = join(project, name);
  mkdirSync(folder);
  // The shell finds assay as npx does. Vitest sets BASE_URL, which scripts read.
  const type = (line: string): Promise<Ended> =>
    end("sh", ["-c", `PATH="${join(project, "node_modules/.bin")}:$PATH"; unset BASE_URL; ${line}`], {
      cwd: folder,
      env,
    });
  /** Types lines in their order; returns those that ended otherwise, or printed something else, with what they printed. */
  const follow = async (...steps: Step[]): Promise<string[]> => {
    const odd: string[] = [];
    for (const [line, code, ...printed] of steps) {
      const ended = await type(line);
      const text = ended.stdout + ended.stderr;
      const isPrinted = (part: string | RegExp) => (typeof part === "string" ? text.includes(part) : part.test(text));
      if (ended.code !== code || !printed.every(isPrinted)) odd.push(`${line}\n${text}exit ${ended.code}`);
    }
    return odd;
  };
  return { folder, type, follow };
}

describe("from an empty folder, with the installed package alone,", () => {
  test("a provider is described, judged, fixed and judged again", async () => {
    const port = await freePorts(4);
    const start = async (...fault: string[]) => {
      const token = ["--control-token", "provider-secret-1"];
      const sandbox = startProcess(
        ["sandbox", "--port-base", String(port), ...token, ...fault],
        join(pkgDir, "dist/cli/assay.js"),
      );
      onTestFinished(async () => void (await sandbox.stop()));
      await sandbox.until("Ctrl-C stops it.");
      return sandbox;
    };
    const faulty = await start("--fault", "country codes have three letters");
    const { follow } = emptyFolder("provider", { CONTROL_TOKEN: "provider-secret-1" });
    expect(
      await follow(
        [`assay init --control http://127.0.0.1:${port + 3}/control`, 0, "assay.yaml is written"],
        ["assay doctor", 0],
        ["assay run --only DICT", 1, /fail +DICT-2/, "assay.yaml: not conformant"],
        ["assay explain DICT-2", 0, "ISO 3166-1"],
        ["sh assay-report/repro/DICT-2.sh", 1, "still failing"],
        ["assay replay", 1],
      ),
    ).toEqual([]);
    await faulty.stop();
    await start();
    expect(
      await follow(
        ["assay replay", 0, /fixed +DICT-2/],
        ["sh assay-report/repro/DICT-2.sh", 0],
        ["assay run --only DICT", 0, "1 requirement fixed"],
        [
          "assay trigger ClientEvent.created",
          2,
          /^assay: no sandbox was started from this folder; choose one by --control: /m,
        ],
      ),
    ).toEqual([]);
  });

  test("a partner's application is certified, and its certificate checked by others and revoked", async () => {
    const port = await freePort();
    const app = join(pkgDir, "examples/partner-app/main.mjs");
    const partner = emptyFolder("partner");
    expect(
      await partner.follow(
        [
          `assay init partner --set name=acme version=1.4.0 claims=[calls] start.command="PORT=${port} node ${app}" start.ready=http://127.0.0.1:${port}/health connect.url=http://127.0.0.1:${port}/connect connect.body='{ salon_id: "{location_id}" }' actions.calls.url=http://127.0.0.1:${port}/sync/calls actions.calls.body='{ location_id: "{location_id}" }' patience.quiet_s=1`,
          0,
          "assay-partner.yaml is written",
        ],
        ["assay doctor --partner assay-partner.yaml", 0],
        ["assay keys --out keys", 0, "assay-public.pem"],
        ["assay certify --partner assay-partner.yaml --key keys/assay-private.pem", 0, "acme: certified"],
      ),
    ).toEqual([]);
    const other = emptyFolder("marketplace");
    expect(
      await other.follow(
        ["cp ../partner/assay-report/certificate.json ../partner/keys/assay-public.pem .", 0],
        [
          "assay verify certificate.json --key assay-public.pem",
          0,
          "acme 1.4.0 is certified for calls",
          "not checked: results (give --results), revocation (give --status)",
        ],
        [
          "assay certificates revoke certificate.json --reason sold --status status.json --key ../partner/keys/assay-private.pem",
          0,
        ],
        [
          "assay verify certificate.json --key assay-public.pem --status status.json",
          1,
          /certificate\.json: revoked: .*sold/,
        ],
      ),
    ).toEqual([]);
  });

  test("a change of the API is found, approved, and gated by the contracts of partners", async () => {
    const { folder, follow, type } = emptyFolder("api");
    const commit = "git add -A && git -c user.name=x -c user.email=x@example.com commit -qm";
    expect(
      await follow(
        ["assay spec --surface v3 > openapi.yaml", 0],
        [`git init -q -b main && ${commit} first`, 0],
        ["sed -i 's/maximum: 100$/maximum: 50/' openapi.yaml", 0],
        [`${commit} second`, 0],
      ),
    ).toEqual([]);
    const found = await type("assay diff HEAD~1..HEAD openapi.yaml --level breaking");
    expect(found.code, found.stderr).toBe(1);
    const [, shown, fingerprint] =
      /openapi\.yaml:(\d+) .*\[parameter-maximum-lowered\] (\w{12})/.exec(found.stdout) ?? [];
    const lines = readFileSync(join(folder, "openapi.yaml"), "utf8").split("\n");
    expect(lines[Number(shown) - 1]).toMatch(/^ +(?:x-limit|maximum):/);
    const pact = {
      consumer: { name: "resource-reader" },
      provider: { name: "partner-integration-api" },
      interactions: [
        {
          description: "a page of resources",
          request: {
            method: "GET",
            path: "/locations/100/resources",
            query: "limit=25",
            headers: { Authorization: "Bearer t" },
          },
          response: { status: 200 },
        },
      ],
    };
    writeFileSync(join(folder, "reader.json"), JSON.stringify(pact));
    expect(
      await follow(
        [
          "assay impact --old git:HEAD~1:openapi.yaml --against openapi.yaml --pacts reader.json",
          0,
          "breaks no partner",
        ],
        [
          "assay can-i-deploy --against openapi.yaml --pacts reader.json",
          1,
          "can it be deployed? no",
          "the specification 1.0.1 of this package",
        ],
        [
          `assay diff HEAD~1..HEAD openapi.yaml --approve ${fingerprint} --reason "agreed upon"`,
          0,
          "1 ignored by assay-ignore.yaml",
        ],
        ["assay diff HEAD~1..HEAD openapi.yaml --quiet", 0, "0 breaking", "1 ignored by assay-ignore.yaml"],
      ),
    ).toEqual([]);
  });
});
