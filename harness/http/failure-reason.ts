/** Why a request failed, in a few words, such as `ECONNREFUSED`. */
export function reasonOf(error: unknown): string {
  const { name, code, cause, message } = error as {
    name?: string;
    code?: unknown;
    cause?: { code?: unknown };
    message?: string;
  };
  if (name === "TimeoutError") return "no answer in time";
  // A proxy that gives no tunnel is distinguished from a request that was given up, which has the same code.
  if (message?.startsWith("Proxy response")) return message;
  return [code, cause?.code, message].find((reason) => typeof reason === "string") ?? String(error);
}

/** Explanations of codes that say little to most people. */
const meanings: Readonly<Record<string, string>> = {
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "the name service does not answer",
  UND_ERR_SOCKET: "the connection was closed",
  UND_ERR_CONNECT_TIMEOUT: "no connection in time",
  UND_ERR_HEADERS_OVERFLOW: "too many or too long headers",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "a body of another length than its Content-Length",
  HPE_HEADER_OVERFLOW: "too many or too long headers",
  HPE_INVALID_CONTENT_LENGTH: "a Content-Length that is none",
  HPE_UNEXPECTED_CONTENT_LENGTH: "two lengths for one body",
  CERT_HAS_EXPIRED: "its certificate has expired",
  CERT_NOT_YET_VALID: "its certificate is not valid yet",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another host",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate is of an unknown authority",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "its certificate is of an unknown authority",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its certificate is of an unknown authority",
  ERR_SSL_WRONG_VERSION_NUMBER: "it does not speak TLS there",
  ERR_SSL_PACKET_LENGTH_TOO_LONG: "it does not speak TLS there",
  ERR_SSL_UNSUPPORTED_PROTOCOL: "it speaks no version of TLS that is safe",
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: "it speaks no version of TLS that is safe",
  ERR_SSL_NO_PROTOCOLS_AVAILABLE: "it speaks no version of TLS that is safe",
};

const toTrust = "give its authority as tls.ca_file to trust it";
const notTls = "write http:, or fix the port";

/** Advice on a failure to reach a provider, by its code. */
const advice: Readonly<Record<string, string>> = {
  ENOTFOUND: "fix the address, or the name service of this machine",
  DEPTH_ZERO_SELF_SIGNED_CERT: toTrust,
  SELF_SIGNED_CERT_IN_CHAIN: toTrust,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: toTrust,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: toTrust,
  ERR_SSL_WRONG_VERSION_NUMBER: notTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: notTls,
};

/** That an address cannot be reached, why, and what to do; the reason ends with its code. */
export function cannotReach(url: string, reason: string): string {
  const { origin, protocol } = new URL(url);
  const code = reason.split(" ").at(-1) ?? "";
  // A server that speaks TLS closes a plain connection, or answers it with what is not HTTP.
  const isMaybeTls = protocol === "http:" && (code === "UND_ERR_SOCKET" || code.startsWith("HPE_"));
  const todo = isMaybeTls ? "if it speaks TLS there, write https:" : advice[code];
  return `cannot reach ${origin} (${reason}); ${todo ?? "start the provider, or fix the address"}`;
}

/** Why a request failed, in words where its code says little: "its certificate has expired: CERT_HAS_EXPIRED". */
export function explainFailure(error: unknown): string {
  const reason = reasonOf(error);
  const meaning = meanings[reason] ?? (reason.startsWith("HPE_") ? "what comes is not HTTP" : undefined);
  return meaning ? `${meaning}: ${reason}` : reason;
}
