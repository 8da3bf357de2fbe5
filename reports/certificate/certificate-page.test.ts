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

test("page and badge tell claims and expiry, and the page its warnings", () => {
  for (const shown of [certificatePage(envelope), certificateBadge(envelope)]) {
    expect(shown).toContain("install, calls");
    expect(shown).toContain("2027-01-01");
  }
  expect(certificatePage(envelope)).toContain("VER-6");
});

test("an application's name is text, whatever it holds, and nothing is loaded from anywhere", () => {
  const shown = certificatePage(envelope) + certificateBadge(envelope);
  expect(shown).not.toContain("<script");
  expect(shown.replaceAll("http://www.w3.org/2000/svg", "")).not.toMatch(/(src|href)=|url\(|https?:/);
});
