import { chmodSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { keyFile, readKeys } from "./keys.ts";
import { LineFull } from "./line.ts";
import { hashPassword, isPassword } from "./passwords.ts";
import { isPrivateAddress, whyRefused } from "./private-networks.ts";
import { createSeal } from "./seal.ts";

const key = (letter: string) => Buffer.alloc(32, letter);

describe("a seal", () => {
  const sealed = createSeal([key("a")]).seal("profile of 1", "token-123");

  test("opens what it sealed, for the same purpose, and shows nothing of it", () => {
    expect(createSeal([key("a")]).open("profile of 1", sealed)).toBe("token-123");
    expect(() => createSeal([key("a")]).open("profile of 2", sealed)).toThrow("authenticate");
    expect(sealed).not.toContain("token");
  });

  test("opens what an earlier key sealed, and says that it is not current", () => {
    const seal = createSeal([key("b"), key("a")]);
    expect(seal.open("profile of 1", sealed)).toBe("token-123");
    expect(seal.isCurrent(sealed)).toBe(false);
    expect(() => createSeal([key("b")]).open("profile of 1", sealed)).toThrow("ASSAY_KEY_PREVIOUS");
  });

  test("refuses what was changed", () => {
    const parts = sealed.split(".");
    parts[4] = Buffer.from("x".repeat(9)).toString("base64url");
    expect(() => createSeal([key("a")]).open("profile of 1", parts.join("."))).toThrow("authenticate");
  });
});

describe("keys", () => {
  test("are made once, for their owner alone, and refused where others may read them", () => {
    const folder = mkdtempSync(join(tmpdir(), "assay-keys-"));
    const [made] = readKeys(folder, {});
    expect(readKeys(folder, {})[0]).toEqual(made);
    const file = join(folder, keyFile);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    chmodSync(file, 0o644);
    expect(() => readKeys(folder, {})).toThrow("chmod 600");
    chmodSync(file, 0o600);
    writeFileSync(file, `${key("b").toString("base64")}\n${readFileSync(file, "utf8")}`);
    expect(readKeys(folder, {})).toEqual([key("b"), made]);
  });

  test("of the environment come first, and must be keys", () => {
    expect(readKeys("/nowhere", { ASSAY_KEY: key("c").toString("base64") })).toEqual([key("c")]);
    expect(() => readKeys("/nowhere", { ASSAY_KEY: "short" })).toThrow("32 bytes");
  });
});

test("a password is stored with its salt, and distinguished from another", async () => {
  const cheap = { N: 1024, r: 8, p: 1 };
  const stored = await hashPassword("correct horse battery", cheap);
  expect(stored).not.toBe(await hashPassword("correct horse battery", cheap));
  expect(await hashPassword("correct horse battery")).toMatch(/^scrypt\$131072\$8\$1\$/);
  expect([
    await isPassword("correct horse battery", stored),
    await isPassword("wrong", stored),
    await isPassword("wrong", undefined),
  ]).toEqual([true, false, false]);
});

test("two passwords are hashed at once, twenty wait, and the rest is refused", async () => {
  const hashes = await Promise.allSettled(
    Array.from({ length: 30 }, () => hashPassword("correct horse battery", { N: 1024, r: 8, p: 1 })),
  );
  expect(hashes.filter(({ status }) => status === "fulfilled")).toHaveLength(22);
  expect(
    hashes.filter(({ status }) => status === "rejected").map((hash) => (hash as PromiseRejectedResult).reason),
  ).toEqual(Array.from({ length: 8 }, () => expect.any(LineFull)));
  expect(await hashPassword("again", { N: 1024, r: 8, p: 1 })).toMatch(/^scrypt/);
});

describe("an address", () => {
  test.each([
    "127.0.0.1",
    "10.1.2.3",
    "172.31.255.255",
    "192.168.0.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "::1",
    "::",
    "fe80::1%eth0",
    "fd00::1",
    "::ffff:10.0.0.1",
    "::ffff:7f00:1",
    "64:ff9b::a00:1",
    "64:ff9b:1::a00:1",
    "2002:7f00:1::",
    "2001:0:a00:1::",
    "2001:db8::1",
    "3fff::1",
    "5f00::1",
    "ff02::1",
    "192.0.0.8",
    "198.19.255.255",
    "224.0.0.1",
    "255.255.255.255",
    "not an address",
  ])("%s is private", (address) => expect(isPrivateAddress(address)).toBe(true));
  test.each(["8.8.8.8", "172.32.0.1", "192.175.48.1", "2606:4700::1111", "2001:4860:4860::8888"])(
    "%s is not",
    (address) => expect(isPrivateAddress(address)).toBe(false),
  );

  test.each([
    "http://127.0.0.1:4100/",
    "http://[::1]/",
    "http://localhost:4100/hooks",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://127.1/",
    "http://0177.0.0.1/",
    "http://[::ffff:127.0.0.1]/",
    "http://\\/127.0.0.1/",
    "http:/\\localhost/",
  ])("%s is refused", async (url) => expect(await whyRefused(url)).toContain("private network"));
});
