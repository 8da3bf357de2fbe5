import { expect, test } from "vitest";
import { certificateBadge } from "./certificate-badge.ts";
import { certificatePage } from "./certificate-page.ts";
import { issue, resultsText } from "./certificates.test-data.ts";
import { certificateId } from "./envelope.ts";

const envelope = issue({
  results: resultsText({}, { subject: { name: "<script>alert(1)</script> & co", urls: {} } }),
  claims: ["install", "calls"],
  version: "2.3.1",
});

test("page and badge show claims and expiry, and the page the warnings", () => {
  for (const text of [certificatePage(envelope), certificateBadge(envelope)]) {
    expect(text).toContain("install, calls");
    expect(text).toContain("2027-01-01");
  }
  for (const shown of [
    "VER-6",
    "2.3.1",
    "Partner Integration API 1.0.1",
    "a".repeat(64),
    "SHA-256 of results.json",
    "SHA-256 of the profile",
    certificateId(envelope),
  ])
    expect(certificatePage(envelope)).toContain(shown);
  for (const text of [certificatePage(envelope), certificateBadge(envelope)]) expect(text).not.toContain("2027-01-01T");
});

test("the page says that a key which was made for it alone proves nothing about who signed", () => {
  expect(certificatePage(issue({ isKeyEphemeral: true }))).toContain("proves nothing about who signed");
  expect(certificatePage(envelope)).not.toContain("proves nothing about who signed");
});

test("an application's name is never markup, and nothing is loaded from anywhere", () => {
  const text = certificatePage(envelope) + certificateBadge(envelope);
  expect(text).not.toContain("<script");
  expect(text.replaceAll("http://www.w3.org/2000/svg", "")).not.toMatch(/(src|href)=|url\(|https?:/);
});
