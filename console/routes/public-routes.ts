import { certificateBadge } from "../../reports/certificate/certificate-badge.ts";
import { certificatePage } from "../../reports/certificate/certificate-page.ts";
import { drawBadge } from "../../reports/parts/badge.ts";
import { join, signIn, usedLink } from "../accounts/accounts.ts";
import { findInvitation } from "../accounts/invitations.ts";
import { ConsoleRefusal, notThere } from "../accounts/refusal.ts";
import { beginSession } from "../accounts/sessions.ts";
import { joinPage, signInPage } from "../pages/entrance.ts";
import { script, styleSheet } from "../pages/layout.ts";
import { sharedPage } from "../pages/shared.ts";
import { certifiedResults, envelopeOf, type KeptCertificate, latestCertificate } from "../partners/certificates.ts";
import { type Partner, partnerById } from "../partners/partners.ts";
import { keySetText, statusListText } from "../partners/published.ts";
import { runsOf } from "../runs/runs.ts";
import { first } from "../store/database.ts";
import { hashToken } from "../vault/tokens.ts";
import { metricsText, readHealth } from "./health.ts";
import { ownPath } from "./origin.ts";
import type { ConsoleRoute, RouteCall, RouteReply } from "./route.ts";

/** The latest certificate; strangers cannot tell a partner without one from a name that no partner has. */
const certificateOf = async ({ context, partner }: RouteCall) => {
  const certificate = await latestCertificate(context.database, partner.id);
  if (!certificate) throw notThere();
  return certificate;
};

const grey = "#666c75";

/** Colours of badges by what became of a certificate. */
const badgeColours: Record<string, string> = { degraded: "#8a6410", suspended: "#b3372f", revoked: "#b3372f" };

/** What everybody is told of a partner: whether one that had a certificate applies for another is nobody's business. */
function publicState({ state }: Partner, { is_over }: KeptCertificate): string {
  if (state === "new" || state === "awaiting-approval") return "none";
  return is_over ? "expired" : state;
}

/** What everybody may see, and the way in. */
export const publicRoutes: readonly ConsoleRoute[] = [
  {
    method: "GET",
    path: "/assets/console.css",
    may: "anyone",
    act: () => ({ text: styleSheet(), type: "text/css; charset=utf-8", isPublic: true }),
  },
  {
    method: "GET",
    path: "/assets/console.js",
    may: "anyone",
    act: () => ({ text: script(), type: "text/javascript; charset=utf-8", isPublic: true }),
  },
  {
    method: "GET",
    path: "/healthz",
    may: "anyone",
    async act({ context }) {
      const health = await readHealth(context);
      const isWell = health.isDatabaseThere && health.workersJudging > 0 && !health.isNightlyOverdue;
      const { isDatabaseThere: database, workersJudging: workers, isNightlyOverdue: nightly_overdue } = health;
      return {
        json: { status: isWell ? "ok" : "failing", database, workers, nightly_overdue },
        status: isWell ? 200 : 503,
      };
    },
  },
  {
    method: "GET",
    path: "/metrics",
    may: "anyone",
    act: async ({ context }) => ({
      text: await metricsText(context),
      type: "application/openmetrics-text; version=1.0.0; charset=utf-8",
    }),
  },
  {
    method: "GET",
    path: "/status-list.json",
    may: "anyone",
    act: async ({ context }) => ({ text: await statusListText(context), type: "application/json", isPublic: true }),
  },
  {
    method: "GET",
    path: "/keys.json",
    may: "anyone",
    act: async ({ context }) => ({ text: await keySetText(context), type: "application/json", isPublic: true }),
  },
  {
    method: "GET",
    path: "/badge/:partner",
    may: "anyone",
    async act(call) {
      const certificate = await certificateOf(call);
      const shown = publicState(call.partner, certificate);
      const text =
        certificate.status === "valid" && shown === "certified"
          ? certificateBadge(envelopeOf(certificate))
          : drawBadge({ label: "certification", text: shown, colour: badgeColours[shown] ?? grey });
      return { text, type: "image/svg+xml", isPublic: true };
    },
  },
  {
    method: "GET",
    path: "/partners/:partner/certificate",
    may: "anyone",
    async act(call) {
      const certificate = await certificateOf(call);
      if (call.header("accept")?.includes("application/json"))
        return { text: certificate.envelope, type: "application/json" };
      if (certificate.status !== "valid" || certificate.is_over)
        return {
          page: sharedPage({
            partner: call.partner,
            state: publicState(call.partner, certificate),
            certificate,
            latest: undefined,
          }),
        };
      return { text: certificatePage(envelopeOf(certificate)), type: "text/html; charset=utf-8", isFrame: true };
    },
  },
  {
    method: "GET",
    path: "/partners/:partner/certificate.json",
    may: "anyone",
    act: async (call) => ({ text: (await certificateOf(call)).envelope, type: "application/json" }),
  },
  {
    method: "GET",
    path: "/shared/:token",
    may: "anyone",
    async act({ context, param }) {
      const row = await first<{ id: string }>(context.database, "SELECT id FROM assay.partners WHERE share_hash = $1", [
        hashToken(param("token")),
      ]);
      const partner = row && (await partnerById(context.database, row.id));
      if (!partner) throw new ConsoleRefusal("not-found", "this link was replaced, or never was one; ask for another");
      const certificate = await latestCertificate(context.database, partner.id);
      const latest = (await runsOf(context.database, partner.id)).find(({ state }) => state === "finished");
      return { page: sharedPage({ partner, state: partner.state, certificate, latest }) };
    },
  },
  {
    method: "GET",
    path: "/sign-in",
    may: "anyone",
    act: ({ isSignedIn, query }) => {
      const to = ownPath(query("to"));
      return isSignedIn ? { redirect: to } : { page: signInPage({ to }) };
    },
  },
  { method: "POST", path: "/sign-in", may: "anyone", act: enter },
  {
    method: "GET",
    path: "/join/:token",
    may: "anyone",
    async act({ context, param }) {
      const invitation = await findInvitation(context.database, param("token"));
      if (!invitation) throw usedLink();
      return { page: joinPage(param("token"), invitation) };
    },
  },
  {
    method: "POST",
    path: "/join/:token",
    may: "anyone",
    async act({ context, param, field, address }) {
      try {
        const account = await join(context, param("token"), {
          email: field("email"),
          password: field("password"),
          address,
        });
        return { redirect: "/", session: await beginSession(context.database, account) };
      } catch (error) {
        const invitation = await findInvitation(context.database, param("token"));
        if (!(error instanceof ConsoleRefusal) || !error.field || !invitation) throw error;
        const notice = { text: error.message, isRefusal: true };
        return { page: joinPage(param("token"), invitation, field("email")), notice, status: 422 };
      }
    },
  },
];

async function enter({ context, field, address }: RouteCall): Promise<RouteReply> {
  const to = ownPath(field("to"));
  try {
    const account = await signIn(context, { email: field("email"), password: field("password"), address });
    return { redirect: to, session: await beginSession(context.database, account) };
  } catch (error) {
    if (!(error instanceof ConsoleRefusal) || error.code !== "wrong-password") throw error;
    return {
      page: signInPage({ to, email: field("email") }),
      notice: { text: error.message, isRefusal: true },
      status: 401,
    };
  }
}

/** The results that a partner's certificate is about. */
export const resultsRoute: ConsoleRoute = {
  method: "GET",
  path: "/partners/:partner/results.json",
  may: "own",
  act: async (call) => ({
    text: await certifiedResults(call.context.database, (await certificateOf(call)).id),
    type: "application/json",
    file: "results.json",
  }),
};
