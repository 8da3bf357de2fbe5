import { region, scrollTable, tableRow } from "../../reports/page/parts.ts";
import { type Markup, markup, type Piece } from "../../reports/parts/markup.ts";
import type { Account } from "../accounts/account.ts";
import { type Actor, covers, isOperator } from "../accounts/actor.ts";
import type { OpenInvitation } from "../accounts/invitations.ts";
import type { ConsoleEvent } from "../messages/events.ts";
import type { StoredCertificate } from "../partners/certificates.ts";
import type { Contest } from "../partners/contests.ts";
import { type Note, type NoteQuery, noteLines } from "../partners/notes.ts";
import { type OwnedHost, ownershipName, ownershipPath } from "../partners/ownership.ts";
import type { Partner } from "../partners/partners.ts";
import type { StoredRun } from "../runs/runs.ts";
import type { StoredContract } from "../watch/revisions.ts";
import { contestsTable } from "./contests.ts";
import { historyPicture } from "./history.ts";
import {
  actionForm,
  type ConsolePage,
  field,
  olderLink,
  peopleList,
  searchForm,
  section,
  textField,
  when,
} from "./layout.ts";
import { eventsTable, stateMark } from "./partners.ts";
import { runsTable } from "./runs.ts";

export interface PartnerFacts {
  partner: Partner;
  runs: readonly StoredRun[];
  certificate: StoredCertificate | undefined;
  events: readonly ConsoleEvent[];
  contracts: readonly StoredContract[];
  contests: readonly Contest[];
  notes: readonly Note[];
  people: readonly Account[];
  invitations: readonly OpenInvitation[];
  /** The addresses of the platform that is played for it. */
  platform: Record<string, string>;
  /** Its machines, and the token that proves whose they are. */
  hosts: readonly OwnedHost[];
  token: string;
}

/** The number of runs, notes, events and contests that a partner's page shows. */
const [shownRuns, shownNotes, shownEvents, shownContests] = [10, 10, 20, 10];

/** Everything about one partner, for its people and for operators. */
export function partnerPage(actor: Actor, facts: PartnerFacts): ConsolePage {
  const { partner, runs, certificate, events } = facts;
  const at = `/partners/${partner.slug}`;
  const open = runs.find(({ state }) => state === "queued" || state === "running");
  return {
    title: partner.name,
    kicker: "Partner",
    lead: markup`${stateMark(partner.state)}${partner.state === "new" && ": no certificate yet"}${partner.archived_at && ", archived"}`,
    content: markup`
${section("certify", "Certify", certifyPart(actor, partner, open))}
${certificate && section("certificate", "Certificate", certificatePart(actor, partner, certificate))}
${isOperator(actor) && section("operator", "Decisions of an operator", operatorPart(actor, facts))}
${section("runs", "Runs", markup`${runsTable(runs.slice(0, shownRuns))}<p><a href="${at}/runs">All runs</a></p>`)}
${section("history", "Failures over time", historyPicture(runs))}
${section("platform", "Addresses and tokens", platformPart(actor, at, facts.platform))}
${facts.hosts.length > 0 && section("ownership", "Proof of addresses", ownershipPart(actor, at, facts))}
${facts.contests.length > 0 && section("contests", "Contested findings", markup`${contestsTable(facts.contests.slice(0, shownContests))}<p><a href="${at}/contests">All contested findings</a></p>`)}
${section("contracts", "Contracts", contractsPart(actor, at, facts.contracts))}
${section("notes", "Notes", notesPart(actor, at, facts.notes))}
${section("schedule", "When it is judged", schedulePart(actor, at, partner))}
${section("people", "People", peopleList(actor, { ...facts, inviteAt: `${at}/invitations`, roles: ["partner", "member"] }))}
${section("events", "Events", markup`${eventsTable(events.slice(0, shownEvents))}<p><a href="${at}/events">All events</a>, and the <a href="${at}/messages">messages</a> that were sent of them</p>`)}`,
  };
}

function certifyPart(actor: Actor, { slug, profile_shown }: Partner, open: StoredRun | undefined): Piece {
  const at = `/partners/${slug}`;
  if (!profile_shown)
    return markup`<p>First, <a href="${at}/profile">describe the application</a>: its name, what it claims, and its addresses.</p>`;
  if (open) return markup`<p>A run is ${open.state}: <a href="/runs/${open.id}">follow it</a>.</p>`;
  return markup`<p>The application is described by <a href="${at}/profile">its profile</a>. It must be running, and use the platform that is named below.</p>
<div class="actions">${actionForm(actor, `${at}/connection`, markup`<button class="second">Check connection</button>`, "run")}
${actionForm(actor, `${at}/runs`, markup`<button>Certify</button>`, "run")}</div>
${claimsForm(actor, at, profile_shown.claims)}`;
}

