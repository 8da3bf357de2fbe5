import type { Verdict } from "../../record/results.ts";
import { scrollTable, tableRow } from "../../reports/page/parts.ts";
import { type Markup, markup } from "../../reports/parts/markup.ts";
import type { Account } from "../accounts/account.ts";
import { type Actor, covers, scopes } from "../accounts/actor.ts";
import type { ApiToken } from "../accounts/api-tokens.ts";
import { type AuditLine, auditLines } from "../accounts/audit.ts";
import type { OpenInvitation } from "../accounts/invitations.ts";
import { type Partner, type PartnerQuery, partnerLines } from "../partners/partners.ts";
import { clockComplaint } from "../runs/clock.ts";
import type { Retention } from "../runs/retention.ts";
import { changesOf, type StoredRun } from "../runs/runs.ts";
import type { WorkerRow } from "../runs/workers.ts";
import {
  type ProviderQuery,
  providerLines,
  type VerifiedAtProvider,
  type WatchedProvider,
  watchSchedules,
} from "../watch/providers.ts";
import type { PartnerImpact, Revision } from "../watch/revisions.ts";
import { historyPicture } from "./history.ts";
import {
  actionForm,
  type ConsolePage,
  field,
  moreLink,
  olderLink,
  peopleList,
  searchForm,
  section,
  select,
  textField,
  when,
} from "./layout.ts";
import { runLink } from "./partners.ts";

/** The providers under watch. */
export const providersPage = (
  actor: Actor,
  all: readonly { provider: WatchedProvider; latest: StoredRun | undefined }[],
  query: ProviderQuery,
): ConsolePage => ({
  title: "Providers under watch",
  lead: "Targets that are judged on a schedule, and compared with what they did before where the specification is silent.",
  content: markup`${searchForm("Name contains", query.search, select("schedule", "How often", ["", ...watchSchedules], query.schedule))}${
    all.length > 0 &&
    scrollTable(
      "Providers",
      ["Provider", "Schedule", "Latest run", "Changes"],
      all.map(({ provider, latest }) =>
        tableRow(
          markup`<a href="/providers/${provider.id}">${provider.name}</a>`,
          provider.schedule,
          runLink(latest),
          latest ? changesOf(latest).length : 0,
        ),
      ),
    )
  }${moreLink("More", all.length >= providerLines && { ...query, after: all.at(-1)?.provider.id })}
${section("watch", "Watch another", actionForm(actor, "/providers", markup`${textField("profile", "Target profile (YAML)", "", 10)}${select("schedule", "How often", watchSchedules)}<button>Put under watch</button>`))}`,
});

