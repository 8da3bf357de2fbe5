import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** The key that a running sandbox signs its cursors with. */
export type CursorKey = Buffer;
export const createCursorKey = (): CursorKey => randomBytes(32);

/** Where a page ended, and for whom, when and of what it was a page. */
export interface Cursor {
  title: string;
  id: unknown;
  at: number;
  credential: string;
  location: number;
  order: string;
}

/** What a cursor is held against when it comes back. */
export interface CursorUse {
  now: number;
  lifetime: number;
  credential: string;
  location: number;
  order: string;
}

/** A reason to refuse a cursor. */
export interface CursorFault {
  code: "expired_cursor" | "foreign_cursor";
  applies: (cursor: Cursor, use: CursorUse) => boolean;
}

/** Why a cursor that is ours is refused, first reason first. */
export const cursorFaults: CursorFault[] = [
  { code: "foreign_cursor", applies: (cursor, use) => cursor.credential !== use.credential },
  { code: "foreign_cursor", applies: (cursor, use) => cursor.location !== use.location },
  { code: "foreign_cursor", applies: (cursor, use) => cursor.order !== use.order },
  { code: "expired_cursor", applies: (cursor, use) => use.now - cursor.at > use.lifetime },
];

const sign = (key: CursorKey, payload: string): Buffer =>
  createHmac("sha256", key).update(payload).digest().subarray(0, 16);

/** An opaque cursor that only this sandbox can make. */
export function sealCursor(key: CursorKey, { title, id, at, credential, location, order }: Cursor): string {
  const payload = Buffer.from(JSON.stringify([title, id, at, credential, location, order])).toString("base64url");
  return `${payload}.${sign(key, payload).toString("base64url")}`;
}

/** What a cursor of this sandbox says; undefined for anything else. */
export function openCursor(key: CursorKey, text: string): Cursor | undefined {
  const [payload = "", signature = "", ...rest] = text.split(".");
  const given = Buffer.from(signature, "base64url");
  const isWhole = rest.length === 0 && given.length === 16 && given.toString("base64url") === signature;
  if (!isWhole || !timingSafeEqual(given, sign(key, payload))) return undefined;
  const [title, id, at, credential, location, order] = JSON.parse(Buffer.from(payload, "base64url").toString()) as [
    string,
    unknown,
    number,
    string,
    number,
    string,
  ];
  return { title, id, at, credential, location, order };
}
