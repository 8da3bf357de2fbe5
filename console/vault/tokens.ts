import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** A token that nobody can guess. */
export const makeToken = (prefix = ""): string => prefix + randomBytes(32).toString("base64url");

/** A token as it is stored: whoever reads the database cannot use it. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");

/** Whether two texts are the same, in a time that does not tell how far they are. */
export const isSame = (a: string, b: string): boolean =>
  timingSafeEqual(Buffer.from(hashToken(a)), Buffer.from(hashToken(b)));