/** One provider: its runs, and its baseline. */
export const providerPage = (
  actor: Actor,
  provider: WatchedProvider,
  { runs, ...found }: { runs: readonly StoredRun[] } & FoundPartners,
): ConsolePage => ({
  title: provider.name,
  kicker: "Provider under watch",
  lead: markup`Judged ${provider.schedule}; compared with a baseline of ${when(provider.baseline_at)}.`,
  content: markup`<div class="actions">${actionForm(actor, `/providers/${provider.id}/runs`, markup`<button>Judge now</button>`, "run")}
${actionForm(actor, `/providers/${provider.id}/baseline`, markup`<button class="second">Take the latest run as the baseline</button>`)}
${actionForm(actor, `/providers/${provider.id}/contracts`, markup`<button class="second">Verify the partners' contracts</button>`)}
${actionForm(actor, `/providers/${provider.id}/end`, markup`<button class="grave" data-sure="End the watch over ${provider.name}? Its runs go with it.">End the watch</button>`)}</div>
${section("runs", "Runs", markup`<ul>${runs.map((run) => markup`<li>${runLink(run)}, ${changesOf(run).length} changes</li>`)}</ul>`)}
${provider.contracts && section("contracts", "The partners' contracts", contractsTable(provider.contracts, provider.contracts_at, found))}
${section("history", "Failures over time", historyPicture(runs))}`,
});

const contractWords: Record<Verdict, string> = { pass: "✓ kept", fail: "✕ not kept", inconclusive: "? unknown" };
const contractColours: Record<Verdict, string> = { pass: "pass", fail: "fail", inconclusive: "untestable" };

/** A page of partners, and what they were looked for by. */
interface FoundPartners {
  partners: readonly Partner[];
  query: PartnerQuery;
}

const morePartners = ({ partners, query }: FoundPartners): Markup | false =>
  moreLink("More", partners.length >= partnerLines && { ...query, after: partners.at(-1)?.slug });

function contractsTable(verified: VerifiedAtProvider, at: Date | null, found: FoundPartners): Markup {
  if ("failed" in verified) return markup`<p class="notice alarm">${verified.failed}</p>`;
  const rows = found.partners.flatMap(({ id, slug, name }) => {
    const own = verified.partners[id];
    if (!own) return [];
    const { verdict, interactions, says } = own;
    return [
      tableRow(
        markup`<a href="/partners/${slug}">${name}</a>`,
        interactions,
        markup`<b class="c-${contractColours[verdict]}">${contractWords[verdict]}</b>${says.length > 0 && markup`<details><summary>${says.length} to look at</summary><ul>${says.map((sentence) => markup`<li>${sentence}</li>`)}</ul></details>`}`,
      ),
    ];
  });
  return markup`<p>Replayed ${when(at)} as <code>assay contracts verify</code> does.</p>
${searchForm("Name contains", found.query.search)}
${rows.length > 0 ? scrollTable("Contracts by partner", ["Partner", "Interactions", ""], rows) : markup`<p>No such partner has a contract.</p>`}${morePartners(found)}`;
}

const impactWords: Record<PartnerImpact["outcome"], string> = {
  breaks: "✕ breaks",
  "may break": "! may break",
  holds: "✓ holds",
  unread: "? not read",
};
const impactColours: Record<PartnerImpact["outcome"], string> = {
  breaks: "fail",
  "may break": "warn",
  holds: "pass",
  unread: "untestable",
};

/** Partner × revision: whom a revision of the API breaks. */
export function revisionsPage(
  actor: Actor,
  revisions: readonly Revision[],
  partners: readonly Partner[],
  query: PartnerQuery,
): ConsolePage {
  const impactFor = ({ impact }: Revision, { id }: Partner): PartnerImpact | undefined =>
    impact && "partners" in impact ? impact.partners[id] : undefined;
  const rows = partners.map((partner) =>
    tableRow(
      markup`<a href="/partners/${partner.slug}">${partner.name}</a>`,
      ...revisions.map((revision) => {
        const found = impactFor(revision, partner);
        if (!found) return revision.impact ? "no contract" : "not known yet";
        return markup`<b class="c-${impactColours[found.outcome]}">${impactWords[found.outcome]}</b>${found.says.length > 0 && markup`<details><summary>${found.says.length} expectations</summary><ul>${found.says.map((says) => markup`<li>${says}</li>`)}</ul></details>`}`;
      }),
    ),
  );
  const failed = revisions.flatMap(({ name, impact }) =>
    impact && "failed" in impact ? [`${name}: ${impact.failed}`] : [],
  );
  return {
    title: "Whom does a revision break?",
    kicker: "Partner × revision of the API",
    lead: markup`From the partners' contracts, checked against each revision as <code>assay impact</code> does.`,
    content: markup`${failed.map((text) => markup`<p class="notice alarm">${text}</p>`)}
${revisions.length > 0 && markup`${searchForm("Name contains", query.search)}${scrollTable("Partners by revision", ["Partner", ...revisions.map(({ name }) => name)], rows)}${morePartners({ partners, query })}`}
${section("add", "Add a revision", actionForm(actor, "/revisions", markup`${field("name", "Name", { hint: "Such as 1.1.0." })}<div class="field"><label for="document-file">From a file</label><input type="file" id="document-file" data-into="f-document" accept=".yaml,.yml,.json"></div>${textField("document", "OpenAPI document", "", 8)}<button>Check contracts against it</button>`))}
${revisions.length > 0 && section("remove", "Remove", markup`<div class="actions">${revisions.map(({ id, name }) => actionForm(actor, `/revisions/${id}/end`, markup`<button class="second">Remove ${name}</button>`))}</div>`)}`,
  };
}

export const auditPage = (lines: readonly AuditLine[], query: { search?: string | undefined }): ConsolePage => ({
  title: "Audit log",
  lead: "Who did what, the latest first.",
  content: markup`${searchForm("Contains", query.search)}${scrollTable(
    "Audit log",
    ["When", "Who", "What", "About", "From"],
    lines.map(({ at, who, act, about, address }) => tableRow(when(at), who, act, about, address)),
  )}
${olderLink(lines, auditLines, { ...query })}`,
});

export const workersPage = (
  workers: readonly WorkerRow[],
  sizes: Record<string, number>,
  nightly: string | undefined,
): ConsolePage => ({
  title: "Workers",
  content: markup`${scrollTable(
    "Workers",
    ["Worker", "Machine", "Since", "Last seen", "Clock", "Judges now"],
    workers.map(({ id, host, pid, started_at, seen_at, is_seen, clock_offset, running }) =>
      tableRow(
        id.slice(0, 8),
        `${host}, process ${pid}`,
        when(started_at),
        markup`<span class="${is_seen ? "" : "c-fail"}">${when(seen_at)}</span>`,
        clockCell(clockComplaint(clock_offset)),
        running,
      ),
    ),
  )}
${section("queue", "Waiting", markup`<p>${Object.entries(sizes).map(([name, count]) => `${name}: ${count}. `)}${Object.keys(sizes).length === 0 && "Nothing waits."}</p><p>Nightly runs were last asked for ${nightly ? when(nightly) : "never"}.</p>`)}`,
});

