import { type Envelope, statementOf } from "./certificate.ts";

const letters: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escape = (text: string): string => text.replace(/[&<>"']/g, (letter) => letters[letter] ?? letter);
const day = (time: string): string => time.slice(0, 10);

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
    ["Certified for", claims.join(", ")],
    ["Issued", day(issued)],
    ["Expires", day(expires)],
    ["Specification", `${configuration[0]?.name} (sha256 ${configuration[0]?.digest.sha256})`],
    [
      "Requirements",
      `${passedTests.length} passed${warnedTests.length > 0 ? `, ${warnedTests.length} with a warning: ${warnedTests.join(", ")}` : ""}`,
    ],
    ...subject.map(({ name, digest }): [string, string] => [
      `Digest of ${name === "results.json" ? name : "the profile"}`,
      `sha256 ${digest.sha256}`,
    ]),
    ["Signed by key", envelope.signatures.map(({ keyid }) => keyid).join(", ")],
  ];
  const cells = rows.map(([name, value]) => `<tr><th scope="row">${escape(name)}</th><td>${escape(value)}</td></tr>`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Certificate of ${escape(application)}</title>
<style>
body { font: 16px/1.5 Georgia, serif; color: #1c2128; max-width: 44rem; margin: 3rem auto; padding: 2rem; border: 3px double #57606a; }
h1 { font-weight: normal; margin: 0 0 1.5rem; } th { text-align: left; vertical-align: top; font-weight: normal; color: #57606a; padding: .3rem 1.5rem .3rem 0; white-space: nowrap; }
td { overflow-wrap: anywhere; } code { font-size: .85em; } @media print { body { border-color: #000; margin: 0 auto; } }
</style>
<h1>${escape(application)}</h1>
<table>
${cells.join("\n")}
</table>
<p>This page proves nothing by itself; the signed certificate does: <code>assay verify certificate.json --key PUBLIC_KEY</code></p>
</html>
`;
}
