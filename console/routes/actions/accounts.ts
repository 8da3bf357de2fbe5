import type { Account } from "../../accounts/account.ts";
import { accountByEmail, accountById, endAccount, join, listAccounts, signIn } from "../../accounts/accounts.ts";
import { scopes } from "../../accounts/actor.ts";
import { createApiToken, listApiTokens, maxDays, revokeApiToken } from "../../accounts/api-tokens.ts";
import { writeAudit } from "../../accounts/audit.ts";
import { beginHalf, endHalf, findHalf } from "../../accounts/half-sign-ins.ts";
import { findInvitation, listInvitations, withdrawInvitation } from "../../accounts/invitations.ts";
import { countUse } from "../../accounts/limits.ts";
import { beginOpenId, finishOpenId } from "../../accounts/openid.ts";
import { changePassword, findReset, makeReset, resetPassword } from "../../accounts/passwords.ts";
import { notThere, usedLink } from "../../accounts/refusal.ts";
import { checkCode, confirmKey, proposeKey, removeSecondFactor } from "../../accounts/second-factor.ts";
import { beginSession, endSession, endSessions, sessionTokenIn } from "../../accounts/sessions.ts";
import type { ConsoleContext, MailSettings, OpenIdProvider } from "../../context.ts";
import { sendMail } from "../../messages/mail.ts";
import { mailChoiceOf } from "../../messages/outbox.ts";
import {
  accountPage,
  codePage,
  enteredPage,
  forgottenPage,
  forgottenSentPage,
  joinPage,
  keyPage,
  recoveryPage,
  resetPage,
  signInPage,
} from "../../pages/entrance.ts";
import { secretPage, tokensPage } from "../../pages/operator.ts";
import { invitationPage } from "../../pages/partners.ts";
import { partnerById } from "../../partners/partners.ts";
import { passwordLength } from "../../vault/passwords.ts";
import { action, deed, onePage, type RouteCall, type RouteReply } from "../action.ts";
import * as schemas from "../api-schemas.ts";
import { integer, oneOf, optional, text } from "../fields.ts";
import { ownPath } from "../origin.ts";
import { invite } from "../partner-acts.ts";

const to = optional(text());
const password = text(passwordLength.most);
const code = text(40);
const credentials = { email: text(200), password };
const secretLink = schemas.object({ link: schemas.secret });
const invitation = { status: 201, gives: schemas.object({ invitation: schemas.secret }) } as const;

const openIdOf = ({ settings }: ConsoleContext): OpenIdProvider => {
  if (!settings.openId) throw notThere();
  return settings.openId;
};

const mailOf = ({ settings }: ConsoleContext): MailSettings => {
  if (!settings.mail) throw notThere();
  return settings.mail;
};

/** Where someone goes on whose password, or identity, was found right: in, or to the code of an authenticator. */
async function enter(
  { database }: ConsoleContext,
  account: Account,
  path: string,
  hasComeFromElsewhere = false,
): Promise<RouteReply> {
  if (account.totp_since)
    return { page: codePage(path), half: await beginHalf(database, { account_id: account.id, verifier: "" }) };
  const session = await beginSession(database, account);
  // A cookie that is for our own pages alone is not sent while another site leads here.
  return hasComeFromElsewhere ? { page: enteredPage(path), refresh: path, session } : { redirect: path, session };
}

const halfOf = ({ header, context }: RouteCall): string =>
  sessionTokenIn(header("cookie"), context.settings.publicUrl, "half") ?? "";

/** The account that someone gave the password of, and now gives a code for. */
async function halfAccount(call: RouteCall): Promise<string> {
  const half = await findHalf(call.context.database, halfOf(call));
  if (!half?.account_id) throw usedLink();
  return half.account_id;
}

