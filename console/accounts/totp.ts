import { createHmac } from "node:crypto";

/** For how many seconds a code is good, and how many digits it has: what every authenticator supports (RFC 6238). */
const period = 30;
const digits = 6;

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Bytes in Base32 (RFC 4648), as authenticators take a key. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, "0"), 2)]).join("");
}

/** The number of the period that a time lies in. */
export const stepAt = (time: Date): number => Math.floor(time.valueOf() / 1000 / period);

/** The code of a key in one period (RFC 4226). */
export function codeAt(key: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", key).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7f_ff_ff_ff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

/** The address that an authenticator takes a key from. */
export const keyAddress = (key: Uint8Array, email: string): string =>
  `otpauth://totp/${encodeURIComponent(`assay:${email}`)}?secret=${base32(key)}&issuer=assay`;
