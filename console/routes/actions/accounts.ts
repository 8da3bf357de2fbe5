import { endAccount, join, listAccounts, signIn, usedLink } from "../../accounts/accounts.ts";
import { scopes } from "../../accounts/actor.ts";
import { createApiToken, listApiTokens, mostDays, revokeApiToken } from "../../accounts/api-tokens.ts";
import { writeAudit } from "../../accounts/audit.ts";
import { createInvitation, findInvitation } from "../../accounts/invitations.ts";
import { beginSession, endSession, sessionTokenIn } from "../../accounts/sessions.ts";
import { joinPage, signInPage } from "../../pages/entrance.ts";
import { secretPage, tokensPage } from "../../pages/operator.ts";
import { partnerById } from "../../partners/partners.ts";
import { passwordLength } from "../../vault/passwords.ts";
import { action, onePage, type RouteCall, type RouteReply } from "../action.ts";
import * as schemas from "../api-schemas.ts";
import { integer, oneOf, optional, text } from "../fields.ts";
import { ownPath } from "../origin.ts";

const to = optional(text());
const credentials = { email: text(200), password: text(passwordLength.most) };
const string = { type: "string" };

/** Accounts: the way in and out, people, invitations and tokens. */
export const accountActions = [
  action({
    at: "GET /sign-in",
    may: "anyone",
    takes: { to },
    act: (_, given) => ownPath(given.to),
    page: (path, { isSignedIn }) => (isSignedIn ? { redirect: path } : { page: signInPage({ to: path }) }),
  }),
  action({
    at: "POST /sign-in",
    may: "anyone",
    takes: { ...credentials, to },
    async act({ context, address }, { email, password }) {
      return beginSession(context.database, await signIn(context, { email, password, address }));
    },
    page: (session, _, given) => ({ redirect: ownPath(given.to), session }),
    refused: ({ code, message }, { sent }) =>
      code === "wrong-password"
        ? {
            page: signInPage({ to: ownPath(String(sent.to)), email: String(sent.email) }),
            notice: { text: message, isRefusal: true },
            status: 401,
          }
        : undefined,
  }),
  onePage("GET /join/:token", "anyone", async ({ context, param }) => {
    const invitation = await findInvitation(context.database, param("token"));
    if (!invitation) throw usedLink();
    return { page: joinPage(param("token"), invitation) };
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
      const invitation = field && (await findInvitation(context.database, param("token")));
      if (!invitation) return undefined;
      const page = joinPage(param("token"), invitation, String(sent.email));
      return { page, notice: { text: message, isRefusal: true }, status: 422 };
    },
  }),
  onePage("GET /", "member", async (call) => ({ redirect: await homeOf(call) })),
  action({
    at: "POST /sign-out",
    may: "member",
    scope: "read",
    async act({ context, header }) {
      const token = sessionTokenIn(header("cookie"), context.settings.publicUrl);
      if (token) await endSession(context.database, token);
    },
    page: () => ({ redirect: "/sign-in", session: "" }),
  }),
  action({
    at: "GET /account",
    id: "getAccount",
    summary: "Whose token this is",
    may: "member",
    gives: schemas.account,
    async act({ context, actor }) {
      const own = actor.partnerId ? await partnerById(context.database, actor.partnerId) : undefined;
      return { ...actor, partner: own?.slug ?? null };
    },
  }),
  action({
    at: "GET /partners/:partner/accounts",
    id: "listAccounts",
    summary: "The people of a partner",
    may: "operator",
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
    at: "POST /operators",
    id: "inviteOperator",
    summary: "Invite an operator",
    may: "operator",
    audit: "invited an operator",
    status: 201,
    gives: schemas.object({ invitation: schemas.secret }),
    async act({ context, actor }) {
      const token = await createInvitation(context.database, "operator", null);
      await writeAudit(context.database, actor);
      return { invitation: `${context.settings.publicUrl}/join/${token}` };
    },
    page: ({ invitation }) => ({
      page: secretPage(
        "Invitation for an operator",
        "It works once, for seven days, and is not shown again.",
        invitation,
        "/settings",
      ),
    }),
  }),
  action({
    at: "DELETE /accounts/:account",
    id: "endAccount",
    summary: "End somebody's account, with its sessions and tokens",
    may: "operator",
    audit: "ended an account",
    gives: schemas.done,
    act: ({ context, actor, param }) => endAccount(context, actor, param("account")),
    async page({ partner_id }, { context }) {
      const partner = partner_id && (await partnerById(context.database, partner_id));
      return { redirect: partner ? `/partners/${partner.slug}` : "/settings" };
    },
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
    summary: "Make a token",
    may: "member",
    limit: "make a token",
    audit: "made a token",
    takes: { name: text(), scope: oneOf(scopes), days: integer(1, mostDays) },
    status: 201,
    gives: schemas.object({ id: string, token: schemas.secret, expires_at: schemas.time }),
    act: ({ context, actor }, given) => createApiToken(context.database, actor, given),
    page: ({ token }) => ({
      page: secretPage("Your token", "Use it as Authorization: Bearer TOKEN. It is not shown again.", token, "/tokens"),
    }),
  }),
  action({
    at: "DELETE /tokens/:token",
    id: "revokeToken",
    summary: "Revoke a token of yours",
    may: "member",
    audit: "revoked a token",
    gives: schemas.done,
    act: ({ context, actor, param }) => revokeApiToken(context.database, actor, param("token")),
    page: () => ({ redirect: "/tokens" }),
  }),
];

/** Where somebody who signs in is led. */
async function homeOf({ context, actor }: RouteCall): Promise<string> {
  const partner = actor.partnerId ? await partnerById(context.database, actor.partnerId) : undefined;
  return partner ? `/partners/${partner.slug}` : "/partners";
}