/** A run of some of the claims; it certifies nothing. */
const claimsForm = (actor: Actor, at: string, claims: unknown): Piece =>
  Array.isArray(claims) &&
  claims.length > 1 &&
  covers(actor.scope, "run") &&
  markup`<details><summary>Judge some claims only</summary>${actionForm(
    actor,
    `${at}/runs`,
    markup`<fieldset><legend>Claims</legend>${claims.map((claim) => markup`<label class="check"><input type="checkbox" name="claims" value="${String(claim)}"> ${String(claim)}</label>`)}</fieldset><button class="second">Judge these</button>`,
    "run",
  )}</details>`;

const certificatePart = (actor: Actor, { slug }: Partner, certificate: StoredCertificate): Markup => markup`
<p>${stateMark(certificate.is_over ? "expired" : certificate.status)} since ${when(certificate.changed_at)}${certificate.reason && `: ${certificate.reason}`}. Issued ${when(certificate.issued_at)}, expires ${when(certificate.expires_at)}.</p>
<p><img src="/badge/${slug}.svg" alt="Badge of ${slug}" height="20"></p>
<ul><li><a href="/partners/${slug}/certificate">The certificate</a>, public</li>
<li><a href="/partners/${slug}/certificate.json">certificate.json</a> and <a href="/partners/${slug}/results.json">results.json</a>, to be checked with <code>assay verify</code></li>
<li><a href="/badge/${slug}.svg">The badge</a>, for a listing</li></ul>
${actionForm(actor, `/partners/${slug}/share`, markup`<button class="second">Make a link to share</button>`)}`;

/** The notes between partner and operators, the latest first. */
const notesPart = (actor: Actor, at: string, notes: readonly Note[]): Markup => markup`
<p class="lead">What partner and operators write to each other; it is sent as a message.</p>
${notesList(notes.slice(0, shownNotes))}${notes.length > shownNotes && markup`<p><a href="${at}/notes">All notes</a></p>`}
${actionForm(actor, `${at}/notes`, markup`${textField("text", "Note", "", 3, undefined, "note")}<button class="second">Send the note</button>`, "run")}`;

const notesList = (notes: readonly Note[]): Markup =>
  markup`<ul>${notes.map(({ at, who, text }) => markup`<li>${when(at)}, ${who}: ${text}</li>`)}</ul>`;

export const notesPage = (partner: Partner, notes: readonly Note[], query: NoteQuery): ConsolePage => ({
  title: "Notes",
  kicker: markup`<a href="/partners/${partner.slug}">${partner.name}</a>`,
  content: markup`${searchForm("Contains", query.search)}${notesList(notes)}${olderLink(notes, noteLines, { ...query })}`,
});

/** When its nightly runs are. */
const schedulePart = (actor: Actor, at: string, { judged_at, time_zone }: Partner): Markup => markup`
<p>A certified application is judged every day, ${judged_at === null ? "at the hour of the console" : `from ${judged_at}:00 on (${time_zone})`}.</p>
${actionForm(actor, `${at}/schedule`, markup`${field("hour", "Hour, from 0 to 23", { type: "number", value: String(judged_at ?? ""), hint: "Empty: at the hour of the console.", attributes: markup` min="0" max="23"` })}${field("time_zone", "Time zone", { value: time_zone, hint: "Such as Europe/Berlin." })}<button class="second">Set the time</button>`)}`;

/** An operator's acts on a partner as a whole. */
const keepPart = (actor: Actor, { slug, name, archived_at }: Partner): Markup => {
  const at = `/partners/${slug}`;
  return markup`${actionForm(actor, `${at}/name`, markup`${field("name", "Name", { value: name, hint: "Its addresses stay; the next certificate has the new name." })}<button class="second">Rename</button>`)}
${
  archived_at
    ? markup`<p>Archived since ${when(archived_at)}.</p>${actionForm(actor, `${at}/archive/end`, markup`<button class="second">Restore</button>`)}
${actionForm(actor, `${at}/end`, markup`${field("confirm", `Short name of what is deleted: ${slug}`, { hint: "Accounts, profile, runs and contracts are deleted for good." })}<button class="grave" data-sure="Delete ${slug} for good?">Delete</button>`)}`
    : actionForm(
        actor,
        `${at}/archive`,
        markup`${textField("reason", "Why it is archived", "", 2, "Its certificate is revoked for this reason, which is public; its runs end.", "archive")}<button class="grave" data-sure="Archive ${slug}?">Archive</button>`,
      )
}`;
};

