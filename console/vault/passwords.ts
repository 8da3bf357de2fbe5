import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { Line } from "./line.ts";

/** The cost of trying a password, as scrypt has it. */
export interface PasswordCost {
  N: number;
  r: number;
  p: number;
}

/** 128 MB and some tenths of a second, as OWASP asks for. */
const usualCost: PasswordCost = { N: 131_072, r: 8, p: 1 };

/** Somewhat more than the usual cost takes. */
const maxmem = 256 * 1024 * 1024;

/** The minimum and maximum length of a password. */
export const passwordLength = { least: 12, most: 200 };

/** The number of hashes that are computed at once, each with its 128 MB and a core, and how many may wait for that: some seconds of work. */
const hashes = new Line(2, 20);

const derive = (password: string, salt: Buffer, cost: PasswordCost): Promise<Buffer> =>
  hashes.run(
    () =>
      new Promise((derived, fail) =>
        scrypt(password.normalize("NFKC"), salt, 32, { ...cost, maxmem }, (error, key) =>
          error ? fail(error) : derived(key),
        ),
      ),
  );

/** A password as it is stored: with its salt and what it cost, so that the cost may grow later. */
export async function hashPassword(password: string, cost = usualCost): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost);
  return ["scrypt", cost.N, cost.r, cost.p, salt.toString("base64"), key.toString("base64")].join("$");
}

/** True if a password is the stored one; where nothing is stored, it takes as long to say no. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [, N, r, p, salt = "", key = ""] = (stored ?? decoyPassword).split("$");
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const derived = await derive(password.slice(0, passwordLength.most), Buffer.from(salt, "base64"), cost);
  return timingSafeEqual(derived, Buffer.from(key, "base64")) && stored !== undefined;
}

const decoyPassword = [
  "scrypt",
  ...Object.values(usualCost),
  Buffer.alloc(16).toString("base64"),
  Buffer.alloc(32).toString("base64"),
].join("$");
