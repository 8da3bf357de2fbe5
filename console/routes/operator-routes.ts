import { gunzipSync } from "node:zlib";
import type { Entry } from "../../record/journal.ts";
import { baselineOf } from "../../regression/baseline/baseline.ts";
import { keyId } from "../../reports/certificate/envelope.ts";
import { loadOperations } from "../../specs/operations.ts";
import { endAccount, listAccounts } from "../accounts/accounts.ts";
import { createApiToken, listApiTokens, revokeApiToken } from "../accounts/api-tokens.ts";
import { readAudit, writeAudit } from "../accounts/audit.ts";
import { createInvitation } from "../accounts/invitations.ts";
import { ConsoleRefusal } from "../accounts/refusal.ts";
import { endSession, sessionTokenIn } from "../accounts/sessions.ts";
import {
  auditPage,
  providerPage,
  providersPage,
  revisionsPage,
  secretPage,
  settingsPage,
  tokensPage,
  workersPage,
} from "../pages/operator.ts";
import { eventsPage } from "../pages/partners.ts";
import { readEvents } from "../partners/events.ts";
import { createHook, listHooks, removeHook } from "../partners/hooks.ts";
import { approvalSetting } from "../partners/life.ts";
import { listPartners, partnerById } from "../partners/partners.ts";
import { readSetting, writeSetting } from "../partners/settings.ts";
import { rotateSigningKey, signingKeys } from "../partners/signing.ts";
import { askRun, type KeptRun, latestRuns, nightlySetting, readRecord, runsOf } from "../runs/runs.ts";
import { listWorkers } from "../runs/workers.ts";
import {
  askVerification,
  createProvider,
  findProvider,
  listProviders,
  removeProvider,
  type WatchedProvider,
  writeBaseline,
} from "../watch/providers.ts";
import { listRevisions, removeRevision, saveRevision } from "../watch/revisions.ts";
import { nightly } from "../work/schedules.ts";
import { homeOf } from "./partner-acts.ts";
import type { ConsoleRoute, RouteCall, RouteReply } from "./route.ts";

const to = (redirect: string): RouteReply => ({ redirect });

/** The provider that an address names. */
export async function providerOf({ context, param }: RouteCall): Promise<WatchedProvider> {
  const provider = await findProvider(context.database, param("provider"));
  if (!provider) throw new ConsoleRefusal("not-found", "there is no such provider");
  return provider;
}

/** Asks for a run of a provider. */
export const askWatch = ({ context, actor }: RouteCall, provider: WatchedProvider): Promise<KeptRun> =>
  context.database.transaction(async (sql) => {
    await writeAudit(sql, actor, "asked for a run", { about: provider.name });
    return askRun(context, sql, { providerId: provider.id, askedBy: "operator" });
  });

/** Asks for the nightly runs now. */
export async function askNightly({ context, actor }: RouteCall): Promise<void> {
  await nightly(context);
  await writeAudit(context.database, actor, "asked for the nightly runs");
}

/** What the latest run of a provider saw is its baseline from now on. */
export async function acceptBaseline({ context, actor }: RouteCall, provider: WatchedProvider): Promise<void> {
  const latest = (await runsOf(context.database, provider.id)).find(({ state }) => state === "finished");
  const record = latest && (await readRecord(context.database, latest.id));
  if (!record?.journal) throw new ConsoleRefusal("conflict", "there is no finished run to take it from");
  const lines = gunzipSync(record.journal).toString("utf8").split("\n").filter(Boolean);
  const entries = lines.map((line) => JSON.parse(line) as Entry);
  await writeBaseline(context.database, provider.id, baselineOf(entries, loadOperations()));
  await writeAudit(context.database, actor, "took a new baseline", { about: provider.name });
}

