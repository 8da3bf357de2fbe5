import { negotiate } from "../../../harness/handshake.ts";
import type { PartnerProfile } from "../../../harness/partner-profile.ts";
import { limit } from "../../../specs/limits.ts";
import type { CertificationContext } from "../context.ts";

/** The number of a TLS version as OpenSSL names it; 0 for anything else. */
const versionOf = (name: string): number => Number(name.replace("TLSv", "")) || 0;

/** The application's own https addresses, one for each host. */
const securedOrigins = ({ webhook_url, lifecycle_webhook_url, connect, actions, start }: PartnerProfile): string[] => {
  const addresses = [
    webhook_url,
    lifecycle_webhook_url,
    connect?.url,
    actions.resources?.url,
    actions.calls?.url,
    start?.ready,
  ];
  const urls = addresses.filter((address) => address !== undefined).map((address) => new URL(address));
  return [...new Set(urls.filter(({ protocol }) => protocol === "https:").map(({ origin }) => origin))];
};

/** Judges TLS where it is used: at the application's own addresses. The certifier's platform is reached on loopback, without TLS. */
export async function judgeTransport(context: Pick<CertificationContext, "recorder" | "profile">): Promise<void> {
  const origins = securedOrigins(context.profile);
  if (origins.length === 0)
    context.recorder.untestable(["TLS-2"], "the application has no https address, and the certifier uses plain HTTP", {
      applies: false,
    });
  for (const origin of origins) await judgeOrigin(context, origin);
}

async function judgeOrigin({ recorder }: Pick<CertificationContext, "recorder">, origin: string): Promise<void> {
  const outcome = await negotiate(origin);
  const failure = "failure" in outcome ? outcome.failure : undefined;
  // A host that takes the connection, but agrees on no version with somebody who speaks all of them, speaks none that is new enough.
  if (failure !== undefined && !failure.startsWith("ERR_SSL_"))
    return recorder.untestable(["TLS-2"], `there was no TLS handshake with ${origin} (${failure})`);
  recorder.judged("TLS-2");
  const version = "version" in outcome ? outcome.version : "";
  if (versionOf(version) >= limit("tls_minimum")) return;
  recorder.finding("TLS-2", {
    found: failure ? `no handshake (${failure})` : `${version.replace("v", " ")} as the newest version`,
    expected: `TLS ${limit("tls_minimum")} or newer`,
    by: { exchange: "t-1", where: `a handshake with ${origin}` },
  });
}
