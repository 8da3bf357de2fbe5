import { outcomes } from "../../../record/outcomes.ts";
import { statementOf } from "../../../reports/certificate/statement.ts";
import { listAccounts } from "../../accounts/accounts.ts";
import { createInvitation, listInvitations } from "../../accounts/invitations.ts";
import { ConsoleRefusal } from "../../accounts/refusal.ts";
import { eventKinds, readEvents } from "../../messages/events.ts";
import { connectionPage, credentialsPage, notesPage, partnerPage, sharePage } from "../../pages/partner.ts";
import { eventsPage, invitationPage, type ListedPartner, partnersPage, requirementPage } from "../../pages/partners.ts";
import { profilePage } from "../../pages/profile.ts";
import { runsPage } from "../../pages/runs.ts";
import { envelopeOf, latestCertificate, type StoredCertificate } from "../../partners/certificates.ts";
import { listContests } from "../../partners/contests.ts";
import { approve, liftSuspension, readmit, revoke, suspend } from "../../partners/life.ts";
import { listNotes, writeNote } from "../../partners/notes.ts";
import { ownershipToken, proveHost, readOwnership } from "../../partners/ownership.ts";
import {
  createPartner,
  listedStates,
  listPartners,
  type Partner,
  renamePartner,
  renewCredentials,
  saveProfile,
  shownText,
} from "../../partners/partners.ts";
import { platformAddresses } from "../../partners/platform.ts";
import { longestProfile, shownProfile } from "../../partners/profile.ts";
import { setSchedule } from "../../partners/schedule.ts";
import { archive, remove, restore } from "../../runs/archive.ts";
import { latestRuns, listRuns, outcomesAcross, runsOf } from "../../runs/runs.ts";
import type { Sql } from "../../store/database.ts";
import { listContracts, longestPact, saveContract } from "../../watch/revisions.ts";
import { action, deed, type RouteCall, type RouteReply } from "../action.ts";
import * as schemas from "../api-schemas.ts";
import { beforeLine, document, integer, oneOf, optional, readFields, text, texts } from "../fields.ts";
import { askCertification, checkTyped, profileFields, profileTextOf, share } from "../partner-acts.ts";
import { checkConnection, platformCredentials } from "../platform.ts";
import { runQuery } from "./runs.ts";

const back = (_: unknown, { partner }: RouteCall): RouteReply => ({ redirect: `/partners/${partner.slug}` });

/** A partner as the API has it. */
const asAnswered = ({ context: { settings } }: RouteCall, partner: Partner) => ({
  ...partner,
  has_profile: partner.profile_shown !== null,
  platform: platformAddresses(settings, partner),
});

/** The most bytes of a body that holds a profile or a pact, of which each character may take several. */
export const maxBytes = { profile: 600_000, pact: 5_000_000, document: 8_000_000 };

const profile = {
  may: "own",
  limit: "save a profile",
  audit: "changed the profile",
  maxBytes: maxBytes.profile,
} as const;

