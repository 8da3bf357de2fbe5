import { type Account, endAccount, listAccounts } from "../accounts/accounts.ts";
import { createApiToken, listApiTokens, revokeApiToken } from "../accounts/api-tokens.ts";
import { readAudit } from "../accounts/audit.ts";
import { createInvitation } from "../accounts/invitations.ts";
import { ConsoleRefusal } from "../accounts/refusal.ts";
import { envelopeOf, latestCertificate } from "../partners/certificates.ts";
import { readEvents } from "../partners/events.ts";
import { createHook, listHooks, removeHook } from "../partners/hooks.ts";
import { approve, readmit, revoke } from "../partners/life.ts";
import type { Partner } from "../partners/partners.ts";
import { createPartner, listPartners, partnerById, renewCredentials, saveProfile } from "../partners/partners.ts";
import { platformAddresses } from "../partners/platform.ts";
import { type KeptRun, readRecord, runById, runsOf } from "../runs/runs.ts";
import { listWorkers } from "../runs/workers.ts";
import { askVerification, createProvider, listProviders, removeProvider } from "../watch/providers.ts";
import { listRevisions, removeRevision, saveContract, saveRevision } from "../watch/revisions.ts";
import * as schemas from "./api-schemas.ts";
import { acceptBaseline, askNightly, askWatch, providerOf, setApproval } from "./operator-routes.ts";
import { askCertification, invite, share } from "./partner-acts.ts";
import { checkConnection, platformCredentials } from "./platform.ts";
import type { ConsoleRoute, OperationFacts, RouteCall } from "./route.ts";
import { endRun } from "./run-routes.ts";

const shownPartner = ({ context }: RouteCall, partner: Partner) => ({
  slug: partner.slug,
  name: partner.name,
  state: partner.state,
  has_profile: partner.profile_shown !== null,
  platform: platformAddresses(context.settings, partner),
  created_at: partner.created_at,
});

/** A run of the partner or the provider that a call is about. */
function shownRun({ partner }: Partial<Pick<RouteCall, "partner">>, run: KeptRun) {
  const { id, asked_by, claims, state, why, attempt, verdict, outcomes, created_at, finished_at } = run;
  return {
    id,
    partner: partner?.slug ?? null,
    provider: run.provider_id,
    asked_by,
    claims,
    state,
    why,
    attempt,
    verdict,
    outcomes,
    created_at,
    finished_at,
  };
}

const shownAccount = ({ id, email }: Account) => ({ id, email });

type Method = ConsoleRoute["method"];
type Doing = (call: RouteCall) => Promise<unknown>;

/** An operation that answers JSON. */
const operation = (
  method: Method,
  path: string,
  may: ConsoleRoute["may"],
  facts: OperationFacts,
  act: Doing,
  scope?: ConsoleRoute["scope"],
): ConsoleRoute => ({
  method,
  path: `/api${path}`,
  may,
  ...(scope ? { scope } : {}),
  operation: facts,
  act: async (call) => {
    const answer = await act(call);
    return { json: answer ?? { done: true }, status: facts.status ?? 200 };
  },
});

const body = schemas.object;
const text = { type: "string" };

