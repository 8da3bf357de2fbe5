import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { profile, resultsText } from "../../reports/certificate/certificates.test-data.ts";
import { certificateId, type DsseEnvelope } from "../../reports/certificate/envelope.ts";
import { issueCertificate } from "../../reports/certificate/issue-certificate.ts";
import type { StatusList } from "../../reports/certificate/status-list.ts";
import type { KeySet } from "../../reports/certificate/trusted-keys.ts";
import { readPrivateKey } from "../../reports/key-files.ts";
import { hold, lockOf } from "../folders/out-lock.ts";
import { assay } from "../testing/assay.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-certificates-"));
const at = (name: string) => join(folder, name);
const [privateKey, publicKey, keySet] = [at("old/assay-private.pem"), at("old/assay-public.pem"), at("keys.json")];
const [list, results] = [at("status.json"), at("results.json")];

/** Issues a certificate of an application into a file. */
function issueInto(name: string, version: string, application = "reminders"): DsseEnvelope {
  const text = resultsText({}, { subject: { name: application, urls: {} } });
  if (application === "reminders") writeFileSync(results, text);
  const certified = { results: text, profile, claims: ["install"], version, issued: new Date() };
  const envelope = issueCertificate(certified, readPrivateKey(privateKey));
  writeFileSync(at(name), JSON.stringify(envelope));
  return envelope;
}

const certificates = (...args: string[]) => assay(["certificates", ...args, "--status", list, "--key", privateKey]);
const verify = (name: string, ...more: string[]) => assay(["verify", at(name), "--key", publicKey, ...more]);

let first: DsseEnvelope;
let second: DsseEnvelope;
beforeAll(async () => {
  await assay(["keys", "--out", at("old"), "--set", keySet]);
  [first, second] = [issueInto("first.json", "1.0.0"), issueInto("second.json", "2.0.0")];
  issueInto("other.json", "1.0.0", "somebody else");
});

test("verify says claims, version, revision, what warned and what the certificate is called", async () => {
  const { code, stdout } = await verify("first.json");
  expect(stdout).toContain("genuine\nreminders 1.0.0 is certified for install\n");
  expect(stdout).toContain("issued under revision 1.1.0, which is the current one\n");
  expect(stdout).toContain("1 with a warning: VER-6\n");
  expect(stdout).toContain(certificateId(first));
  expect(code).toBe(0);
});

test("those that change a list or a key set at once wait for each other, and nothing is lost", async () => {
  const [shared, set] = [at("shared.json"), at("shared-keys.json")];
  const ids = ["a", "b", "c"].map((digit) => `sha256:${digit.repeat(64)}`);
  const releases = [shared, set].map((file) => hold(lockOf(file), String));
  const changes = [
    ...ids.map((id) =>
      assay(["certificates", "revoke", id, "--reason", "sold", "--status", shared, "--key", privateKey]),
    ),
    ...ids.map((id) => assay(["keys", "--out", at(`keys-${id}`), "--set", set])),
  ];
  await Promise.race([Promise.all(changes), wait(500)]);
  expect([shared, set].map((file) => existsSync(file))).toEqual([false, false]);
  for (const release of releases) release();
  expect((await Promise.all(changes)).map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 0]);
  const { stdout } = await assay(["certificates", "status", "--status", shared, "--key", publicKey, "--json"]);
  const { number, certificates: listed } = JSON.parse(stdout) as StatusList;
  expect([number, listed.map(({ certificate }) => certificate).toSorted()]).toEqual([3, ids]);
  expect((JSON.parse(readFileSync(set, "utf8")) as KeySet).keys).toHaveLength(3);
});

