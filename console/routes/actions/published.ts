import { certificateBadge } from "../../../reports/certificate/certificate-badge.ts";
import { certificatePage } from "../../../reports/certificate/certificate-page.ts";
import { drawBadge } from "../../../reports/parts/badge.ts";
import { ConsoleRefusal, notThere } from "../../accounts/refusal.ts";
import { directoryPage } from "../../pages/directory.ts";
import { script, styleSheet } from "../../pages/layout.ts";
import { sharedPage } from "../../pages/shared.ts";
import {
  certifiedResults,
  envelopeOf,
  latestCertificate,
  type StoredCertificate,
} from "../../partners/certificates.ts";
import { directorySetting, listCertified } from "../../partners/directory.ts";
import { isForThisMachine } from "../../partners/networks.ts";
import { type Partner, partnerById } from "../../partners/partners.ts";
import { keySetText, statusListText } from "../../partners/published.ts";
import { runsOf } from "../../runs/runs.ts";
import { first } from "../../store/database.ts";
import { readSetting } from "../../store/settings.ts";
import { hashToken, isSame } from "../../vault/tokens.ts";
import { action, onePage, type RouteCall } from "../action.ts";
import * as schemas from "../api-schemas.ts";
import { optional, text } from "../fields.ts";
import { readHealth, readReadiness } from "../health.ts";
import { metricsText } from "../metrics.ts";

/** The latest certificate; strangers cannot distinguish a partner without one from a name that no partner has. */
const certificateOf = async ({ context, partner }: RouteCall) => {
  const certificate = await latestCertificate(context.database, partner.id);
  if (!certificate) throw notThere();
  return certificate;
};

const grey = "#666c75";

/** Colours of badges by what became of a certificate. */
const badgeColours: Record<string, string> = { degraded: "#8a6410", suspended: "#b3372f", revoked: "#b3372f" };

/** The public state of a partner: whether one that had a certificate applies for another is no one's business. */
function publicState({ state }: Partner, { is_over }: StoredCertificate): string {
  if (state === "new" || state === "awaiting-approval") return "none";
  return is_over ? "expired" : state;
}

const json = "application/json";

/** Public facts. */
export const publishedActions = [
  action({
    at: "GET /directory",
    id: "listCertified",
    summary: "Certified applications, where the directory is public; after the short name of one of them",
    may: "anyone",
    takes: { search: optional(text(100)), after: optional(text(100)) },
    gives: schemas.listOf(schemas.listed),
    async act({ context: { database } }, { search, after }) {
      if ((await readSetting(database, directorySetting)) !== "public") throw notThere();
      return { items: await listCertified(database, after, search) };
    },
    page: ({ items }, _, { search = "" }) => ({ page: directoryPage(items, search) }),
  }),
  onePage("GET /assets/console.css", "anyone", () => ({
    text: styleSheet(),
    type: "text/css; charset=utf-8",
    isPublic: true,
  })),
  onePage("GET /assets/console.js", "anyone", () => ({
    text: script(),
    type: "text/javascript; charset=utf-8",
    isPublic: true,
  })),
  onePage("GET /healthz", "anyone", async ({ context }) => {
    const health = await readHealth(context);
    const isWell = health.isDatabaseThere && health.workersJudging > 0 && !health.isNightlyOverdue;
    const { isDatabaseThere: database, workersJudging: workers, isNightlyOverdue: nightly_overdue } = health;
    const status = isWell ? "ok" : "failing";
    return { json: { status, database, workers, nightly_overdue }, status: isWell ? 200 : 503 };
  }),
  // A process that answers lives, whatever the database does.
  onePage("GET /livez", "anyone", () => ({ json: { status: "ok" } })),
  onePage("GET /readyz", "anyone", async ({ context }) => {
    const checks = await readReadiness(context);
    const isReady = Object.values(checks).every(Boolean);
    return { json: { status: isReady ? "ok" : "failing", ...checks }, status: isReady ? 200 : 503 };
  }),
  onePage("GET /metrics", "anyone", async ({ context, header }) => {
    const { ASSAY_METRICS_TOKEN: token } = context.env;
    if (token && !isSame(header("authorization") ?? "", `Bearer ${token}`))
      throw new ConsoleRefusal(
        "not-allowed",
        "metrics need the token of ASSAY_METRICS_TOKEN: Authorization: Bearer TOKEN",
      );
    if (!token && !isForThisMachine(new URL(context.settings.publicUrl).hostname))
      throw new ConsoleRefusal("not-allowed", "metrics are closed: set ASSAY_METRICS_TOKEN, or --metrics-listen");
    return {
      text: await metricsText(context),
      type: "application/openmetrics-text; version=1.0.0; charset=utf-8",
    };
  }),
  onePage("GET /status-list.json", "anyone", async ({ context }) => ({
    text: await statusListText(context),
    type: json,
    isPublic: true,
  })),
  onePage("GET /keys.json", "anyone", async ({ context }) => ({
    text: await keySetText(context),
    type: json,
    isPublic: true,
  })),
  onePage("GET /badge/:partner", "anyone", async (call) => {
    const certificate = await certificateOf(call);
    const shown = publicState(call.partner, certificate);
    const badge =
      certificate.status === "valid" && shown === "certified"
        ? certificateBadge(envelopeOf(certificate))
        : drawBadge({ label: "certification", text: shown, colour: badgeColours[shown] ?? grey });
    return { text: badge, type: "image/svg+xml", isPublic: true };
  }),
  onePage("GET /partners/:partner/certificate", "anyone", async (call) => {
    const { partner, header } = call;
    const certificate = await certificateOf(call);
    if (header("accept")?.includes(json)) return { text: certificate.envelope, type: json };
    if (certificate.status !== "valid" || certificate.is_over)
      return {
        page: sharedPage({ partner, state: publicState(partner, certificate), certificate, latest: undefined }),
      };
    return { text: certificatePage(envelopeOf(certificate)), type: "text/html; charset=utf-8", isFrame: true };
  }),
  onePage("GET /partners/:partner/certificate.json", "anyone", async (call) => ({
    text: (await certificateOf(call)).envelope,
    type: json,
  })),
  onePage(
    "GET /partners/:partner/results.json",
    "own",
    async (call) => ({
      text: await certifiedResults(call.context.database, (await certificateOf(call)).id),
      type: json,
      file: "results.json",
    }),
    { limit: "read a record" },
  ),
  onePage("GET /shared/:token", "anyone", async ({ context: { database }, param }) => {
    const row = await first<{ id: string }>(database, "SELECT id FROM assay.partners WHERE share_hash = $1", [
      hashToken(param("token")),
    ]);
    const partner = row && (await partnerById(database, row.id));
    if (!partner) throw new ConsoleRefusal("not-found", "this link was replaced, or never was one; ask for another");
    const certificate = await latestCertificate(database, partner.id);
    const latest = (await runsOf(database, partner.id)).find(({ state }) => state === "finished");
    return { page: sharedPage({ partner, state: partner.state, certificate, latest }) };
  }),
];
