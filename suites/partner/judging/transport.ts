import { negotiateOften } from "../../../harness/http/handshake.ts";
import type { PartnerProfile } from "../../../harness/profiles/partner-profile.ts";
import { limit } from "../../../specs/limits.ts";
import type { CertificationContext } from "../context.ts";
import type { PartnerRequest } from "../requests/partner-request.ts";

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

/** Judges TLS where it is used: at the application's own addresses, and on the calls that it makes by TLS. */
export async function judgeTransport(
  context: Pick<CertificationContext, "recorder" | "profile">,
  requests: readonly PartnerRequest[] = [],
): Promise<void> {
  const origins = securedOrigins(context.profile);
  const secured = requests.filter(({ tls }) => tls !== undefined);
  if (origins.length === 0 && secured.length === 0)
    context.recorder.untestable(["TLS-2"], "the application has no https address, and the certifier uses plain HTTP", {
      applies: false,
    });
  for (const origin of origins) await judgeOrigin(context, origin);
  if (secured.length > 0) context.recorder.judged("TLS-2");
  const old = secured.find(({ tls = "" }) => versionOf(tls) < limit("tls_minimum"));
  if (old)
    context.recorder.finding("TLS-2", {
      found: `a call by ${old.tls?.replace("v", " ")}`,
      expected: `TLS ${limit("tls_minimum")} or newer`,
      by: old,
    });
}

async function judgeOrigin({ recorder }: Pick<CertificationContext, "recorder">, origin: string): Promise<void> {
  const outcome = await negotiateOften(origin);
  const failure = "failure" in outcome ? outcome.failure : undefined;
  // A host that takes the connection, but agrees on no version with someone who speaks all of them, speaks none that is new enough.
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