/** The API: everything that people do in the browser, for machines. */
export const apiRoutes: readonly ConsoleRoute[] = [
  operation(
    "GET",
    "/account",
    "member",
    { id: "getAccount", summary: "Whose token this is", answer: schemas.account },
    async ({ actor, context }) => ({
      email: actor.email,
      role: actor.role,
      partner: actor.partnerId ? ((await partnerById(context.database, actor.partnerId))?.slug ?? null) : null,
      scope: actor.scope,
    }),
  ),
  operation(
    "GET",
    "/partners",
    "operator",
    { id: "listPartners", summary: "All partners", answer: schemas.listOf(schemas.partner) },
    async (call) => ({
      items: (await listPartners(call.context.database)).map((partner) => shownPartner(call, partner)),
    }),
  ),
  operation(
    "POST",
    "/partners",
    "operator",
    {
      id: "createPartner",
      summary: "Take in a partner, and make an invitation",
      body: body({ name: text }),
      status: 201,
      answer: schemas.object({ partner: schemas.partner, invitation: schemas.secret }),
    },
    async (call) => {
      const partner = await createPartner(call.context, call.actor, call.field("name"));
      const token = await createInvitation(call.context.database, "partner", partner.id);
      return { partner: shownPartner(call, partner), invitation: `${call.context.settings.publicUrl}/join/${token}` };
    },
  ),
  operation(
    "GET",
    "/partners/:partner",
    "own",
    { id: "getPartner", summary: "A partner", answer: schemas.partner },
    async (call) => shownPartner(call, call.partner),
  ),
  operation(
    "GET",
    "/partners/:partner/profile",
    "own",
    {
      id: "getProfile",
      summary: "The profile, without secrets",
      answer: schemas.object({ profile: { type: ["object", "null"] } }),
    },
    async ({ partner }) => ({ profile: partner.profile_shown }),
  ),
  operation(
    "PUT",
    "/partners/:partner/profile",
    "own",
    {
      id: "putProfile",
      summary: "Keep a profile, as YAML or JSON",
      body: body({ profile: { type: ["string", "object"] } }),
      answer: schemas.done,
    },
    async ({ context, actor, partner, field }) => saveProfile(context, actor, partner, field("profile")),
  ),
  operation(
    "POST",
    "/partners/:partner/connection",
    "own",
    {
      id: "checkConnection",
      summary: "Try every address of the application",
      answer: schemas.listOf(schemas.connection),
    },
    async (call) => ({ items: await checkConnection(call) }),
    "run",
  ),
  operation(
    "POST",
    "/partners/:partner/credentials",
    "own",
    {
      id: "renewCredentials",
      summary: "Make new tokens for the platform",
      answer: { type: "object", additionalProperties: text },
    },
    async ({ context, actor, partner }) => platformCredentials(await renewCredentials(context, actor, partner)),
  ),
  operation(
    "POST",
    "/partners/:partner/runs",
    "own",
    {
      id: "askRun",
      summary: 'Certify; "only": "failed" judges the claims that failed',
      body: body({ only: text }, []),
      status: 202,
      answer: schemas.run,
    },
    async (call) => shownRun(call, await askCertification(call, call.field("only"))),
    "run",
  ),
  operation(
    "GET",
    "/partners/:partner/runs",
    "own",
    { id: "listRuns", summary: "The latest runs", answer: schemas.listOf(schemas.run) },
    async (call) => ({
      items: (await runsOf(call.context.database, call.partner.id)).map((run) => shownRun(call, run)),
    }),
  ),
  operation(
    "GET",
    "/partners/:partner/events",
    "own",
    {
      id: "listPartnerEvents",
      summary: "What happened to a partner, and why",
      isPaged: true,
      answer: schemas.listOf(schemas.event),
    },
    async ({ context, partner, before }) => ({ items: await readEvents(context.database, partner.id, before) }),
  ),
  operation(
    "GET",
    "/partners/:partner/certificate",
    "own",
    { id: "getCertificate", summary: "The latest certificate (DSSE)", answer: schemas.certificate },
    async ({ context, partner }) => {
      const certificate = await latestCertificate(context.database, partner.id);
      if (!certificate) throw new ConsoleRefusal("not-found", "there is no certificate");
      return envelopeOf(certificate);
    },
  ),
  operation(
    "POST",
    "/partners/:partner/share",
    "own",
    { id: "sharePartner", summary: "Make a link to share", answer: schemas.object({ link: schemas.secret }) },
    async (call) => ({ link: await share(call) }),
  ),
  operation(
    "POST",
    "/partners/:partner/contracts",
    "own",
    {
      id: "addContract",
      summary: "Add a contract (a pact)",
      body: body({ pact: { type: ["string", "object"] } }),
      answer: schemas.done,
    },
    async ({ context, actor, partner, field }) => saveContract(context, actor, partner, field("pact")),
  ),
  operation(
    "GET",
    "/partners/:partner/accounts",
    "operator",
    { id: "listAccounts", summary: "The people of a partner", answer: schemas.listOf(schemas.person) },
    async ({ context, partner }) => ({ items: (await listAccounts(context.database, partner.id)).map(shownAccount) }),
  ),
  operation(
    "GET",
    "/operators",
    "operator",
    { id: "listOperators", summary: "The operators", answer: schemas.listOf(schemas.person) },
    async ({ context }) => ({ items: (await listAccounts(context.database, null)).map(shownAccount) }),
  ),
  operation(
    "DELETE",
    "/accounts/:account",
    "operator",
    { id: "endAccount", summary: "End somebody's account, with its sessions and tokens", answer: schemas.done },
    async ({ context, actor, param }) => void (await endAccount(context, actor, param("account"))),
  ),
  operation(
    "POST",
    "/partners/:partner/invitations",
    "operator",
    {
      id: "invite",
      summary: "Invite somebody of a partner",
      status: 201,
      answer: schemas.object({ invitation: schemas.secret }),
    },
    async (call) => ({ invitation: await invite(call) }),
  ),
  operation(
    "POST",
    "/partners/:partner/approval",
    "operator",
    {
      id: "approve",
      summary: "Approve a partner that passed; with a run, only if that is the latest",
      body: body({ run: text }, []),
      answer: schemas.done,
    },
    async ({ context, actor, partner, field }) => approve(context, actor, partner, field("run") || undefined),
  ),
  operation(
    "POST",
    "/partners/:partner/revocation",
    "operator",
    { id: "revoke", summary: "Revoke a certificate", body: body({ reason: text }), answer: schemas.done },
    async ({ context, actor, partner, field }) => revoke(context, actor, partner, field("reason")),
  ),
  operation(
    "POST",
    "/partners/:partner/readmission",
    "operator",
    { id: "readmit", summary: "Let a revoked partner be certified anew", answer: schemas.done },
    async ({ context, actor, partner }) => readmit(context, actor, partner),
  ),
  operation("GET", "/runs/:run", "own", { id: "getRun", summary: "A run", answer: schemas.run }, async (call) =>
    shownRun(call, (await runById(call.context.database, call.run.id)) ?? call.run),
  ),
  operation(
    "GET",
    "/runs/:run/results",
    "own",
    { id: "getResults", summary: "What a finished run found (results.json)", answer: schemas.results },
    async ({ context, run }) => {
      const record = await readRecord(context.database, run.id);
      if (!record) throw new ConsoleRefusal("not-found", "this run has no results");
      return JSON.parse(record.results) as unknown;
    },
  ),
  operation(
    "POST",
    "/runs/:run/end",
    "own",
    { id: "endRun", summary: "End a run that is not over", answer: schemas.done },
    endRun,
    "run",
  ),
  operation(
    "GET",
    "/events",
    "operator",
    { id: "listEvents", summary: "What happened, and why", isPaged: true, answer: schemas.listOf(schemas.event) },
    async ({ context, before }) => ({
      items: await readEvents(context.database, null, before),
    }),
  ),
  operation(
    "GET",
    "/providers",
    "operator",
    { id: "listProviders", summary: "Providers under watch", answer: schemas.listOf(schemas.provider) },
    async ({ context }) => ({
      items: (await listProviders(context.database)).map(({ baseline: _baseline, ...rest }) => rest),
    }),
  ),
  operation(
    "POST",
    "/providers",
    "operator",
    {
      id: "watchProvider",
      summary: "Put a provider under watch",
      body: body({ profile: text, schedule: text }),
      status: 201,
      answer: schemas.provider,
    },
    async ({ context, actor, field }) => {
      const { baseline: _baseline, ...provider } = await createProvider(context, actor, {
        text: field("profile"),
        schedule: field("schedule"),
      });
      return provider;
    },
  ),
  operation(
    "POST",
    "/providers/:provider/runs",
    "operator",
    { id: "judgeProvider", summary: "Judge a provider now", status: 202, answer: schemas.run },
    async (call) => shownRun(call, await askWatch(call, await providerOf(call))),
    "run",
  ),
  operation(
    "POST",
    "/providers/:provider/baseline",
    "operator",
    { id: "acceptBaseline", summary: "Take the latest run as the baseline", answer: schemas.done },
    async (call) => acceptBaseline(call, await providerOf(call)),
  ),
  operation(
    "POST",
    "/providers/:provider/contracts",
    "operator",
    {
      id: "verifyContracts",
      summary: "Replay the partners' contracts against a provider; the list of providers says what came of it",
      status: 202,
      answer: schemas.done,
    },
    async (call) => askVerification(call.context, call.actor, await providerOf(call)),
    "run",
  ),
  operation(
    "DELETE",
    "/providers/:provider",
    "operator",
    { id: "endWatch", summary: "End the watch over a provider", answer: schemas.done },
    async (call) => removeProvider(call.context, call.actor, await providerOf(call)),
  ),
  operation(
    "GET",
    "/revisions",
    "operator",
    {
      id: "listRevisions",
      summary: "Revisions of the API, and whom they break",
      answer: schemas.listOf(schemas.revision),
    },
    async ({ context }) => ({
      items: await listRevisions(context.database),
    }),
  ),
  operation(
    "POST",
    "/revisions",
    "operator",
    {
      id: "addRevision",
      summary: "Hold all contracts against a revision",
      body: body({ name: text, document: text }),
      status: 202,
      answer: schemas.revision,
    },
    async ({ context, actor, field }) =>
      saveRevision(context, actor, { name: field("name"), document: field("document") }),
  ),
  operation(
    "DELETE",
    "/revisions/:revision",
    "operator",
    { id: "removeRevision", summary: "Remove a revision", answer: schemas.done },
    async ({ context, actor, param }) => removeRevision(context, actor, param("revision")),
  ),
  operation(
    "GET",
    "/audit",
    "operator",
    { id: "listAudit", summary: "Who did what", isPaged: true, answer: schemas.listOf(schemas.audit) },
    async ({ context, before }) => ({
      items: await readAudit(context.database, before),
    }),
  ),
  operation(
    "GET",
    "/workers",
    "operator",
    { id: "listWorkers", summary: "Workers, and when they were seen", answer: schemas.listOf(schemas.worker) },
    async ({ context }) => ({
      items: await listWorkers(context.database),
    }),
  ),
  operation(
    "POST",
    "/nightly",
    "operator",
    { id: "askNightly", summary: "Ask for the nightly runs now", answer: schemas.done },
    askNightly,
    "run",
  ),
  operation(
    "PUT",
    "/settings/approval",
    "operator",
    {
      id: "setApproval",
      summary: "Who issues first certificates",
      body: body({ approval: { enum: ["at once", "by an operator"] } }),
      answer: schemas.done,
    },
    setApproval,
  ),
  operation(
    "GET",
    "/hooks",
    "operator",
    { id: "listHooks", summary: "Webhooks", answer: schemas.listOf(schemas.hook) },
    async ({ context }) => ({ items: await listHooks(context.database) }),
  ),
  operation(
    "POST",
    "/hooks",
    "operator",
    {
      id: "addHook",
      summary: "Send events to an address",
      body: body({ url: text }),
      status: 201,
      answer: schemas.object({ id: text, url: text, secret: schemas.secret }),
    },
    async ({ context, actor, field }) => createHook(context, actor, field("url")),
  ),
  operation(
    "DELETE",
    "/hooks/:hook",
    "operator",
    { id: "removeHook", summary: "Remove a webhook", answer: schemas.done },
    async ({ context, actor, param }) => removeHook(context, actor, param("hook")),
  ),
  operation(
    "GET",
    "/tokens",
    "member",
    { id: "listTokens", summary: "Your tokens", answer: schemas.listOf(schemas.token) },
    async ({ context, actor }) => ({
      items: await listApiTokens(context.database, actor),
    }),
  ),
  operation(
    "POST",
    "/tokens",
    "member",
    {
      id: "createToken",
      summary: "Make a token",
      body: body({ name: text, scope: text, days: { type: "integer" } }),
      status: 201,
      answer: schemas.object({ id: text, token: schemas.secret, expires_at: { type: "string", format: "date-time" } }),
    },
    async ({ context, actor, field }) =>
      createApiToken(context.database, actor, {
        name: field("name"),
        scope: field("scope"),
        days: Number(field("days")),
      }),
  ),
  operation(
    "DELETE",
    "/tokens/:token",
    "member",
    { id: "revokeToken", summary: "Revoke a token of yours", answer: schemas.done },
    async ({ context, actor, param }) => revokeApiToken(context.database, actor, param("token")),
  ),
];
