import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { optionalPackages } from "../../base/optional-packages.ts";
import { packageFile } from "../../base/package-file.ts";
import { assay } from "../testing/assay.ts";

const key = Buffer.alloc(32, "k").toString("base64");
const deployment = (name: string): string => readFileSync(packageFile(`examples/deployment/${name}`), "utf8");

function fileOf(text: string): string {
  const file = join(mkdtempSync(join(tmpdir(), "assay-settings-")), "assay.env");
  writeFileSync(file, text);
  return file;
}

const check = (args: readonly string[], env: Record<string, string> = {}) =>
  assay([...args, "--check-config"], { env });

test("a flag goes before the environment, and the environment before the file of settings", async () => {
  const file = fileOf(
    "ASSAY_PORT=1\nASSAY_JOBS=2\nASSAY_LEASE=3\nASSAY_TRUST_PROXY=true\nASSAY_PLATFORM_PROXY=10.0.0.1,10.0.0.2\nASSAY_PLATFORM_LISTEN=0.0.0.0:21000\nASSAY_PLATFORM_URL=http://p.example:{port}\n",
  );
  const { code, stdout } = await check(["serve", "--settings", file, "--port", "4"], {
    ASSAY_PORT: "5",
    ASSAY_JOBS: "6",
  });
  expect(code).toBe(0);
  expect(stdout.split("\n")).toEqual(
    expect.arrayContaining([
      "ASSAY_PORT=4 (command line)",
      "ASSAY_JOBS=6 (environment)",
      `ASSAY_LEASE=3 (${file})`,
      `ASSAY_TRUST_PROXY=true (${file})`,
      `ASSAY_PLATFORM_PROXY=10.0.0.1,10.0.0.2 (${file})`,
      "ASSAY_HOST=127.0.0.1 (default)",
      "ASSAY_PUBLIC_URL is not set",
    ]),
  );
  expect((await check(["work"], { ASSAY_SETTINGS: file })).stdout).toContain(`ASSAY_LEASE=3 (${file})`);
});

test.each([
  ["a name that means nothing", "ASSAY_PROT=1", "ASSAY_PROT is no setting; did you mean ASSAY_PORT?"],
  ["a number that is none", "ASSAY_PORT=http", "ASSAY_PORT: Give a whole number"],
  ["a word that is none", "ASSAY_LOG_FORMAT=xml", "ASSAY_LOG_FORMAT: Allowed choices are text, json"],
  ["neither true nor false", "ASSAY_TRUST_PROXY=yes", "ASSAY_TRUST_PROXY: give true or false"],
  ["a short key", "ASSAY_KEY=short", "ASSAY_KEY: a key has 32 bytes in base64"],
  ["an address that is none", "DATABASE_URL=here", "DATABASE_URL: it is not the address of a PostgreSQL"],
  ["mail from nobody", "ASSAY_SMTP_URL=smtp://a.example", "ASSAY_MAIL_FROM: give the address"],
  ["where metrics cannot be", "ASSAY_METRICS_LISTEN=9180", "--metrics-listen: give an address and a port"],
  ["an address with a query", "ASSAY_PUBLIC_URL=https://a.example/?b", "--public-url: give an address"],
])("settings with %s are refused in one line", async (_, line, says) => {
  const { code, stdout, stderr } = await check(["serve", "--settings", fileOf(line)]);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(says);
});

test("secrets are checked, and not printed", async () => {
  const env = { ASSAY_KEY: key, DATABASE_URL: "postgres://assay:sekret@db/assay", ASSAY_METRICS_TOKEN: "sekret" };
  const { code, stdout, stderr } = await check(["serve"], env);
  expect([code, stdout.includes("DATABASE_URL=*** (environment)")]).toEqual([0, true]);
  expect(stdout + stderr).not.toContain("sekret");
  expect(stdout + stderr).not.toContain(key);
});

