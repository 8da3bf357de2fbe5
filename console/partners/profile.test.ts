import { describe, expect, test } from "vitest";
import { readProfileText, refusedAddresses } from "./profile.ts";

const strict = { allowsPrivate: false };

describe("an address of a profile", () => {
  test.each([
    ["http://12{application_id}.0.0.1:9911/", "a placeholder stands in the host's name"],
    ["http://\\/12{application_id}.0.0.1:9911/x", "a placeholder stands in the host's name"],
    ["http:\\\\12{application_id}.0.0.1/", "a placeholder stands in the host's name"],
    ["http://a:b@{location_id}/", "a placeholder stands in the host's name"],
    ["http://198.51.100.7:{location_id}/", "a placeholder stands in the host's name"],
    ["http://{date_from}", "a placeholder stands in the host's name"],
    ["http://127.0.0.1/{location_id}", "127.0.0.1 is in a private network"],
    ["http://0x7f.1/", "127.0.0.1 is in a private network"],
    ["http://[::ffff:7f00:1]/", "is in a private network"],
  ])("%s is refused where private networks are not allowed", async (url, why) => {
    expect(await refusedAddresses(strict, { connect: { url } })).toEqual([
      { path: ["connect", "url"], what: expect.stringContaining(why) },
    ]);
    expect(await refusedAddresses({ allowsPrivate: true }, { connect: { url } })).toEqual([]);
  });

  test("may hold placeholders in its path and its query", async () => {
    const url = "https://8.8.8.8/locations/{location_id}?from={date_from}";
    expect(await refusedAddresses(strict, { connect: { url } })).toEqual([]);
  });
});

test("a header of the connection, or one of two lines, is refused when a profile is read", () => {
  const profile = (headers: object) =>
    JSON.stringify({ name: "a", claims: ["calls"], actions: { calls: { url: "https://a.example/", headers } } });
  const mistakes = (headers: object) => {
    const read = readProfileText(profile(headers));
    return "complaints" in read ? read.complaints.map(({ path }) => path.join(".")) : [];
  };
  expect(mistakes({ Authorization: "Bearer x" })).toEqual([]);
  expect(mistakes({ Host: "metadata.internal" })).toEqual(["actions.calls.headers.Host"]);
  expect(mistakes({ "X-A": "b\r\nHost: metadata.internal" })).toEqual(["actions.calls.headers.X-A"]);
});