/** The way in and out. */
const entrance = [
  action({
    at: "GET /sign-in",
    may: "anyone",
    takes: { to },
    act: (_, given) => ownPath(given.to),
    page: (path, { isSignedIn, context }) =>
      isSignedIn
        ? { redirect: path }
        : {
            page: signInPage({
              to: path,
              openId: context.settings.openId?.name,
              sendsMail: Boolean(context.settings.mail),
            }),
          },
  }),
  action({
    at: "POST /sign-in",
    may: "anyone",
    takes: { ...credentials, to },
    act: ({ context, address }, given) => signIn(context, { ...given, address }),
    page: (account, { context }, given) => enter(context, account, ownPath(given.to)),
    refused: ({ code: why, message }, { context, sent }) =>
      why === "wrong-password"
        ? {
            page: signInPage({
              to: ownPath(String(sent.to)),
              email: String(sent.email),
              openId: context.settings.openId?.name,
              sendsMail: Boolean(context.settings.mail),
            }),
            notice: { text: message, isRefusal: true },
            status: 401,
          }
        : undefined,
  }),
  action({
    at: "POST /sign-in/code",
    may: "anyone",
    takes: { code, to },
    async act(call, given) {
      const { context } = call;
      const id = await halfAccount(call);
      await checkCode(context, id, given.code);
      if (!(await endHalf(context.database, halfOf(call)))) throw usedLink();
      return beginSession(context.database, { id });
    },
    page: (session, _, given) => ({ redirect: ownPath(given.to), session }),
    refused: ({ code: why, message }, { sent }) =>
      why === "wrong-code"
        ? { page: codePage(ownPath(String(sent.to))), notice: { text: message, isRefusal: true }, status: 401 }
        : undefined,
  }),
  action({
    at: "POST /sign-in/openid",
    may: "anyone",
    takes: { to },
    act: ({ context }, given) => beginOpenId(context, openIdOf(context), ownPath(given.to)),
    page: ({ address, half }) => ({ redirect: address, half }),
  }),
  onePage("GET /sign-in/openid", "anyone", async (call) => {
    const { context, sent, address } = call;
    const { account, to: path } = await finishOpenId(context, openIdOf(context), { half: halfOf(call), query: sent });
    const who = { accountId: account.id, email: account.email, address, doing: "signed in by OpenID Connect" };
    await writeAudit(context.database, who, { partnerId: account.partner_id });
    return enter(context, account, path, true);
  }),
  onePage("GET /join/:token", "anyone", async ({ context, param }) => {
    const found = await findInvitation(context.database, param("token"));
    if (!found) throw usedLink();
    return { page: joinPage(param("token"), found) };
  }),
  action({
    at: "POST /join/:token",
    may: "anyone",
    takes: credentials,
    async act({ context, param, address }, given) {
      return beginSession(context.database, await join(context, param("token"), { ...given, address }));
    },
    page: (session) => ({ redirect: "/", session }),
    async refused({ field, message }, { context, param, sent }) {
      const found = field && (await findInvitation(context.database, param("token")));
      if (!found) return undefined;
      const page = joinPage(param("token"), found, String(sent.email));
      return { page, notice: { text: message, isRefusal: true }, status: 422 };
    },
  }),
  onePage("GET /forgotten", "anyone", ({ context }) => ({ page: mailOf(context) && forgottenPage })),
  action({
    at: "POST /forgotten",
    may: "anyone",
    takes: { email: text(200) },
    async act({ context, address }, { email }) {
      const mail = mailOf(context);
      await countUse(context.database, "forget a password", { address, account: email.trim().toLowerCase() });
      const found = await accountByEmail(context.database, email);
      if (!found) return;
      const who = { accountId: found.id, email: found.email, address, doing: "forgot the password" };
      const link = `${context.settings.publicUrl}/reset/${await makeReset(context, who, found)}`;
      const says = `Choose a new password for ${found.email} here, once, within a day:\n\n${link}\n\nWhoever did not ask for this ignores it.\n`;
      // How long the mail server takes must not say who has an account.
      void sendMail(mail, { to: found.email, subject: "A new password", text: says }).catch((error: Error) =>
        context.log(`mail: ${error.message}`),
      );
    },
    page: () => ({ page: forgottenSentPage }),
  }),
  onePage("GET /reset/:token", "anyone", async ({ context, param }) => {
    const account = await findReset(context, param("token"));
    if (!account) throw usedLink();
    return { page: resetPage(param("token"), account) };
  }),
  action({
    at: "POST /reset/:token",
    may: "anyone",
    takes: { password },
    act: ({ context, param, address }, given) => resetPassword(context, param("token"), { ...given, address }),
    page: () => ({ redirect: "/sign-in" }),
  }),
  onePage("GET /", "member", async ({ context, actor }) => {
    const partner = actor.partnerId ? await partnerById(context.database, actor.partnerId) : undefined;
    return { redirect: partner ? `/partners/${partner.slug}` : "/partners" };
  }),
  action({
    may: "member",
    at: "POST /sign-out",
    async act({ context, header }) {
      const token = sessionTokenIn(header("cookie"), context.settings.publicUrl);
      if (token) await endSession(context.database, token);
    },
    page: () => ({ redirect: "/sign-in", session: "" }),
  }),
];

