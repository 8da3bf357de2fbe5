import type { PlatformAddress } from "../../harness/profiles/partner-profile.ts";
import { gateUrls } from "../../sandbox/api/server/gate.ts";
import { mounts } from "../../sandbox/api/server/router.ts";
import type { ConsoleSettings } from "../context.ts";
import type { Partner } from "./partners.ts";

/** The part of a partner that says where its platform is. */
type PlatformOwner = Pick<Partner, "slug" | "slot" | "gate">;

/** The first of the four ports that the platform has for a partner on this machine. */
export const portBaseOf = ({ platformPorts }: ConsoleSettings, { slot }: Pick<Partner, "slot">): number =>
  platformPorts + 4 * slot;

/** Where the platform of a partner can be reached from elsewhere, where the console was asked to play it for applications there. */
export function platformAddressOf(
  { platformPlace }: ConsoleSettings,
  { slug, slot, gate }: PlatformOwner,
): (PlatformAddress & { public_urls: string }) | undefined {
  if (!platformPlace) return undefined;
  const { host, firstPort, url, tls, proxy } = platformPlace;
  const port = String(firstPort + slot);
  return {
    listen: `${host}:${port}`,
    public_urls: url.replaceAll("{port}", port).replaceAll("{partner}", slug),
    ...(tls ? { tls } : {}),
    ...(proxy ? { proxy } : {}),
    secret: gate,
  };
}

/** The variables that say to an application where a surface of the platform is. */
const variables: Record<keyof typeof mounts, string> = {
  base_url: "BASE_URL",
  api_root: "API_ROOT",
  app_url: "APP_URL",
  v3_base_url: "V3_BASE_URL",
};

/** The order of the platform's ports. */
const surfaces = ["base", "app", "v3"];

/** Where the platform is that is played for a partner, by the variables that name it. */
export function platformAddresses(settings: ConsoleSettings, partner: PlatformOwner): Record<string, string> {
  const elsewhere = platformAddressOf(settings, partner);
  const urls = elsewhere && gateUrls(() => elsewhere.public_urls, partner.gate);
  return Object.fromEntries(
    (Object.keys(mounts) as (keyof typeof mounts)[]).map((name) => {
      const { surface, prefix } = mounts[name];
      const port = portBaseOf(settings, partner) + surfaces.indexOf(surface);
      return [variables[name], urls?.[name] ?? `http://127.0.0.1:${port}${prefix}`];
    }),
  );
}
