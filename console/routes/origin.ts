import { isIP } from "node:net";
import type { Context } from "hono";
import type { Actor } from "../accounts/actor.ts";
import { ConsoleRefusal } from "../accounts/refusal.ts";
import type { ConsoleContext } from "../context.ts";
import { isSame } from "../vault/tokens.ts";

/** True if a request names this console: by a number, as localhost, or by its configured name. Any other name may be another's that leads here. */
export function checkHost({ settings }: ConsoleContext, c: Context): void {
  const host = c.req.header("host") ?? "";
  const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : "";
  const isNumber = isIP(name.replace(/^\[|\]$/g, "")) !== 0;
  if (isNumber || name === "localhost" || name === new URL(settings.publicUrl).hostname) return;
  throw new ConsoleRefusal(
    "wrong-host",
    `this console is at ${settings.publicUrl}; where it has another name, start it with --public-url`,
  );
}

/** A path of this console, as a browser reads it; whatever would lead to another site leads home instead. */
export function ownPath(written = ""): string {
  const here = "http://console.invalid";
  if (!written.startsWith("/") || !URL.canParse(written, here)) return "/";
  const { origin, pathname, search } = new URL(written, here);
  // A path of two slashes would be read as the name of a host.
  return origin === here && !pathname.startsWith("//") ? pathname + search : "/";
}

/** Another site cannot make a browser act here. */
export function checkOrigin({ settings }: ConsoleContext, c: Context): void {
  const origin = c.req.header("origin");
  const own = [new URL(settings.publicUrl).origin, `http://${c.req.header("host")}`];
  if ((origin && !own.includes(origin)) || c.req.header("sec-fetch-site") === "cross-site")
    throw new ConsoleRefusal("not-allowed", `a page of ${origin} may not do this`);
}

/** A form of ours carries the session's token; a machine's token needs none, since no browser sends it by itself. */
export function checkForm(actor: Actor | undefined, c: Context, field: unknown): void {
  if (!actor?.csrf) return;
  const given = typeof field === "string" ? field : (c.req.header("x-csrf-token") ?? "");
  if (!isSame(given, actor.csrf))
    throw new ConsoleRefusal("not-allowed", "this form is too old or not ours; open the page again");
}