test("a certificate is listed, superseded, suspended, reinstated and revoked; verify and status follow", async () => {
  expect(await certificates("renew", at("first.json"))).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("list 1,"),
  });
  expect(await verify("first.json", "--status", list)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("status: valid since"),
  });

  expect(await certificates("renew", at("second.json"), "--supersedes", at("first.json"))).toMatchObject({ code: 0 });
  expect(await verify("first.json", "--status", list)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining(`by ${certificateId(second)}`),
  });

  await certificates("suspend", at("second.json"), "--reason", "two nights without an answer");
  expect(await verify("second.json", "--status", list)).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^\S+: suspended: it is suspended since .*: two nights without an answer\n$/),
  });
  await certificates("reinstate", at("second.json"));
  expect(await verify("second.json", "--status", list)).toMatchObject({ code: 0 });

  await certificates("revoke", certificateId(second), "--reason", "sold", "--days", "2");
  expect(await verify("second.json", "--status", list, "--json")).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('"code": "revoked"'),
  });
  const asked = ["certificates", "status", "--status", list, "--key", publicKey];
  const shown = await assay(asked);
  expect(shown.stdout).toMatch(
    /list 5 of .*\nreminders sha256:\w+ superseded .*\nreminders sha256:\w+ revoked since .*: sold\n/,
  );
  expect(await assay([...asked, at("second.json")])).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("revoked"),
  });
  expect(await assay([...asked, at("other.json")])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("not listed"),
  });
  expect(await certificates("reinstate", at("second.json"))).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("that is for good; certify the application again"),
  });
  expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
});

test("verify needs the certificate and the key alone, and says what it did not check", async () => {
  mkdirSync(at("alone"));
  const moved = join("alone", "certificate.json");
  writeFileSync(at(moved), JSON.stringify(first));
  const alone = await verify(moved);
  expect(alone).toMatchObject({ code: 0, stderr: "" });
  expect(alone.stdout).toContain(": genuine\nreminders 1.0.0 is certified for install\n");
  expect(alone.stdout).toMatch(/\nnot checked: results \(give --results\), revocation \(give --status\)\n$/);
  expect((await verify(moved, "--results", results)).stdout).toMatch(/\nnot checked: revocation \(give --status\)\n$/);
  expect(JSON.parse((await verify(moved, "--json")).stdout)).toMatchObject({
    genuine: true,
    unchecked: ["results", "revocation"],
  });
  expect(await verify(moved, "--results", at("nowhere.json"))).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("nowhere.json: there is no such file"),
  });
});

test("verify says which application and version a certificate is for, and which the profile describes", async () => {
  const checked = async (text: string) => {
    writeFileSync(at("profile.yaml"), text);
    return (await verify("first.json", "--partner", at("profile.yaml"))).stdout;
  };
  expect(await checked("name: reminders\nversion: 1.1.0\nclaims: [install]\n")).toContain(
    "first.json: for another application: it is for reminders 1.0.0; the profile describes reminders 1.1.0\n",
  );
  expect(await checked("name: reminders\nversion: 1.0.0\nclaims: [calls]\n")).toContain(
    "it is for another profile of reminders 1.0.0: the profile was changed since\n",
  );
  expect(await checked("- odd")).toContain("the profile describes no application\n");
});

test("verify says of a certificate that was changed that it was, and not that another key signed it", async () => {
  const { payload, ...rest } = first;
  const forged = Buffer.from(Buffer.from(payload, "base64").toString("utf8").replace("1.0.0", "9.0.0")).toString(
    "base64",
  );
  writeFileSync(at("forged.json"), JSON.stringify({ payload: forged, ...rest }));
  const { code, stdout } = await verify("forged.json");
  expect([code, stdout]).toEqual([
    1,
    expect.stringMatching(
      /: not genuine: it was changed since it was signed: the signature of the key that it names \(\w{12}\) does not fit\n$/,
    ),
  ]);
});

describe("a status list at an address", () => {
  const server = createServer((request, response) => {
    if (request.url === "/status.json") response.end(readFileSync(list));
    else response.writeHead(404).end();
  });
  let address = "";
  beforeAll(async () => {
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  test("is asked", async () => {
    await certificates("renew");
    expect(await verify("second.json", "--status", `${address}/status.json`)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("it is revoked"),
    });
  });

  test("that cannot be had ends in one line, which is no verdict", async () => {
    expect(await verify("second.json", "--status", `${address}/nowhere`)).toMatchObject({
      code: 2,
      stderr: `assay: --status: ${address}/nowhere: it answered 404; give another address\n`,
    });
    expect(await verify("second.json", "--status", "http://127.0.0.1:1/")).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^assay: --status: http:\/\/127\.0\.0\.1:1\/: it cannot be reached .*\n$/),
    });
  });
});

