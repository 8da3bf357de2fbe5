import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** The key that a running sandbox signs its cursors with, and the cursors that it handled last. */
export interface CursorKey {
  secret: Buffer;
  recent: Map<string, Cursor>;
}

export const createCursorKey = (): CursorKey => ({ secret: randomBytes(32), recent: new Map() });

/** The number of cursors that are remembered, which saves checking their signatures again. */
const memory = 1000;

/** The number of bytes of the signature that a cursor carries. */
const signatureLength = 16;

const marks = new Map<string, string>();

/** Stands for a credential in a cursor, so that a logged cursor does not reveal the token. */
export function markOf(token: string): string {
  const mark = marks.get(token) ?? createHash("sha256").update(token).digest("base64url").slice(0, 12);
  if (marks.size >= memory) marks.clear();
  marks.set(token, mark);
  return mark;
}

/** Where a page ended, and whose page of which list it was. */
export interface Cursor {
  title: string;
  id: unknown;
  /** When it was given. */
  at: number;
  /** The mark of the credential. */
  credential: string;
  location: number;
  order: string;
}

/** The request that a cursor comes back with. */
interface CursorUse {
  now: number;
  lifetime: number;
  credential: string;
  location: number;
  order: string;
}

/** A reason to refuse a genuine cursor. */
export interface CursorRefusal {
  reason: "credential" | "location" | "order" | "age";
  code: "expired_cursor" | "foreign_cursor" | "invalid_cursor";
  applies: (cursor: Cursor, use: CursorUse) => boolean;
}

/** Why a genuine cursor is refused; the first reason that applies counts. */
export const cursorRefusals: readonly CursorRefusal[] = [
  { reason: "credential", code: "foreign_cursor", applies: (cursor, use) => cursor.credential !== use.credential },
  { reason: "location", code: "foreign_cursor", applies: (cursor, use) => cursor.location !== use.location },
  { reason: "order", code: "foreign_cursor", applies: (cursor, use) => cursor.order !== use.order },
  { reason: "age", code: "expired_cursor", applies: (cursor, use) => use.now - cursor.at > use.lifetime },
];

/** An opaque cursor that only this sandbox can make. */
export function sealCursor(key: CursorKey, cursor: Cursor): string {
  const { title, id, at, credential, location, order } = cursor;
  const payload = Buffer.from(JSON.stringify([title, id, at, credential, location, order])).toString("base64url");
  const text = `${payload}.${sign(key, payload).toString("base64url")}`;
  remember(key, text, cursor);
  return text;
}

/** Opens a genuine cursor; returns undefined for anything else. */
export function openCursor(key: CursorKey, text: string): Cursor | undefined {
  const known = key.recent.get(text);
  if (known) return known;
  const [payload = "", signature = "", ...rest] = text.split(".");
  const given = Buffer.from(signature, "base64url");
  const isWhole = rest.length === 0 && given.length === signatureLength && given.toString("base64url") === signature;
  if (!isWhole || !timingSafeEqual(given, sign(key, payload))) return undefined;
  const cursor = readPayload(payload);
  remember(key, text, cursor);
  return cursor;
}

/** Reads the payload of a cursor; throws where it is malformed. */
export function readPayload(payload: string): Cursor {
  type Fields = [string, unknown, number, string, number, string];
  const fields = JSON.parse(Buffer.from(payload, "base64url").toString()) as Fields;
  const [title, id, at, credential, location, order] = fields;
  return { title, id, at, credential, location, order };
}

const sign = ({ secret }: CursorKey, payload: string): Buffer =>
  createHmac("sha256", secret).update(payload).digest().subarray(0, signatureLength);

function remember({ recent }: CursorKey, text: string, cursor: Cursor): void {
  if (recent.size >= memory) recent.clear();
  recent.set(text, cursor);
}
