import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { textOrNothing } from "../../base/files/text-or-nothing.ts";
import { httpControl } from "../../harness/control/control.ts";
import { whyUntrusted } from "../../harness/http/handshake.ts";
import { createRedaction } from "../../harness/redaction/redaction.ts";
import { linkedLocations } from "../../library/platform/run-ids.ts";
import { readJournal } from "../../record/journal/read-journal.ts";
import { RawConnection } from "../../sandbox/testing/raw-connection.ts";
import { start } from "../../sandbox/testing/start.ts";
import { replacing } from "../folders/out-folder.ts";
import { hold, lockOf, withOut } from "../folders/out-lock.ts";
import { takeIds } from "../profiles/certify-ids.ts";
import { assay, assayProcess } from "../testing/assay.ts";
import { certify, freePort } from "../testing/certifying.ts";

const temporary = () => mkdtempSync(join(tmpdir(), "assay-attack-"));

const pipe = (file: string): void => void execFileSync("mkfifo", [file]);

describe("the sandbox answers, and goes on", () => {
  const request = (line: string, ...headers: string[]) =>
    [`${line} HTTP/1.1`, "Host: localhost", ...headers, "", ""].join("\r\n");
  const get = (path: string, ...headers: string[]) => request(`GET ${path}`, ...headers);
  const post = (...headers: string[]) => request("POST /api/v1/countries", ...headers);
  const chunk = (size: number) => `${size.toString(16)}\r\n${"x".repeat(size)}\r\n`;

  test.each<[attack: string, bytes: string, statuses: number[]]>([
    ["a body of chunks without end", post("Transfer-Encoding: chunked") + chunk(100_000).repeat(30), [413]],
    ["an extension of a chunk without end", `${post("Transfer-Encoding: chunked")}1;${"x".repeat(100_000)}`, [413]],
    ["100 kB of headers", get("/api/v1/countries", `X: ${"x".repeat(100_000)}`), [431]],
    ["3,000 headers", get("/api/v1/countries", ...Array<string>(3_000).fill("X: x")), [431, 401, 200]],
    ["50 kB of cookies", get("/api/v1/countries", `Cookie: ${"a=b; ".repeat(10_000)}`), [431]],
    ["a length beyond all numbers", post("Content-Length: 99999999999999999999999"), [400]],
    ["a negative length", post("Content-Length: -1"), [400]],
    ["a length and chunks", `${post("Content-Length: 4", "Transfer-Encoding: chunked")}0\r\n\r\n`, [400]],
    ["two lengths", post("Content-Length: 4", "Content-Length: 5"), [400]],
    ["chunks within chunks", post("Transfer-Encoding: chunked, chunked"), [400, 401, 404, 405, 413, 501]],
    ["15 kB of escapes in a path", get(`/api/v1/${"%25".repeat(5_000)}`), [404]],
    ["broken escapes in a path", get(`/api/v1/clients/${"%f".repeat(5_000)}`), [404]],
    ["a path of slashes", get("/".repeat(15_000)), [404]],
    ["3,000 parameters", get(`/api/v1/countries?${"a[]=1&".repeat(2_500)}`), [200, 401]],
    ["a path that is a prototype", get("/api/v1/__proto__/constructor"), [404]],
    ["escapes of a terminal in a path", get("/api/v1/\u001b[2J"), [400]],
    [
      "a request to become another protocol",
      get("/api/v1/countries", "Connection: upgrade", "Upgrade: h2c"),
      [200, 401],
    ],
    ["no HTTP at all", "\u0016\u0003\u0001 hello\r\n\r\n", [400]],
  ])("%s", async (_, bytes, statuses) => {
    const { sandbox, partner } = await start();
    const connection = new RawConnection(Number(new URL(sandbox.urls.base_url).port));
    onTestFinished(() => connection.close());
    void connection.write(bytes);
    expect(statuses).toContain((await connection.next())?.status);
    expect((await partner.get("/countries")).status).toBe(200);
  });

  test("2,000 requests at once on one connection", async () => {
    const { sandbox, partner } = await start();
    const connection = new RawConnection(Number(new URL(sandbox.urls.base_url).port));
    onTestFinished(() => connection.close());
    void connection.write(get("/api/v1/nothing").repeat(2_000));
    for (let count = 0; count < 2_000; count++) expect((await connection.next())?.status).toBe(404);
    expect((await partner.get("/countries")).status).toBe(200);
  });

  test.each<[attack: string, body: string]>([
    ["400,000 levels", "[".repeat(400_000) + "]".repeat(400_000)],
    ["a number of 900,000 digits", `{"salon_id":${"9".repeat(900_000)},"application_id":1}`],
    ["a prototype", `{"__proto__":{"salon_id":1},"constructor":{"prototype":{}}}`],
    ["a list where a number belongs, while a reply stands in", `{"salon_id":${"[".repeat(900)}${"]".repeat(900)}}`],
  ])("a callback with %s", async (_, body) => {
    const { sandbox, control, partner, credentials } = await start();
    const path = "/marketplace/partner/callback";
    const reply = { surface: "app", method: "POST", path, fields: { salon_id: 1 }, reply: { status: 503 } };
    expect((await control.post("/replies", reply)).status).toBe(200);
    const headers = { authorization: `Bearer ${credentials.partner_token}`, "content-type": "application/json" };
    const { status } = await fetch(sandbox.urls.app_url + path, { method: "POST", headers, body });
    expect([400, 404, 422]).toContain(status);
    expect((await partner.get("/countries")).status).toBe(200);
  });
});

