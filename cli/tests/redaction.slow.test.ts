import { copyFileSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packageFile } from "../../base/package-file.ts";
import { credentialNames } from "../../harness/target.ts";
import { escape } from "../../reports/parts/markup.ts";
import { assay, assayProcess, type Ended } from "../testing/assay.ts";
import { freePort } from "../testing/certifying.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-canaries-"));
/** Each with characters that URLs, JSON, base64, the shell and markup write otherwise. */
const canaries = Object.fromEntries(
  credentialNames.map((name, index) => [name, `Canary/${index}+${name.replaceAll("_", "'")}=<&"Z\\q${index}`]),
);
/** A token that no profile names: the one that a careless application uses elsewhere. */
const secrets = { ...canaries, production: "Canary-of-production-9" };
const terminal: Ended[] = [];
let server: Server;

/** An application that puts its tokens wherever it can: in the log, in the address, in headers, in bodies, and in the wrong words. */
const careless = `
const { APP_URL, BASE_URL, PARTNER_TOKEN: partner, SYSTEM_USER_TOKEN: user, PORT } = process.env;
const tokens = [partner, user];
console.log("started with", ...tokens, JSON.stringify(tokens), encodeURIComponent(partner), Buffer.from(user).toString("base64"));
const basic = "Basic " + Buffer.from("me:" + partner).toString("base64");
const headers = { authorization: "Bearer " + partner + ", User " + user, "content-type": "application/json", "x-basic": basic, "user-agent": user };
const send = (url, body) => fetch(url + "?token=" + encodeURIComponent(partner) + "&t=" + partner, { method: "POST", headers, body }).then((answer) => answer.text(), () => "");
require("node:http").createServer(async (request, response) => {
  for await (const _ of request);
  response.end(partner);
  if (request.url !== "/connect") return;
  await send(APP_URL + "/marketplace/partner/callback", JSON.stringify({ salon_id: partner, application_id: { user }, more: tokens }));
  await send(BASE_URL + "/" + encodeURIComponent(user), "token=" + user);
  headers.authorization = "Bearer Canary-of-production-9";
  await send(BASE_URL + "/countries", headers.authorization);
}).listen(PORT, "127.0.0.1");
`;

/** Certifies the careless application, for the claim that takes least. */
async function certify(): Promise<Ended> {
  const [file, port] = [join(folder, "careless.cjs"), await freePort()];
  writeFileSync(file, careless);
  const address = `http://127.0.0.1:${port}`;
  const profile = join(folder, "partner.yaml");
  const { partner_token, system_user_token, v3_token: v3_access_token } = canaries;
  writeFileSync(
    profile,
    JSON.stringify({
      name: "careless",
      claims: ["install"],
      start: { command: `PORT=${port} exec "${process.execPath}" "${file}"`, ready: `${address}/` },
      connect: { url: `${address}/connect`, body: { salon_id: "{location_id}" } },
      patience: { quiet_s: 0.5, max_s: 3 },
      sandbox: { partner_token, system_user_token, v3_access_token },
    }),
  );
  return assayProcess(["certify", "--partner", profile, "--out", join(folder, "out-certify")]);
}

/** Repeats whatever it was sent, in the wrong places and in every spelling. */
function echo(authorization: string, url: string): object {
  const tokens = authorization.split(/[\s,]+/).filter((word) => word.startsWith("Canary"));
  const spelled = (token: string) => [
    token,
    encodeURIComponent(token),
    JSON.stringify(token),
    Buffer.from(token).toString("base64"),
    `Basic ${Buffer.from(`somebody:${token}`).toString("base64")}`,
    Buffer.from(`${authorization} `).toString("base64url"),
  ];
  const record = {
    id: authorization,
    iso_code: tokens.join(" "),
    title: { nested: tokens.flatMap(spelled) },
    [authorization.slice(0, 6)]: url,
  };
  return {
    success: true,
    data: [record],
    meta: { message: authorization, echo: tokens.flatMap(spelled) },
    status: tokens[0] ?? "",
  };
}

