import { UsageError } from "../../base/errors.ts";
import { lookAtOwn, lookAtWay, type Way } from "../../harness/preflight.ts";
import type { PartnerProfile } from "../../harness/profiles/partner-profile.ts";
import { type Network, noNetwork } from "../../suites/partner/context.ts";
import type { PlayedPlatform } from "../platform/played-platform.ts";

/** Seconds by which clocks may differ before it is worth reporting. */
export const notableSkew = 30;

/** Facts about the network, found out before an application elsewhere is judged. */
export interface Preflight {
  network: Network;
  /** The facts, in sentences. */
  notes: string[];
}

/** Looks at the way in both directions; nothing has to be looked at on one machine. */
export async function lookAhead(
  addresses: Readonly<Record<string, string>>,
  { publicUrls, knockAt }: PlayedPlatform,
  judgesUnreached = false,
): Promise<Preflight> {
  if (!publicUrls || !knockAt) return { network: noNetwork, notes: [] };
  const byOrigin = new Map(Object.entries(addresses).map(([key, url]) => [new URL(url).origin, { key, url }]));
  const look = ({ key, url }: { key: string; url: string }): Promise<Way | string> =>
    lookAtWay(key, url).catch((error: Error) => {
      if (judgesUnreached && error instanceof UsageError) return error.message;
      throw error;
    });
  const looked = await Promise.all([...byOrigin.values()].map(look));
  const ways = looked.filter((way) => typeof way !== "string");
  const own = await lookAtOwn(knockAt);
  const network = {
    roundTrip: Math.max(0, ...ways.map(({ roundTrip }) => roundTrip)),
    jitter: Math.max(0, ...ways.map(({ jitter }) => jitter)),
    isRemote: true,
  };
  return {
    network,
    notes: [
      ...looked.map((way) => (typeof way === "string" ? way : noteOf(way))),
      ...(own ? [ownNote(publicUrls.app_url, own)] : []),
    ],
  };
}

const noteOf = (way: Way): string => `${way.key}: ${describeWay(way)}`;

/** A sentence about one connection. */
export function describeWay({ url, roundTrip, jitter, tls, skew = 0 }: Way): string {
  const clock =
    Math.abs(skew) >= notableSkew
      ? `; its clock is ${Math.abs(skew)} s ${skew > 0 ? "ahead" : "behind"}: set it, or dates that it asks for are off`
      : "";
  return `${new URL(url).origin} is reached in ${roundTrip < 1 ? "less than 1 ms" : `${roundTrip} ms (± ${jitter} ms)`}${tls ? `, by ${tls}` : ""}${clock}`;
}

/** A sentence about a flaw in the way back to us. */
export const ownNote = (url: string, { failure, isUntrusted }: { failure: string; isUntrusted: boolean }): string =>
  isUntrusted
    ? `platform.tls: this machine does not trust the certificate at ${new URL(url).origin} (${failure}); the application has to trust it, or it cannot call`
    : `platform.public_urls: this machine does not reach ${new URL(url).origin} (${failure}); where the application does not either, fix the proxy, the firewall or the name`;

/** The addresses that the application is reached at, by their keys in the profile. */
export const addressesOf = ({
  connect,
  webhook_url,
  lifecycle_webhook_url,
  actions,
}: PartnerProfile): Record<string, string> => {
  const known = {
    connect: connect?.url,
    webhook_url,
    lifecycle_webhook_url,
    "actions.resources": actions.resources?.url,
    "actions.calls": actions.calls?.url,
  };
  return Object.fromEntries(Object.entries(known).filter((entry): entry is [string, string] => entry[1] !== undefined));
};
