/** Why a connection failed, in a word, such as `ECONNREFUSED`. */
export function reasonOf(error: unknown): string {
  const { code, cause, message } = error as { code?: string; cause?: { code?: string }; message?: string };
  return code ?? cause?.code ?? message ?? String(error);
}
