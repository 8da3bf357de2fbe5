import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { loadOperations } from "../specs/operations.ts";
import { curlLine, isCurlLine } from "./curl.ts";
import type { Request } from "./exchange.ts";

const [operation] = loadOperations();
if (!operation) throw new Error("there are operations");

const request = (more: Partial<Request>): Request => ({
  operation,
  method: "GET",
  url: "http://127.0.0.1:1/x",
  query: {},
  headers: [],
  ...more,
});

/** The words that a shell hands to curl. */
const words = (line: string, environment: Record<string, string>): string[] =>
  execFileSync("sh", ["-c", line.replace(/^curl/, "printf '%s\\n'")], { env: environment, encoding: "utf8" })
    .trimEnd()
    .split("\n");

test("a curl line names tokens as shell variables, and never holds them", () => {
  const credentials = { partner_token: "secret-1", system_user_token: "secret-12", v3_token: "t" };
  const line = curlLine(request({ headers: [["Authorization", "Bearer secret-1, User secret-12"]] }), credentials);
  expect(line).not.toContain("secret");
  expect(line).toContain('-H "Authorization: Bearer $PARTNER_TOKEN, User $SYSTEM_USER_TOKEN"');
  expect(words(line, { PARTNER_TOKEN: "a", SYSTEM_USER_TOKEN: "b" })).toContain("Authorization: Bearer a, User b");
});

test("a curl line survives the shell, whatever stands in it", () => {
  const body = `{"name":"O'Hara $HOME \`id\` \\\\ \\"x\\""}`;
  const line = curlLine(request({ method: "POST", body, url: "http://127.0.0.1:1/x?a=b&c='d'" }), {});
  expect(words(line, {})).toEqual(["-sS", "-i", "-X", "POST", "--data-raw", body, "http://127.0.0.1:1/x?a=b&c='d'"]);
});

test("a line that anybody wrote is distinguished from one of ours", () => {
  const credentials = { partner_token: "secret-1", owner_user_token: "secret-2" };
  const [url, body] = [
    "http://127.0.0.1:1/secret-1?a[]='b'$(id)`id`",
    `O'Hara "$HOME" \\ secret-2\n\`id\` $(id) é\u2028`,
  ];
  const headers: [string, string][] = [
    ["Authorization", "Bearer secret-1, User SECRET-2"],
    ["X", "'\"$x\\"],
  ];
  for (const line of [{}, { url }, { url, headers }, { method: "POST", url, headers, body }, { body: "@'x" }])
    expect(isCurlLine(curlLine(request(line), credentials))).toBe(true);
  for (const line of [
    "curl -sS -i 'http://h/'; id",
    "curl -sS -i 'http://h/' -o /tmp/x",
    "curl -sS -i '-K/tmp/x'",
    "curl -sS -i -H '@/etc/passwd' 'http://h/'",
    "curl -sS -i --data-binary '@/etc/passwd' 'http://h/'",
    'curl -sS -i "http://h/$(id)"',
    'curl -sS -i "http://h/`id`"',
    'curl -sS -i "http://h/${IFS:=$(id)}"',
    "curl -sS -i 'http://h/'\nid",
    "sh -c 'id'",
  ])
    expect(isCurlLine(line)).toBe(false);
  expect(isCurlLine(`curl -sS -i --data-raw '${"a'\\''".repeat(100_000)} 'http://h/'`)).toBe(false);
});

test("a variable keeps apart from what follows it", () => {
  const line = curlLine(request({ url: "http://127.0.0.1:1/secret-1_x" }), { partner_token: "secret-1" });
  expect(words(line, { PARTNER_TOKEN: "a" })).toContain("http://127.0.0.1:1/a_x");
});

test("a GET with a body says that it is a GET", () => {
  expect(curlLine(request({ body: "{}" }), {})).toContain("-X GET");
});

test("a curl line reads no file, and asks for one address alone", () => {
  const line = curlLine(request({ method: "POST", body: "@/etc/passwd", url: "http://127.0.0.1:1/x?a[]=[1-9]" }), {});
  expect(line).toBe("curl -sS -i -g -X POST --data-raw '@/etc/passwd' 'http://127.0.0.1:1/x?a[]=[1-9]'");
});
