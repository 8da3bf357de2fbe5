import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { ownPath } from "../routes/origin.ts";
import { inTurn, networkOf } from "./limits.ts";

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
  ["2001:db8::9", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["", ""],
])("the address %s is counted as %s", (address, network) => expect(networkOf(address)).toBe(network));

test.each([
  ["/partners/acme?x=1", "/partners/acme?x=1"],
  ["//evil.example/", "/"],
  ["/\\evil.example/", "/"],
  ["/\t/evil.example/", "/"],
  ["/.//evil.example/", "/"],
  ["/a/..//evil.example/", "/"],
  ["https://evil.example/", "/"],
  ["javascript:alert(1)", "/"],
  ["evil.example", "/"],
  ["", "/"],
  [undefined, "/"],
])("someone who signs in to get to %s is led to %s", (written, path) => expect(ownPath(written)).toBe(path));

test("of an account's requests a few are answered at once, in order, and those of others do not wait for them", async () => {
  let [going, max] = [0, 0];
  const ended: number[] = [];
  const ask = (number: number) =>
    inTurn("eve", async () => {
      max = Math.max(max, ++going);
      await turn();
      going--;
      ended.push(number);
      if (number === 3) throw new Error("refused");
    }).catch(() => undefined);
  const all = Array.from({ length: 50 }, (_, number) => ask(number));
  await inTurn("ada", turn);
  expect(ended.length).toBeLessThan(10);
  await Promise.all(all);
  expect([max, ended]).toEqual([4, ended.toSorted((a, b) => a - b)]);
  const many = await Promise.allSettled(Array.from({ length: 250 }, () => inTurn("eve", turn)));
  expect(many.filter(({ status }) => status === "rejected").length).toBe(46);
});
