import { describe, expect, test } from "vitest";
import { describeCertificate } from "./certificate-words.ts";
import { check, expected, issue, issuer, sign, statusList, stranger } from "./certificates.test-data.ts";
import { changeStatus, emptyStatusList, renewStatusList } from "./change-status.ts";
import { certificateId, seal } from "./envelope.ts";
import { isRefusal } from "./refusal.ts";
import {
  type CertificateStatus,
  issueStatusList,
  openStatusList,
  type StatusEntry,
  type StatusList,
} from "./status-list.ts";

const certificate = issue();
const id = certificateId(certificate);
const entry = (status: CertificateStatus, more: Partial<StatusEntry> = {}): StatusEntry => ({
  certificate: id,
  application: "reminders",
  status,
  date: "2026-04-01T00:00:00.000Z",
  ...more,
});
const signed = (list: StatusList, key = issuer.privateKey): string => JSON.stringify(issueStatusList(list, key));
const checkWith = (status: string) => check(certificate, { status });

describe("a certificate is refused", () => {
  test.each<[CertificateStatus, Partial<StatusEntry>, string]>([
    [
      "revoked",
      { reason: "the application was sold" },
      "it is revoked since 2026-04-01T00:00:00.000Z: the application was sold",
    ],
    [
      "suspended",
      { reason: "two nights without an answer" },
      "it is suspended since 2026-04-01T00:00:00.000Z: two nights",
    ],
    [
      "superseded",
      { supersededBy: `sha256:${"b".repeat(64)}` },
      "it is superseded since 2026-04-01T00:00:00.000Z by sha256:bbb",
    ],
  ])("where the list says that it is %s", (status, more, reason) => {
    expect(checkWith(signed(statusList(entry(status, more))))).toEqual({
      code: status,
      verdict: status,
      refused: expect.stringContaining(reason),
    });
  });
});

test("a certificate is genuine that the list calls valid, or does not name; which of both is reported", () => {
  const stated = (list: StatusList) => {
    const checked = checkWith(signed(list));
    return isRefusal(checked)
      ? checked.refused
      : describeCertificate(checked).find((line) => line.startsWith("status"));
  };
  expect(stated(statusList(entry("valid")))).toContain("valid since 2026-04-01T00:00:00.000Z (list 7 of 2026-05-01");
  expect(stated(statusList(entry("revoked", { certificate: `sha256:${"c".repeat(64)}` })))).toContain("not listed");
});

describe("a status list is refused", () => {
  const list = statusList(entry("valid"));
  const envelope = issueStatusList(list, issuer.privateKey);
  const payload = Buffer.from(JSON.stringify({ ...list, certificates: [] })).toString("base64");
  const odd = (change: object) =>
    JSON.stringify(seal(envelope.payloadType, Buffer.from(JSON.stringify({ ...list, ...change })), issuer.privateKey));
  test.each([
    ["of another issuer", "not-signed", signed(list, stranger.privateKey)],
    ["that was changed", "not-signed", JSON.stringify({ ...envelope, payload })],
    ["that is older than its own expires", "list-expired", signed({ ...list, expires: "2026-05-31T00:00:00Z" })],
    ["of the future", "not-yet-issued", signed({ ...list, issued: "2026-07-01T00:00:00Z" })],
    ["that is a certificate", "wrong-type", JSON.stringify(certificate)],
    ["that is a certificate's statement", "wrong-type", JSON.stringify(sign(list))],
    ["without expires", "malformed", odd({ expires: undefined })],
    ["with an unknown status", "malformed", odd({ certificates: [{ ...entry("valid"), status: "fine" }] })],
    ["with two entries for a certificate", "malformed", odd({ certificates: [entry("valid"), entry("revoked")] })],
    ["that is empty", "not-an-envelope", ""],
    ["that is cut", "not-an-envelope", JSON.stringify(envelope).slice(0, 200)],
  ])("%s", (_, code, text) => {
    expect(checkWith(text)).toEqual({
      code,
      refused: expect.stringMatching(/^the status list /),
      verdict: "status unknown",
    });
  });
});

test("a status list cannot pass for a certificate", () => {
  expect(check(signed(statusList()))).toMatchObject({ code: "wrong-type" });
});

test("a list of 20,000 certificates is read", () => {
  const entries = Array.from({ length: 20_000 }, (_, index) =>
    entry("revoked", { certificate: `sha256:${index.toString(16).padStart(64, "0")}` }),
  );
  expect(checkWith(signed(statusList(...entries, entry("valid"))))).toHaveProperty("statement");
});

describe("a list is kept", () => {
  const now = new Date("2026-06-01T00:00:00Z");
  const change = (list: StatusList, status: CertificateStatus, reason?: string) =>
    changeStatus(list, { certificate: id, status, ...(reason ? { reason } : {}) }, now);

  test("each issue has the next number and a new expiry, and what it says is read back", () => {
    const list = renewStatusList(change(emptyStatusList, "revoked", "sold"), now, 30);
    expect(list).toMatchObject({ number: 1, issued: "2026-06-01T00:00:00.000Z", expires: "2026-07-01T00:00:00.000Z" });
    expect(openStatusList(signed(list), expected)).toEqual(list);
    expect(renewStatusList(list, now, 1)).toMatchObject({ number: 2, certificates: list.certificates });
  });

  test("a change keeps the application and drops what was said before", () => {
    const list = statusList(entry("suspended", { reason: "late" }));
    expect(change(list, "valid").certificates).toEqual([
      { certificate: id, application: "reminders", status: "valid", date: "2026-06-01T00:00:00.000Z" },
    ]);
  });

  test.each<[CertificateStatus, CertificateStatus, RegExp | undefined]>([
    ["valid", "suspended", undefined],
    ["valid", "revoked", undefined],
    ["suspended", "valid", undefined],
    ["suspended", "superseded", undefined],
    ["superseded", "revoked", undefined],
    ["suspended", "suspended", /reinstate it/],
    ["superseded", "valid", /it can only be revoked/],
    ["revoked", "valid", /that is for good; certify the application again/],
    ["revoked", "superseded", /that is for good/],
  ])("from %s to %s", (from, to, complaint) => {
    const act = () => change(statusList(entry(from)), to);
    if (complaint) expect(act).toThrow(complaint);
    else expect(act().certificates).toMatchObject([{ status: to }]);
  });
});