function operatorPart(actor: Actor, { partner, runs }: PartnerFacts): Markup {
  const { slug, state, suspended_for } = partner;
  const at = `/partners/${slug}`;
  // The approval is for the run that this page shows, and not for one that ends later.
  const judged = runs.find((run) => run.claims === null && run.verdict !== null);
  return markup`<div class="actions">
${state === "awaiting-approval" && actionForm(actor, `${at}/approval`, markup`<input type="hidden" name="run" value="${judged?.id}"><button>Approve, and issue the certificate</button>`)}
${state === "revoked" && actionForm(actor, `${at}/readmission`, markup`<button>Readmit: it may be certified anew</button>`)}</div>
${suspended_for !== null && markup`<p>Suspended by an operator: ${suspended_for}</p>${actionForm(actor, `${at}/suspension/end`, markup`<button>Lift the suspension</button>`)}`}
${
  suspended_for === null &&
  (state === "certified" || state === "degraded") &&
  actionForm(
    actor,
    `${at}/suspension`,
    markup`${textField("reason", "Why it is suspended", "", 2, "The public status list shows it.", "suspension")}<button class="grave" data-sure="Suspend the certificate of ${slug}?">Suspend</button>`,
  )
}
${
  state !== "revoked" &&
  actionForm(
    actor,
    `${at}/revocation`,
    markup`${textField("reason", "Why it is revoked", "", 2, "The public status list shows it.")}<button class="grave" data-sure="Revoke the certificate of ${slug}?">Revoke</button>`,
  )
}
${keepPart(actor, partner)}`;
}

const platformPart = (actor: Actor, at: string, platform: Record<string, string>): Markup => markup`
<p class="lead">The same for every run. Set them once in the application under test; the tokens are shown only when they are made.</p>
${scrollTable(
  "Platform of the application",
  ["Variable", "Value"],
  Object.entries(platform).map(([name, value]) =>
    tableRow(markup`<code>${name}</code>`, markup`<code>${value}</code>`),
  ),
)}
${actionForm(actor, `${at}/credentials`, markup`<button class="second" data-sure="Make new tokens? The application's present tokens stop working.">Make new tokens, and show them once</button>`)}`;

const ownershipPart = (actor: Actor, at: string, { hosts, token }: PartnerFacts): Markup => markup`
<p class="lead">Until each address shows this token, runs are development runs, and a certificate says so: as a line of <code>${ownershipPath}</code>, or as a TXT record of <code>${ownershipName}</code> before the name.</p>
<p><code class="secret">${token}</code></p>
<ul>${hosts.map(({ host, how, proved_at }) => markup`<li><code>${host}</code>: ${how ? markup`proved ${how === "dns" ? "by a TXT record" : "by a file"} ${when(proved_at)}` : "not proved"}${actionForm(actor, `${at}/ownership`, markup`<input type="hidden" name="host" value="${host}"><button class="second">Look for the token at ${host}</button>`)}</li>`)}</ul>`;

const contractsPart = (actor: Actor, at: string, contracts: readonly StoredContract[]): Markup => markup`
<p class="lead">What the application relies on, as pact files. They show beforehand whom a new revision of the API breaks.</p>
${contracts.length > 0 && markup`<ul>${contracts.map(({ name, added_at }) => markup`<li>${name}, ${when(added_at)}</li>`)}</ul>`}
<details><summary>Add a contract</summary>
${actionForm(actor, `${at}/contracts`, markup`<div class="field"><label for="pact-file">From a file</label><input type="file" id="pact-file" data-into="f-pact" accept=".json"></div>${textField("pact", "Pact (JSON)", "", 6)}<button>Add the contract</button>`)}</details>`;

/** Tokens that are shown once. */
export const credentialsPage = (partner: Partner, values: Record<string, string>): ConsolePage => ({
  title: "New tokens",
  kicker: partner.name,
  lead: "Set these in the application under test. They are not shown again.",
  content: markup`${scrollTable(
    "New tokens",
    ["Variable", "Value"],
    Object.entries(values).map(([name, value]) =>
      tableRow(markup`<code>${name}</code>`, markup`<code class="secret">${value}</code>`),
    ),
  )}
${section(
  "file",
  "As a file of the environment",
  region(
    "scroll",
    "Lines to copy",
    markup`<pre>${Object.entries(values).map(([name, value]) => `${name}=${value}\n`)}</pre>`,
  ),
)}
<p><a href="/partners/${partner.slug}">Back to ${partner.name}</a></p>`,
});

/** The outcome of a check of the connection. */
export const connectionPage = (
  partner: Partner,
  checks: readonly { place: string; url: string; says: string; why: string }[],
): ConsolePage => ({
  title: checks.every(({ why }) => why === "") ? "Everything can be reached" : "Something cannot be reached",
  kicker: partner.name,
  content: markup`${scrollTable(
    "Addresses of the application",
    ["Address", "In the profile", ""],
    checks.map(({ place, url, says, why }) =>
      tableRow(
        markup`<code>${url}</code>`,
        place,
        why === "" ? markup`<b class="c-pass">✓</b> ${says}` : markup`<b class="c-fail">✕ ${why}</b>`,
      ),
    ),
  )}
${checks.length === 0 && markup`<p>The profile has no address; a person does everything by hand.</p>`}
<p><a href="/partners/${partner.slug}">Back to ${partner.name}</a></p>`,
});

/** A link to show to others. */
export const sharePage = (partner: Partner, link: string): ConsolePage => ({
  title: "A link to share",
  kicker: partner.name,
  lead: "Anyone with the link sees the state, the certificate and the latest results, and nothing else. A new one replaces the last.",
  content: markup`<p><code class="secret">${link}</code></p><p><a href="/partners/${partner.slug}">Back to ${partner.name}</a></p>`,
});
