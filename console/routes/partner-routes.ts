import { statementOf } from "../../reports/certificate/statement.ts";
import { listAccounts } from "../accounts/accounts.ts";
import { createInvitation } from "../accounts/invitations.ts";
import { ConsoleRefusal } from "../accounts/refusal.ts";
import { connectionPage, credentialsPage, partnerPage, sharePage } from "../pages/partner.ts";
import { invitationPage, type ListedPartner, partnersPage } from "../pages/partners.ts";
import { profilePage } from "../pages/profile.ts";
import { envelopeOf, type KeptCertificate, latestCertificate } from "../partners/certificates.ts";
import { readEvents } from "../partners/events.ts";
import { approve, readmit, revoke } from "../partners/life.ts";
import { createPartner, listPartners, renewCredentials, saveProfile, shownText } from "../partners/partners.ts";
import { platformAddresses } from "../partners/platform.ts";
import { latestRuns, runsOf } from "../runs/runs.ts";
import type { Sql } from "../store/database.ts";
import { listContracts, saveContract } from "../watch/revisions.ts";
import { askCertification, checkTyped, invite, profileTextOf, share } from "./partner-acts.ts";
import { checkConnection, platformCredentials } from "./platform.ts";
import type { ConsoleRoute, RouteCall, RouteReply } from "./route.ts";

const back = ({ partner }: RouteCall): RouteReply => ({ redirect: `/partners/${partner.slug}` });

/** The partners with their latest runs and certificates. */
export async function listedPartners(sql: Sql): Promise<ListedPartner[]> {
  const runs = await latestRuns(sql);
  const certificates = await sql.query<KeptCertificate>(
    "SELECT DISTINCT ON (partner_id) partner_id, envelope, expires_at FROM assay.certificates ORDER BY partner_id, issued_at DESC",
  );
  const byPartner = new Map(certificates.map((certificate) => [certificate.partner_id, certificate]));
  return (await listPartners(sql)).map((partner) => {
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

/** Pages about partners: for operators, and for each partner's own people. */
export const partnerRoutes: readonly ConsoleRoute[] = [
  {
    method: "GET",
    path: "/partners",
    may: "operator",
    act: async ({ context, actor }) => ({ page: partnersPage(actor, await listedPartners(context.database)) }),
  },
  {
    method: "POST",
    path: "/partners",
    may: "operator",
    async act({ context, actor, field }) {
      const partner = await createPartner(context, actor, field("name"));
      const token = await createInvitation(context.database, "partner", partner.id);
      return { page: invitationPage(partner, `${context.settings.publicUrl}/join/${token}`), status: 201 };
    },
  },
  { method: "GET", path: "/partners/:partner", may: "own", act: showPartner },
  {
    method: "GET",
    path: "/partners/:partner/profile",
    may: "own",
    act: ({ actor, partner }) => ({ page: profilePage(actor, partner, shownText(partner)) }),
  },
  { method: "POST", path: "/partners/:partner/profile", may: "own", act: keepProfile },
  {
    method: "POST",
    path: "/partners/:partner/profile/check",
    may: "own",
    act: async (call) => ({ json: { complaints: await checkTyped(call) } }),
  },
  {
    method: "POST",
    path: "/partners/:partner/connection",
    may: "own",
    act: async (call) => ({ page: connectionPage(call.partner, await checkConnection(call)) }),
  },
  {
    method: "POST",
    path: "/partners/:partner/runs",
    may: "own",
    act: async (call) => ({ redirect: `/runs/${(await askCertification(call, call.field("only"))).id}` }),
  },
  {
    method: "POST",
    path: "/partners/:partner/credentials",
    may: "own",
    async act({ context, actor, partner }) {
      const made = platformCredentials(await renewCredentials(context, actor, partner));
      return { page: credentialsPage(partner, { ...platformAddresses(context.settings, partner), ...made }) };
    },
  },
  {
    method: "POST",
    path: "/partners/:partner/share",
    may: "own",
    act: async (call) => ({ page: sharePage(call.partner, await share(call)) }),
  },
  {
    method: "POST",
    path: "/partners/:partner/contracts",
    may: "own",
    async act(call) {
      await saveContract(call.context, call.actor, call.partner, call.field("pact"));
      return back(call);
    },
  },
  {
    method: "POST",
    path: "/partners/:partner/invitations",
    may: "operator",
    act: async (call) => ({ page: invitationPage(call.partner, await invite(call)) }),
  },
  {
    method: "POST",
    path: "/partners/:partner/approval",
    may: "operator",
    async act(call) {
      await approve(call.context, call.actor, call.partner, call.field("run"));
      return back(call);
    },
  },
  {
    method: "POST",
    path: "/partners/:partner/revocation",
    may: "operator",
    async act(call) {
      await revoke(call.context, call.actor, call.partner, call.field("reason"));
      return back(call);
    },
  },
  {
    method: "POST",
    path: "/partners/:partner/readmission",
    may: "operator",
    async act(call) {
      await readmit(call.context, call.actor, call.partner);
      return back(call);
    },
  },
];

async function showPartner({ context, actor, partner }: RouteCall): Promise<RouteReply> {
  const { database } = context;
  return {
    page: partnerPage(actor, {
      partner,
      runs: await runsOf(database, partner.id),
      certificate: await latestCertificate(database, partner.id),
      events: await readEvents(database, partner.id),
      contracts: await listContracts(database, partner.id),
      people: actor.role === "operator" ? await listAccounts(database, partner.id) : [],
      platform: platformAddresses(context.settings, partner),
    }),
  };
}

/** Keeps a profile; one that is wrong comes back with what is wrong. */
async function keepProfile(call: RouteCall): Promise<RouteReply> {
  const { context, actor, partner } = call;
  try {
    await saveProfile(context, actor, partner, profileTextOf(call));
    return { redirect: `/partners/${partner.slug}` };
  } catch (error) {
    if (!(error instanceof ConsoleRefusal)) throw error;
    const text = call.field("as") === "form" ? shownText(partner) : call.field("yaml");
    return { page: profilePage(actor, partner, text), notice: { text: error.message, isRefusal: true }, status: 422 };
  }
}