/** One's own account. */
const account = [
  action({
    at: "GET /account",
    id: "getAccount",
    summary: "Who you are, or whose token this is",
    may: "member",
    gives: schemas.account,
    async act({ context, actor }) {
      const partner = actor.partnerId ? await partnerById(context.database, actor.partnerId) : undefined;
      const known = await accountById(context.database, actor.accountId);
      return {
        ...actor,
        partner: partner?.slug ?? null,
        second_factor_since: known?.totp_since ?? null,
        known,
        mail: await mailChoiceOf(context.database, actor.accountId),
      };
    },
    page({ known, mail }, { actor, context }) {
      if (!known) throw notThere();
      return { page: accountPage(actor, known, context.settings.mail && mail) };
    },
  }),
  action({
    may: "member",
    at: "POST /account/password",
    audit: "changed the password",
    takes: { current: password, password },
    act: ({ context, actor }, given) => changePassword(context, actor, given),
    page: () => ({ redirect: "/sign-in", session: "" }),
  }),
  action({
    may: "member",
    at: "DELETE /account/sessions",
    id: "endSessions",
    summary: "Sign out everywhere",
    audit: "signed out everywhere",
    gives: schemas.done,
    async act({ context, actor }) {
      await endSessions(context.database, actor.accountId);
      await writeAudit(context.database, actor, { partnerId: actor.partnerId });
    },
    page: () => ({ redirect: "/sign-in", session: "" }),
  }),
  action({
    may: "member",
    at: "POST /account/second-factor",
    act: ({ context, actor }) => proposeKey(context, actor),
    page: (proposed, { actor }) => ({ page: keyPage(actor, proposed) }),
  }),
  action({
    may: "member",
    at: "POST /account/second-factor/confirmation",
    audit: "set up a second factor",
    takes: { code },
    act: ({ context, actor }, given) => confirmKey(context, actor, given.code),
    page: (codes) => ({ page: recoveryPage(codes) }),
  }),
  action({
    may: "member",
    at: "POST /account/second-factor/end",
    audit: "removed a second factor",
    takes: { code },
    async act({ context, actor }, given) {
      await checkCode(context, actor.accountId, given.code);
      await removeSecondFactor(context, actor, {
        id: actor.accountId,
        email: actor.email,
        partner_id: actor.partnerId,
      });
    },
    page: () => ({ redirect: "/account" }),
  }),
  action({
    at: "GET /tokens",
    id: "listTokens",
    summary: "Your tokens",
    may: "member",
    gives: schemas.listOf(schemas.token),
    act: async ({ context, actor }) => ({ items: await listApiTokens(context.database, actor) }),
    page: ({ items }, { actor }) => ({ page: tokensPage(actor, items) }),
  }),
  action({
    at: "POST /tokens",
    id: "createToken",
    summary: "Make a token, of a scope that you have",
    may: "member",
    limit: "make a token",
    audit: "made a token",
    takes: { name: text(), scope: oneOf(scopes), days: integer(1, maxDays) },
    status: 201,
    gives: schemas.object({ id: schemas.text, token: schemas.secret, expires_at: schemas.time }),
    act: ({ context, actor }, given) => createApiToken(context.database, actor, given),
    page: ({ token }) => ({
      page: secretPage("Your token", "Use it as Authorization: Bearer TOKEN. It is not shown again.", token, "/tokens"),
    }),
  }),
  deed("/tokens", {
    at: "DELETE /tokens/:token",
    id: "revokeToken",
    summary: "Revoke a token of yours",
    may: "member",
    audit: "revoked a token",
    act: ({ context, actor, param }) => revokeApiToken(context.database, actor, param("token")),
  }),
];

