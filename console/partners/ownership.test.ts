import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { statementOf } from "../../reports/certificate/statement.ts";
import { judgeBy } from "../testing/judging.ts";
import { type TestConsole, testConsole } from "../testing/served.ts";
import type { Visitor } from "../testing/visitor.ts";
import { envelopeOf, latestCertificate } from "./certificates.ts";

let served: TestConsole;
let acme: Visitor;
/** The files of the application's machine, by path. */
const files: Record<string, string> = {};
const application = createServer(({ url = "" }, response) => {
  response.writeHead(url in files ? 200 : 404).end(files[url]);
});
/** The records of the name server, by name. */
const records: Record<string, string> = {};
const names = createSocket("udp4");
let port: number;

beforeAll(async () => {
  await once(application.listen(0, "127.0.0.1"), "listening");
  ({ port } = application.address() as AddressInfo);
  names.on("message", (query, from) => names.send(answerTo(query), from.port, from.address)).bind(0, "127.0.0.1");
  await once(names, "listening");
  served = await testConsole({ atOnce: 0, nameServers: [`127.0.0.1:${names.address().port}`] });
  const { json } = await served.operator.api<{ invitation: string }>("POST", "/partners", { name: "Acme" });
  acme = served.visitor();
  await acme.join(json.invitation, "ada@acme.example");
});
afterAll(async () => {
  application.close();
  names.close();
  await served?.close();
});

/** A name server's answer: one TXT record, or that there is no such name. */
function answerTo(query: Buffer): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += length + 1;
  }
  const text = records[labels.join(".")];
  const head = Buffer.from(query.subarray(0, at + 5));
  head.writeUInt16BE(text === undefined ? 0x8183 : 0x8180, 2);
  head.writeUInt16BE(text === undefined ? 0 : 1, 6);
  head.writeUInt16BE(0, 10);
  if (text === undefined) return head;
  const answer = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, text.length + 1, text.length]);
  return Buffer.concat([head, answer, Buffer.from(text)]);
}

interface Ownership {
  token: string;
  items: { host: string; how: string | null }[];
}

const ownership = async () => (await acme.api<Ownership>("GET", "/partners/acme/ownership")).json;
const prove = (host: string, visitor = acme) =>
  visitor.api<{ how: string; error: { message: string } }>("POST", "/partners/acme/ownership", { host });
const describe = (urls: Record<string, string>) =>
  acme.api("PUT", "/partners/acme/profile", { profile: { name: "acme", claims: ["webhooks"], ...urls } });

async function environment(): Promise<string | undefined> {
  await judgeBy(served, "acme", "person");
  const [partner] = await served.context.database.query<{ id: string }>("SELECT id FROM assay.partners");
  const certificate = await latestCertificate(served.context.database, partner?.id ?? "");
  return certificate && statementOf(envelopeOf(certificate)).predicate.environment;
}

test("a certificate is for development until every address of the profile has shown the partner's token", async () => {
  const host = `127.0.0.1:${port}`;
  await describe({ webhook_url: `http://${host}/hooks`, lifecycle_webhook_url: `http://app.acme.example/lifecycle` });
  const { token, items } = await ownership();
  expect(items).toMatchObject([
    { host, how: null },
    { host: "app.acme.example", how: null },
  ]);
  expect(await environment()).toBe("development");
  expect((await served.visitor().get("/badge/acme.svg")).text).toContain("development");

  const refused = await prove(host);
  expect([refused.status, refused.json.error.message]).toEqual([
    409,
    expect.stringContaining("/.well-known/assay-ownership.txt answered 404; 127.0.0.1 is a number"),
  ]);
  files["/.well-known/assay-ownership.txt"] = `# assay\r\n${token}x\r\n`;
  expect((await prove(host)).status).toBe(409);
  files["/.well-known/assay-ownership.txt"] = `# assay\r\n${token}\r\n`;
  expect(await prove(host)).toMatchObject({ status: 200, json: { how: "file" } });
  expect(await environment()).toBe("development");

  expect((await prove("app.acme.example")).json.error.message).toContain(
    "_assay-ownership.app.acme.example: ENOTFOUND",
  );
  records["_assay-ownership.app.acme.example"] = token;
  expect(await prove("app.acme.example")).toMatchObject({ status: 200, json: { how: "dns" } });
  expect(await environment()).toBe("production");
  expect((await served.visitor().get("/badge/acme.svg")).text).not.toContain("development");
  expect((await served.visitor().get("/partners/acme/certificate")).text).toContain("were proved to be its owner");
});

test("an address that a profile gets later has to be proved, and so has one that was proved long ago", async () => {
  await describe({ webhook_url: `http://127.0.0.1:${port}/hooks` });
  expect(await environment()).toBe("production");
  await describe({ webhook_url: `http://localhost:${port}/hooks` });
  expect(await environment()).toBe("development");
  await describe({ webhook_url: `http://127.0.0.1:${port}/hooks` });
  await served.context.database.query("UPDATE assay.owned_hosts SET proved_at = now() - interval '366 days'");
  expect((await ownership()).items).toMatchObject([{ how: null }]);
  expect(await environment()).toBe("development");
});

test("only addresses of the profile are asked, neither beyond the network's guard nor further than a redirect", async () => {
  expect((await prove("elsewhere.example")).status).toBe(422);
  served.context.settings.allowsPrivate = false;
  const { status, json } = await prove(`127.0.0.1:${port}`);
  served.context.settings.allowsPrivate = true;
  expect([status, json.error.message]).toEqual([409, expect.stringContaining("private network")]);
  files["/.well-known/assay-ownership.txt"] = "x".repeat(100_000) + (await ownership()).token;
  expect((await prove(`127.0.0.1:${port}`)).status).toBe(409);
});

test("another partner's token proves nothing", async () => {
  const { json } = await served.operator.api<{ invitation: string }>("POST", "/partners", { name: "Beta" });
  const beta = served.visitor();
  await beta.join(json.invitation, "ada@beta.example");
  expect((await prove("app.acme.example", beta)).status).toBe(404);
  const own = (await ownership()).token;
  expect((await beta.api<Ownership>("GET", "/partners/beta/ownership")).json.token).not.toBe(own);
});