const clockCell = (complaint: string | undefined): Markup | string =>
  complaint ? markup`<b class="c-fail">${complaint}: it judges and issues nothing</b>` : "right";

const numberField = (name: string, label: string, value: number | undefined): Markup =>
  field(name, label, { type: "number", value: String(value ?? ""), hint: "Empty: all stay." });

/** The settings of an operator. */
export const settingsPage = (
  actor: Actor,
  facts: {
    people: readonly Account[];
    invitations: readonly OpenInvitation[];
    approval: string;
    directory: string;
    retention: Retention;
    keys: readonly string[];
  },
): ConsolePage => ({
  title: "Settings",
  content: markup`${section(
    "approvals",
    "Approvals",
    markup`<p>First certificates are issued ${facts.approval === "by an operator" ? "once an operator approves them" : "as soon as an application passes"}.</p>${actionForm(
      actor,
      "/settings/approval",
      markup`<input type="hidden" name="approval" value="${facts.approval === "by an operator" ? "at once" : "by an operator"}"><button class="second">${facts.approval === "by an operator" ? "Issue them at once" : "Let an operator approve them"}</button>`,
    )}`,
  )}
${section(
  "directory",
  "Public directory",
  markup`<p>${facts.directory === "public" ? markup`Everybody may see <a href="/directory">which applications are certified</a>, and nothing else of them.` : "The list of applications is for operators alone."}</p>${actionForm(
    actor,
    "/settings/directory",
    markup`<input type="hidden" name="directory" value="${facts.directory === "public" ? "closed" : "public"}"><button class="second">${facts.directory === "public" ? "Close the directory" : "Make it public"}</button>`,
  )}`,
)}
${section(
  "keys",
  "Signing keys",
  markup`<p>Certificates are signed with the last of these keys. The <a href="/keys.json">key set</a> and the <a href="/status-list.json">status list</a> are public.</p><ul>${facts.keys.map((key) => markup`<li><code class="secret">${key}</code></li>`)}</ul>
${actionForm(actor, "/settings/keys", markup`<button class="second" data-sure="Sign with a new key from now on?">Sign with a new key from now on</button>`)}`,
)}
${section(
  "retention",
  "Pruning",
  markup`<p>Every day, older runs are deleted with their journals, and older lines of the audit log. The latest run of each partner, its latest pass and the runs of two days stay.</p>${actionForm(
    actor,
    "/settings/retention",
    markup`${numberField("days", "Days that runs stay", facts.retention.days)}${numberField("runs", "Runs of each partner that stay", facts.retention.runs)}<button class="second">Set</button>`,
  )}`,
)}
${section("nightly", "Nightly runs", actionForm(actor, "/settings/nightly", markup`<button class="second">Start them now</button>`))}
${section("operators", "Operators", peopleList(actor, { ...facts, inviteAt: "/operators", roles: ["operator", "reader"] }))}`,
});

export const secretPage = (title: string, lead: string, secret: string, back: string): ConsolePage => ({
  title,
  lead,
  content: markup`<p><code class="secret">${secret}</code></p><p><a href="${back}">Back</a></p>`,
});

export const tokensPage = (actor: Actor, tokens: readonly ApiToken[]): ConsolePage => ({
  title: "API tokens",
  lead: markup`For machines; the API is described at <a href="/api/openapi.json">/api/openapi.json</a>. A token may do what you may, as far as its scope goes.`,
  content: markup`${
    tokens.length > 0 &&
    scrollTable(
      "Tokens",
      ["Name", "Scope", "Made", "Expires", ""],
      tokens.map(({ id, name, scope, created_at, expires_at }) =>
        tableRow(
          name,
          scope,
          when(created_at),
          when(expires_at),
          actionForm(actor, `/tokens/${id}/end`, markup`<button class="second">Revoke ${name}</button>`, "read"),
        ),
      ),
    )
  }
${section(
  "add",
  "Make one",
  actionForm(
    actor,
    "/tokens",
    markup`${field("name", "Name")}${select(
      "scope",
      "Scope",
      scopes.filter((scope) => covers(actor.scope, scope)),
    )}${field("days", "Days", { type: "number", value: "90", attributes: markup` min="1" max="365"` })}<button>Make a token</button>`,
    "read",
  ),
)}`,
});
