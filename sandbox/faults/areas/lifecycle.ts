import { minutes } from "../../world/data/durations.ts";
import { breaks, type Faults, subtly } from "../changes/fault.ts";
import { notice } from "../changes/webhooks.ts";
import { row } from "../changes/world.ts";

/** The address for record events that stands beside an address for lifecycle events. */
const besides = (url: string): string => url.replace(/\/[^/]*$/, "/hooks");

export const lifecycleFaults: Faults = {
  "a freeze sends nothing": breaks("LIFE-1", row("freeze", { emits: undefined })),
  "a freeze is sent twice": subtly(
    "LIFE-1",
    notice("freeze", (webhook) => [webhook, webhook]),
  ),
  "a freeze is sent after five minutes": subtly(
    "LIFE-1",
    notice("freeze", (webhook) => ({ ...webhook, delay: minutes(5) })),
  ),
  "a disabling sends nothing": breaks("LIFE-2", row("disable active", { emits: undefined })),
  "a disabling of a freezed link sends nothing": subtly("LIFE-2", row("disable freezed", { emits: undefined })),
  "lifecycle events go to subscribers as well": breaks(
    "LIFE-3",
    notice("freeze", (webhook) => [webhook, { ...webhook, url: besides(webhook.url) }]),
  ),
  "a freeze also sends an uninstall": breaks(
    "LIFE-8",
    notice("freeze", (webhook) => [
      webhook,
      { ...webhook, event: "uninstall", body: { ...webhook.body, event: "uninstall" } },
    ]),
  ),
  "installing sends a freeze": subtly("LIFE-8", row("confirm", { emits: "freeze" })),
};
