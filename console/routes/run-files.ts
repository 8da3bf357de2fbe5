import { packageManifest } from "../../base/package-manifest.ts";
import { entriesOf } from "../../record/journal.ts";
import { resultsOf } from "../../record/results.ts";
import type { RunRecord } from "../../record/run-folder.ts";
import { junit } from "../../reports/junit.ts";
import { markdown } from "../../reports/markdown.ts";
import { page } from "../../reports/page/page.ts";
import { har } from "../../reports/parts/har.ts";
import { scriptsOf } from "../../reports/repro/write-repros.ts";
import { withPartnerCauses } from "../../suites/partner/causes.ts";
import { ConsoleRefusal } from "../accounts/refusal.ts";
import { readRecord, unpackedEntries } from "../runs/runs.ts";
import type { Sql } from "../store/database.ts";
import type { RouteReply } from "./action.ts";

const json = "application/json";

/** The record of a finished run, as a folder of `assay certify` or `assay run` has it. */
export async function recordOf(sql: Sql, id: string): Promise<(RunRecord & { text: string }) | undefined> {
  const kept = await readRecord(sql, id);
  if (!kept) return undefined;
  const entries = unpackedEntries(kept.journal);
  return {
    // That a run passed is no certificate yet.
    ...withPartnerCauses({ results: { ...resultsOf(kept.results), certifies: false }, entries }),
    text: kept.results,
  };
}

/** A file of a run's record. */
export async function runFile(sql: Sql, id: string, name: string): Promise<RouteReply> {
  const record = await recordOf(sql, id);
  const [, requirement] = /^([A-Z]+-\d+)\.sh$/.exec(name) ?? [];
  const script = record && requirement && scriptsOf(record).get(requirement);
  if (script) return { text: script, type: "text/x-shellscript", file: name };
  const make = record && Object.hasOwn(makers, name) ? makers[name] : undefined;
  if (!record || !make) throw new ConsoleRefusal("not-found", "there is no such file of this run");
  if (ofJournal.has(name) && record.entries.length === 0)
    throw new ConsoleRefusal("not-found", "the journal of this run is no longer kept; certify again for a new one");
  return make(record);
}

/** Files that show nothing but what is in the journal. */
const ofJournal: ReadonlySet<string> = new Set(["exchanges.har", "journal.jsonl"]);

const makers: Record<string, (record: RunRecord & { text: string }) => RouteReply> = {
  "index.html": (record) => ({
    text: page(record, [
      { file: "exchanges.har", title: "HAR" },
      { file: "junit.xml", title: "JUnit" },
    ]),
    type: "text/html; charset=utf-8",
    isFrame: true,
  }),
  "results.json": ({ text }) => ({ text, type: json, file: "results.json" }),
  "junit.xml": ({ results }) => ({ text: junit(results), type: "application/xml", file: "junit.xml" }),
  "summary.md": ({ results }) => ({ text: markdown(results), type: "text/markdown", file: "summary.md" }),
  "exchanges.har": ({ entries }) => ({
    text: har(entriesOf(entries, "exchange"), packageManifest().version),
    type: json,
    file: "exchanges.har",
  }),
  "journal.jsonl": ({ entries }) => ({
    text: entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""),
    type: "application/x-ndjson",
    file: "journal.jsonl",
  }),
};
