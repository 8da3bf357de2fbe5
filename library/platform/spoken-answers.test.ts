import { request } from "node:http";
import { gunzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { httpControl } from "../../harness/control/control.ts";
import { specified } from "../../sandbox/api/specified.ts";
import { createSandbox, type Sandbox } from "../../sandbox/create-sandbox.ts";
import type { Dialect } from "../../suites/partner/dialects/choices.ts";
import { plainDialect, SpokenDialect } from "../../suites/partner/dialects/dialect.ts";
import { speaking } from "./spoken-answers.ts";

interface Answer {
  status: number | undefined;
  rawHeaders: string[];
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
}

const send = (url: string, headers: Record<string, string>, method = "GET", body = ""): Promise<Answer> =>
  new Promise((done, fail) => {
    const sent = request(url, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const { statusCode: status, rawHeaders, headers: received } = response;
        done({ status, rawHeaders, headers: received, bytes: Buffer.concat(chunks) });
      });
    });
    sent.on("error", fail);
    sent.end(body);
  });

async function platformWith(
  choices: Partial<Dialect>,
): Promise<{ sandbox: Sandbox; credentials: Record<string, string> }> {
  const dialect = new SpokenDialect([{ ...plainDialect, ...choices }]);
  const sandbox = await createSandbox({ clock: "frozen", behaviour: speaking(specified(), dialect) });
  onTestFinished(() => sandbox.close());
  const control = httpControl(sandbox.ownControl);
  const { credentials } = await control.reset(1);
  await control.seed(
    100,
    "resources",
    Array.from({ length: 23 }, (_, index) => ({ id: index + 1, title: `Room ${index}` })),
  );
  return { sandbox, credentials };
}

const readV3 = ({ sandbox, credentials }: Awaited<ReturnType<typeof platformWith>>, query = "", more = {}) =>
  send(`${sandbox.urls.v3_base_url}/locations/100/resources${query}`, {
    authorization: `Bearer ${credentials.v3_token}`,
    ...more,
  });

const jsonOf = ({ bytes }: Answer) => JSON.parse(bytes.toString()) as Record<string, unknown>;

test("answers are spelt, chunked and compressed as the dialect says, and say the same", async () => {
  const platform = await platformWith({
    "header names of answers": "upper case",
    "transfer of answers": "chunks",
    "compression of answers": "gzip",
    "content type of answers": "application/json; charset=utf-8",
  });
  const plain = jsonOf(await readV3(await platformWith({})));
  const answer = await readV3(platform, "", { "accept-encoding": "br;q=0, gzip" });
  expect(answer.rawHeaders).toEqual(expect.arrayContaining(["RATELIMIT-POLICY", "CONTENT-TYPE", "CONTENT-ENCODING"]));
  expect(answer.headers).toMatchObject({
    "transfer-encoding": "chunked",
    "content-type": "application/json; charset=utf-8",
  });
  expect(JSON.parse(gunzipSync(answer.bytes).toString())).toMatchObject({ data: plain.data });
});

test.each(["", "br", "gzip;q=0"])("an answer is not compressed for who accepts “%s”", async (accepted) => {
  const platform = await platformWith({ "compression of answers": "gzip" });
  expect(jsonOf(await readV3(platform, "", { "accept-encoding": accepted }))).toMatchObject({ object: "list" });
});

test.each(["short and long", "digits and reserved characters"] as const)(
  "a walk with cursors that are %s sees each resource once",
  async (cursors) => {
    const platform = await platformWith({ cursors, "v3 resources": "UUIDs, and nothing but titles" });
    const seen: unknown[] = [];
    let query = "?limit=7";
    for (;;) {
      const page = jsonOf(await readV3(platform, query));
      seen.push(...(page.data as { id: unknown }[]).map(({ id }) => id));
      if (page.has_more !== true) break;
      query = `?limit=7&cursor=${encodeURIComponent(String(page.next_cursor))}`;
    }
    const all = jsonOf(await readV3(await platformWith({}), "?limit=100")).data as unknown[];
    expect(new Set(seen).size).toBe(all.length);
    expect(seen).toHaveLength(all.length);
  },
);

test.each(["problem", "code", "errors"] as const)(
  "a refused cursor is reported as %s, with its documented codes",
  async (shape) => {
    const refused = await readV3(await platformWith({ "body of v3 errors": shape }), "?cursor=made-up");
    expect(refused.status).toBe(422);
    expect(refused.bytes.toString()).toContain("validation_failed");
    expect(refused.bytes.toString()).toContain("invalid_cursor");
    expect(jsonOf(refused).error).toBeUndefined();
  },
);

test("a v1 refusal keeps its documented envelope in other words", async () => {
  const { sandbox } = await platformWith({ "words of refusals": "Russian", "further fields of answers": "first" });
  const refused = await send(`${sandbox.urls.base_url}/countries`, {});
  expect(refused.status).toBe(401);
  expect(jsonOf(refused)).toMatchObject({ success: false, data: null, meta: { message: "Запрос отклонён" } });
});

test("a callback is confirmed without a body", async () => {
  const { sandbox, credentials } = await platformWith({ "body of the callback": "none" });
  const partner = `Bearer ${credentials.partner_token}`;
  const grant = `${sandbox.urls.base_url}/company/100/marketplace/applications/200/grant_access`;
  await send(grant, { authorization: `${partner}, User ${credentials.owner_user_token}` }, "POST");
  const body = JSON.stringify({ salon_id: 100, application_id: 200 });
  const headers = { authorization: partner, "content-type": "application/json", "content-length": String(body.length) };
  const answer = await send(`${sandbox.urls.app_url}/marketplace/partner/callback`, headers, "POST", body);
  expect([answer.status, answer.bytes.length]).toEqual([201, 0]);
});

test("a refusal whose status is open has the dialect's", async () => {
  const { sandbox, credentials } = await platformWith({
    "status of refused calls": "401",
    "status of callbacks without a grant": "409",
  });
  const { partner_token, system_user_token } = credentials;
  const headers = { accept: "application/vnd.api.v2+json", "content-type": "application/json" };
  const calls = await send(
    `${sandbox.urls.base_url}/voip/integration/calls?salon_id=100&date_from=2026-01-01&date_to=2026-01-02`,
    { ...headers, authorization: `Bearer ${partner_token}, User ${system_user_token}` },
  );
  const callback = await send(
    `${sandbox.urls.app_url}/marketplace/partner/callback`,
    { ...headers, authorization: `Bearer ${partner_token}` },
    "POST",
    JSON.stringify({ salon_id: 100, application_id: 200 }),
  );
  expect([calls.status, callback.status]).toEqual([401, 409]);
});
