import { keyId } from "../../../reports/certificate/envelope.ts";
import { listAccounts } from "../../accounts/accounts.ts";
import { readAudit, writeAudit } from "../../accounts/audit.ts";
import { listInvitations } from "../../accounts/invitations.ts";
import { eventKinds, readEvents } from "../../messages/events.ts";
import { auditPage, settingsPage, workersPage } from "../../pages/operator.ts";
import { eventsPage } from "../../pages/partners.ts";
import { trendsPage } from "../../pages/trends.ts";
import { directoryModes, directorySetting } from "../../partners/directory.ts";
import { approvalModes, approvalSetting } from "../../partners/life.ts";
import { rotateSigningKey, signingKeys } from "../../partners/signing.ts";
import { retentionSetting } from "../../runs/retention.ts";
import { nightlySetting } from "../../runs/runs.ts";
import { readTrends } from "../../runs/trends.ts";
import { listWorkers } from "../../runs/workers.ts";
import { readSetting, writeSetting } from "../../store/settings.ts";
import { nightly } from "../../work/schedules.ts";
import { action, deed, onePage, type RouteReply } from "../action.ts";
import * as schemas from "../api-schemas.ts";
import { beforeLine, integer, oneOf, optional, text } from "../fields.ts";

const search = optional(text(100));
const back = (): RouteReply => ({ redirect: "/settings" });

/** The service itself: what happened, who works, and how it is set up; for operators. */
export const serviceActions = [
  action({
    at: "GET /events",
    id: "listEvents",
    summary: "What happened, and why",
    may: "operator",
    takes: { before: beforeLine, search, kind: optional(oneOf(eventKinds)) },
    gives: schemas.listOf(schemas.event),
    act: async ({ context }, given) => ({ items: await readEvents(context.database, null, given) }),
    page: ({ items }, _, given) => ({ page: eventsPage(items, given) }),
  }),
  action({
    at: "GET /audit",
    id: "listAudit",
    summary: "Who did what",
    may: "operator",
    takes: { before: beforeLine, search },
    gives: schemas.listOf(schemas.audit),
    act: async ({ context }, given) => ({ items: await readAudit(context.database, given) }),
    page: ({ items }, _, given) => ({ page: auditPage(items, given) }),
  }),
  action({
    at: "GET /workers",
    id: "listWorkers",
    summary: "Workers, and when they were seen",
    may: "operator",
    gives: schemas.listOf(schemas.worker),
    act: async ({ context }) => ({ items: await listWorkers(context.database) }),
    page: async ({ items }, { context: { database, queue } }) => ({
      page: workersPage(items, await queue.sizes(), await readSetting(database, nightlySetting)),
    }),
  }),
  onePage("GET /settings", "operator", async ({ context, actor }) => {
    const { database } = context;
    const known = await database.transaction((sql) => signingKeys(context, sql));
    const keys = known.map(({ publicKey, from }) => `${keyId(publicKey)} since ${from.toISOString().slice(0, 10)}`);
    const approval = (await readSetting(database, approvalSetting)) ?? "at once";
    const directory = (await readSetting(database, directorySetting)) ?? "closed";
    const retention = (await readSetting(database, retentionSetting)) ?? {};
    const [people, invitations] = [await listAccounts(database, null), await listInvitations(database, null)];
    return { page: settingsPage(actor, { people, invitations, approval, directory, retention, keys }) };
  }),
  deed(back, {
    at: "PUT /settings/approval",
    id: "setApproval",
    summary: "Who issues first certificates",
    may: "operator",
    audit: "set approvals",
    takes: { approval: oneOf(approvalModes) },
    async act({ context, actor }, { approval }) {
      await writeSetting(context.database, approvalSetting, approval);
      await writeAudit(context.database, actor, { about: approval });
    },
  }),
  deed(back, {
    at: "PUT /settings/directory",
    id: "setDirectory",
    summary: "Whether everybody may see which applications are certified",
    may: "operator",
    audit: "set the directory",
    takes: { directory: oneOf(directoryModes) },
    async act({ context, actor }, { directory }) {
      await writeSetting(context.database, directorySetting, directory);
      await writeAudit(context.database, actor, { about: directory });
    },
  }),
  deed(back, {
    at: "PUT /settings/retention",
    id: "setRetention",
    summary: "For how many days runs stay, and how many of each partner; without a number, all",
    may: "operator",
    audit: "set what is pruned",
    takes: { days: optional(integer(2, 36_500)), runs: optional(integer(1, 100_000)) },
    async act({ context, actor }, retention) {
      await writeSetting(context.database, retentionSetting, retention);
      await writeAudit(context.database, actor, { about: JSON.stringify(retention) });
    },
  }),
  action({
    at: "GET /trends",
    id: "getTrends",
    summary: "How the nightly runs of each day of a month came out, and what failed most in a week",
    may: "operator",
    gives: schemas.trends,
    act: ({ context }) => readTrends(context.database),
    page: (trends) => ({ page: trendsPage(trends) }),
  }),
  deed(back, {
    at: "POST /settings/keys",
    id: "rotateKey",
    summary: "Sign with a new key from now on",
    may: "operator",
    audit: "made a new signing key",
    act: ({ context, actor }) =>
      context.database.transaction(async (sql) => {
        await rotateSigningKey(context, sql);
        await writeAudit(sql, actor);
      }),
  }),
  deed("/partners", {
    at: "POST /nightly",
    pageAt: "/settings/nightly",
    id: "askNightly",
    summary: "Ask for the nightly runs now",
    may: "operator",
    scope: "run",
    limit: "ask for a run",
    audit: "asked for the nightly runs",
    async act({ context, actor }) {
      await nightly(context, { isOfAll: true });
      await writeAudit(context.database, actor);
    },
  }),
];
