import { generateKeyPairSync, type KeyObject, sign as signWith } from "node:crypto";
import { describe, expect, test } from "vitest";
import { pointerOf } from "../../base/pointer.ts";
import { check, copyOf, issue, issuer, profile, stranger } from "./certificates.test-data.ts";
import type { DsseEnvelope } from "./envelope.ts";
import { trust } from "./trusted-keys.ts";

const envelope = issue({ isKeyEphemeral: true });
const statement = copyOf(envelope);
const text = Buffer.from(envelope.payload, "base64").toString();
const withPayload = (payload: string): DsseEnvelope => ({
  ...envelope,
  payload: Buffer.from(payload).toString("base64"),
});

type Path = (string | number)[];

/** The path of every value of a document that is not an object or a list, and of every empty list. */
const leavesOf = (value: unknown, path: Path = []): Path[] =>
  typeof value === "object" && value !== null && Object.keys(value).length > 0
    ? Object.entries(value).flatMap(([key, inner]) =>
        leavesOf(inner, [...path, Array.isArray(value) ? Number(key) : key]),
      )
    : [path];

/** A copy of a document in which one value is another. */
function editAt<T>(document: T, path: Path, edit: (value: unknown) => unknown): T {
  const copy = structuredClone(document);
  const holder = path.slice(0, -1).reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], copy);
  const last = path.at(-1) as string;
  (holder as Record<string, unknown>)[last] = edit((holder as Record<string, unknown>)[last]);
  return copy;
}

const other = (value: unknown): unknown => (typeof value === "string" ? `${value.slice(0, -1)}~` : "something else");

test("the certificate that is forged below is genuine", () => {
  expect(check(envelope)).toHaveProperty("statement");
});

describe("what is stated cannot be changed:", () => {
  test.each(leavesOf(statement).map((path) => [pointerOf(path), path] as const))("%s", (_, path) => {
    expect(check(withPayload(JSON.stringify(editAt(statement, path, other))))).toMatchObject({
      code: "not-signed",
      refused: expect.stringContaining("it was changed since"),
    });
  });
});

describe("nor reordered, doubled, truncated or spaced:", () => {
  const { _type, subject, ...rest } = statement;
  test.each([
    ["fields in another order", JSON.stringify({ ...rest, subject, _type })],
    ["lists in another order", JSON.stringify({ ...statement, subject: subject.toReversed() })],
    ["a field twice", text.replace('"result":"PASSED"', '"result":"PASSED","result":"PASSED"')],
    ["the statement twice", text + text],
    ["a space more", `${text} `],
    ...[0, 1, 100, text.length - 1].map((length) => [`the first ${length} bytes`, text.slice(0, length)]),
  ])("%s", (_, payload = "") => {
    expect(check(withPayload(payload))).toHaveProperty("refused");
    expect(check(withPayload(payload))).not.toHaveProperty("statement");
  });
});

describe("the envelope cannot be changed:", () => {
  const written = JSON.stringify(envelope);
  const [signature = { keyid: "", sig: "" }] = envelope.signatures;
  const signed = (change: Partial<typeof signature>) =>
    JSON.stringify({ ...envelope, signatures: [{ ...signature, ...change }] });
  const another = issue({ version: "2.3.2" });
  test.each([
    ["another type", "not-signed", JSON.stringify({ ...envelope, payloadType: "text/plain" })],
    ["another certificate's signature", "not-signed", JSON.stringify({ ...envelope, signatures: another.signatures })],
    ["another certificate's statement", "not-signed", JSON.stringify({ ...envelope, payload: another.payload })],
    ["another key's id", "wrong-key-id", signed({ keyid: trust(stranger.publicKey).id })],
    ["no key's id", "wrong-key-id", signed({ keyid: "" })],
    [
      "a signature that is cut",
      "not-signed",
      signed({ sig: Buffer.from(signature.sig, "base64").subarray(0, 63).toString("base64") }),
    ],
    ["a signature of nothing", "not-an-envelope", signed({ sig: "" })],
    ["a signature with a letter that base64 does not have", "not-an-envelope", signed({ sig: `${signature.sig}!` })],
    [
      "a payload with a line break",
      "not-an-envelope",
      JSON.stringify({ ...envelope, payload: `${envelope.payload}\n` }),
    ],
    ["no signature", "not-an-envelope", JSON.stringify({ ...envelope, signatures: [] })],
    ["its signature twice", "not-an-envelope", JSON.stringify({ ...envelope, signatures: [signature, signature] })],
    [
      "a stranger's signature besides",
      "not-an-envelope",
      JSON.stringify({ ...envelope, signatures: [...issue({}, stranger.privateKey).signatures, signature] }),
    ],
    ["a field more", "not-an-envelope", JSON.stringify({ ...envelope, extra: 1 })],
    [
      "a payload twice",
      "not-an-envelope",
      written.replace('{"payloadType"', `{"payload":"${another.payload}","payloadType"`),
    ],
    ["itself twice", "not-an-envelope", written + written],
    ["half of it", "not-an-envelope", written.slice(0, written.length / 2)],
    ["a list", "not-an-envelope", `[${written}]`],
    ["an empty object", "not-an-envelope", "{}"],
    ["null", "not-an-envelope", "null"],
    ["no JSON", "not-an-envelope", "certified!"],
    ["nothing", "not-an-envelope", ""],
    ["100,000 brackets", "not-an-envelope", "[".repeat(100_000) + "]".repeat(100_000)],
  ])("%s", (_, code, certificate) => {
    expect(check(certificate)).toMatchObject({ code, refused: expect.any(String) });
  });
});

test("how the envelope itself is written does not matter: its signature is over what is stated", () => {
  const { payloadType, payload, signatures } = envelope;
  expect(check(JSON.stringify({ signatures, payload, payloadType }, null, 2))).toHaveProperty("statement");
});

describe("keys of other algorithms sign no certificate:", () => {
  const algorithms: [string, { privateKey: KeyObject; publicKey: KeyObject }, string | null][] = [
    ["RSA", generateKeyPairSync("rsa", { modulusLength: 2048 }), "sha256"],
    ["P-256", generateKeyPairSync("ec", { namedCurve: "P-256" }), "sha256"],
    ["Ed448", generateKeyPairSync("ed448"), null],
  ];
  test.each(algorithms)("%s", (_, { privateKey, publicKey }, digest) => {
    const bytes = Buffer.from(`DSSEv1 28 ${envelope.payloadType} ${Buffer.byteLength(text)} ${text}`);
    const key = trust(publicKey);
    const forged = {
      ...envelope,
      signatures: [{ keyid: key.id, sig: signWith(digest, bytes, privateKey).toString("base64") }],
    };
    expect(check(forged, { keys: [key] })).toMatchObject({ code: "not-signed" });
    expect(check(forged, { keys: [key, trust(issuer.publicKey)] })).toMatchObject({ code: "not-signed" });
  });
});

test("a stranger's certificate for the same application is refused", () => {
  expect(check(issue({ profile }, stranger.privateKey))).toMatchObject({ code: "not-signed" });
});
