import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resultsFrom } from "../../record/from-journal.ts";
import type { Entry } from "../../record/journal.ts";
import { begin, end, exchange, finding } from "../../record/testing/runs.ts";
import { loadLedger } from "../../specs/ledger.ts";
import { recordOf } from "../routes/run-files.ts";
import { type TestConsole, testConsole } from "../testing/served.ts";
import { type Flips, listFlips } from "./flips.ts";

const partners = 300;
/** A clause that a later suite adds, on trial at first; every third application breaks it. */
const [old, added] = ["AUTH-16", "AUTH-21"] as const;
const breaksAdded = (index: number) => index % 3 === 0;

const stricter = loadLedger().map((requirement) =>
  requirement.id === added ? { ...requirement, status: "trial" as const } : requirement,
);
const earlier = stricter.filter(({ id }) => id !== added);

const journalOf = (isBroken: boolean): Entry[] => [
  begin({ judges: "partner", only: [old, added] }),
  exchange("e-1"),
  { kind: "judged", ids: [old, added] },
  ...(isBroken ? [finding(added, "e-1")] : []),
  end,
];

let served: TestConsole;
const everything = (columns: string, table: string) =>
  served.context.database.query(`SELECT ${columns} FROM assay.${table} ORDER BY id`);

beforeAll(async () => {
  served = await testConsole({ atOnce: 0 });
  const { database } = served.context;
  await database.query(
    "INSERT INTO assay.partners (slug, name, slot, state) SELECT 'p' || n, 'P' || n, 100 + n, 'certified' FROM generate_series(0, $1::int - 1) n",
    [partners],
  );
  for (const isBroken of [true, false]) {
    const entries = journalOf(isBroken);
    await database.query(
      `INSERT INTO assay.runs (partner_id, asked_by, state, verdict, outcomes, results, journal, job_id, finished_at)
       SELECT id, 'nightly', 'finished', 'pass', '{}', $2, CASE WHEN slug = 'p1' THEN NULL ELSE $3::bytea END, gen_random_uuid(), now()
       FROM assay.partners WHERE (slot % 3 = 1) = $1`,
      [
        isBroken,
        JSON.stringify(resultsFrom(entries, earlier)),
        gzipSync(entries.map((entry) => JSON.stringify(entry)).join("\n")),
      ],
    );
  }
});
afterAll(() => served?.close());

test("a record of a form that this assay does not know says so on its page, and keeps no other from being judged again", async () => {
  const { database } = served.context;
  const [other] = await database.query<{ id: string; results: string }>(
    "SELECT r.id, r.results FROM assay.runs r JOIN assay.partners p ON p.id = r.partner_id WHERE p.slug = 'p2'",
  );
  const write = (results: string | undefined) =>
    database.query("UPDATE assay.runs SET results = $2 WHERE id = $1", [other?.id, results]);
  await write('{"format": "assay-results/0"}');
  const page = await served.operator.get(`/runs/${other?.id}`);
  expect([page.status, /results: \w+: it is missing/.test(page.text)]).toEqual([422, true]);
  const flips = await listFlips(database, (id) => recordOf(database, id), { search: "P2" }, stricter);
  expect([flips.judged, flips.without_journal]).toEqual([99, 1]);
  await write(other?.results);
});

test("a stricter suite changes no state of 300 partners, and every flip is listed with its reason", async () => {
  const { database } = served.context;
  const state = async () => [
    await everything("state", "partners"),
    await everything("verdict, results", "runs"),
    await everything("status", "certificates"),
  ];
  const before = await state();
  const pages: Flips[] = [];
  for (let after: string | null = ""; after !== null; after = pages.at(-1)?.next ?? null)
    pages.push(await listFlips(database, (id) => recordOf(database, id), { after }, stricter));
  expect(await state()).toEqual(before);
  const sum = (count: (flips: Flips) => number) => pages.reduce((total, flips) => total + count(flips), 0);
  expect([sum(({ judged }) => judged), sum(({ without_journal }) => without_journal)]).toEqual([partners - 1, 1]);
  const items = pages.flatMap((flips) => flips.items);
  expect(items.map(({ partner }) => partner).toSorted()).toEqual(
    Array.from({ length: partners }, (_, index) => index)
      .filter(breaksAdded)
      .map((index) => `p${index}`)
      .toSorted(),
  );
  for (const { then, now, promoted, failing } of items) {
    // On trial it only warns; once it counts, it fails.
    expect([then, now, promoted]).toEqual(["pass", "pass", "fail"]);
    expect(failing).toEqual([{ id: added, reason: expect.stringContaining("found 1, expected 2") }]);
  }
});

test("operators see on a page what the present suite would change", async () => {
  const read = async (query: string) => (await served.operator.get(`/flips${query}`)).text;
  const first = await read("");
  expect(first).toContain("99 judged again, 1 without a journal; 33 would change");
  expect(first).toContain("?after=p188");
  expect(await read("?search=P29")).toContain("11 judged again; 3 would change");
  expect((await served.visitor().api("GET", "/flips")).status).toBe(401);
});
