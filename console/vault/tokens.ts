import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** A token that cannot be guessed. */
export const makeToken = (prefix = ""): string => prefix + randomBytes(32).toString("base64url");

/** A token as it is stored: anyone who reads the database cannot use it. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");

/** True if two texts are the same, in a time that does not show how far they are. */
export const isSame = (a: string, b: string): boolean =>
  timingSafeEqual(Buffer.from(hashToken(a)), Buffer.from(hashToken(b)));
