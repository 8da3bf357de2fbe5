import { readFileSync } from "node:fs";
import { packageFile } from "../../base/package-file.ts";
import { pageStyles } from "../../reports/page/page.ts";
import { readAssets } from "../../reports/parts/assets.ts";
import { type Markup, markup, type Piece } from "../../reports/parts/markup.ts";
import type { Account } from "../accounts/account.ts";
import { type AccountRole, type Actor, covers, isOperator, roleNames, type Scope } from "../accounts/actor.ts";
import type { OpenInvitation } from "../accounts/invitations.ts";

/** The facts that every page of the console knows. */
export interface PageFrame {
  actor?: Actor | undefined;
  /** The path of the page. */
  path?: string;
  /** Where someone of a partner belongs. */
  home?: string | undefined;
  /** A problem of the console itself, shown in red. */
  alarms?: readonly string[];
  /** The action that was just done or refused. */
  notice?: { text: string; isRefusal?: boolean } | undefined;
}

/** A page: its title, a line above it, and its sections. */
export interface ConsolePage {
  title: string;
  kicker?: Piece;
  lead?: Piece;
  content: Piece;
  /** True if its script is needed. */
  script?: boolean;
}

/** The style sheet of the console: that of the report pages, and what forms need besides. */
export const styleSheet = (): string => readAssets(...pageStyles).text + ownFile("console.css");
export const script = (): string => ownFile("console.js");

const ownFile = (name: string): string => readFileSync(packageFile(`console/pages/${name}`), "utf8");

const operatorLinks = [
  ["/partners", "Partners"],
  ["/runs", "Runs"],
  ["/trends", "Trends"],
  ["/providers", "Providers"],
  ["/revisions", "Revisions"],
  ["/contests", "Contests"],
  ["/events", "Events"],
  ["/messages", "Messages"],
  ["/audit", "Audit log"],
  ["/workers", "Workers"],
  ["/settings", "Settings"],
  ["/tokens", "API tokens"],
  ["/account", "Account"],
] as const;

/** A whole page; it loads its style and its script from the console itself, and nothing from anywhere else. */
export const renderPage = ({ title, kicker, lead, content }: ConsolePage, frame: PageFrame): string =>
  markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title} – assay</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/console.css">
<script src="/assets/console.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
${navigation(frame)}
<header>
<p class="kicker">${kicker ?? "Certification console"}</p>
<h1>${title}</h1>
${lead && markup`<p class="lead">${lead}</p>`}
${(frame.alarms ?? []).map((alarm) => markup`<p class="notice alarm" role="alert"><strong>${alarm}</strong></p>`)}
${frame.notice && markup`<p class="notice${frame.notice.isRefusal && " alarm"}" role="${frame.notice.isRefusal ? "alert" : "status"}">${lines(frame.notice.text)}</p>`}
</header>
<main id="content" tabindex="-1">
${content}
</main>
<footer>assay certifies applications for the Partner Integration API.</footer>
</body>
</html>
`.text;

const lines = (text: string): Piece => text.split("\n").map((line, index) => (index > 0 ? markup`<br>${line}` : line));

function navigation({ actor, home, path = "" }: PageFrame): Markup | false {
  if (!actor) return false;
  const links = isOperator(actor)
    ? operatorLinks
    : ([
        [home ?? "/", "Your application"],
        [`${home}/runs`, "Runs"],
        [`${home}/messages`, "Messages"],
        ["/tokens", "API tokens"],
        ["/account", "Account"],
      ] as const);
  const here = links.map(([href]) => href).filter((href) => path === href || path.startsWith(`${href}/`));
  // A page lies below one place, or below another that lies below that.
  const current = here.toSorted((a, b) => b.length - a.length)[0];
  return markup`<nav aria-label="Console"><ul>${links.map(([href, name]) => markup`<li><a href="${href}"${href === current && markup` aria-current="page"`}>${name}</a></li>`)}
