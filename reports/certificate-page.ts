import { type Envelope, statementOf } from "./certificate.ts";

const letters: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escape = (text: string): string => text.replace(/[&<>"']/g, (letter) => letters[letter] ?? letter);
const day = (time: string): string => time.slice(0, 10);

/** Digests and keys stand in letters of one width, so that they can be compared. */
const spelled = (text: string): string => (/^[0-9a-f]{64}$/.test(text) ? `<code>${escape(text)}</code>` : escape(text));

/** About how wide a text is in the badge's type, in pixels. */
const width = (text: string): number => Math.round(text.length * 6.6 + 14);

/** A badge for a listing: it tells what a certificate says, and proves nothing by itself. */
export function badge(envelope: Envelope): string {
  const { claims, expires } = statementOf(envelope).predicate;
  const [left, right] = ["certified", `${claims.join(", ")} until ${day(expires)}`];
  const [from, whole] = [width(left), width(left) + width(right)];
  const label = escape(`${left}: ${right}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${whole}" height="20" role="img" aria-label="${label}">
<title>${label}</title>
<rect width="${whole}" height="20" rx="3" fill="#3d4654"/>
<path d="M${from} 0h${whole - from - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-${whole - from - 3}z" fill="#1a7f37"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">
<text x="${from / 2}" y="14">${left}</text>
<text x="${from + (whole - from) / 2}" y="14">${escape(right)}</text>
</g>
</svg>
`;
}

/** A certificate to print or to show: what it says, in words, and how to check it. It loads nothing from anywhere. */
export function certificatePage(envelope: Envelope): string {
  const { subject, predicate } = statementOf(envelope);
  const { application, claims, issued, expires, configuration, passedTests, warnedTests } = predicate;
  const rows: [string, string][] = [
    ["Issued", day(issued)],
    ["Expires", day(expires)],
    ["Specification", configuration[0]?.name ?? ""],
    ["Its SHA-256", configuration[0]?.digest.sha256 ?? ""],
    [
      "Requirements",
      `${passedTests.length} passed${warnedTests.length > 0 ? `, ${warnedTests.length} with a warning: ${warnedTests.join(", ")}` : ""}`,
    ],
    ...subject.map(({ name, digest }): [string, string] => [
      `SHA-256 of ${name === "results.json" ? name : "the profile"}`,
      digest.sha256,
    ]),
    ["Signed by key", envelope.signatures.map(({ keyid }) => keyid).join(", ")],
  ];
  const cells = rows.map(([name, value]) => `<tr><th scope="row">${escape(name)}</th><td>${spelled(value)}</td></tr>`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Certificate of ${escape(application)}</title>
<style>
:root { color-scheme: light; }
body { font: 16px/1.5 Georgia, "DejaVu Serif", serif; color: #1c2128; background: #fff; max-width: 48rem; margin: 3rem auto; padding: 2.5rem; border: 3px double #57606a; box-sizing: border-box; }
.kicker { margin: 0; color: #57606a; letter-spacing: .08em; text-transform: uppercase; font-size: .85rem; }
h1 { font-weight: normal; font-size: 2.2rem; line-height: 1.2; margin: .2rem 0 .4rem; overflow-wrap: anywhere; } .claims { margin: 0 0 1.8rem; font-size: 1.1rem; }
table { border-collapse: collapse; } tr { border-top: 1px solid #d8dee4; break-inside: avoid; } th, td { padding: .45rem 0; vertical-align: baseline; }
th { text-align: left; font-weight: normal; color: #57606a; padding-right: 1.5rem; white-space: nowrap; } td { overflow-wrap: anywhere; }
code { font: .72rem/1.5 ui-monospace, Menlo, "DejaVu Sans Mono", monospace; } .note { margin: 1.8rem 0 0; color: #57606a; font-size: .9rem; }
@media (max-width: 40rem) { body { margin: 0; padding: 1.2rem; } th, td { display: block; padding: .2rem 0; } }
@media print { body { border-color: #000; margin: 0 auto; max-width: none; } }
</style>
<main>
<p class="kicker">Certificate of conformance</p>
<h1>${escape(application)}</h1>
<p class="claims">is certified for ${escape(claims.join(", "))}.</p>
<table>
${cells.join("\n")}
</table>
<p class="note">This page proves nothing by itself; the signed certificate does: <code>assay verify certificate.json --key PUBLIC_KEY</code></p>
</main>
</html>
`;
}