/** Partners: for operators, and for each partner's own people. */
export const partnerActions = [
  action({
    at: "GET /partners",
    id: "listPartners",
    summary: "A page of the partners in a state, or whose name holds a text, after the short name of one of them",
    may: "operator",
    takes: { state: optional(oneOf(listedStates)), search: optional(text(100)), after: optional(text(100)) },
    gives: schemas.listOf(schemas.partner),
    async act(call, wanted) {
      const partners = await listPartners(call.context.database, wanted);
      return { partners, items: partners.map((partner) => asAnswered(call, partner)) };
    },
    page: async ({ partners }, { context, actor }, wanted) => ({
      page: partnersPage(actor, await listed(context.database, partners), wanted),
    }),
  }),
  action({
    at: "POST /partners",
    id: "createPartner",
    summary: "Add a partner, and make an invitation",
    may: "operator",
    audit: "took in a partner",
    takes: { name: text() },
    status: 201,
    gives: schemas.object({ partner: schemas.partner, invitation: schemas.secret }),
    async act(call, { name }) {
      const { context, actor } = call;
      const partner = await createPartner(context, actor, name);
      const token = await createInvitation(context.database, "partner", partner.id);
      return { partner: asAnswered(call, partner), invitation: `${context.settings.publicUrl}/join/${token}` };
    },
    page: ({ partner, invitation }) => ({ page: invitationPage(partner, invitation), status: 201 }),
  }),
  action({
    at: "GET /partners/:partner",
    id: "getPartner",
    summary: "A partner",
    may: "own",
    gives: schemas.partner,
    act: (call) => asAnswered(call, call.partner),
    page: async (_, call) => ({ page: await partnerPageOf(call) }),
  }),
  action({
    at: "GET /partners/:partner/profile",
    id: "getProfile",
    summary: "The profile, without secrets",
    may: "own",
    gives: schemas.object({ profile: { type: ["object", "null"] } }),
    act: ({ partner }) => ({ profile: partner.profile_shown }),
    page: (_, { actor, partner }) => ({ page: profilePage(actor, partner, shownText(partner)) }),
  }),
  action({
    ...profile,
    at: "PUT /partners/:partner/profile",
    id: "putProfile",
    summary: "Keep a profile, as YAML or JSON",
    takes: { profile: document(longestProfile) },
    gives: schemas.done,
    act: ({ context, actor, partner }, given) => saveProfile(context, actor, partner, given.profile),
  }),
  action({
    ...profile,
    at: "POST /partners/:partner/profile",
    takes: profileFields,
    act: ({ context, actor, partner }, given) => saveProfile(context, actor, partner, profileTextOf(partner, given)),
    page: back,
    // Mistakes are shown beside the text.
    refused({ code, message }, { actor, partner, sent }) {
      if (code !== "bad-input") return undefined;
      const { as, yaml } = readFields(profileFields, sent);
      const written = as === "form" ? shownText(partner) : yaml;
      return {
        page: profilePage(actor, partner, written ?? ""),
        notice: { text: message, isRefusal: true },
        status: 422,
      };
    },
  }),
  action({
    at: "POST /partners/:partner/profile/check",
    may: "own",
    limit: "check a profile",
    maxBytes: maxBytes.profile,
    takes: profileFields,
    act: ({ context, partner }, given) => checkTyped(context, partner, given),
    page: (complaints) => ({ json: { complaints } }),
  }),
  action({
    at: "POST /partners/:partner/connection",
    id: "checkConnection",
    summary: "Try every address of the application",
    may: "own",
    scope: "run",
    limit: "check a connection",
    gives: schemas.listOf(schemas.connection),
    act: async (call) => ({ items: await checkConnection(call) }),
    page: ({ items }, { partner }) => ({ page: connectionPage(partner, items) }),
  }),
  action({
    at: "GET /partners/:partner/ownership",
    id: "getOwnership",
    summary: "The application's addresses, which of them were proved, and the token that proves them",
    may: "own",
    gives: schemas.object({ token: schemas.text, items: { type: "array", items: schemas.ownedHost } }),
    act: async ({ context, partner }) => ({
      token: ownershipToken(partner),
      items: await readOwnership(context.database, partner.id, shownProfile(partner)),
    }),
  }),
  action({
    at: "POST /partners/:partner/ownership",
    id: "proveAddress",
    summary: "Look for the token at an address: in a file, or in a TXT record",
    may: "own",
    limit: "check a connection",
    audit: "proved an address",
    takes: { host: text(300) },
    gives: schemas.ownedHost,
    act: ({ context, actor, partner }, { host }) => proveHost(context, actor, partner, host),
    page: back,
  }),
  action({
    at: "POST /partners/:partner/credentials",
    id: "renewCredentials",
    summary: "Make new tokens for the platform",
    may: "own",
    audit: "made new platform credentials",
    gives: { type: "object", additionalProperties: { type: "string" } },
    act: async ({ context, actor, partner }) => platformCredentials(await renewCredentials(context, actor, partner)),
    page: (made, { context, partner }) => ({
      page: credentialsPage(partner, { ...platformAddresses(context.settings, partner), ...made }),
    }),
  }),
  action({
    at: "POST /partners/:partner/runs",
    id: "askRun",
    summary:
      'Certify; "only": "failed" judges the claims that failed, "claims" those that it names, and "requirement" that alone',
    may: "own",
    scope: "run",
    limit: "ask for a run",
    audit: "asked for a run",
    takes: { only: optional(oneOf(["failed"])), claims: optional(texts()), requirement: optional(text(100)) },
    status: 202,
    gives: schemas.run,
    act: (call, wanted) => askCertification(call, wanted),
    page: ({ id }) => ({ redirect: `/runs/${id}` }),
  }),
  action({
    at: "GET /partners/:partner/runs",
    id: "listRuns",
    summary: "A page of the runs of a partner, the latest first",
    may: "own",
    gives: schemas.listOf(schemas.run),
    takes: runQuery,
    act: async ({ context, partner }, given) => ({ items: await listRuns(context.database, given, partner.id) }),
    page: ({ items }, { partner }, given) => ({ page: runsPage(items, given, partner) }),
  }),
  action({
    at: "GET /partners/:partner/events",
    id: "listPartnerEvents",
    summary: "What happened to a partner, and why",
    may: "own",
    takes: { before: beforeLine, search: optional(text(100)), kind: optional(oneOf(eventKinds)) },
    gives: schemas.listOf(schemas.event),
    act: async ({ context, partner }, given) => ({ items: await readEvents(context.database, partner.id, given) }),
    page: ({ items }, _, given) => ({ page: eventsPage(items, given) }),
  }),
  action({
    at: "GET /partners/:partner/certificate",
    id: "getCertificate",
    summary: "The latest certificate (DSSE)",
    may: "own",
    gives: schemas.certificate,
    async act({ context, partner }) {
      const certificate = await latestCertificate(context.database, partner.id);
      if (!certificate) throw new ConsoleRefusal("not-found", "there is no certificate");
      return envelopeOf(certificate);
    },
  }),
  action({
    at: "POST /partners/:partner/share",
    id: "sharePartner",
    summary: "Make a link to share",
    may: "own",
    audit: "made a link to share",
    gives: schemas.object({ link: schemas.secret }),
    act: async (call) => ({ link: await share(call) }),
    page: ({ link }, { partner }) => ({ page: sharePage(partner, link) }),
  }),
  deed(back, {
    at: "POST /partners/:partner/contracts",
    id: "addContract",
    summary: "Add a contract (a pact)",
    may: "own",
    limit: "add a contract",
    audit: "added a contract",
    maxBytes: maxBytes.pact,
    takes: { pact: document(longestPact) },
    act: ({ context, actor, partner }, { pact }) => saveContract(context, actor, partner, pact),
  }),
  deed(back, {
    at: "POST /partners/:partner/approval",
    id: "approve",
    summary: "Approve a partner that passed; with a run, only if that is the latest",
    may: "operator",
    audit: "approved",
    takes: { run: optional(text()) },
    act: ({ context, actor, partner }, { run }) => approve(context, actor, partner, run),
  }),
  deed(back, {
    at: "POST /partners/:partner/revocation",
    id: "revoke",
    summary: "Revoke a certificate",
    may: "operator",
    audit: "revoked",
    takes: { reason: text() },
    act: ({ context, actor, partner }, { reason }) => revoke(context, actor, partner, reason),
  }),
  deed(back, {
    at: "POST /partners/:partner/suspension",
    id: "suspend",
    summary: "Suspend a certificate until an operator lifts it",
    may: "operator",
    audit: "suspended",
    takes: { reason: text() },
    act: ({ context, actor, partner }, { reason }) => suspend(context, actor, partner, reason),
  }),
  deed(back, {
    at: "DELETE /partners/:partner/suspension",
    id: "liftSuspension",
    summary: "Lift an operator's suspension",
    may: "operator",
    audit: "lifted a suspension",
    act: ({ context, actor, partner }) => liftSuspension(context, actor, partner),
  }),
  action({
    at: "GET /requirements/:requirement",
    id: "getRequirement",
    summary: "A page of what became of one requirement in the latest run of all claims of each partner, failures first",
    may: "operator",
    takes: { outcome: optional(oneOf(outcomes)), search: optional(text(100)), after: optional(text(100)) },
    gives: schemas.listOf(schemas.partnerOutcome),
    act: async ({ context, param }, given) => ({
      items: await outcomesAcross(context.database, param("requirement"), given),
    }),
    page: ({ items }, { param }, given) => ({ page: requirementPage(param("requirement"), items, given) }),
  }),
  action({
    at: "GET /partners/:partner/notes",
    id: "listNotes",
    summary: "What a partner and operators wrote to each other, the latest first",
    may: "own",
    takes: { before: beforeLine, search: optional(text(100)) },
    gives: schemas.listOf(schemas.note),
    act: async ({ context, partner }, given) => ({ items: await listNotes(context.database, partner.id, given) }),
    page: ({ items }, { partner }, given) => ({ page: notesPage(partner, items, given) }),
  }),
  action({
    at: "POST /partners/:partner/notes",
    id: "writeNote",
    summary: "Write a note, which the other side gets as a message",
    may: "own",
    scope: "run",
    audit: "wrote a note",
    takes: { text: text() },
    status: 201,
    gives: schemas.note,
    act: ({ context, actor, partner }, given) => writeNote(context, actor, partner, given.text),
    page: back,
  }),
  deed(back, {
    at: "PUT /partners/:partner/schedule",
    id: "setSchedule",
    summary:
      "The hour of a time zone from which a partner is judged every day; without an hour, at the hour of the console",
    may: "own",
    audit: "set when it is judged",
    takes: { hour: optional(integer(0, 23)), time_zone: text(60) },
    act: ({ context, actor, partner }, given) => setSchedule(context, actor, partner, given),
  }),
  deed(back, {
    at: "PUT /partners/:partner/name",
    id: "renamePartner",
    summary: "Give a partner another name; its addresses stay, and its next certificate has the new name",
    may: "operator",
    audit: "renamed a partner",
    takes: { name: text() },
    act: ({ context, actor, partner }, { name }) => renamePartner(context, actor, partner, name),
  }),
  deed(back, {
    at: "POST /partners/:partner/archive",
    id: "archivePartner",
    summary:
      "Archive a partner: its certificate is revoked for the reason, its runs end, and its invitations are withdrawn",
    may: "operator",
    audit: "archived a partner",
    takes: { reason: text() },
    act: ({ context, actor, partner }, { reason }) => archive(context, actor, partner, reason),
  }),
  deed(back, {
    at: "DELETE /partners/:partner/archive",
    id: "restorePartner",
    summary: "Take an archived partner back; it stays revoked until it is readmitted",
    may: "operator",
    audit: "restored a partner",
    act: ({ context, actor, partner }) => restore(context, actor, partner),
  }),
  deed("/partners", {
    at: "DELETE /partners/:partner",
    id: "deletePartner",
    summary: "Delete an archived partner with all that is stored of it; confirm by its short name",
    may: "operator",
    audit: "deleted a partner",
    takes: { confirm: text(100) },
    act: ({ context, actor, partner }, { confirm }) => remove(context, actor, partner, confirm),
  }),
  deed(back, {
    at: "POST /partners/:partner/readmission",
    id: "readmit",
    summary: "Let a revoked partner be certified anew",
    may: "operator",
    audit: "readmitted",
    act: ({ context, actor, partner }) => readmit(context, actor, partner),
  }),
];