beforeAll(async () => {
  const certified = certify();
  server = createServer((request, response) => {
    const { authorization = "" } = request.headers;
    const isFirst = request.url?.includes("countries");
    const status = isFirst ? 200 : ([200, 201, 403, 422][(request.url?.length ?? 0) % 4] ?? 200);
    response
      .writeHead(status, {
        "content-type": "application/json",
        "x-echo": authorization,
        location: `/?token=${encodeURIComponent(authorization)}`,
      })
      .end(JSON.stringify(echo(authorization, request.url ?? "")));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const profile = join(folder, "profile.yaml");
  writeFileSync(
    profile,
    JSON.stringify({
      name: "echo",
      urls: { base_url: `${root}/api/v1`, api_root: `${root}/api`, app_url: root, v3_base_url: `${root}/v3` },
      credentials: canaries,
      fixtures: {
        location_id: 100,
        second_location_id: 103,
        application_id: 200,
        fast_application_id: 201,
        draft_application_id: 202,
        blocked_location_id: 101,
        inaccessible_location_id: 102,
        unknown_location_id: 999,
        service_id: 300,
        client_ids: [1, 2, 3],
      },
      allow: { mutations: true, bursts: true },
      pace: { per_second: 500, per_minute: 30000 },
    }),
  );
  const out = join(folder, "out");
  terminal.push(
    await assayProcess(["run", "--target", profile, "--depth", "quick", "--out", out], {
      env: { GITHUB_STEP_SUMMARY: join(folder, "out-summary.md") },
    }),
  );
  terminal.push(await assay(["report", out]));
  const pacts = ["dictionary-reader", "telephony"].map((name) => join(folder, `out-${name}.json`));
  for (const pact of pacts) copyFileSync(packageFile(pact.replace(/^.*out-/, "contracts/pacts/")), pact);
  terminal.push(
    await assay([
      "contracts",
      "verify",
      "--pact",
      ...pacts,
      "--target",
      profile,
      "--out",
      join(folder, "out-contracts"),
    ]),
  );
  const recorded = join(folder, "recorded.har");
  const headers = [
    { name: "Authorization", value: `Bearer ${canaries.partner_token}, User ${canaries.owner_user_token}` },
    { name: "Accept", value: "application/vnd.api.v2+json" },
  ];
  const answer = { status: 200, headers: [], content: { text: JSON.stringify(echo(headers[0]?.value ?? "", "/")) } };
  writeFileSync(
    recorded,
    JSON.stringify({
      log: {
        entries: [
          {
            request: {
              method: "GET",
              url: `${root}/api/v1/countries?t=${encodeURIComponent(canaries.partner_token ?? "")}`,
              headers,
            },
            response: answer,
          },
        ],
      },
    }),
  );
  terminal.push(await assay(["check", recorded, "--out", join(folder, "out-check")]));
  terminal.push(await certified);
});
afterAll(() => server.close());

/** Every file below the folders that commands wrote into. */
const written = (): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.startsWith("out"))
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());

/** The base64 form of a text, wherever in a longer one it stands. */
const inBase64 = (text: string): string[] =>
  [0, 1, 2].flatMap((offset) => {
    const shifted = Buffer.from("x".repeat(offset) + text);
    const core = shifted.toString("base64").slice(offset === 0 ? 0 : offset + 1, -4);
    return [core, core.replaceAll("+", "-").replaceAll("/", "_")];
  });

/** The ways in which a text shows a canary, or all of one but its last letter; capitals or not. */
function leaks(text: string): string[] {
  const low = text.toLowerCase();
  return Object.entries(secrets).flatMap(([name, canary]) => {
    const core = canary.slice(0, -1);
    const inJson = (form: string) => JSON.stringify(form).slice(1, -1);
    const plain = [
      core,
      encodeURIComponent(core),
      new URLSearchParams({ s: core }).toString().slice(2),
      inJson(core),
      inJson(inJson(core)),
      core.replaceAll("'", String.raw`'\''`),
      escape(core),
      escape(inJson(core)),
    ];
    return [
      ...plain.filter((form) => low.includes(form.toLowerCase())).map((form) => `${name} as ${form}`),
      ...inBase64(core)
        .filter((form) => text.includes(form))
        .map((form) => `${name} in base64 as ${form}`),
    ];
  });
}

/** A page keeps its data in base64, so what is in there is looked at as well. */
const opened = (text: string): string[] => [
  text,
  ...(text.match(/[A-Za-z0-9+/]{80,}={0,2}/g) ?? []).map((code) => Buffer.from(code, "base64").toString("utf8")),
];

test("the echo was heard: the runs judged it, and found what was wrong", () => {
  expect(terminal.map(({ code }) => code)).toEqual([1, 1, 1, 1, 1]);
  const journal = readFileSync(join(folder, "out/journal.jsonl"), "utf8");
  for (const name of ["PARTNER_TOKEN", "SYSTEM_USER_TOKEN", "V3_TOKEN"]) expect(journal).toContain(`$${name}`);
  const [certified, log] = ["journal.jsonl", "application.log"].map((name) =>
    readFileSync(join(folder, "out-certify", name), "utf8"),
  );
  for (const name of ["PARTNER_TOKEN", "SYSTEM_USER_TOKEN"])
    for (const text of [certified, log]) expect(text).toContain(`$${name}`);
  expect(leaks(`before ${canaries.v3_token} after`)).not.toEqual([]);
  expect(leaks(Buffer.from(`ab ${canaries.v3_token} cd`).toString("base64"))).not.toEqual([]);
});

test("no file holds a secret, in any spelling", () => {
  const files = written();
  expect(files.length).toBeGreaterThan(20);
  const found = files.flatMap((file) =>
    opened(readFileSync(file, "latin1"))
      .flatMap(leaks)
      .map((leak) => `${file}: ${leak}`),
  );
  expect(found.slice(0, 10)).toEqual([]);
});

test("the terminal shows no secret", () => {
  expect(terminal.flatMap(({ stdout, stderr }) => leaks(stdout + stderr))).toEqual([]);
});