/** What operators do besides partners; and what everybody does who is signed in. */
export const operatorRoutes: readonly ConsoleRoute[] = [
  { method: "GET", path: "/", may: "member", act: async (call) => to(await homeOf(call)) },
  {
    method: "POST",
    path: "/sign-out",
    may: "member",
    async act({ context, header }) {
      const token = sessionTokenIn(header("cookie"), context.settings.publicUrl);
      if (token) await endSession(context.database, token);
      return { redirect: "/sign-in", session: "" };
    },
  },
  {
    method: "GET",
    path: "/tokens",
    may: "member",
    act: async ({ context, actor }) => ({ page: tokensPage(actor, await listApiTokens(context.database, actor)) }),
  },
  {
    method: "POST",
    path: "/tokens",
    may: "member",
    async act({ context, actor, field }) {
      const made = await createApiToken(context.database, actor, {
        name: field("name"),
        scope: field("scope"),
        days: Number(field("days")),
      });
      return {
        page: secretPage(
          "Your token",
          "Use it as Authorization: Bearer TOKEN. It is not shown again.",
          made.token,
          "/tokens",
        ),
      };
    },
  },
  {
    method: "POST",
    path: "/tokens/:token/end",
    may: "member",
    async act({ context, actor, param }) {
      await revokeApiToken(context.database, actor, param("token"));
      return to("/tokens");
    },
  },
  {
    method: "GET",
    path: "/providers",
    may: "operator",
    async act({ context, actor }) {
      const runs = await latestRuns(context.database);
      const all = (await listProviders(context.database)).map((provider) => ({
        provider,
        latest: runs.get(provider.id),
      }));
      return { page: providersPage(actor, all) };
    },
  },
  {
    method: "POST",
    path: "/providers",
    may: "operator",
    act: async ({ context, actor, field }) =>
      to(
        `/providers/${(await createProvider(context, actor, { text: field("profile"), schedule: field("schedule") })).id}`,
      ),
  },
  {
    method: "GET",
    path: "/providers/:provider",
    may: "operator",
    async act(call) {
      const provider = await providerOf(call);
      const { database } = call.context;
      const [runs, partners] = [await runsOf(database, provider.id), await listPartners(database)];
      return { page: providerPage(call.actor, provider, { runs, partners }) };
    },
  },
  {
    method: "POST",
    path: "/providers/:provider/runs",
    may: "operator",
    act: async (call) => to(`/runs/${(await askWatch(call, await providerOf(call))).id}`),
  },
  {
    method: "POST",
    path: "/providers/:provider/baseline",
    may: "operator",
    async act(call) {
      const provider = await providerOf(call);
      await acceptBaseline(call, provider);
      return to(`/providers/${provider.id}`);
    },
  },
  {
    method: "POST",
    path: "/providers/:provider/contracts",
    may: "operator",
    async act(call) {
      const provider = await providerOf(call);
      await askVerification(call.context, call.actor, provider);
      return to(`/providers/${provider.id}`);
    },
  },
  {
    method: "POST",
    path: "/providers/:provider/end",
    may: "operator",
    async act(call) {
      await removeProvider(call.context, call.actor, await providerOf(call));
      return to("/providers");
    },
  },
  {
    method: "GET",
    path: "/revisions",
    may: "operator",
    act: async ({ context, actor }) => ({
      page: revisionsPage(actor, await listRevisions(context.database), await listPartners(context.database)),
    }),
  },
  {
    method: "POST",
    path: "/revisions",
    may: "operator",
    async act({ context, actor, field }) {
      await saveRevision(context, actor, { name: field("name"), document: field("document") });
      return to("/revisions");
    },
  },
  {
    method: "POST",
    path: "/revisions/:revision/end",
    may: "operator",
    async act({ context, actor, param }) {
      await removeRevision(context, actor, param("revision"));
      return to("/revisions");
    },
  },
  {
    method: "GET",
    path: "/events",
    may: "operator",
    act: async ({ context, before }) => ({ page: eventsPage(await readEvents(context.database, null, before)) }),
  },
  {
    method: "GET",
    path: "/audit",
    may: "operator",
    act: async ({ context, before }) => ({ page: auditPage(await readAudit(context.database, before)) }),
  },
  {
    method: "GET",
    path: "/workers",
    may: "operator",
    act: async ({ context: { database, queue } }) => ({
      page: workersPage(
        await listWorkers(database),
        await queue.sizes(),
        await readSetting<string>(database, nightlySetting),
      ),
    }),
  },
  {
    method: "GET",
    path: "/settings",
    may: "operator",
    async act({ context, actor }) {
      const known = await context.database.transaction((sql) => signingKeys(context, sql));
      const keys = known.map(({ publicKey, from }) => `${keyId(publicKey)} since ${from.toISOString().slice(0, 10)}`);
      const approval = (await readSetting<string>(context.database, approvalSetting)) ?? "at once";
      const { database } = context;
      const facts = { hooks: await listHooks(database), operators: await listAccounts(database, null), approval, keys };
      return { page: settingsPage(actor, facts) };
    },
  },
  {
    method: "POST",
    path: "/settings/approval",
    may: "operator",
    async act(call) {
      await setApproval(call);
      return to("/settings");
    },
  },
  {
    method: "POST",
    path: "/settings/keys",
    may: "operator",
    async act({ context, actor }) {
      await context.database.transaction(async (sql) => {
        await rotateSigningKey(context, sql);
        await writeAudit(sql, actor, "made a new signing key");
      });
      return to("/settings");
    },
  },
  {
    method: "POST",
    path: "/settings/nightly",
    may: "operator",
    async act(call) {
      await askNightly(call);
      return to("/partners");
    },
  },
  {
    method: "POST",
    path: "/hooks",
    may: "operator",
    async act({ context, actor, field }) {
      const { secret } = await createHook(context, actor, field("url"));
      return {
        page: secretPage(
          "The secret of the webhook",
          "Events are signed with it (X-Assay-Signature). It is not shown again.",
          secret,
          "/settings",
        ),
      };
    },
  },
  {
    method: "POST",
    path: "/hooks/:hook/end",
    may: "operator",
    async act({ context, actor, param }) {
      await removeHook(context, actor, param("hook"));
      return to("/settings");
    },
  },
  {
    method: "POST",
    path: "/accounts/:account/end",
    may: "operator",
    async act({ context, actor, param }) {
      const { partner_id } = await endAccount(context, actor, param("account"));
      const partner = partner_id && (await partnerById(context.database, partner_id));
      return to(partner ? `/partners/${partner.slug}` : "/settings");
    },
  },
  {
    method: "POST",
    path: "/operators",
    may: "operator",
    async act({ context, actor }) {
      const link = `${context.settings.publicUrl}/join/${await createInvitation(context.database, "operator", null)}`;
      await writeAudit(context.database, actor, "invited an operator");
      return {
        page: secretPage(
          "Invitation for an operator",
          "It works once, for seven days, and is not shown again.",
          link,
          "/settings",
        ),
      };
    },
  },
];

/** Who issues first certificates. */
export async function setApproval({ context, actor, field }: RouteCall): Promise<void> {
  const approval = field("approval");
  if (approval !== "at once" && approval !== "by an operator")
    throw new ConsoleRefusal("bad-input", 'approval is "at once" or "by an operator"', "approval");
  await writeSetting(context.database, approvalSetting, approval);
  await writeAudit(context.database, actor, "set approvals", { about: approval });
}
