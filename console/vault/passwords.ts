import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

/** What scrypt costs: about 64 MB and a tenth of a second, as OWASP asks for. */
const cost = { N: 65_536, r: 8, p: 1, maxmem: 128 * 1024 * 1024 };

/** How long a password is at least, and at most. */
export const passwordLength = { least: 12, most: 200 };

const derive = (password: string, salt: Buffer, options: typeof cost): Promise<Buffer> =>
  new Promise((derived, fail) =>
    scrypt(password.normalize("NFKC"), salt, 32, options, (error, key) => (error ? fail(error) : derived(key))),
  );

/** A password as it is stored: with its salt and what it cost, so that the cost may grow later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost);
  return ["scrypt", cost.N, cost.r, cost.p, salt.toString("base64"), key.toString("base64")].join("$");
}

/** Whether a password is the stored one; where nothing is stored, it takes as long to say no. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [, N, r, p, salt = "", key = ""] = (stored ?? (await nobodysPassword)).split("$");
  const options = { N: Number(N), r: Number(r), p: Number(p), maxmem: cost.maxmem };
  const derived = await derive(password.slice(0, passwordLength.most), Buffer.from(salt, "base64"), options);
  return timingSafeEqual(derived, Buffer.from(key, "base64")) && stored !== undefined;
}

const nobodysPassword = Promise.resolve(
  ["scrypt", cost.N, cost.r, cost.p, Buffer.alloc(16).toString("base64"), Buffer.alloc(32).toString("base64")].join(
    "$",
  ),
);
