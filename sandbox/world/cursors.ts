import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** The key that a running sandbox signs its cursors with, and the cursors that it saw last, which need no second look. */
export interface CursorKey {
  secret: Buffer;
  recent: Map<string, Cursor>;
}

export const createCursorKey = (): CursorKey => ({ secret: randomBytes(32), recent: new Map() });

/** How many cursors are remembered. */
const memory = 1000;

const marks = new Map<string, string>();

/** What stands for a credential in a cursor: who reads a cursor, in a log for one, does not learn the token. */
export function markOf(token: string): string {
  const mark = marks.get(token) ?? createHash("sha256").update(token).digest("base64url").slice(0, 12);
  if (marks.size >= memory) marks.clear();
  marks.set(token, mark);
  return mark;
}

function remember({ recent }: CursorKey, text: string, cursor: Cursor): void {
  if (recent.size >= memory) recent.clear();
  recent.set(text, cursor);
}

/** Where a page ended, and for whom, when and of what it was a page. */
export interface Cursor {
  title: string;
  id: unknown;
  at: number;
  /** The mark of the credential. */
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

const sign = ({ secret }: CursorKey, payload: string): Buffer =>
  createHmac("sha256", secret).update(payload).digest().subarray(0, 16);

/** An opaque cursor that only this sandbox can make. */
export function sealCursor(key: CursorKey, cursor: Cursor): string {
  const { title, id, at, credential, location, order } = cursor;
  const payload = Buffer.from(JSON.stringify([title, id, at, credential, location, order])).toString("base64url");
  const text = `${payload}.${sign(key, payload).toString("base64url")}`;
  remember(key, text, cursor);
  return text;
}

/** What a cursor of this sandbox says; undefined for anything else. */
export function openCursor(key: CursorKey, text: string): Cursor | undefined {
  const known = key.recent.get(text);
  if (known) return known;
  const [payload = "", signature = "", ...rest] = text.split(".");
  const given = Buffer.from(signature, "base64url");
  const isWhole = rest.length === 0 && given.length === 16 && given.toString("base64url") === signature;
  if (!isWhole || !timingSafeEqual(given, sign(key, payload))) return undefined;
  type Fields = [string, unknown, number, string, number, string];
  const [title, id, at, credential, location, order] = JSON.parse(
    Buffer.from(payload, "base64url").toString(),
  ) as Fields;
  const cursor = { title, id, at, credential, location, order };
  remember(key, text, cursor);
  return cursor;
}
