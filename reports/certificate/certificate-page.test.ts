import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { certificateBadge } from "./certificate-badge.ts";
import { certificatePage } from "./certificate-page.ts";
import { issueCertificate } from "./issue-certificate.ts";

const results = JSON.stringify({
  subject: { name: "<script>alert(1)</script> & co", urls: {} },
  specification: { name: "Partner Integration API", version: "1.0.1", digest: `sha256:${"a".repeat(64)}` },
  requirements: [{ id: "VER-6", outcome: "warn" }],
});
const envelope = issueCertificate(
  { results, profile: "", claims: ["install", "calls"], issued: new Date("2026-01-01T00:00:00Z") },
  generateKeyPairSync("ed25519").privateKey,
);

test("page and badge show claims and expiry, and the page the warnings", () => {
  for (const text of [certificatePage(envelope), certificateBadge(envelope)]) {
    expect(text).toContain("install, calls");
    expect(text).toContain("2027-01-01");
  }
  expect(certificatePage(envelope)).toContain("VER-6");
});

test("an application's name is never markup, and nothing is loaded from anywhere", () => {
  const text = certificatePage(envelope) + certificateBadge(envelope);
  expect(text).not.toContain("<script");
  expect(text.replaceAll("http://www.w3.org/2000/svg", "")).not.toMatch(/(src|href)=|url\(|https?:/);
});
