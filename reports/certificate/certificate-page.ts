import { describeSuite } from "../../specs/suite.ts";
import { readAssets } from "../parts/assets.ts";
import { contentPolicy } from "../parts/content-policy.ts";
import { type Markup, markup } from "../parts/markup.ts";
import { describeEnvironment, describeRequirements, describeWaiver } from "./certificate-words.ts";
import { certificateId, type DsseEnvelope } from "./envelope.ts";
import { describeApplication, ephemeralNote, revisionOf, type Statement, statementOf } from "./statement.ts";

/** A certificate to print or to show: what it says, in words, and how to check it. It loads nothing from anywhere. */
export function certificatePage(envelope: DsseEnvelope): string {
  const statement = statementOf(envelope);
  const { claims, ephemeralKey } = statement.predicate;
  const application = describeApplication(statement);
  const style = readAssets("certificate/certificate.css");
  return markup`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
${contentPolicy({ style: style.text })}
<title>Certificate of ${application}</title>
<style>${style}</style>
<main>
<p class="kicker">Certificate of conformance</p>
<h1>${application}</h1>
<p class="claims">is certified for ${claims.join(", ")}.</p>
<table>
${rowsOf(statement, envelope).map(row)}</table>
${ephemeralKey ? markup`<p class="note">${ephemeralNote}</p>` : ""}
<p class="note">This page proves nothing; the signed certificate does: <code>assay verify certificate.json <span>--key PUBLIC_KEY</span></code></p>
</main>
</html>
`.text;
}

type CertificateRow = readonly [name: string, value: string | Markup];

function rowsOf(statement: Statement, envelope: DsseEnvelope): CertificateRow[] {
  const { subject, predicate } = statement;
  const { issued, expires, configuration, suite, waivers, environment } = predicate;
  return [
    ["Issued", day(issued)],
    ["Expires", day(expires)],
    ["Specification", configuration[0]?.name ?? ""],
    ["Its SHA-256", code(configuration[0]?.digest.sha256 ?? "")],
    // A revision has a number of its own where it changed what is asked of partners, and not the specification.
    ...(configuration[0]?.name.endsWith(` ${revisionOf(statement)}`)
      ? []
      : [["Revision", revisionOf(statement)] as const]),
    ["Requirements", describeRequirements(statement)],
    ...(environment ? [["Judged", describeEnvironment(environment)] as const] : []),
    ...(waivers ?? []).map((waiver) => ["Waiver", describeWaiver(waiver)] as const),
    ...(suite ? [["Judged by", describeSuite(suite)] as const] : []),
    ...subject.map(
      ({ name, digest }): CertificateRow => [
        `SHA-256 of ${name === "results.json" ? name : "the profile"}`,
        code(digest.sha256),
      ],
    ),
    ["Certificate", code(certificateId(envelope))],
    ["Signed by key", code(envelope.signatures.map(({ keyid }) => keyid).join(", "))],
  ];
}

const row = ([name, value]: CertificateRow): Markup => markup`<tr><th scope="row">${name}</th><td>${value}</td></tr>\n`;

const day = (time: string): string => time.slice(0, 10);

/** Digests and keys stand in characters of one width, so that they can be compared. */
const code = (text: string): Markup => markup`<code>${text}</code>`;
