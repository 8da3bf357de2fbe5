import { negotiate } from "../../harness/handshake.ts";
import { limit } from "../../specs/limits.ts";
import { type Certifier } from "./certifier.ts";

/** Versions as OpenSSL names them, oldest first. */
const versionOf = (name: string): number => Number(name.replace("TLSv", "").replace(/^1$/, "1.0")) || 0;

/** The application's own addresses that are reached by TLS, one for each host. */
const secured = ({ webhook_url, lifecycle_webhook_url, connect, actions, start }: Certifier["profile"]): string[] => {
  const addresses = [
    webhook_url,
    lifecycle_webhook_url,
    connect?.url,
    actions.resources?.url,
    actions.calls?.url,
    start?.ready,
  ];
  const urls = addresses.filter((url) => url !== undefined).map((url) => new URL(url));
  return [...new Set(urls.filter(({ protocol }) => protocol === "https:").map(({ origin }) => origin))];
};

/** Where TLS is used: at the application's own addresses; the platform is played on loopback, without. */
export async function transport({ recorder, profile }: Pick<Certifier, "recorder" | "profile">): Promise<void> {
  const origins = secured(profile);
  if (origins.length === 0)
    return recorder.lacking(
      ["TLS-2"],
      "no address of the application is reached by TLS, and the platform was played without",
      false,
    );
  for (const origin of origins) {
    const spoken = await negotiate(origin);
    // Who takes the connection and ends no handshake with somebody who speaks every version speaks none that is new enough.
    const isRefused = "failure" in spoken && spoken.failure.startsWith("ERR_SSL_");
    if ("failure" in spoken && !isRefused) {
      recorder.lacking(["TLS-2"], `${origin} ends no handshake (${spoken.failure})`);
      continue;
    }
    recorder.judged("TLS-2");
    if ("failure" in spoken || versionOf(spoken.version) < limit("tls_minimum"))
      recorder.flaw("TLS-2", {
        found:
          "failure" in spoken
            ? `no handshake (${spoken.failure})`
            : `${spoken.version.replace("v", " ")} as the newest version that is spoken`,
        expected: `TLS ${limit("tls_minimum")} or newer`,
        by: { exchange: "t-1", where: `a handshake with ${origin}` },
      });
  }
}