describe("a control protocol is refused that answers", () => {
  const world = (token: string) => JSON.stringify({ urls: {}, credentials: { partner_token: token }, fixtures: {} });
  test.each<[attack: string, body: string]>([
    ["with a header in a token", world("token\r\nX-Injected: 1")],
    ["with a token that no header can carry", world("ж".repeat(20))],
    ["with an address that is none", JSON.stringify({ urls: { base_url: "http://[::1" } })],
    ["with 9 MB", world("x".repeat(9_000_000))],
    ["with 100,000 levels", "[".repeat(100_000)],
  ])("%s", async (_, body) => {
    const server = createServer((_request, response) => response.end(body)).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await new Promise((listening) => server.once("listening", listening));
    const { port } = server.address() as AddressInfo;
    await expect(httpControl({ url: `http://127.0.0.1:${port}` }).reset(1)).rejects.toThrow(/POST \/reset/);
  });
});

test("a handshake that never ends is given up", async () => {
  const server = createTcpServer((socket) => {
    socket.on("error", () => undefined).write(Buffer.from([22, 3, 3, 0x40, 0, 2, 0, 0x3f, 0xfc]));
    const timer = setInterval(() => socket.write("\0"), 1_000);
    socket.on("close", () => clearInterval(timer));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await new Promise((listening) => server.once("listening", listening));
  expect(await whyUntrusted(`https://127.0.0.1:${(server.address() as AddressInfo).port}/`)).toBeUndefined();
});

describe("a text is redacted in time, and nothing of a secret is left", () => {
  test.each<[attack: string, secret: string, text: string]>([
    ["a secret and a text of one letter", "z".repeat(15_000), "z".repeat(1_000_000)],
    ["many secrets in a row", "0123456789abcdef".repeat(900), "0123456789abcdef".repeat(60_000)],
    ["escapes within escapes", "secret-token", `${"%25".repeat(100_000)}secret-token`],
  ])("%s", (_, secret, text) => {
    const { redact } = createRedaction({ partner_token: secret });
    expect(redact(text)).not.toContain(secret.slice(0, 12));
  });
});

describe("the account of ids", () => {
  const url = "http://127.0.0.1:9/lifecycle";
  const keeping = (files: Record<string, string>) => {
    const state = temporary();
    mkdirSync(join(state, "assay"));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(state, "assay", name), text);
    return { state, io: { env: { XDG_STATE_HOME: state } } };
  };

  test.each(["[9007199254740991]", "[4000000000]", "[-5]", "[1e300]", "{}", "[[1]]", "\0", `[${"1,".repeat(1e6)}1]`])(
    "that says nonsense of the last (case %#) gives ids that everybody can read",
    async (text) => {
      const { first } = await takeIds({}, keeping({ "last.json": text }).io);
      expect(first).toBeGreaterThan(10_000_000);
      expect(first).toBeLessThan(2 ** 31);
    },
  );

  test("that cannot be kept keeps no one from being certified", async () => {
    const ids = await takeIds({ lifecycle_webhook_url: url }, { env: { XDG_STATE_HOME: "/dev/null" } });
    expect(ids.left).toEqual([]);
    ids.release();
  });

  test("is changed by one at a time", async () => {
    const { state, io } = keeping({});
    const file = join(state, "assay", "last.json");
    const release = hold(lockOf(file), String);
    const taken = takeIds({}, io);
    const other = 300_000_100;
    writeFileSync(file, JSON.stringify([other]));
    release();
    expect((await taken).first).toBeGreaterThan(other);
  });

  test("refuses a second certification of one application while the first goes on, and clears up nothing of it", async () => {
    const { io } = keeping({});
    const first = await takeIds({ lifecycle_webhook_url: url }, io);
    await expect(takeIds({ lifecycle_webhook_url: url }, io)).rejects.toThrow("another assay (process ");
    first.release();
    const second = await takeIds({ lifecycle_webhook_url: url }, io);
    expect(second.left).toEqual(linkedLocations(first.first));
    second.release();
  });
});

describe("a folder that someone prepared", () => {
  test.each(["application.log", "journal.jsonl", "certificate.json"])(
    "with a link at %s that leads nowhere leads nowhere",
    async (name) => {
      const [folder, outside] = [temporary(), join(temporary(), "outside")];
      symlinkSync(outside, join(folder, name));
      await replacing(folder, undefined, () => writeFileSync(join(folder, name), "judged"));
      expect(existsSync(outside)).toBe(false);
      expect(readFileSync(join(folder, name), "utf8")).toBe("judged");
    },
  );

  test("with a pipe as results, journal or lock is not waited for", async () => {
    const folder = temporary();
    pipe(join(folder, "pipe"));
    expect(textOrNothing(join(folder, "pipe"))).toBe("");
    expect(() => readJournal(join(folder, "pipe"))).toThrow("it cannot be read (it is not a file)");
    pipe(join(folder, ".assay.lock"));
    expect(await withOut(folder, () => "done")).toBe("done");
  });

  test.each([".assay.earlier", "earlier"])(
    "with a link at %s takes nothing from elsewhere, and puts nothing there",
    async (name) => {
      const [folder, elsewhere] = [temporary(), temporary()];
      writeFileSync(join(elsewhere, "certificate.json"), "somebody else's");
      mkdirSync(join(folder, ".assay.earlier"));
      writeFileSync(join(folder, ".assay.earlier", "certificate.json"), "ours");
      rmSync(join(folder, name), { recursive: true, force: true });
      symlinkSync(elsewhere, join(folder, name));
      await replacing(folder, undefined, () => undefined);
      expect(readdirSync(elsewhere).map((file) => readFileSync(join(elsewhere, file), "utf8"))).toEqual([
        "somebody else's",
      ]);
    },
  );

  test("with a folder as lock is used", async () => {
    const folder = temporary();
    mkdirSync(join(folder, ".assay.lock", "within"), { recursive: true });
    expect(await withOut(folder, () => "done")).toBe("done");
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("an application", () => {
  const script = (always: string, answer = "response.end()") => {
    const file = join(temporary(), "app.cjs");
    const server = `http.createServer((request, response) => { request.resume(); if (request.url === "/health") return response.end(); ${answer} })`;
    writeFileSync(
      file,
      `const http = require("node:http"); ${always}; ${server}.listen(Number(process.env.PORT), "127.0.0.1");`,
    );
    return `"${process.execPath}" "${file}"`;
  };
  const status = `process.env.BASE_URL + "/marketplace/salon/237000100/application/" + process.env.APPLICATION_ID`;
  const z = `const z = "z".repeat(15000), headers = { authorization: "Bearer " + z, "content-type": "application/json" };
    const send = (left) => left > 0 && http.request(process.env.BASE_URL + "/countries", { method: "POST", headers }, (r) => r.resume().on("end", () => send(left - 1))).on("error", () => {}).end(JSON.stringify("z".repeat(900000)));
    setTimeout(send, 300, 8)`;

  test.concurrent.each<[attack: string, command: string, code: number, says: RegExp]>([
    [
      "that floods the platform about Locations of other certifications fails by its rate",
      script(
        `setInterval(() => { for (let i = 0; i < 20; i++) http.get(${status}, (r) => r.resume()).on("error", () => {}); }, 500)`,
      ),
      1,
      /fail RATE-12/,
    ],
    ["whose token and bodies are one letter ends in a verdict", script(z), 1, /fail AUTH-16|fail REQ-1|floods/],
    [
      "that prints escapes of a terminal and ends is shown without them",
      script(`console.log("\\x1b]0;title\\x07\\x1b[2Jerror <script>alert(1)</script>")`, "process.exit(3)"),
      1,
      /\\u001b\]0;title/,
    ],
  ])("%s", async (_, command, code, says) => {
    const ended = await certify(command, ["webhooks"]);
    expect(ended.stdout).toMatch(says);
    expect(ended.stdout).not.toContain("\u001b");
    expect(ended.code).toBe(code);
    expect(readFileSync(join(ended.out, "index.html"), "utf8")).not.toContain("<script>alert(1)");
    expect(existsSync(join(ended.out, "certificate.json"))).toBe(false);
  });

  test.concurrent.each([
    ["certifies itself, with pipes and a folder in the way of its reports,", "response.writeHead(500).end()", 1],
    ["puts pipes and a folder in the way of its certificate", "response.end()", 0],
    [
      "removes the folder of its results",
      'fs.rmSync(".", { recursive: true, force: true }); response.writeHead(500).end()',
      1,
    ],
  ])("that %s changes nothing", async (_, answer, code) => {
    const out = join(temporary(), "out");
    const plant = `const { execSync } = require("node:child_process"), fs = require("node:fs");
      setTimeout(() => {
        process.chdir(${JSON.stringify(out)});
        fs.writeFileSync("certificate.json", "{}");
        fs.symlinkSync("../outside", "certificate.html");
        execSync("mkfifo certificate.pub.pem index.html badge.svg; mkdir -p results.json/x");
      }, 500)`;
    const ended = await certify(script(plant, answer), ["webhooks"], {}, ["--out", out]);
    expect(ended.code, ended.stdout).toBe(code);
    expect(existsSync(join(out, "certificate.json"))).toBe(code === 0);
    expect(existsSync(join(out, "..", "outside"))).toBe(false);
    expect(readFileSync(join(out, "badge.svg"), "utf8")).toContain(code === 0 ? "certified" : "not certified");
  });

  test.concurrent("is certified though the system's clock is set back by an hour meanwhile", async () => {
    const [folder, address] = [temporary(), `http://127.0.0.1:${await freePort()}`];
    const [profile, setBack] = [join(folder, "profile.yaml"), join(folder, "set-back.cjs")];
    writeFileSync(
      setBack,
      `const now = Date.now, began = now(), since = () => now() - (now() > began + 4000 ? 3600000 : 0);
       globalThis.Date = class extends Date {
         constructor(...given) { super(...(given.length > 0 ? given : [since()])); }
         static now = since;
       };`,
    );
    const written = {
      name: "timeless",
      claims: ["webhooks"],
      start: { command: `PORT=${new URL(address).port} exec ${script("")}`, ready: `${address}/health` },
      webhook_url: address,
      patience: { quiet_s: 1.5 },
    };
    writeFileSync(profile, JSON.stringify(written));
    const { code, stdout } = await assayProcess(["certify", "--partner", profile, "--out", join(folder, "out")], {
      env: { NODE_OPTIONS: `--require=${setBack}` },
    });
    expect([code, stdout]).toEqual([0, expect.stringContaining("timeless: certified")]);
  });

  test.concurrent("whose results are a pipe beside its certificate is not waited for by verify", async () => {
    const { code, out } = await certify(script(""), ["webhooks"]);
    expect(code).toBe(0);
    const folder = temporary();
    for (const name of ["certificate.json", "certificate.pub.pem"])
      writeFileSync(join(folder, name), readFileSync(join(out, name)));
    pipe(join(folder, "results.json"));
    const key = join(folder, "certificate.pub.pem");
    const verified = await assay(["verify", join(folder, "certificate.json"), "--key", key]);
    expect(verified.stdout).toContain("not checked: results");
  });
});