test("the example of settings is refused until its key is replaced, and holds for console and workers then", async () => {
  const text = deployment("assay.env");
  expect((await check(["serve", "--settings", fileOf(text)])).stderr).toContain("ASSAY_KEY: a key has 32 bytes");
  const file = fileOf(text.replace(/ASSAY_KEY=.*/, `ASSAY_KEY=${key}`).replace(/^# (?=ASSAY_)/gm, ""));
  for (const command of [["serve"], ["work", "--jobs", "4"]])
    expect(await check([...command, "--settings", file])).toMatchObject({ code: 0 });
});

interface Service {
  command: string[];
  depends_on?: Record<string, unknown>;
  volumes?: string[];
}

test("what Compose, systemd and the image start is a command of this program", async () => {
  const file = fileOf(deployment("assay.env").replace(/ASSAY_KEY=.*/, `ASSAY_KEY=${key}`));
  const { services } = parse(deployment("compose.yaml"), { merge: true }) as { services: Record<string, Service> };
  const units = ["assay-serve.service", "assay-work.service"].map((name) => deployment(name));
  const commands = [
    services.console?.command ?? [],
    services.worker?.command ?? [],
    ...units.flatMap((unit) =>
      [...unit.matchAll(/^ExecStart(?:Pre)?=\/usr\/local\/bin\/assay (.*)$/gm)].map(([, line = ""]) =>
        line.replace(" --check-config", "").split(" "),
      ),
    ),
  ];
  expect(commands).toHaveLength(6);
  for (const command of commands) expect(await check([...command, "--settings", file])).toMatchObject({ code: 0 });
  for (const unit of units) expect(unit).toMatch(/^\[Unit\]\n[^[]*\n\[Service\]\n[^[]*\n\[Install\]\nWantedBy=/);
  const image = deployment("Containerfile");
  const [, installed = ""] = /npm install .*assay-\*\.tgz ([^\\]*)/.exec(image) ?? [];
  const needed = [
    ...optionalPackages["the console"],
    ...optionalPackages["the console on PostgreSQL"],
    ...optionalPackages["the console's mail"],
    ...optionalPackages["the console's sign-in by OpenID Connect"],
  ];
  expect(installed.trim().split(" ").toSorted()).toEqual(needed.toSorted());
  expect(image).toContain('CMD ["serve"]');
});

interface Manifest {
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  spec: {
    selector?: { matchLabels?: Record<string, string> } & Record<string, unknown>;
    template: {
      metadata: { labels: Record<string, string> };
      spec: {
        containers: {
          args: string[];
          ports: { name: string }[];
          readinessProbe: { httpGet: { path: string; port: string } };
        }[];
      };
    };
    ports?: { targetPort: string }[];
  };
}

test("the Helm chart's values keep their schema, and what it starts are commands of this program with its settings", async () => {
  const values = parse(deployment("helm/values.yaml")) as Record<string, unknown>;
  const isFit = new Ajv().compile(JSON.parse(deployment("helm/values.schema.json")));
  expect([
    isFit(values),
    isFit({ ...values, publicUrl: "http://a.example" }),
    isFit({ ...values, replica: 1 }),
  ]).toEqual([true, false, false]);
  const chart = parse(deployment("helm/Chart.yaml")) as Record<string, string>;
  expect(chart).toMatchObject({ apiVersion: "v2", name: "assay" });
  // The templates put in values and the release's name, and nothing else.
  const rendered = ["console", "worker", "network"].map((name) =>
    deployment(`helm/templates/${name}.yaml`).replace(
      /\{\{ \.(Values|Release)\.(\w+) \}\}/g,
      (_, from: string, field: string) => {
        const value = from === "Release" ? { Name: "market" }[field] : values[field];
        expect(value, field).toBeDefined();
        return String(value);
      },
    ),
  );
  const manifests = rendered.flatMap((text) => parseAllDocuments(text).map((one) => one.toJS() as Manifest));
  expect(rendered.join("")).not.toContain("{{");
  expect(manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
    "Deployment market-console",
    "Deployment market-worker",
    "ConfigMap market-settings",
    "Service market",
    "Ingress market",
  ]);
  const settings = manifests.find(({ kind }) => kind === "ConfigMap")?.data ?? {};
  const env = { ...settings, DATABASE_URL: "postgres://assay@db/assay", ASSAY_KEY: key };
  for (const { spec } of manifests.slice(0, 2)) {
    const [container] = spec.template.spec.containers;
    expect(await check(container?.args ?? [], env)).toMatchObject({ code: 0 });
    expect(container?.ports.map(({ name }) => name)).toContain(container?.readinessProbe.httpGet.port);
    expect(spec.template.metadata.labels).toEqual(spec.selector?.matchLabels);
  }
  const file = fileOf(
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}`)
      .join("\n"),
  );
  expect(await check(["serve", "--settings", file])).toMatchObject({ code: 0 });
});
