import { type Markup, markup } from "../../reports/parts/markup.ts";
import type { Invitation } from "../accounts/invitations.ts";
import { passwordLength } from "../vault/passwords.ts";
import { type ConsolePage, field } from "./layout.ts";

const emailField = (value = ""): Markup =>
  field("email", "E-mail address", { type: "email", value, attributes: markup` autocomplete="username" required` });

/** Where people sign in. */
export const signInPage = ({ to, email }: { to: string; email?: string }): ConsolePage => ({
  title: "Sign in",
  content: markup`<form method="post" action="/sign-in" class="form">${emailField(email)}
${field("password", "Password", { type: "password", attributes: markup` autocomplete="current-password" required` })}
<input type="hidden" name="to" value="${to}"><button>Sign in</button></form>`,
});

/** Where somebody who was invited makes an account. */
export const joinPage = (token: string, { role, partner }: Invitation, email = ""): ConsolePage => ({
  title: role === "operator" ? "Become an operator" : `Join ${partner}`,
  lead: "This link works once. Choose how you will sign in from now on.",
  content: markup`<form method="post" action="/join/${token}" class="form">${emailField(email)}
${field("password", "Password", {
  type: "password",
  hint: `At least ${passwordLength.least} characters.`,
  attributes: markup` autocomplete="new-password" required minlength="${passwordLength.least}" maxlength="${passwordLength.most}"`,
})}
<button>Make the account</button></form>`,
});