<li class="who"><form method="post" action="/sign-out">${csrfField(actor)}<button class="plain" title="${actor.email}">Sign out</button></form></li></ul></nav>`;
}

/** The token that shows that a form is ours. */
export const csrfField = ({ csrf }: Pick<Actor, "csrf">): Markup =>
  markup`<input type="hidden" name="csrf" value="${csrf ?? ""}">`;

/** A section with its heading. */
export const section = (id: string, title: string, content: Piece): Markup =>
  markup`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${content}</section>`;

/** A form that does something, for those who may. */
export const actionForm = (actor: Actor, action: string, content: Piece, scope: Scope = "manage"): Markup | false =>
  covers(actor.scope, scope) &&
  markup`<form method="post" action="${action}" class="form">${csrfField(actor)}${content}</form>`;

/** People and invitations, with what may be done about them, and the way to invite another. */
export const peopleList = (
  actor: Actor,
  {
    people,
    invitations,
    inviteAt,
    roles,
  }: {
    people: readonly Account[];
    invitations: readonly OpenInvitation[];
    inviteAt: string;
    roles: readonly AccountRole[];
  },
): Markup =>
  markup`<ul>${people.map(
    ({ id, email, role, totp_since }) =>
      markup`<li>${email}, ${roleNames[role]}${id !== actor.accountId && markup`<div class="actions">${actionForm(actor, `/accounts/${id}/reset`, markup`<button class="second">New password for ${email}</button>`)}${totp_since && actionForm(actor, `/accounts/${id}/second-factor/end`, markup`<button class="second" data-sure="Remove the second factor of ${email}?">Remove the second factor of ${email}</button>`)}${actionForm(actor, `/accounts/${id}/end`, markup`<button class="second" data-sure="End the account of ${email}?">End the account of ${email}</button>`)}</div>`}</li>`,
  )}${invitations.map(
    ({ id, role, expires_at }) =>
      markup`<li>Invitation for ${roleNames[role]}, good until ${when(expires_at)}${actionForm(actor, `/invitations/${id}/end`, markup`<button class="second">Withdraw the invitation of ${when(expires_at)}</button>`)}</li>`,
  )}</ul>
<div class="actions">${roles.map((role) => actionForm(actor, inviteAt, markup`<input type="hidden" name="role" value="${role}"><button class="second">Invite as ${roleNames[role]}</button>`))}</div>`;

/** A field with its label, and what is wrong with it. */
export function field(
  name: string,
  label: Piece,
  {
    value = "",
    type = "text",
    hint,
    attributes,
  }: { value?: string; type?: string; hint?: Piece; attributes?: Markup } = {},
): Markup {
  return markup`<div class="field"><label for="f-${name}">${label}</label>${hint && markup`<p class="hint" id="h-${name}">${hint}</p>`}
<input id="f-${name}" name="${name}" type="${type}" value="${value}"${hint && markup` aria-describedby="h-${name}"`}${attributes}>
<p class="wrong" data-for="${name}" aria-live="polite"></p></div>`;
}

/** A field for a longer text; where a page has several of a name, each has a mark. */
export const textField = (name: string, label: Piece, value: string, rows: number, hint?: Piece, mark = name): Markup =>
  markup`<div class="field"><label for="f-${mark}">${label}</label>${hint && markup`<p class="hint" id="h-${mark}">${hint}</p>`}
<textarea id="f-${mark}" name="${name}" rows="${rows}" spellcheck="false"${hint && markup` aria-describedby="h-${mark}"`}>
${value}</textarea><p class="wrong" data-for="${name}" aria-live="polite"></p></div>`;

/** A choice of some words. */
export const select = (name: string, label: string, options: readonly string[], chosen = ""): Markup =>
  markup`<div class="field"><label for="f-${name}">${label}</label><select id="f-${name}" name="${name}">${options.map((option) => markup`<option value="${option}"${option === chosen && markup` selected`}>${option || "any"}</option>`)}</select></div>`;

/** The search, filter and page that a list was asked for. */
export type ListQuery = Readonly<Record<string, string | number | undefined>>;

/** The way to older lines of what was asked for, where a page is full. */
export const olderLink = (
  shown: readonly { id: number | string }[],
  max: number,
  query: ListQuery = {},
): Markup | false => moreLink("Older", shown.length >= max && { ...query, before: shown.at(-1)?.id });

/** The way to more of what was asked for, where there may be some. */
export function moreLink(name: string, query: ListQuery | false): Markup | false {
  if (!query) return false;
  const given = Object.entries(query).flatMap(([key, value]): [string, string][] =>
    value === undefined ? [] : [[key, String(value)]],
  );
  return markup`<p><a href="?${new URLSearchParams(given).toString()}">${name}</a></p>`;
}

/** A form that looks for lines of the list that it is on: those that hold a text, and those that were chosen. */
export const searchForm = (label: string | undefined, search: string | undefined, choices: Piece = false): Markup =>
  markup`<form method="get" class="form" role="search">${label && field("search", label, { value: search ?? "" })}${choices}<button class="second">Find</button></form>`;

/** A time as people read it. */
export const when = (time: Date | string | null): Piece => {
  if (time === null) return "–";
  const text = (typeof time === "string" ? new Date(time) : time).toISOString();
  return markup`<time datetime="${text}">${text.slice(0, 16).replace("T", " ")} UTC</time>`;
};
