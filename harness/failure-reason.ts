/** Why a request failed, in a few words, such as `ECONNREFUSED`. */
export function reasonOf(error: unknown): string {
  const { name, code, cause, message } = error as {
    name?: string;
    code?: unknown;
    cause?: { code?: unknown };
    message?: string;
  };
  if (name === "TimeoutError") return "no answer in time";
  // A proxy that gives no tunnel is told apart from a request that was given up, which has the same code.
  if (message?.startsWith("Proxy response")) return message;
  return [code, cause?.code, message].find((reason) => typeof reason === "string") ?? String(error);
}