test("after a rotation, old certificates are genuine by the key set, and the new key continues the list", async () => {
  expect(await assay(["keys", "--out", at("new"), "--set", keySet])).toMatchObject({ code: 0 });
  const fresh = at("new/assay-private.pem");
  expect(await assay(["verify", at("first.json"), "--key", keySet])).toMatchObject({ code: 0 });
  const change = ["certificates", "renew", "--status", list, "--key", fresh];
  expect(await assay(change)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("name the keys before this one with --trust"),
  });
  expect(await assay([...change, "--trust", keySet])).toMatchObject({ code: 0 });
  const retired = ["certificates", "renew", "--status", list, "--key", privateKey, "--trust", keySet];
  expect(await assay(retired)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^assay: --key: by the key set of --trust it retired on .*; sign with the key/),
  });
  expect(await assay(["verify", at("first.json"), "--key", keySet, "--status", list])).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("superseded"),
  });
  expect(await verify("first.json", "--status", list)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("the status list was not signed with this key"),
  });
});

test("a public key that is there already is put into a key set, in use since some time", async () => {
  const set = at("another-set.json");
  const added = await assay(["keys", "--add", publicKey, "--set", set, "--since", "2025-01-31"]);
  expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining("key set:") });
  expect(JSON.parse(readFileSync(set, "utf8"))).toMatchObject({ keys: [{ from: "2025-01-31T00:00:00.000Z" }] });
  expect(await assay(["keys", "--add", publicKey, "--set", set])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("is in"),
  });
});

const statusOption = ["--status", list];
test.each<[string, string[], RegExp]>([
  [
    "no reason",
    ["certificates", "revoke", "x", ...statusOption, "--key", privateKey],
    /--reason <text>' not specified/,
  ],
  [
    "no such certificate",
    ["certificates", "renew", at("nowhere.json"), ...statusOption, "--key", privateKey],
    /nowhere\.json: there is no such file; give the path of a certificate\.json, or its id/,
  ],
  [
    "a certificate that is none",
    ["certificates", "renew", results, ...statusOption, "--key", privateKey],
    /results\.json: it is not a DSSE envelope with one signature; give a certificate of this issuer/,
  ],
  [
    "a public key to sign with",
    ["certificates", "renew", ...statusOption, "--key", publicKey],
    /--key: .*not an Ed25519 private key/,
  ],
  [
    "nothing that takes its place",
    ["certificates", "renew", "--supersedes", at("first.json"), ...statusOption, "--key", privateKey],
    /--supersedes: name the certificate that takes its place/,
  ],
  [
    "another application's certificate",
    ["certificates", "renew", at("other.json"), "--supersedes", at("first.json"), ...statusOption, "--key", privateKey],
    /it is for reminders, and the new one for somebody else/,
  ],
  [
    "itself",
    ["certificates", "renew", at("first.json"), "--supersedes", at("first.json"), ...statusOption, "--key", privateKey],
    /this is the same certificate/,
  ],
  [
    "a folder that is not there",
    ["certificates", "renew", "--status", at("no/such/folder.json"), "--key", privateKey],
    /--status: .*it cannot be written \(ENOENT\)/,
  ],
  ["no days", ["certificates", "renew", ...statusOption, "--key", privateKey, "--days", "0"], /whole number from 1/],
  ["a key without a set", ["keys", "--add", publicKey], /--add: name the key set/],
  [
    "a key set in no folder",
    ["keys", "--out", at("unmade"), "--set", at("no/such/set.json")],
    /--set: there is no folder .*no\/such; make it, or name another file/,
  ],
  ["a time that is none", ["keys", "--since", "soon"], /Give a time such as/],
  [
    "an unknown requirement",
    ["verify", at("first.json"), "--key", publicKey, "--require", "everything"],
    /Allowed choices are current/,
  ],
])("%s: one line says what to do", async (_, args, line) => {
  const { code, stderr } = await assay(args);
  expect(code).toBe(2);
  expect(stderr).toMatch(line);
  expect(stderr.trim().split("\n")).toHaveLength(1);
});