/** Partners with their latest runs and certificates. */
async function listed(sql: Sql, partners: readonly Partner[]): Promise<ListedPartner[]> {
  const ids = partners.map(({ id }) => id);
  const runs = await latestRuns(sql, ids);
  const certificates = await sql.query<StoredCertificate>(
    `SELECT DISTINCT ON (partner_id) partner_id, envelope, expires_at FROM assay.certificates
     WHERE partner_id = ANY ($1) ORDER BY partner_id, issued_at DESC`,
    [ids],
  );
  const byPartner = new Map(certificates.map((certificate) => [certificate.partner_id, certificate]));
  return partners.map((partner) => {
    const certificate = byPartner.get(partner.id);
    return {
      partner,
      latest: runs.get(partner.id),
      certificate: certificate && {
        version: statementOf(envelopeOf(certificate)).predicate.configuration[0]?.name ?? "",
        expires: certificate.expires_at,
      },
    };
  });
}

async function partnerPageOf({ context, actor, partner }: RouteCall) {
  const { database } = context;
  return partnerPage(actor, {
    partner,
    runs: await runsOf(database, partner.id),
    certificate: await latestCertificate(database, partner.id),
    events: await readEvents(database, partner.id),
    contracts: await listContracts(database, partner.id),
    contests: await listContests(database, partner.id),
    notes: await listNotes(database, partner.id),
    people: await listAccounts(database, partner.id),
    invitations: await listInvitations(database, partner.id),
    platform: platformAddresses(context.settings, partner),
    hosts: await readOwnership(database, partner.id, shownProfile(partner)),
    token: ownershipToken(partner),
  });
}
