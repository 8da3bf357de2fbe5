import { baselineOf } from "../../../regression/baseline/baseline.ts";
import { loadOperations } from "../../../specs/operations.ts";
import { writeAudit } from "../../accounts/audit.ts";
import { ConsoleRefusal } from "../../accounts/refusal.ts";
import { providerPage, providersPage, revisionsPage } from "../../pages/operator.ts";
import { listPartners } from "../../partners/partners.ts";
import { longestProfile } from "../../partners/profile.ts";
import { askRun, latestRuns, readRecord, runsOf, unpackedEntries } from "../../runs/runs.ts";
import {
  askVerification,
  createProvider,
  listProviders,
  removeProvider,
  watchSchedules,
  writeBaseline,
} from "../../watch/providers.ts";
import { listRevisions, longestDocument, removeRevision, saveRevision } from "../../watch/revisions.ts";
import { action, deed, type RouteCall, type RouteReply } from "../action.ts";
import * as schemas from "../api-schemas.ts";
import { document, oneOf, optional, text } from "../fields.ts";
import { maxBytes } from "./partners.ts";

const back = (_: unknown, { provider }: RouteCall): RouteReply => ({ redirect: `/providers/${provider.id}` });

/** Which partners a page shows beside what it is about. */
const partnerQuery = { search: optional(text(100)), after: optional(text(100)) };

/** Providers under watch, and revisions of the API: for operators. */
export const watchActions = [
  action({
    at: "GET /providers",
    id: "listProviders",
    summary: "Providers under watch",
    may: "operator",
    takes: { ...partnerQuery, schedule: optional(oneOf(watchSchedules)) },
    gives: schemas.listOf(schemas.provider),
    act: async ({ context }, given) => ({ items: await listProviders(context.database, given) }),
    async page({ items }, { context, actor }, given) {
      const runs = await latestRuns(
        context.database,
        items.map(({ id }) => id),
      );
      return {
        page: providersPage(
          actor,
          items.map((provider) => ({ provider, latest: runs.get(provider.id) })),
          given,
        ),
      };
    },
  }),
  action({
    at: "POST /providers",
    id: "watchProvider",
    summary: "Put a provider under watch",
    may: "operator",
    audit: "put a provider under watch",
    maxBytes: maxBytes.profile,
    takes: { profile: text(longestProfile), schedule: oneOf(watchSchedules) },
    status: 201,
    gives: schemas.provider,
    act: ({ context, actor }, { profile, schedule }) => createProvider(context, actor, { text: profile, schedule }),
    page: ({ id }) => ({ redirect: `/providers/${id}` }),
  }),
  action({
    at: "GET /providers/:provider",
    may: "operator",
    takes: partnerQuery,
    async act({ context: { database }, provider: { id, contracts } }, query) {
      const among = contracts && "partners" in contracts ? Object.keys(contracts.partners) : [];
      return { runs: await runsOf(database, id), partners: await listPartners(database, query, among), query };
    },
    page: (facts, { actor, provider }) => ({ page: providerPage(actor, provider, facts) }),
  }),
  action({
    at: "POST /providers/:provider/runs",
    id: "judgeProvider",
    summary: "Judge a provider now",
    may: "operator",
    scope: "run",
    limit: "ask for a run",
    audit: "asked for a run",
    status: 202,
    gives: schemas.run,
    act: ({ context, actor, provider }) =>
      context.database.transaction(async (sql) => {
        await writeAudit(sql, actor, { about: provider.name });
        return askRun(context, sql, { providerId: provider.id, askedBy: "operator" });
      }),
    page: ({ id }) => ({ redirect: `/runs/${id}` }),
  }),
  deed(back, {
    at: "POST /providers/:provider/baseline",
    id: "acceptBaseline",
    summary: "Take the latest run as the baseline",
    may: "operator",
    audit: "took a new baseline",
    async act({ context: { database }, actor, provider }) {
      const latest = (await runsOf(database, provider.id)).find(({ state }) => state === "finished");
      const record = latest && (await readRecord(database, latest.id));
      if (!record?.journal) throw new ConsoleRefusal("conflict", "there is no finished run to take it from");
      await writeBaseline(database, provider.id, baselineOf(unpackedEntries(record.journal), loadOperations()));
      await writeAudit(database, actor, { about: provider.name });
    },
  }),
  deed(back, {
    at: "POST /providers/:provider/contracts",
    id: "verifyContracts",
    summary: "Replay the partners' contracts against a provider; the list of providers says what came of it",
    may: "operator",
    scope: "run",
    limit: "ask for a run",
    audit: "had contracts verified",
    status: 202,
    act: ({ context, actor, provider }) => askVerification(context, actor, provider),
  }),
  deed("/providers", {
    at: "DELETE /providers/:provider",
    id: "endWatch",
    summary: "End the watch over a provider",
    may: "operator",
    audit: "ended the watch over a provider",
    act: ({ context, actor, provider }) => removeProvider(context, actor, provider),
  }),
  action({
    at: "GET /revisions",
    id: "listRevisions",
    summary: "Revisions of the API, and whom they break",
    may: "operator",
    takes: partnerQuery,
    gives: schemas.listOf(schemas.revision),
    act: async ({ context }) => ({ items: await listRevisions(context.database) }),
    page: async ({ items }, { context, actor }, query) => ({
      page: revisionsPage(actor, items, await listPartners(context.database, query), query),
    }),
  }),
  action({
    at: "POST /revisions",
    id: "addRevision",
    summary: "Check all contracts against a revision",
    may: "operator",
    audit: "added a revision",
    maxBytes: maxBytes.document,
    takes: { name: text(), document: document(longestDocument) },
    status: 202,
    gives: schemas.revision,
    act: ({ context, actor }, given) => saveRevision(context, actor, given),
    page: () => ({ redirect: "/revisions" }),
  }),
  deed("/revisions", {
    at: "DELETE /revisions/:revision",
    id: "removeRevision",
    summary: "Remove a revision",
    may: "operator",
    audit: "removed a revision",
    act: ({ context, actor, param }) => removeRevision(context, actor, param("revision")),
  }),
];
