import { scrollTable, tableRow } from "../../reports/page/parts.ts";
import { markup } from "../../reports/parts/markup.ts";
import type { FlipQuery, Flips } from "../partners/flips.ts";
import { type ConsolePage, moreLink, searchForm } from "./layout.ts";
import { stateMark } from "./partners.ts";

/** The partners whose verdict the present suite would change, or the promotion of what is on trial. */
export const flipsPage = ({ items, judged, without_journal, next }: Flips, query: FlipQuery): ConsolePage => ({
  title: "Verdicts that would change",
  lead: "The last run of each partner, judged again from its journal. Nothing is sent to anyone, and no state changes by it.",
  content: markup`${searchForm("Name contains", query.search)}<p>${judged} judged again${without_journal > 0 && `, ${without_journal} without a journal`}; ${items.length === 0 ? "no verdict would change" : `${items.length} would change`}.</p>
${
  items.length > 0 &&
  scrollTable(
    "Verdicts that would change",
    ["Partner", "State", "Then", "By this suite", "With what is on trial", "What would fail"],
    items.map(({ partner, name, state, run_id, then, now, promoted, failing }) =>
      tableRow(
        markup`<a href="/partners/${partner}">${name}</a>`,
        stateMark(state),
        markup`<a href="/runs/${run_id}">${then}</a>`,
        now,
        promoted,
        markup`<ul>${failing.map(({ id, reason }) => markup`<li>${id}: ${reason}</li>`)}</ul>`,
      ),
    ),
  )
}${moreLink("More", next !== null && { ...query, after: next })}`,
});
