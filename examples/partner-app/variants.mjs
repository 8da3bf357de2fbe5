import { pathToFileURL } from "node:url";
import { startApp } from "./app.mjs";
import { behaviour } from "./behaviour.mjs";
import { calls } from "./variants/calls.mjs";
import { givingUp } from "./variants/giving-up.mjs";
import { history } from "./variants/history.mjs";
import { install } from "./variants/install.mjs";
import { lifecycle } from "./variants/lifecycle.mjs";
import { meanwhile } from "./variants/meanwhile.mjs";
import { payloads } from "./variants/payloads.mjs";
import { requests } from "./variants/requests.mjs";
import { resources } from "./variants/resources.mjs";
import { sandboxFitted } from "./variants/sandbox-fitted.mjs";
import { scale } from "./variants/scale.mjs";
import { secondTime } from "./variants/second-time.mjs";
import { tokens } from "./variants/tokens.mjs";
import { webhooks } from "./variants/webhooks.mjs";

/** Ways in which the application could misbehave, each with the requirement that it breaks and the claims that show it. */
export const variants = {
  ...install,
  ...requests,
  ...webhooks,
  ...payloads,
  ...lifecycle,
  ...resources,
  ...calls,
  ...secondTime,
  ...meanwhile,
  ...tokens,
  ...givingUp,
  ...sandboxFitted,
  ...scale,
  ...history,
};

// Run by itself, it serves one variant.
if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const name = process.argv[2];
  const variant = variants[name];
  if (!variant) throw new Error(`there is no variant "${name}"`);
  startApp({ ...behaviour, ...variant.change });
}