const toPeople = (_: unknown, call: RouteCall): RouteReply => ({ redirect: ownerPage(call) });

/** The page that lists the people whom an account or an invitation belongs to. */
const ownerPage = (call: RouteCall): string => (call.owner ? `/partners/${call.owner.slug}` : "/settings");

/** The people of a partner, for its administrators and operators; and operators. */
const people = [
  action({
    at: "GET /partners/:partner/accounts",
    id: "listAccounts",
    summary: "The people of a partner",
    may: "own",
    gives: schemas.listOf(schemas.person),
    act: async ({ context, partner }) => ({ items: await listAccounts(context.database, partner.id) }),
  }),
  action({
    at: "GET /operators",
    id: "listOperators",
    summary: "The operators",
    may: "operator",
    gives: schemas.listOf(schemas.person),
    act: async ({ context }) => ({ items: await listAccounts(context.database, null) }),
  }),
  action({
    at: "GET /partners/:partner/invitations",
    id: "listInvitations",
    summary: "Invitations of a partner that can still be used",
    may: "own",
    gives: schemas.listOf(schemas.invitation),
    act: async ({ context, partner }) => ({ items: await listInvitations(context.database, partner.id) }),
  }),
  action({
    ...invitation,
    at: "POST /partners/:partner/invitations",
    id: "invite",
    summary: "Invite a person of a partner: an administrator (partner), or a member",
    may: "own",
    audit: "invited a person",
    takes: { role: optional(oneOf(["partner", "member"])) },
    act: async (call, { role = "partner" }) => ({ invitation: await invite(call, role, call.partner) }),
    page: (made, { partner }) => ({ page: invitationPage(partner, made.invitation) }),
  }),
  action({
    ...invitation,
    at: "POST /operators",
    id: "inviteOperator",
    summary: "Invite an operator, or a reader, who only reads",
    may: "operator",
    audit: "invited an operator",
    takes: { role: optional(oneOf(["operator", "reader"])) },
    act: async (call, { role = "operator" }) => ({ invitation: await invite(call, role) }),
    page: (made) => ({
      page: secretPage(
        "Invitation for an operator",
        "It works once, for seven days, and is not shown again.",
        made.invitation,
        "/settings",
      ),
    }),
  }),
  deed(toPeople, {
    at: "DELETE /invitations/:invitation",
    id: "withdrawInvitation",
    summary: "Withdraw an invitation",
    may: "own",
    audit: "withdrew an invitation",
    act: (call) => withdrawInvitation(call.context.database, call.actor, call.invitation),
  }),
  action({
    at: "POST /accounts/:account/reset",
    id: "resetPassword",
    summary: "Make a link by which a person chooses a new password",
    may: "own",
    audit: "made a link for a new password",
    gives: secretLink,
    act: async ({ context, actor, account: whose }) => ({
      link: `${context.settings.publicUrl}/reset/${await makeReset(context, actor, whose)}`,
    }),
    page: ({ link }, call) => ({
      page: secretPage(
        `A new password for ${call.account.email}`,
        "Hand this link over. It works once, for a day.",
        link,
        ownerPage(call),
      ),
    }),
  }),
  deed(toPeople, {
    at: "DELETE /accounts/:account/second-factor",
    id: "removeSecondFactor",
    summary: "Remove a lost second factor",
    may: "own",
    audit: "removed a second factor",
    act: (call) => removeSecondFactor(call.context, call.actor, call.account),
  }),
  deed(toPeople, {
    at: "DELETE /accounts/:account",
    id: "endAccount",
    summary: "End an account, with its sessions and tokens",
    may: "own",
    audit: "ended an account",
    act: (call) => endAccount(call.context, call.actor, call.account),
  }),
];

/** Accounts: the way in and out, people, invitations and tokens. */
export const accountActions = [...entrance, ...account, ...people];
