import { type Markup, markup } from "../../reports/parts/markup.ts";
import type { Account } from "../accounts/account.ts";
import { type Actor, roleNames } from "../accounts/actor.ts";
import type { Invitation } from "../accounts/invitations.ts";
import { digestHour, type MailChoice, mailTimes } from "../messages/mail-times.ts";
import { passwordLength } from "../vault/passwords.ts";
import { actionForm, type ConsolePage, field, section, select, when } from "./layout.ts";

const emailField = (value = ""): Markup =>
  field("email", "E-mail address", { type: "email", value, attributes: markup` autocomplete="username" required` });

const newPasswordField = field("password", "New password", {
  type: "password",
  hint: `At least ${passwordLength.least} characters.`,
  attributes: markup` autocomplete="new-password" required minlength="${passwordLength.least}" maxlength="${passwordLength.most}"`,
});

const codeField = (): Markup =>
  field("code", "Code", {
    hint: "Six digits of your authenticator, or a recovery code.",
    attributes: markup` autocomplete="one-time-code" required`,
  });

/** Where people sign in. */
export const signInPage = ({
  to,
  email,
  openId,
  sendsMail,
}: {
  to: string;
  email?: string;
  openId: string | undefined;
  sendsMail: boolean;
}): ConsolePage => ({
  title: "Sign in",
  content: markup`<form method="post" action="/sign-in" class="form">${emailField(email)}
${field("password", "Password", { type: "password", attributes: markup` autocomplete="current-password" required` })}
<input type="hidden" name="to" value="${to}"><button>Sign in</button></form>
${sendsMail && markup`<p><a href="/forgotten">I forgot my password</a></p>`}
${openId && markup`<form method="post" action="/sign-in/openid" class="form"><input type="hidden" name="to" value="${to}"><button class="second">Sign in with ${openId}</button></form>`}`,
});

/** Where someone who was invited makes an account. */
export const joinPage = (token: string, { role, partner }: Invitation, email = ""): ConsolePage => ({
  title: partner ? `Join ${partner}` : `Become ${roleNames[role] === "operator" ? "an" : "a"} ${roleNames[role]}`,
  lead: "This link works once. Choose how you will sign in from now on.",
  content: markup`<form method="post" action="/join/${token}" class="form">${emailField(email)}
${newPasswordField}
<button>Make the account</button></form>`,
});

/** Where someone who gave a password gives a code besides. */
export const codePage = (to: string): ConsolePage => ({
  title: "One more step",
  lead: "This account asks for a code of your authenticator.",
  content: markup`<form method="post" action="/sign-in/code" class="form">${codeField()}<input type="hidden" name="to" value="${to}"><button>Sign in</button></form>`,
});

/** Where someone who came from another site goes on. */
export const enteredPage = (to: string): ConsolePage => ({
  title: "You are signed in",
  content: markup`<p><a href="${to}">Go on</a></p>`,
});

/** Where someone asks for a link for a new password. */
export const forgottenPage: ConsolePage = {
  title: "A new password",
  lead: "A link comes by mail; it works once, for a day.",
  content: markup`<form method="post" action="/forgotten" class="form">${emailField()}<button>Send the link</button></form>`,
};

/** Shown to all who asked for a new password, whether they have an account or not. */
export const forgottenSentPage: ConsolePage = {
  title: "Check your mail",
  content: markup`<p>If this address has an account, a link is on its way to it.</p><p><a href="/sign-in">Back</a></p>`,
};

/** Where someone chooses a new password by a link. */
export const resetPage = (token: string, { email }: Account): ConsolePage => ({
  title: "Choose a new password",
  lead: `For ${email}. This link works once; every session ends.`,
  content: markup`<form method="post" action="/reset/${token}" class="form">${newPasswordField}<button>Set the password</button></form>`,
});

/** The settings of the own account. */
export const accountPage = (actor: Actor, { totp_since }: Account, mail: MailChoice | undefined): ConsolePage => ({
  title: "Your account",
  lead: `${actor.email}, ${roleNames[actor.role]}`,
  content: markup`${section(
    "password",
    "Password",
    actionForm(
      actor,
      "/account/password",
      markup`${field("current", "Current password", { type: "password", attributes: markup` autocomplete="current-password" required` })}${newPasswordField}<button>Change the password, and sign out everywhere</button>`,
      "read",
    ),
  )}
${section(
  "second-factor",
  "Second factor",
  totp_since
    ? markup`<p>Codes are asked for since ${when(totp_since)}.</p>${actionForm(actor, "/account/second-factor/end", markup`${codeField()}<button class="grave">Remove the second factor</button>`, "read")}`
    : actionForm(
        actor,
        "/account/second-factor",
        markup`<button class="second">Set up an authenticator</button>`,
        "read",
      ),
)}
${mail && section("mail", "Mail", mailPart(actor, mail))}
${section("sessions", "Sessions", actionForm(actor, "/account/sessions/end", markup`<button class="second" data-sure="Sign out everywhere?">Sign out everywhere</button>`, "read"))}`,
});

const hours = Array.from({ length: 24 }, (_, hour) => String(hour));

const mailPart = (actor: Actor, { mail, quiet_from, quiet_until, time_zone }: MailChoice): Markup =>
  markup`<p>Mail says what becomes of certificates, nightly runs and contested findings; several events come in one mail.</p>
${actionForm(
  actor,
  "/account/mail",
  markup`${select("mail", "When it comes", mailTimes, mail)}${select("quiet_from", "None from this hour", hours, String(quiet_from))}${select("quiet_until", "Until this hour", hours, String(quiet_until))}${field("time_zone", "Time zone", { value: time_zone, hint: `Such as Europe/Berlin. Daily mail comes at ${digestHour} o'clock there.` })}<button>Choose</button>`,
  "read",
)}${actionForm(actor, "/account/mail/trial", markup`<button class="second">Send a trial</button>`, "read")}`;

/** The key of an authenticator, shown once, and where its first code is given. */
export const keyPage = (actor: Actor, { key, address }: { key: string; address: string }): ConsolePage => ({
  title: "Set up your authenticator",
  lead: "Enter this key in your authenticator, or open the link on the device that has it. Then enter the code that it shows.",
  content: markup`<p><code class="secret">${key}</code></p><p><a href="${address}">Open in an authenticator</a></p>
${actionForm(actor, "/account/second-factor/confirmation", markup`${codeField()}<button>Ask for codes from now on</button>`, "read")}`,
});

/** The recovery codes, shown once. */
export const recoveryPage = (codes: readonly string[]): ConsolePage => ({
  title: "Recovery codes",
  lead: "Each signs you in once if you lose the authenticator. They are not shown again.",
  content: markup`<ul>${codes.map((code) => markup`<li><code class="secret">${code}</code></li>`)}</ul><p><a href="/account">Back</a></p>`,
});
