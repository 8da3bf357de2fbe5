import { type Actor, isOperator } from "../accounts/actor.ts";
import { writeAudit } from "../accounts/audit.ts";
import { ConsoleRefusal } from "../accounts/refusal.ts";
import type { ConsoleContext } from "../context.ts";
import { writeEvent } from "../messages/events.ts";
import { first, type Sql } from "../store/database.ts";
import type { Partner } from "./partners.ts";

/** Something that a partner or an operator wrote to the other. */
export interface Note {
  id: number;
  at: Date;
  who: string;
  text: string;
}

/** How many notes a page has, and how many of a partner are stored. */
export const noteLines = 50;
const maxNotes = 1_000;

/** Which notes are wanted. */
export interface NoteQuery {
  search?: string | undefined;
  before?: number | undefined;
}

/** The latest notes about a partner, or those before one. */
export const listNotes = (sql: Sql, partnerId: string, { search = "", before }: NoteQuery = {}): Promise<Note[]> =>
  sql.query<Note>(
    `SELECT id::int AS id, at, who, text FROM assay.notes WHERE partner_id = $1 AND ($2::bigint IS NULL OR id < $2)
       AND strpos(lower(who || ' ' || text), lower($3)) > 0 ORDER BY id DESC LIMIT ${noteLines}`,
    [partnerId, before ?? null, search.trim()],
  );

/** Writes a note, which is an event that the other side hears of. */
export async function writeNote({ database }: ConsoleContext, actor: Actor, partner: Partner, text: string) {
  if (!text.trim()) throw new ConsoleRefusal("bad-input", "the note is empty", "text");
  return database.transaction(async (sql) => {
    const note = await first<Note>(
      sql,
      "INSERT INTO assay.notes (partner_id, who, text) VALUES ($1, $2, $3) RETURNING id::int AS id, at, who, text",
      [partner.id, actor.email, text.trim()],
    );
    await sql.query(
      `DELETE FROM assay.notes WHERE partner_id = $1
         AND id <= (SELECT id FROM assay.notes WHERE partner_id = $1 ORDER BY id DESC OFFSET ${maxNotes} LIMIT 1)`,
      [partner.id],
    );
    const kind = isOperator(actor) ? "note-to-partner" : "note-to-operators";
    await writeEvent(sql, { kind, partnerId: partner.id, why: `${actor.email}: ${text.trim()}` });
    await writeAudit(sql, actor, { about: partner.slug, partnerId: partner.id });
    return note;
  });
}
